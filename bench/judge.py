"""How good and how fast the judge is, on the rows that training never saw. `python -m bench judge`."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, partial
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer
from training import heldback, measure, near
from training.pairs import Pair
from training.sources import WiceClaim

from bench.embedded import model
from bench.harness import Row, Skipped, benchmark, seconds, shared_data
from bench.places import embedder
from foam.model.embedded.relevance import FINALISTS, best
from foam.model.embedded.threads import one_thread
from foam.model.judge import FOLDER, Judge
from foam.model.port import Embedder

SHORTLIST, WORDS = 25, 4.0  # chosen by F1 on the 44 tuning and calibration claims of wice
FLOAT_WEIGHTS = Path("out/weights.safetensors")
BAD = {
    "empty": ("", "The policy is good."),
    "10,000 words": ("word " * 10_000, "The policy is good."),
    "another language": ("Die Regierung hat die Steuern im letzten Jahr gesenkt.", "Die Steuern wurden erhöht."),
    "markup": ("<div><p>The policy <b>works</b></p></div>", "The policy works."),
    "numbers alone": ("12 34 56", "The policy works."),
}


@cache
def judge() -> Judge:
    return Judge.load()


def data() -> Path:
    return shared_data("perspectrum").parent


def _texts(pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    return [(pair.first, pair.second) for pair in pairs]


@cache
def _stance() -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Source to logits and truth."""
    rows = heldback.stance(data())
    return {name: (judge().logits("relation", _texts(pairs)), _truth(pairs)) for name, pairs in rows.items()}


def _truth(pairs: Sequence[Pair]) -> np.ndarray:
    labels: np.ndarray = np.array([pair.target for pair in pairs]).argmax(1)
    return labels


def _probability(logits: np.ndarray) -> np.ndarray:
    found: np.ndarray = measure.softmax(logits / judge().card.temperatures["relation"])
    return found


@benchmark
def stance() -> Iterable[Row]:
    """Support against contradiction on unseen topics."""
    found = _stance()
    for name, (logits, truth) in found.items():
        yield Row(
            f"{name}: balanced accuracy",
            measure.balanced_accuracy(truth, logits[:, :2].argmax(1)),
            "",
            f"n={len(truth)}",
        )
    logits = np.concatenate([logits for logits, _ in found.values()])
    truth = np.concatenate([truth for _, truth in found.values()])
    yield Row(
        "both: balanced accuracy",
        measure.balanced_accuracy(truth, logits[:, :2].argmax(1)),
        "",
        "target 0.75, chance 0.5",
    )
    sure = _probability(logits).max(1) >= judge().card.least
    yield Row("share answered", float(sure.mean()), "", 'the rest is "don\'t know"')
    answered = measure.balanced_accuracy(truth[sure], logits[sure, :2].argmax(1))
    yield Row("balanced accuracy of the answered", answered, "")
    yield from _length_rows()


def _length_rows() -> Iterable[Row]:
    """The same by length alone: for, if the text is longer than the median."""
    for name, pairs in heldback.stance(data()).items():
        length = np.array([len(pair.first.split()) for pair in pairs])
        score = measure.balanced_accuracy(_truth(pairs), (length <= np.median(length)).astype(int))
        yield Row(f"{name}: by length alone, better direction", max(score, 1 - score), "")


@benchmark
def factcheck() -> Iterable[Row]:
    pairs = heldback.factcheck(data())
    logits, truth = judge().logits("relation", _texts(pairs)), _truth(pairs)
    yield Row("three-way macro-F1", measure.macro_f1(truth, logits.argmax(1)), "", f"n={len(pairs)}")
    yield Row("always neither, macro-F1", measure.macro_f1(truth, np.full(len(truth), 2)), "")
    yield Row("calibration error", measure.calibration_error(_probability(logits), truth), "", "15 bins")


@cache
def _selection(split: str) -> tuple[tuple[WiceClaim, np.ndarray], ...]:
    """Each claim with the judge's support for each of its sentences."""
    rows = heldback.wice(data(), split)
    pairs = [(sentence, row.claim) for row in rows for sentence in row.sentences]
    support = _probability(judge().logits("relation", pairs))[:, 0]
    ends = np.cumsum([len(row.sentences) for row in rows])
    return tuple(zip(rows, np.split(support, ends[:-1]), strict=True))


