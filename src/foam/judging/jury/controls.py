"""Controls: what no jury that can judge would prefer, judged beside the entrants.

`gibberish`  the words of the best entrant in random order, in its own form and length
`parrot`     the rubric's own words over and over, as long as the best entrant

A jury for which a control is as good as the best entrant cannot tell, and no ranking by it is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice
from random import Random

from foam.judging.entrants.entrant import Entrant, claim, number_parts
from foam.judging.jury.ballots import take_ballots, vote_shares
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Bench
from foam.judging.jury.scores import CaseScore, Pooled, pool_case, score_cases
from foam.pack.rubric import FULL, Rubric
from foam.values import Value

TIE = 2.0
"""Points within which two cases are level."""
_PARAGRAPH = 60
"""Words of a paragraph of the parrot's."""

MEANINGS = {
    "gibberish": "the best entrant's words in random order",
    "parrot": "a page that repeats the rubric",
}


class Control(Value):
    """How the jury saw one control."""

    name: str
    score: float | None
    """As cases are scored, over what counts; None where no juror would score it."""
    judged: float | None
    """The same over what the jury judged, without what code measured."""
    place: int
    """Where it would stand among the cases by its score."""
    votes: float | None = None
    """Its share of the comparisons with the best entrant, from 0 to 100; None where none was asked for."""
    level_with_top: tuple[str, ...] = ()
    """What the jury cannot tell it from the best entrant by: scores, ballots."""
    fooled: tuple[str, ...] = ()
    """Jurors who by themselves scored it as high as the best entrant."""

    def describe(self, cases: int) -> str:
        """In one line."""
        scored = "no score" if self.score is None else f"score {self.score:.1f}"
        voted = "" if self.votes is None else f", {self.votes:.0f} % of the ballots against the best entrant"
        level = f"; as good as the best entrant by {' and '.join(self.level_with_top)}" if self.level_with_top else ""
        fooled = f"; it deceived {', '.join(self.fooled)}" if self.fooled else ""
        return (
            f"{self.name} ({MEANINGS[self.name]}): {scored}, would be {self.place} of {cases + 1}{voted}{level}{fooled}"
        )


class ControlReport(Value):
    """How the jury saw the controls, and what follows."""

    top: str
    """The entrant they were set against."""
    controls: tuple[Control, ...]

    @property
    def withheld(self) -> str:
        """Why no ranking by this jury is shown; empty where one may be."""
        level = [one.name for one in self.controls if one.level_with_top]
        if not level:
            return ""
        told = " and ".join(f"{name} ({MEANINGS[name]})" for name in level)
        return f"This jury cannot tell the best entrant from {told}: no ranking is shown."


def make_controls(entrant: Entrant, rubric: Rubric, *, seed: int) -> dict[str, Entrant]:
    """The controls to be judged beside this entrant."""
    return {"gibberish": scramble(entrant, seed=seed), "parrot": _repeat_rubric(rubric, words=entrant.words)}


def scramble(entrant: Entrant, *, seed: int) -> Entrant:
    """The entrant's words in random order; each part keeps its kind, its cite and its number of words."""
    words = [word for part in entrant.parts for word in part.text.split()]
    Random(f"gibberish {seed} {entrant.digest}").shuffle(words)
    drawn = iter(words)
    parts = [
        part.model_copy(update={"text": " ".join(islice(drawn, len(part.text.split())))}) for part in entrant.parts
    ]
    return Entrant(parts=tuple(parts))


def _repeat_rubric(rubric: Rubric, *, words: int) -> Entrant:
    """The rubric's titles and statements again and again, up to so many words."""
    told = [f"{one.title}: {' '.join(component.text for component in one.components)}" for one in rubric.dimensions]
    said = list(islice(cycle(" ".join(told).split()), max(words, 1)))
    pages = (said[at : at + _PARAGRAPH] for at in range(0, len(said), _PARAGRAPH))
    return Entrant(parts=number_parts(claim(" ".join(page)) for page in pages))


async def judge_controls(
    bench: Bench,
    top: str,
    cases: Mapping[str, Entrant],
    scored: Sequence[CaseScore],
    pooled: Mapping[str, Pooled],
    *,
    seed: int,
    ballots: bool = False,
    decisive: bool = False,
    tie: float = TIE,
) -> tuple[ControlReport, tuple[Void, ...]]:
    """Have the jury score the controls and, if `ballots`, compare them with the best entrant.

    `decisive` says that ballots decided something, so that a control level by ballots counts.
    """
    controls = make_controls(cases[top], bench.rubric, seed=seed)
    given, voids = await score_cases(bench, controls, dict.fromkeys(controls, 0.0))
    best = max(pooled.values(), key=lambda one: one.overall)
    counted = [one.id for one in bench.rubric.components if one.id not in best.declined]
    found = []
    for name, control in controls.items():
        own = [one for one in given if one.case == name]
        score = pool_case(name, own, bench.jury.pooling, bench.rubric, counted) if own else None
        votes: float | None = None
        if ballots:
            taken, void = await take_ballots(bench, (top, name), {top: cases[top], name: control})
            votes, voids = vote_shares((top, name), taken)[name] if taken else None, (*voids, *void)
        level = list(_level_by_scores(score, best, tie))
        level += ["ballots"] if decisive and votes is not None and votes >= FULL / 2 else []
        found.append(
            Control(
                name=name,
                score=score and score.overall,
                judged=score and score.judged,
                place=1 + sum(score is None or one.overall > score.overall for one in pooled.values()),
                votes=votes,
                level_with_top=tuple(level),
                fooled=tuple(_fooled(own, [one for one in scored if one.case == best.case], bench.rubric, tie)),
            )
        )
    return ControlReport(top=top, controls=tuple(found)), voids


def _level_by_scores(control: Pooled | None, best: Pooled, tie: float) -> Iterator[str]:
    """By the whole score, or by what the jury judged: what code measured must not make up for a jury that cannot."""
    if control is None:
        return
    judged = control.judged is not None and best.judged is not None and control.judged >= best.judged - tie
    if control.overall >= best.overall - tie or judged:
        yield "scores"


def _fooled(control: Sequence[CaseScore], best: Sequence[CaseScore], rubric: Rubric, tie: float) -> Iterator[str]:
    judged = {one.id for one in rubric.components if one.by == "judge"}

    def rate(one: CaseScore) -> float | None:
        return rubric.overall(rubric.by_dimension({k: v for k, v in one.components.items() if k in judged}))

    ours = {one.juror: rate(one) for one in best}
    for one in control:
        own, theirs = ours.get(one.juror), rate(one)
        if own is not None and theirs is not None and theirs >= own - tie:
            yield one.juror
