"""Scores, sets and verdicts as lines for a terminal. Computes means; decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from foam.contest.challenge import Challenge
from foam.debatable.coverage import Coverage
from foam.debatable.curation.annotation import Verdict
from foam.debatable.curation.build import BuiltSet
from foam.debatable.curation.curate import Curated
from foam.debatable.harness.evaluation import Evaluation


def score_lines(found: Mapping[str, Any]) -> Iterator[str]:
    """A table of scores, their means, and who measured."""
    yield f"{'id':<14}{'P.D.':>10}{'mean':>10}{'D.A.':>6}  note"
    for row in found["scores"]:
        cells = f"{_number(row['pd']):>10}{_number(row['pd_mean']):>10}{_digit(row['da']):>6}"
        yield f"{str(row['id'])[:13]:<14}{cells}  {row['note']}".rstrip()
    yield from _means(found["scores"])
    yield f"P.D. by {found['model']}, {_manner(found['measure'])}; lower is better"
    if found["awareness"]:
        yield f"D.A. by {found['awareness']}"
    if found["agreement"]:
        yield _agreement(found["agreement"])


def change_lines(changes: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """How P.D. fares against other answers; the exact factor first."""
    for row in changes:
        by_paper = "beyond numbers" if row["likelier"] is None else f"{row['likelier']:.3g}"
        factors = f"a token of the views is {row['easier']:.2f} times as probable (eq. 7: {by_paper})"
        yield f"{row['id']}: P.D. {row['delta']:+.3f} against the other answer; {factors}"


def build_lines(built: BuiltSet) -> Iterator[str]:
    """Every question with its views, and what was dropped and why."""
    for item in built.items:
        yield from _item_lines(item)
    for dropped in built.dropped:
        yield f"dropped: {dropped.question} ({dropped.reason})"
    views = sum(len(item.question.partial_answers) for item in built.items)
    yield f"{len(built.items)} questions with {views} partial answers; {len(built.dropped)} dropped"


def _item_lines(item: Curated) -> Iterator[str]:
    yield item.question.question
    for partial in item.question.partial_answers:
        pointers = " ".join(pointer.brief() for pointer in partial.pointers)
        yield f"  - {partial.point_of_view} [{pointers}]"
    checks = item.checks
    spoken = f"views speak of {checks.comprehensiveness:.0%} of the nearest passages"
    yield f"  {len(item.sources)} documents, relevance {checks.relevance:.2f}; {spoken}"


def verdict_lines(verdict: Verdict) -> Iterator[str]:
    """Agreement between annotators, and what they removed."""
    yield f"{len(verdict.annotators)} annotators, {verdict.partial_answers} partial answers"
    for task, kappa in verdict.kappa.items():
        yield f"{task}: Fleiss' kappa {'not defined' if kappa is None else f'{kappa:.3f}'}"
    yield f"{len(verdict.removed)} removed"


def evaluation_lines(found: Evaluation) -> Iterator[str]:
    """Systems from the best P.D. down."""
    yield f"{'system':<32}{'answers':>8}{'words':>7}{'P.D.':>12}{'matched':>12}{'D.A.':>7}{'views':>7}"
    for one in found.standings:
        figures = f"{one.pd:>12.3f}{_number(one.pd_matched):>12}{_number(one.da):>7}{one.views:>7.2f}"
        yield f"{one.system[:31]:<32}{one.answers:>8}{one.words:>7.0f}{figures}"
    yield f"P.D. by {found.yardstick['reader']}: lower is better; matched: answers cut to one length"


def missing_lines(found: Coverage, challenges: Sequence[Challenge]) -> Iterator[str]:
    """Every view with whether it is covered, and the challenge that a missing one makes."""
    for view in found.views:
        evidence = " ".join(pointer.brief() for pointer in view.evidence)
        yield f"{'covered' if view.covered else 'MISSING':<8} {view.point_of_view} [{evidence}]"
    yield f"{found.covered} of {len(found.views)} views covered; {len(challenges)} challenges (--json prints them)"


def _means(scores: list[Mapping[str, Any]]) -> Iterator[str]:
    told = [
        f"{name} {fmean(values):.3f} over {len(values)}"
        for name, field in (("P.D.", "pd"), ("D.A.", "da"))
        if (values := [row[field] for row in scores if row[field] is not None])
    ]
    yield f"mean: {', '.join(told) or 'nothing could be scored'}"


def _manner(measure: Mapping[str, Any]) -> str:
    return f"corrected, prompt {measure['prompt']}" if measure["mode"] == "corrected" else "as released"


def _agreement(found: Mapping[str, Any]) -> str:
    area = "" if found["auroc"] is None else f", AUROC {found['auroc']:.3f}"
    figures = f"accuracy {found['accuracy']:.3f}, F1 {found['f1']:.3f}, MCC {found['mcc']:.3f}{area}"
    return f"D.A. against {found['examples']} labelled answers: {figures}"


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _digit(value: int | None) -> str:
    return "–" if value is None else str(value)