def nearest_f1(ranked: Sequence[int], gold: Sequence[Sequence[int]]) -> float:
    """F1 of as many top sentences as the gold set has, against the gold set it fits best."""
    return max(len(set(ranked[: len(one)]) & set(one)) / len(one) for one in gold)


def _scores(claims: Iterable[tuple[WiceClaim, np.ndarray]]) -> tuple[float, float]:
    first, f1 = [], []
    for row, score in claims:
        if row.gold:
            ranked = np.argsort(-score, kind="stable").tolist()
            first.append(any(ranked[0] in one for one in row.gold))
            f1.append(nearest_f1(ranked, row.gold))
    return float(np.mean(first)), float(np.mean(f1))


@benchmark
def selection() -> Iterable[Row]:
    """The supporting sentences of held-back wice claims, by the judge and by likeness."""
    claims = _selection("test")
    yield from _selection_rows("judge", claims)
    yield from _selection_rows("shared words", [(row, _overlap(row)) for row, _ in claims])
    yield from _selection_rows("judge and shared words", [(row, _shortlisted(row, one)) for row, one in claims])
    minilm = embedder("minilm")
    like = [(row, _likeness(minilm, row)) for row, _ in claims]
    both = [(row, one + two) for (row, one), (_, two) in zip(claims, like, strict=True)]
    yield from _selection_rows("MiniLM similarity", like)
    yield from _selection_rows("judge and similarity", both)


@benchmark
def likelihood() -> Iterable[Row]:
    """Leave-one-out likelihood on the same claims, over the eight that words and MiniLM put first. Minutes."""
    senses = model().senses
    earlier = senses.cascade(likelihood=False)
    scored = []
    with one_thread():
        for row, _ in _selection("test"):
            if row.gold:
                odds = earlier.odds(row.claim, row.sentences)
                finalists = best(odds, FINALISTS)
                scores = np.full(len(odds), -np.inf)
                scores[finalists] = senses.scorer.influence(row.claim, [row.sentences[at] for at in finalists])
                scored.append((row, scores))
    yield from _selection_rows("leave-one-out likelihood", scored)


def _shortlisted(row: WiceClaim, support: np.ndarray) -> np.ndarray:
    """The judge and the share of the claim's words, over the sentences that share most; the rest stays behind."""
    share = _overlap(row) / max(1, len(set(near.stems(row.claim))))
    score = np.full(len(share), -1.0)
    short = np.argsort(-share, kind="stable")[:SHORTLIST]
    score[short] = support[short] + WORDS * share[short]
    return score


def _selection_rows(name: str, scored: Iterable[tuple[WiceClaim, np.ndarray]]) -> Iterable[Row]:
    top, f1 = _scores(scored)
    yield Row(f"{name}: first sentence is gold", top, "")
    yield Row(f"{name}: F1 with the nearest gold set", f1, "")


def _overlap(row: WiceClaim) -> np.ndarray:
    words = set(near.stems(row.claim))
    return np.array([len(words & set(near.stems(one))) for one in row.sentences], dtype=np.float32)


def _likeness(model: Embedder, row: WiceClaim) -> np.ndarray:
    vectors = model.embed([row.claim, *row.sentences])
    return np.asarray(vectors[1:] @ vectors[0])


@benchmark
def wice_label() -> Iterable[Row]:
    """Supported, partially, not: two limits on the support of the best five sentences, fitted on the dev articles."""
    levels = {"supported": 0, "partially_supported": 1, "not_supported": 2}
    fit, test = (_claim_support(split) for split in ("dev", "test"))
    truth = {name: np.array([levels[row.label] for row, _ in _selection(name)]) for name in ("dev", "test")}
    grid = [(low, high) for low in np.arange(0.05, 0.95, 0.05) for high in np.arange(low, 1, 0.05)]
    low, high = max(grid, key=lambda one: measure.macro_f1(truth["dev"], _leveled(fit, *one)))
    yield Row("three-way macro-F1", measure.macro_f1(truth["test"], _leveled(test, low, high)), "", f"n={len(test)}")
    yield Row("always partially, macro-F1", measure.macro_f1(truth["test"], np.ones(len(test))), "")


