"""Systems side by side: both metrics, baselines, ranks, correlation, the weighted mean, and the effect of length.

Longer answers score better, whoever gives them. Beside the plain figures stand those of answers cut, at the end of a
sentence, to the length of the shortest answer to the same question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from statistics import fmean, stdev
from typing import ClassVar

from pydantic import ValidationError

from foam.debatable import coverage
from foam.debatable.controls import ReaderControls, check_reader, correct
from foam.debatable.coverage import ViewCoverage, cover_views, rate_views
from foam.debatable.diversity import DiversityScore
from foam.debatable.harness.baselines import Baselines, baselines
from foam.debatable.item import GivenAnswer, ItemId, PartialAnswer
from foam.debatable.scoring import Yardstick, score_answer
from foam.errors import InputError
from foam.job.bulk import do_all
from foam.job.clerk import Clerk
from foam.model.port import Embedder, WeighingJudge
from foam.paper import Readable
from foam.record.entry import ValueInput
from foam.stats.averages import mean_of_known, standardize
from foam.stats.ranks import pearson, ranks, spearman
from foam.values import Value
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.words import count_words

WEIGHTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The shares of P.D. in the weighted mean, as in the paper's figure 3."""
Answers = Mapping[str, Sequence[GivenAnswer]]
"""Answers by the name of the system that gave them."""


class EvaluationRow(Value):
    """One answer of one system, in figures."""

    system: str
    id: ItemId
    words: int
    pd: float
    pd_matched: float | None
    """P.D. of the answer cut to the shortest one's length."""
    pd_corrected: float
    """P.D. of its own words beside as many words on other matters; see `foam.debatable.controls`."""
    da: int | None
    baselines: Baselines
    views: int
    """Partial answers that it covers; see `foam.debatable.coverage`."""
    missing: tuple[ViewCoverage, ...]
    """Those it does not, with the sentences that speak for them."""


class SystemStanding(Value):
    """A system's means, and its ranks among the systems from 1; no rank by what the reader cannot rank."""

    system: str
    answers: int
    words: float
    pd: float
    pd_rank: float | None
    pd_matched: float | None
    pd_matched_rank: float | None
    pd_corrected: float
    pd_corrected_rank: float | None
    da: float | None
    da_rank: float | None
    bleu: float
    rouge_l: float
    similarity: float
    views: float
    errors: dict[str, float]
    """Standard errors of the means, where two answers or more bear on one."""


