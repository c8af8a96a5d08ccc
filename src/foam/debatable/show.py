"""Scores, sets and verdicts as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from foam.contest.challenge import Challenge
from foam.debatable.coverage import Coverage
from foam.debatable.curation.annotation import Verdict
from foam.debatable.curation.build import BuiltSet
from foam.debatable.harness.evaluation import Evaluation
from foam.debatable.harness.report import figure_of
from foam.paper import Block, Bullets, Heading, Paragraph, Table


def score_blocks(found: Mapping[str, Any]) -> Iterator[Block]:
    """A table of scores, their means, who measured, and how they fare against other answers."""
    rows = [
        (str(row["id"]), _number(row["pd"]), _number(row["pd_mean"]), _digit(row["da"]), row["note"])
        for row in found["scores"]
    ]
    yield Table(head=("id", "P.D.", "mean", "D.A.", "note"), rows=rows)
    yield from (Paragraph(content=line) for line in _means(found["scores"]))
    if any(row["pd"] is not None for row in found["scores"]):
        yield Paragraph(content=f"P.D. by {found['model']}, {_manner(found['measure'])}; lower is better")
    if found["awareness"]:
        yield Paragraph(content=f"D.A. by {found['awareness']}")
    if found["agreement"]:
        yield Paragraph(content=_agreement(found["agreement"]))
    for row in found["changes"]:
        by_paper = "beyond numbers" if row["likelier"] is None else f"{row['likelier']:.3g}"
        factors = f"a token of the views is {row['easier']:.2f} times as probable (eq. 7: {by_paper})"
        yield Paragraph(content=f"{row['id']}: P.D. {row['delta']:+.3f} against the other answer; {factors}")


def build_blocks(built: BuiltSet) -> Iterator[Block]:
    """Every question with its views, and what was dropped and why."""
    for item in built.items:
        views = tuple(
            f"{partial.point_of_view} [{' '.join(pointer.brief() for pointer in partial.pointers)}]"
            for partial in item.question.partial_answers
        )
        spoken = f"views speak of {item.checks.comprehensiveness:.0%} of the nearest passages"
        about = f"{len(item.sources)} documents, relevance {item.checks.relevance:.2f}; {spoken}"
        yield from (Heading(text=item.question.question, level=2), Bullets(items=views), Paragraph(content=about))
    if built.dropped:
        yield Heading(text="Dropped", level=2)
        yield Bullets(items=tuple(f"{dropped.question} ({dropped.reason})" for dropped in built.dropped))
    count = sum(len(item.question.partial_answers) for item in built.items)
    yield Paragraph(content=f"{len(built.items)} questions with {count} partial answers; {len(built.dropped)} dropped")


def verdict_blocks(verdict: Verdict) -> Iterator[Block]:
    """Agreement between annotators, and what they removed."""
    yield Paragraph(content=f"{len(verdict.annotators)} annotators, {verdict.partial_answers} partial answers")
    tasks = tuple(
        f"{task}: Fleiss' kappa {'not defined' if kappa is None else f'{kappa:.3f}'}"
        for task, kappa in verdict.kappa.items()
    )
    yield Bullets(items=tasks)
    yield Paragraph(content=f"{len(verdict.removed)} removed")


def evaluation_blocks(found: Evaluation) -> Iterator[Block]:
    """Systems side by side: from the best P.D. down, where the reader can rank."""
    names = ("pd", "pd_matched", "pd_corrected", "da", "views")
    rows = [
        (one.system, str(one.answers), f"{one.words:.0f}", *(figure_of(one, name) for name in names))
        for one in found.standings
    ]
    note = f"P.D. by {found.yardstick['reader']}: lower is better; matched: answers cut to one length"
    yield Table(
        head=("system", "answers", "words", "P.D.", "matched", "corrected", "D.A.", "views"), rows=rows, note=note
    )
    yield Paragraph(content=found.controls.tell())


def missing_blocks(found: Coverage, challenges: Sequence[Challenge]) -> Iterator[Block]:
    """Every view with whether it is covered, and the challenge that a missing one makes."""
    rows = [
        ("covered" if view.covered else "MISSING", view.point_of_view, " ".join(p.brief() for p in view.evidence))
        for view in found.views
    ]
    note = f"{found.covered} of {len(found.views)} views covered; {len(challenges)} challenges (--json prints them)"
    yield Table(head=("", "view", "evidence"), rows=rows, note=note)


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
