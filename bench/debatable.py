"""Perspective Diversity and Dispute Awareness: do they order as they should, how do the judges do, how fast is it?"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from statistics import fmean

import numpy as np
from training import edits_unseen, recipe, sources

from bench.embedded import home
from bench.harness import Row, benchmark, seconds, shared_data
from bench.perspectrum import ContestedClaim, Side, contested_claims
from foam.debatable.agreement import Agreement, compare_with_labels
from foam.debatable.controls import check_reader
from foam.debatable.coverage import measure_coverage
from foam.debatable.diversity import DiversityScore, Measure, Mode, perspective_diversity
from foam.debatable.duplicates import deduplicate
from foam.debatable.item import GivenAnswer, PartialAnswer
from foam.debatable.readers.embedded import EmbeddedReader
from foam.debatable.scoring import AwarenessJudge, by_likelihood, by_stance, labelled_agreement
from foam.job.clerk import Clerk
from foam.model.embedded.conversation import Conversation, Tokens
from foam.model.embedded.threads import one_thread
from foam.model.embedded.vectors import MiniLM
from foam.model.judge import shipped_judge
from foam.record.clock import utc_now
from foam.record.memory import MemoryStore
from foam.record.runs import open_run

CLAIMS = 50
FITTED = frozenset(
    {17, 104, 130, 189, 196, 198, 247, 274, 286, 300, 301, 320}
    | {344, 499, 527, 558, 568, 585, 614, 619, 717, 833, 860, 1002}
)
"""Ids of the claims on which the threshold of coverage was set: it is measured on others."""
TARGET_TOKENS, TARGETS = 200, 4
SIDES: tuple[Side, ...] = ("support", "undermine")


@cache
def reader() -> EmbeddedReader:
    return EmbeddedReader(home())


@cache
def claims() -> tuple[ContestedClaim, ...]:
    """Fifty claims spread over the file, none with more than eight perspectives."""
    fitting = [c for c in contested_claims(shared_data("perspectrum")) if len(c.perspectives) <= 8]
    return tuple(fitting[:: max(1, len(fitting) // CLAIMS)][:CLAIMS])


@benchmark
def ordering() -> Iterable[Row]:
    """All perspectives against one side against another topic, in fifty claims."""
    found = claims()
    others = (*found[1:], found[0])
    for wording, said in enumerate(("first wording", "second wording")):
        scores = [_three(claim, other, wording) for claim, other in zip(found, others, strict=True)]
        right = fmean(a < b < c for a, b, c in scores)
        yield Row(f"claims ordered all < one side < unrelated, {said}", 100 * right, "%", f"of {len(found)}")
        for name, column in zip(("all", "one side", "unrelated"), zip(*scores, strict=True), strict=True):
            yield Row(f"P.D. mean, {name}, {said}", fmean(column), "", "per partial answer")


def _three(claim: ContestedClaim, other: ContestedClaim, wording: int) -> tuple[float, float, float]:
    texts = (claim.answer(wording=wording), claim.answer("support", wording=wording), other.answer())
    first, second, third = (perspective_diversity(t, claim.partial_answers, reader()).pd_mean for t in texts)
    return first, second, third


@benchmark
def reworded() -> Iterable[Row]:
    """The same in ten claims, with the views in their first wording alone and answers in another: no words are lent."""
    found = claims()[:10]
    scores = [_three_reworded(claim, other) for claim, other in zip(found, found[1:] + found[:1], strict=True)]
    yield Row("all < one side, views in other words", 100 * fmean(a < b for a, b, _ in scores), "%", f"of {len(found)}")
    yield Row("one side < unrelated, views in other words", 100 * fmean(b < c for _, b, c in scores), "%")
    for name, column in zip(("all", "one side", "unrelated"), zip(*scores, strict=True), strict=True):
        yield Row(f"P.D. mean, {name}, views in other words", fmean(column), "", "per partial answer")


def _three_reworded(claim: ContestedClaim, other: ContestedClaim) -> tuple[float, float, float]:
    texts = (claim.answer(wording=1), claim.answer("support", wording=1), other.answer(wording=1))
    first, second, third = (perspective_diversity(t, claim.points_of_view, reader()).pd_mean for t in texts)
    return first, second, third


@benchmark
def padding() -> Iterable[Row]:
    """What an answer of one side gains by being padded with another topic, by mode."""
    found = claims()[:10]
    for mode in ("corrected", "as_released"):
        bare, padded = zip(
            *(_padded(a, b, mode) for a, b in zip(found, found[1:] + found[:1], strict=True)), strict=True
        )
        yield Row(f"P.D. as answered, {mode}", fmean(bare), "", "mean per partial answer")
        yield Row(f"P.D. padded, {mode}", fmean(padded), "")
        lower = fmean(p < b for b, p in zip(bare, padded, strict=True))
        yield Row(f"answers that padding helps, {mode}", 100 * lower, "%")


def _padded(claim: ContestedClaim, other: ContestedClaim, mode: Mode) -> tuple[float, float]:
    answer = claim.answer("support")
    measure = Measure(mode=mode)
    bare, padded = (
        perspective_diversity(text, claim.partial_answers, reader(), measure).pd_mean
        for text in (answer, f"{answer} {other.answer()}")
    )
    return bare, padded


@benchmark
def awareness() -> Iterable[Row]:
    """Agreement with the sixty labelled answers, by each judge that is here."""
    yield from _agreement_rows("stance, shipped judge", _against_labels(by_stance(shipped_judge())))
    yield from _agreement_rows("likelihood of the digit, SmolLM2-135M", _against_labels(by_likelihood(reader())))


@benchmark
def controls() -> Iterable[Row]:
    """Of answers whose order is known, how many comparisons the reader gets right: by P.D. and by the corrected one."""

    async def measure(text: str, partials: Sequence[PartialAnswer]) -> DiversityScore:
        return perspective_diversity(text, partials, reader())

    found = asyncio.run(check_reader(measure))
    yield Row("comparisons of controls right, P.D.", found.plain, "", f"of {found.comparisons}; 9 of 10 to rank")
    yield Row("comparisons of controls right, corrected P.D.", found.corrected, "", f"of {found.comparisons}")


def _against_labels(decide: AwarenessJudge) -> Agreement:
    store = MemoryStore()
    clerk = Clerk(store, {}, run=open_run(store, "bench", {}, clock=utc_now))
    return asyncio.run(labelled_agreement(decide, clerk))


def _agreement_rows(name: str, found: Agreement) -> Iterator[Row]:
    for figure in ("accuracy", "f1", "mcc", "auroc"):
        yield Row(f"D.A. {figure}, {name}", getattr(found, figure), "", f"{found.examples} answers")


@cache
def unlearnt() -> list[ContestedClaim]:
    """Claims that the threshold of coverage was not set on and the judge did not learn from; at most eight views."""
    folder = shared_data("perspectrum")
    split = recipe.perspectrum_split(folder.parent)
    found = [claim for claim in contested_claims(folder) if split[sources.tidy(claim.claim)] != "train"]
    return [claim for claim in found if claim.id not in FITTED and len(claim.perspectives) <= 8]


@benchmark
def covering() -> Iterable[Row]:
    """Does coverage tell the paraphrased views of the side that was answered from those of the other side?"""
    decided, labels = [], []
    for claim in unlearnt():
        for side in SIDES:
            decided += covers(claim.answer(side, wording=1), claim.points_of_view)
            labels += [int(one.side == side) for one in claim.perspectives]
    found = compare_with_labels(decided, labels)
    yield Row("coverage of paraphrased views, accuracy", found.accuracy, "", f"{found.examples} views")
    yield Row("coverage of paraphrased views, F1", found.f1, "")
    yield Row("coverage of paraphrased views, MCC", found.mcc, "")
    rng, denied = random.Random(4), []
    for claim in unlearnt():
        for view, partial in zip(claim.perspectives, claim.points_of_view, strict=True):
            if opposite := edits_unseen.negation(view.wordings[1], rng):
                denied += covers(opposite, [partial])
    yield Row("views taken for covered by their own denial", 100 * fmean(denied), "%", f"of {len(denied)}")


def covers(answer: str, views: Sequence[PartialAnswer]) -> list[int]:
    """Which views an answer makes the point of, by the shipped judge."""
    given = GivenAnswer(id=0, question="", answer=answer, partial_answers=tuple(views))
    return [int(view.covered) for view in measure_coverage(given, shipped_judge()).views]


@benchmark
def duplicates() -> Iterable[Row]:
    """A thousand debate questions, deduplicated."""
    text = (shared_data("questions") / "davinci-debate-1k.jsonl").read_text("utf-8")
    questions = [json.loads(line)["query"] for line in text.splitlines()]
    with one_thread():
        rows = _Kept(MiniLM(home()).embed(questions))
    found = deduplicate(questions, rows)
    yield Row("pairs of questions at 0.78 or above", len(found.pairs), "", f"of {len(questions)} questions")
    yield Row("questions removed", len(found.removed), "")
    yield Row("finding pairs and cover", seconds(lambda: deduplicate(questions, rows), repeat=3), "s")


class _Kept:
    """Vectors that were worked out already."""

    name, dimensions = "kept", 384

    def __init__(self, rows: np.typing.NDArray[np.float32]) -> None:
        self._rows = rows

    def embed(self, texts: object) -> np.typing.NDArray[np.float32]:
        return self._rows


@benchmark
def speed() -> Iterable[Row]:
    """One answer against four partial answers of 200 tokens: read once, or every pair from scratch."""
    model = Conversation(home())
    words = model.encode(" ".join(claim.answer() for claim in claims()))
    targets = [words[i * TARGET_TOKENS : (i + 1) * TARGET_TOKENS] for i in range(TARGETS)]
    for length in (434, 1600):
        yield from _speed_rows(model, words[-length:], targets)


def _speed_rows(model: Conversation, context: Tokens, targets: list[Tokens]) -> Iterator[Row]:
    def apart() -> None:
        for target in targets:
            _forgetful(model, context, [target])

    def plain() -> None:
        for target in targets:
            _plain_pass(model, context + target)

    with one_thread():
        once = seconds(lambda: _forgetful(model, context, targets), repeat=3)
        scratch, whole = seconds(apart, repeat=1), seconds(plain, repeat=1)
    name = f"{len(context)} tokens"
    yield Row(f"P.D. of an answer of {name}", once, "s", "one core")
    yield Row(f"from scratch / read once, {name}", scratch / once, "times", "logits of the targets alone")
    yield Row(f"plain forward pass / read once, {name}", whole / once, "times", "logits of every token")
    yield Row(f"1,000 such answers on two cores, {name}", 1000 * once / 2 / 60, "min", "worked out from the above")


def _forgetful(model: Conversation, context: Tokens, targets: list[Tokens]) -> None:
    model.forget()
    model.follow(context, targets)


def _plain_pass(model: Conversation, tokens: Tokens) -> None:
    states, _ = model.model.read(np.array(tokens[:-1]), model.model.nothing())
    model.model.log_probabilities(states, np.array(tokens[1:]))
