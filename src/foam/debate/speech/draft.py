"""From a plan to a speech: which points, in whose words, within which limit. The code alone puts quotations in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam.argument.scheme import SchemeId
from foam.debate.floor import Floor
from foam.debate.logic.flaw import Loophole
from foam.debate.memory.annotate import cued
from foam.debate.questions import words_question
from foam.debate.speech.prepare import Gathered, room_for, said_so_far
from foam.debate.speech.wording import answered, argued, closing, opening, phrases, rebutted
from foam.debate.values import Point
from foam.evidence.corpus import Passage
from foam.job.answers import written
from foam.job.retrieval import after
from foam.model.question import Option, WordLimit
from foam.record.entry import Input
from foam.text.words import length

_FRAME_WORDS = 30
"""Words of an opening or a closing, at most."""
_POINT_WORDS = 45
_EXEMPLARS = 3


@dataclass(frozen=True, slots=True)
class Draft:
    """A speech before it is judged."""

    opening: str
    points: tuple[Point, ...]
    closing: str
    entry: str = ""
    """The entry that worded it, when a model did."""

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.opening, *(p.text for p in self.points), self.closing) if part)

    @property
    def own_words(self) -> str:
        """Everything but the quotations."""
        return " ".join(part for part in (self.opening, *(p.words for p in self.points), self.closing) if part)


def plan(
    floor: Floor,
    gathered: Gathered,
    *,
    own: Sequence[Passage],
    scheme: SchemeId | str = "",
    flaws: Sequence[Loophole] | None = None,
) -> tuple[Point, ...]:
    """Rebut a flaw, answer what was said, then argue; as many points as there is room for."""
    room, said = room_for(floor.limit), phrases(floor.position)
    loopholes = gathered.analysis.loopholes if flaws is None else flaws
    schemes = [scheme] if scheme else list(gathered.priors.schemes)
    rebutted_first = max(1, room // 3)
    made: list[Point] = [_rebuttal(floor, flaw) for flaw in loopholes[:rebutted_first]]
    taken = {passage.pointer for answer in gathered.answers for passage in answer.evidence}
    for answer in gathered.answers:
        if answer.evidence and len(made) < room:
            form = _form(schemes, len(made), answer.evidence[0])
            words = answered(said, answer.target.statement, form, len(made))
            made.append(_point("answer", words, answer.evidence[:1], form, answers=answer.target.id))
    for passage in own:
        if passage.pointer not in taken and len(made) < room:
            form = _form(schemes, len(made), passage)
            made.append(_point("argue", argued(said, form, len(made)), (passage,), form))
    made += [_rebuttal(floor, flaw) for flaw in loopholes[rebutted_first : rebutted_first + room - len(made)]]
    return tuple(point.model_copy(update={"id": f"{floor.number}.{n}"}) for n, point in enumerate(made, start=1))


def coded(floor: Floor, points: tuple[Point, ...]) -> Draft:
    """The speech in the code's connectives, cut to its limit by dropping whole points from the end."""
    return fitted(
        Draft(
            opening=opening(floor.position, answering=bool(floor.turns)), points=points, closing=closing(floor.position)
        ),
        floor.limit,
    )


async def worded(
    floor: Floor, gathered: Gathered, points: tuple[Point, ...], *inputs: Input, feedback: Sequence[str] = ()
) -> Draft:
    """The speech in the model's own words, point by point; quotations are added by the code."""
    quoted = sum(length(passage.text) for point in points for passage in point.evidence)
    room = max(len(points) + 2, floor.limit - quoted)
    frame = max(1, min(_FRAME_WORDS, room // (len(points) + 2)))
    each = max(1, min(_POINT_WORDS, (room - 2 * frame) // max(1, len(points))))
    limits = (
        WordLimit(name="opening", max_words=frame),
        *(WordLimit(name=f"p{n}", max_words=each) for n in range(1, len(points) + 1)),
        WordLimit(name="closing", max_words=frame),
    )
    question = words_question(
        floor.table.prompts,
        position=floor.position,
        signals="\n".join(flaw.signal for flaw in gathered.analysis.loopholes),
        plan=tuple(Option(id=f"p{n}", text=point.text) for n, point in enumerate(points, start=1)),
        priors=", ".join(gathered.priors.schemes),
        exemplars=tuple(
            Option(id=f"e{n}", text=one.remembered.text)
            for n, one in enumerate(gathered.priors.exemplars[:_EXEMPLARS], start=1)
        ),
        feedback=" ".join(feedback),
        history=said_so_far(floor.turns),
        limits=limits,
    )
    entry = await floor.table.clerk.ask("words", question, *gathered.since, *inputs)
    reworded = tuple(
        point.model_copy(update={"words": written(entry, f"p{n}")}) for n, point in enumerate(points, start=1)
    )
    made = Draft(written(entry, "opening"), reworded, written(entry, "closing"), entry.key)
    return fitted(made, floor.limit)


async def drafted(
    floor: Floor, gathered: Gathered, points: tuple[Point, ...], *inputs: Input, feedback: Sequence[str] = ()
) -> Draft:
    """The speech, worded by whoever is to word it."""
    if floor.table.wording == "code":
        return coded(floor, points)
    return await worded(floor, gathered, points, *inputs, feedback=feedback)


def fitted(draft: Draft, limit: int) -> Draft:
    """The draft with points dropped from its end, then its frame, until it fits; the first point stays."""
    while length(draft.text) > limit and len(draft.points) > 1:
        draft = Draft(draft.opening, draft.points[:-1], draft.closing, draft.entry)
    if length(draft.text) > limit:
        draft = Draft("", draft.points, "", draft.entry)
    return draft


def worded_by(draft: Draft) -> tuple[Input, ...]:
    """The wording as an input of what is decided about it."""
    return (after("words", draft.entry),) if draft.entry else ()


def _form(schemes: Sequence[SchemeId | str], place: int, passage: Passage) -> SchemeId | str:
    """The form the evidence itself has, where it worked before; else a prior for the first point; else its own."""
    own = tuple(cued(passage.text))
    worked = [one for one in own if one in schemes]
    if worked or (schemes and not place):
        return worked[0] if worked else schemes[0]
    return own[0] if own else ""


def _rebuttal(floor: Floor, flaw: Loophole) -> Point:
    theirs = [turn for turn in floor.turns if turn.side != floor.side]
    struck = [point.id for n in flaw.turns if n < len(theirs) for point in theirs[n].points if _shows(point, flaw)]
    return _point("rebut", rebutted(flaw), (), "", answers=struck[0] if struck else "")


def _shows(point: Point, flaw: Loophole) -> bool:
    return any(quote.strip() in point.text for quote in flaw.quotes)


def _point(move: str, words: str, evidence: tuple[Passage, ...], scheme: str, *, answers: str = "") -> Point:
    return Point.model_validate(
        {"id": "", "move": move, "words": words, "evidence": evidence, "scheme": scheme, "answers": answers}
    )