def _claim_support(split: str) -> np.ndarray:
    pairs = []
    for row, score in _selection(split):
        top = sorted(np.argsort(-score, kind="stable")[:5])
        pairs.append((" ".join(row.sentences[at] for at in top), row.claim))
    return _probability(judge().logits("relation", pairs))[:, 0]


def _leveled(support: np.ndarray, low: float, high: float) -> np.ndarray:
    return np.where(support >= high, 0, np.where(support >= low, 1, 2))


@benchmark
def edited_quotations() -> Iterable[Row]:
    """True sentences against edits of themselves, from articles training never saw."""
    groups: dict[str, list[Pair]] = defaultdict(list)
    for pair in heldback.quotations(data()):
        groups[pair.source].append(pair)
    for name, pairs in sorted(groups.items()):
        guess = judge().logits("relation", _texts(pairs)).argmax(1)
        keep = name in ("edit-kept", "edit-none")
        said = "stays supports" if keep else "flips to contradicts or neither"
        yield Row(f"{name}: {said}", float(np.mean((guess == 0) == keep)), "", f"n={len(pairs)}")


@benchmark
def convincing() -> Iterable[Row]:
    pairs = heldback.convincing(data())
    there = np.array(judge().convinces(_texts(pairs)))
    back = np.array(judge().convinces([(pair.second, pair.first) for pair in pairs]))
    truth = np.array([pair.target[0] for pair in pairs])
    length = np.array([len(pair.first) > len(pair.second) for pair in pairs])
    yield Row(
        "agreement with people, both orders averaged",
        float(np.mean(((there + 1 - back) / 2 > 0.5) == truth)),
        "",
        f"n={len(pairs)}",
    )
    yield Row("position bias", float(np.abs(there + back - 1).max()), "", "largest |p(a,b) + p(b,a) - 1|")
    yield Row("the longer wins", float(np.mean(length == truth)), "")


@benchmark
def same_point() -> Iterable[Row]:
    pairs = heldback.key_points(data())
    chance, truth = np.array(judge().same_point(_texts(pairs))), np.array([pair.target[0] for pair in pairs])
    shared = np.array([len(set(near.stems(p.first)) & set(near.stems(p.second))) for p in pairs])
    yield Row("AUC", measure.auc(truth, chance), "", f"n={len(pairs)}")
    yield Row("AUC of shared words", measure.auc(truth, shared), "")


@benchmark
def steadiness() -> Iterable[Row]:
    """Two runs, another order, and int8 against the float weights where those are at hand."""
    pairs = _texts(random.Random(1).sample(heldback.stance(data())["perspectrum"], 200))
    once, again = (judge().logits("relation", pairs) for _ in range(2))
    yield Row("largest difference of a second run", float(np.abs(once - again).max()), "logit")
    if not FLOAT_WEIGHTS.exists():
        raise Skipped(f"MISSING: {FLOAT_WEIGHTS}, the float weights of a training run")
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    wide = Judge(load_file(FLOAT_WEIGHTS), tokenizer, judge().card).logits("relation", pairs)
    yield Row("int8 against float: largest difference", float(np.abs(once - wide).max()), "logit")
    yield Row("int8 against float: same label", float(np.mean(once.argmax(1) == wide.argmax(1))), "", "n=200")


@benchmark
def bad_input() -> Iterable[Row]:
    for name, pair in BAD.items():
        found = judge().relation([pair])[0]
        yield Row(name, float(found.verdict == "don't know"), "don't know", found.reason)


@benchmark
def speed() -> Iterable[Row]:
    for tokens, count in ((64, 64), (256, 16)):
        pairs = [(" ".join(["house"] * (tokens - 15)), " ".join(["hill"] * 12))] * count
        taken = seconds(partial(judge().logits, "relation", pairs), repeat=3)
        yield Row(f"pairs of {tokens} tokens", count / taken, "a second")
