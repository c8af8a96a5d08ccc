"""Does this evidence bear the claim out? The judge beside words, BM25 and vectors. `python -m bench attribution`.

factcheck_gpt (claims of a model's answers, each with the evidence that was gathered for it) and WiCE (claims of
articles with the pages they cite). Every score gets its limit on other sources: tuning rows of fact checking. Intervals
are drawn over claims, since the evidence of one claim goes together. `FOAM_JUDGE_ROWS` draws at most that many claims.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from training import heldback, measure, store

from bench.harness import Row, Skipped, benchmark
from bench.judge import MOST, PAIRS, _auroc, data
from bench.places import embedder
from foam.model.embedded.lexical import bm25, measure_coverage
from foam.model.judge import PassageReader, shipped_judge, weigh
from foam_quotes.text.segment import split_sentences

OTHERS = ("fever_dev", "fm2", "fm2_retrieved", "healthver", "covidfact", "politihop", "mnli_dev_matched", "wice")
"""Sources whose tuning rows set the limits."""
EACH, LONGEST, SHORT, RESAMPLES, BACKGROUND = 40, 90, 160, 400, 100


class Case(NamedTuple):
    """A claim, the sentences of a text, and whether the text bears the claim out."""

    claim: str
    sentences: tuple[str, ...]
    borne_out: bool
    source: str


Scores = Mapping[str, np.ndarray]


@benchmark
def answers() -> Iterable[Row]:
    """factcheck_gpt: claims of model answers against the evidence gathered for each."""
    claims = sorted({row.second for row in heldback.factcheck(data())})
    drawn = set(random.Random(5).sample(claims, min(MOST, len(claims))))
    rows = [row for row in heldback.factcheck(data()) if row.second in drawn]
    yield from _compare([Case(row.second, split(row.first), row.target[0] > 0.5, row.source) for row in rows])


@benchmark
def articles() -> Iterable[Row]:
    """WiCE: claims of articles against the pages they cite; the claims are borne out in full or not."""
    rows = [row for row in heldback.wice(data()) if row.sentences][: min(MOST, 80)]
    yield from _compare([Case(row.claim, row.sentences, row.label == "supported", "wice") for row in rows])


def split(text: str) -> tuple[str, ...]:
    """The sentences of a text; at least one."""
    return tuple(span.of(text).strip() for span in split_sentences(text)) or (text,)


def _compare(cases: Sequence[Case]) -> Iterable[Row]:
    truth, scores = np.array([case.borne_out for case in cases]), score_cases(cases)
    drawn = draw_claims([case.claim for case in cases])
    words = scores["shared words"]
    for name, score in scores.items():
        yield _row(f"{name}: AUC", partial(_rate_auc, truth, score), drawn, len(truth))
        yield _row(
            f"{name}: balanced accuracy", partial(_rate_limit, truth, score >= _limits()[name]), drawn, len(truth)
        )
        if name != "shared words":
            yield _row(f"{name}: AUC above shared words", partial(_rate_gain, truth, score, words), drawn, len(truth))


def _rate_auc(truth: np.ndarray, score: np.ndarray, at: np.ndarray) -> float:
    return _auroc(truth[at], score[at])


def _rate_gain(truth: np.ndarray, score: np.ndarray, other: np.ndarray, at: np.ndarray) -> float:
    return _rate_auc(truth, score, at) - _rate_auc(truth, other, at)


def _rate_limit(truth: np.ndarray, said: np.ndarray, at: np.ndarray) -> float:
    return measure.balanced_accuracy(truth[at], said[at])


def _row(name: str, figure: Callable[[np.ndarray], float], drawn: Sequence[np.ndarray], count: int) -> Row:
    low, high = np.nanpercentile([figure(at) for at in drawn], (2.5, 97.5))
    return Row(name, figure(np.arange(count)), "", f"n={count}, {low:.3f} to {high:.3f}")


def draw_claims(claims: Sequence[str]) -> list[np.ndarray]:
    """Places of the cases, whole claims drawn with replacement."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, claim in enumerate(claims):
        places[claim].append(at)
    held, rng = list(places.values()), np.random.default_rng(5)
    return [np.concatenate([held[i] for i in rng.integers(len(held), size=len(held))]) for _ in range(RESAMPLES)]


def score_cases(cases: Sequence[Case]) -> Scores:
    """How far each text bears its claim out, by each way."""
    judge, vectors = shipped_judge(), embedder("static")
    reader = PassageReader(judge)
    texts = [gather(case) for case in cases]
    background = random.Random(1).sample(texts, min(BACKGROUND, len(texts)))
    alike = np.einsum("ij,ij->i", vectors.embed(texts), vectors.embed([case.claim for case in cases]))
    pairs = [(text, case.claim) for text, case in zip(texts, cases, strict=True)]
    return {
        "weigh": np.array([one.supports for one in weigh(judge, pairs)]),
        "reader of longer text": np.array([reader.read(case.sentences, case.claim).supported for case in cases]),
        "entails": judge.shares("entails", pairs)[:, 0],
        "shared words": np.array([float(measure_coverage(claim, [text])[0]) for text, claim in pairs]),
        "BM25": np.array([_rate_words(claim, text, background) for text, claim in pairs]),
        "cosine": alike,
    }


def gather(case: Case) -> str:
    """The text as one; of a long one the five sentences that share most words with the claim, in their order."""
    whole = " ".join(case.sentences)
    if len(whole.split()) <= SHORT:
        return whole
    best = np.argsort(-measure_coverage(case.claim, case.sentences), kind="stable")[:5]
    return " ".join(case.sentences[at] for at in sorted(best))


def _rate_words(claim: str, text: str, background: Sequence[str]) -> float:
    """BM25 of the text, as a share of what the claim itself would have; rarity among other texts of the set."""
    found = bm25(claim, [text, claim, *background])
    return float(found[0] / max(found[1], 1e-9))


@cache
def _limits() -> Mapping[str, float]:
    """For each score the limit with the best balanced accuracy on tuning rows of other sources, each counting alike."""
    if not PAIRS.exists():
        raise Skipped(f"MISSING: {PAIRS}; make it with `python -m training.prepare` or set FOAM_PAIRS")
    rng, cases = random.Random(3), list[Case]()
    every = store.read(PAIRS)["dev"]
    for source in OTHERS:
        rows = [one for one in every if (one.task, one.source) == ("entails", source)]
        rows = [one for one in rows if len(one.first.split()) < LONGEST]
        drawn = rng.sample(rows, min(EACH, len(rows)))
        cases += [Case(row.second, split(row.first), row.target[0] > 0.5, source) for row in drawn]
    truth, sources = np.array([case.borne_out for case in cases]), [case.source for case in cases]
    return {name: find_limit(truth, score, sources) for name, score in score_cases(cases).items()}


def find_limit(truth: np.ndarray, score: np.ndarray, sources: Sequence[str]) -> float:
    """The limit at which the sources' balanced accuracies have the highest mean; a source needs both labels."""
    held = [np.array([one == source for one in sources]) for source in sorted(set(sources))]
    both = [at for at in held if 0 < truth[at].sum() < at.sum()]
    cuts = np.unique(np.quantile(score, np.arange(0.02, 1, 0.02)))

    def rate(cut: float) -> float:
        return float(np.mean([measure.balanced_accuracy(truth[at], score[at] >= cut) for at in both]))

    return float(max(cuts, key=rate))
