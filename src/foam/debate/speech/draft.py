"""From a plan to a speech: which points, in whose words, within which limit. The code alone puts quotations in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from foam.argument.scheme import SchemeId
from foam.debate.floor import Floor
from foam.debate.logic.flaw import Loophole
from foam.debate.memory.annotate import find_cued_schemes
from foam.debate.questions import words_question
from foam.debate.speech.prepare import Preparation, count_points, format_history
from foam.debate.speech.wording import (
    find_phrases,
    introduce_answer,
    introduce_argument,
    write_closing,
    write_opening,
    write_rebuttal,
)
from foam.debate.values import Point, Voice
from foam.evidence.corpus import Passage
from foam.job.answers import read_text
from foam.job.retrieval import depend_on
from foam.model.form import TextField
from foam.model.question import Option
from foam.record.entry import Entry, Input
from foam.text.words import measure_length

_FRAME_WORDS = 30
"""Words of an opening or a closing, at most."""
_POINT_WORDS = 45
_EXEMPLARS = 3


@dataclass(frozen=True, slots=True)
class SpeechDraft:
    """A speech before it is judged."""

    opening: str
    points: tuple[Point, ...]
    closing: str
    entry: str = ""
    """The entry that worded it, when a model did."""
    plan: str = ""
    voice: Voice = "bounded"
    notes: tuple[str, ...] = ()
    filled: Entry | None = None
    """The act as it was filled, where the draft is the whole of it."""

    @property
    def text(self) -> str:
        return " ".join(part for part in (self.opening, *(p.text for p in self.points), self.closing) if part)

    @property
    def own_words(self) -> str:
        """Everything but the quotations."""
        return " ".join(part for part in (self.opening, *(p.words for p in self.points), self.closing) if part)


def plan_points(
    floor: Floor,
    preparation: Preparation,
    *,
    own: Sequence[Passage],
    scheme: SchemeId | str = "",
    flaws: Sequence[Loophole] | None = None,
) -> tuple[Point, ...]:
    """Rebut a flaw, answer what was said, then argue; as many points as there is room for."""
    room, phrases = count_points(floor.limit), find_phrases(floor.position)
    loopholes = preparation.analysis.loopholes if flaws is None else flaws
    schemes = [scheme] if scheme else list(preparation.priors.schemes)
    rebutted_first = max(1, room // 3)
    points: list[Point] = [_make_rebuttal(floor, flaw) for flaw in loopholes[:rebutted_first]]
    taken = {passage.pointer for answer in preparation.answers for passage in answer.evidence}
    for answer in preparation.answers:
        if answer.evidence and len(points) < room:
            form = _choose_form(schemes, len(points), answer.evidence[0])
            words = introduce_answer(phrases, answer.target.statement, form, len(points))
            points.append(_make_point("answer", words, answer.evidence[:1], form, answers=(answer.target.id,)))
    for passage in own:
        if passage.pointer not in taken and len(points) < room:
            form = _choose_form(schemes, len(points), passage)
            points.append(_make_point("argue", introduce_argument(phrases, form, len(points)), (passage,), form))
    points += [_make_rebuttal(floor, flaw) for flaw in loopholes[rebutted_first : rebutted_first + room - len(points)]]
    return tuple(point.model_copy(update={"id": f"{floor.number}.{n}"}) for n, point in enumerate(points, start=1))


def word_by_code(floor: Floor, points: tuple[Point, ...]) -> SpeechDraft:
    """The speech in the code's connectives, cut to its limit by dropping whole points from the end."""
    return fit_draft(
        SpeechDraft(
            opening=write_opening(floor.position, answering=bool(floor.turns)),
            points=points,
            closing=write_closing(floor.position),
        ),
        floor.limit,
    )


async def word_by_model(
    floor: Floor, preparation: Preparation, points: tuple[Point, ...], *inputs: Input, feedback: Sequence[str] = ()
) -> SpeechDraft:
    """The speech in the model's own words, point by point; quotations are added by the code."""
    quoted = sum(measure_length(passage.text) for point in points for passage in point.evidence)
    room = max(len(points) + 2, floor.limit - quoted)
    frame = max(1, min(_FRAME_WORDS, room // (len(points) + 2)))
    each = max(1, min(_POINT_WORDS, (room - 2 * frame) // max(1, len(points))))
    limits = (
        TextField(name="opening", max_words=frame),
        *(TextField(name=f"p{n}", max_words=each) for n in range(1, len(points) + 1)),
        TextField(name="closing", max_words=frame),
    )
    question = words_question(
        floor.session.prompts,
        position=floor.position,
        signals="\n".join(flaw.signal for flaw in preparation.analysis.loopholes),
        plan=tuple(Option(id=f"p{n}", text=point.text) for n, point in enumerate(points, start=1)),
        priors=", ".join(preparation.priors.schemes),
        exemplars=tuple(
            Option(id=f"e{n}", text=one.remembered.text)
            for n, one in enumerate(preparation.priors.exemplars[:_EXEMPLARS], start=1)
        ),
        feedback=" ".join(feedback),
        history=format_history(floor.turns),
        limits=limits,
    )
    entry = await floor.session.clerk.ask("words", question, *preparation.since, *inputs)
    reworded = tuple(
        point.model_copy(update={"words": read_text(entry, f"p{n}")}) for n, point in enumerate(points, start=1)
    )
    draft = SpeechDraft(read_text(entry, "opening"), reworded, read_text(entry, "closing"), entry.key)
    return fit_draft(draft, floor.limit)


async def draft_speech(
    floor: Floor, preparation: Preparation, points: tuple[Point, ...], *inputs: Input, feedback: Sequence[str] = ()
) -> SpeechDraft:
    """The speech, worded by whoever is to word it."""
    if floor.wording == "code":
        return word_by_code(floor, points)
    return await word_by_model(floor, preparation, points, *inputs, feedback=feedback)


def fit_draft(draft: SpeechDraft, limit: int) -> SpeechDraft:
    """The draft with points dropped from its end, then its frame, until it fits; the first point stays."""
    while measure_length(draft.text) > limit and len(draft.points) > 1:
        draft = replace(draft, points=draft.points[:-1])
    if measure_length(draft.text) > limit:
        draft = replace(draft, opening="", closing="")
    return draft


def depend_on_wording(draft: SpeechDraft) -> tuple[Input, ...]:
    """The wording as an input of what is decided about it."""
    return (depend_on("words", draft.entry),) if draft.entry else ()


def _choose_form(schemes: Sequence[SchemeId | str], place: int, passage: Passage) -> SchemeId | str:
    """The form the evidence itself has, where it worked before; else a prior for the first point; else its own."""
    own = tuple(find_cued_schemes(passage.text))
    worked = [one for one in own if one in schemes]
    if worked or (schemes and not place):
        return worked[0] if worked else schemes[0]
    return own[0] if own else ""


def _make_rebuttal(floor: Floor, flaw: Loophole) -> Point:
    theirs = [turn for turn in floor.turns if turn.side != floor.side]
    points = [point for n in flaw.turns if n < len(theirs) for point in theirs[n].points]
    struck = [point.id for point in points if any(quote.strip() in point.text for quote in flaw.quotes)]
    return _make_point("rebut", write_rebuttal(flaw), (), "", answers=tuple(struck[:1]))


def _make_point(
    move: str, words: str, evidence: tuple[Passage, ...], scheme: str, *, answers: tuple[str, ...] = ()
) -> Point:
    return Point.model_validate(
        {"id": "", "move": move, "words": words, "evidence": evidence, "scheme": scheme, "answers": answers}
    )