class Evaluation(Readable, Value):
    """The whole comparison."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.debatable.harness.report",)
    yardstick: dict[str, object]
    vectors: str
    coverage: str
    """Who says which views an answer covers."""
    controls: ReaderControls
    standings: tuple[SystemStanding, ...]
    """The best P.D. first, where the reader can rank."""
    weighted: dict[str, tuple[str, ...]]
    """For each share of P.D. the systems in the order of their weighted means."""
    pd_da: float | None
    """Correlation over the systems of 1 / P.D. with D.A."""
    pd_length: float | None
    """Rank correlation over the answers of P.D. with their length: negative when longer answers do better."""
    rows: tuple[EvaluationRow, ...]


async def evaluate(
    answers: Answers,
    yardstick: Yardstick,
    clerk: Clerk,
    embedder: Embedder,
    judge: WeighingJudge,
    *,
    matched: bool = True,
    report: Callable[[int], None] = lambda _: None,
) -> Evaluation:
    """Score every answer of every system."""
    scorable = _scorable(answers)
    shortest = _shortest(scorable) if matched and len(answers) > 1 else {}
    works = (
        partial(_row, system, given, shortest.get(str(given.id)), yardstick, clerk, embedder, judge)
        for system, given in scorable
    )
    rows = await do_all(works, at_once=yardstick.at_once, report=report)
    controls = await check_reader(partial(_measure_pd, yardstick, clerk))
    return _compare(rows, yardstick, embedder, judge, controls)


def read_evaluation(text: str, name: str) -> Evaluation:
    """An evaluation as it was written."""
    try:
        return Evaluation.model_validate_json(text)
    except ValidationError as error:
        raise InputError(
            f"{name} is no evaluation: {error.errors()[0]['msg']}", hint="foam debatable evaluate"
        ) from None


def cut_to(answer: str, words: int) -> str:
    """As many whole sentences as hold at most so many words; the first always, cut at a word if it must be."""
    kept = ""
    for span in split_sentences(answer):
        longer = answer[: span.end]
        if count_words(longer) > words:
            break
        kept = longer
    return kept.strip() or " ".join(answer.split()[:words])


def _scorable(answers: Answers) -> list[tuple[str, GivenAnswer]]:
    """Answers with views to be measured by; a system that has none is an error."""
    for system, given in answers.items():
        if not any(one.partial_answers for one in given):
            raise InputError(f"{system} answers no question of the set", hint="the ids must be the set's")
    return [(system, one) for system, given in answers.items() for one in given if one.partial_answers]


def _shortest(answers: Sequence[tuple[str, GivenAnswer]]) -> dict[str, int]:
    """Words of the shortest answer to each question; at least one."""
    found: dict[str, int] = {}
    for _, given in answers:
        words = max(1, count_words(given.answer))
        found[str(given.id)] = min(words, found.get(str(given.id), words))
    return found


async def _row(
    system: str,
    given: GivenAnswer,
    shortest: int | None,
    yardstick: Yardstick,
    clerk: Clerk,
    embedder: Embedder,
    judge: WeighingJudge,
) -> EvaluationRow:
    score = await score_answer(given, yardstick, clerk)
    assert score.diversity is not None
    covered = cover_views(given.partial_answers, _rate_views(given, clerk, judge))
    cut = None
    if shortest is not None:
        cut = await _measure_pd(yardstick, clerk, cut_to(given.answer, shortest), given.partial_answers)
    return EvaluationRow(
        system=system,
        id=given.id,
        words=count_words(given.answer),
        pd=score.diversity.pd,
        pd_matched=cut.pd if cut else None,
        pd_corrected=await correct(given.answer, given.partial_answers, partial(_measure_pd, yardstick, clerk)),
        da=score.da,
        baselines=_baselines(given, clerk, embedder),
        views=covered.covered,
        missing=covered.missing,
    )


async def _measure_pd(
    yardstick: Yardstick, clerk: Clerk, answer: str, partials: Sequence[PartialAnswer]
) -> DiversityScore:
    """P.D. alone, of any words."""
    only = Yardstick(metrics=("pd",), measure=yardstick.measure, reader=yardstick.reader)
    given = GivenAnswer(id="", answer=answer, partial_answers=tuple(partials))
    found = (await score_answer(given, only, clerk)).diversity
    assert found is not None
    return found


def _baselines(given: GivenAnswer, clerk: Clerk, embedder: Embedder) -> Baselines:
    entry = clerk.compute(
        "baselines",
        lambda: baselines(given.answer, given.partial_answers, embedder).json_value(),
        ValueInput(role="answer", value=given.answer),
        ValueInput(role="partial_answers", value=[partial.text for partial in given.partial_answers]),
        rule=f"BLEU, ROUGE-L, similarity by {embedder.name}",
    )
    return Baselines.model_validate(entry.answer)


def _rate_views(given: GivenAnswer, clerk: Clerk, judge: WeighingJudge) -> list[float]:
    entry = clerk.compute(
        "views_covered",
        lambda: rate_views(given.answer, given.partial_answers, judge),
        ValueInput(role="answer", value=given.answer),
        ValueInput(role="views", value=[partial.point_of_view for partial in given.partial_answers]),
        rule=f"same point by {judge.name}",
        version=coverage.VERSION,
    )
    return [float(chance) for chance in entry.answer]


def _compare(
    rows: Sequence[EvaluationRow],
    yardstick: Yardstick,
    embedder: Embedder,
    judge: WeighingJudge,
    controls: ReaderControls,
) -> Evaluation:
    standings = _standings(rows, controls)
    pd = {one.system: one.pd for one in standings}
    da = {one.system: one.da for one in standings if one.da is not None}
    both = len(da) == len(pd)
    return Evaluation(
        yardstick=yardstick.describe(),
        vectors=embedder.name,
        coverage=judge.name,
        controls=controls,
        standings=standings,
        weighted={f"{k:g}": _order(weighted_mean(pd, da, k)) for k in WEIGHTS} if both and controls.ranks_plain else {},
        pd_da=pearson([1 / value for value in pd.values()], list(da.values())) if both else None,
        pd_length=spearman([row.pd for row in rows], [float(row.words) for row in rows]),
        rows=tuple(rows),
    )


def _standings(rows: Sequence[EvaluationRow], controls: ReaderControls) -> tuple[SystemStanding, ...]:
    systems = list(dict.fromkeys(row.system for row in rows))
    own = [[row for row in rows if row.system == system] for system in systems]
    pd = [fmean(row.pd for row in group) for group in own]
    matched = [mean_of_known(row.pd_matched for row in group) for group in own]
    corrected = [fmean(row.pd_corrected for row in group) for group in own]
    da = [mean_of_known(row.da for row in group) for group in own]
    found = [
        SystemStanding(
            system=system,
            answers=len(group),
            words=fmean(row.words for row in group),
            pd=pd[i],
            pd_rank=ranks(pd)[i] if controls.ranks_plain else None,
            pd_matched=matched[i],
            pd_matched_rank=_rank(matched, i) if controls.ranks_plain else None,
            pd_corrected=corrected[i],
            pd_corrected_rank=ranks(corrected)[i] if controls.ranks_corrected else None,
            da=da[i],
            da_rank=_rank([None if value is None else -value for value in da], i),
            bleu=fmean(row.baselines.bleu for row in group),
            rouge_l=fmean(row.baselines.rouge_l for row in group),
            similarity=fmean(row.baselines.similarity for row in group),
            views=fmean(row.views for row in group),
            errors=_find_errors(group),
        )
        for i, (system, group) in enumerate(zip(systems, own, strict=True))
    ]
    return tuple(sorted(found, key=lambda one: one.pd)) if controls.ranks_plain else tuple(found)


def _find_errors(rows: Sequence[EvaluationRow]) -> dict[str, float]:
    columns: dict[str, list[float | None]] = {
        name: [getattr(row, name) for row in rows]
        for name in ("words", "pd", "pd_matched", "pd_corrected", "da", "views")
    } | {name: [getattr(row.baselines, name) for row in rows] for name in ("bleu", "rouge_l", "similarity")}
    known = {name: [value for value in values if value is not None] for name, values in columns.items()}
    return {name: stdev(values) / len(values) ** 0.5 for name, values in known.items() if len(values) > 1}


def _rank(values: Sequence[float | None], place: int) -> float | None:
    if any(value is None for value in values):
        return None
    return ranks([value for value in values if value is not None])[place]


def _order(means: Mapping[str, float]) -> tuple[str, ...]:
    return tuple(sorted(means, key=lambda system: -means[system]))


def weighted_mean(pd: Mapping[str, float], da: Mapping[str, float], k: float) -> dict[str, float]:
    """k of the reciprocal P.D. and the rest of D.A., both standardized over the systems (equation 4)."""
    systems = list(pd)
    covering = standardize([1 / pd[system] for system in systems])
    aware = standardize([da[system] for system in systems])
    return {s: k * c + (1 - k) * a for s, c, a in zip(systems, covering, aware, strict=True)}
