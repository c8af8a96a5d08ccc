"""From a plan to a speech: which points, in whose words, within which limit. The code alone puts quotations in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from foam.debate.floor import Floor
from foam.debate.logic.flaw import Loophole
from foam.debate.questions import words_question
from foam.debate.speech.conflicts import list_measured
from foam.debate.speech.prepare import AnsweredPoint, Preparation, count_points, format_history
from foam.debate.speech.wording import MOST_USES, Connectives, leave_out_quotations, write_rebuttal
from foam.debate.values import Point, Voice
from foam.debate.views import LACKS_EVIDENCE, LACKS_POINTS
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
    lets_go: tuple[str, ...] = ()
    """Points of the side's own on which it no longer stands, as it says itself."""
    filled: Entry | None = None
    """The act as it was filled, where the draft is the whole of it."""
    left_out: tuple[str, ...] = ()
    """What was written and left out as not borne out, a line each with the reason."""
    unmet: tuple[str, ...] = ()
    """Open points of the other side that something left out answered, and nothing that is kept."""

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
) -> tuple[Point, ...]:
    """Rebut a flaw, answer what was said, argue, then say what is left without an answer; as far as there is room."""
    room = count_points(floor.limit)
    connectives = Connectives(floor.position, [turn.text for turn in floor.turns])
    loopholes = preparation.analysis.loopholes
    if floor.duty == "case":  # it answers nothing of the other side's
        preparation, loopholes = replace(preparation, answers=()), ()
    rebuttals = _list_rebuttals(floor, loopholes)
    rebutted_first = max(1, room // 3)
    points = rebuttals[:rebutted_first]
    taken = {passage.pointer for answer in preparation.answers for passage in answer.evidence}
    for answer in preparation.answers:
        if answer.evidence and len(points) < room:
            words = connectives.introduce_answer(answer.target.statement)
            points.append(_make_answer(answer, words))
    fresh = [passage for passage in own if passage.pointer not in taken]
    unmet = _list_unmet(floor, preparation, points, connectives)
    for passage in fresh[: max(1, room - len(points) - len(unmet))]:
        if len(points) < room:
            scheme = preparation.forms.get(passage.pointer, "")
            points.append(_make_point("argue", connectives.introduce_argument(), (passage,), scheme))
    points += [*unmet, *rebuttals[rebutted_first:]][: room - len(points)]
    return tuple(point.model_copy(update={"id": f"{floor.number}.{n}"}) for n, point in enumerate(points, start=1))


def word_by_code(floor: Floor, points: tuple[Point, ...]) -> SpeechDraft:
    """The speech in the code's connectives, cut to its limit by dropping whole points from the end.

    A speech without points says that there is nothing to add, instead of its position twice.
    """
    connectives = Connectives(floor.position, [turn.text for turn in floor.turns])
    closing = connectives.close() if points else connectives.rest()
    draft = SpeechDraft(opening=connectives.open(), points=points, closing=closing)
    return fit_draft(draft, floor.limit)


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
    """The speech, worded by whoever is to word it, with a note where its side has no evidence of its own."""
    if floor.wording == "code":
        draft = word_by_code(floor, points)
    else:
        draft = await word_by_model(floor, preparation, points, *inputs, feedback=feedback)
    if not preparation.lacking:
        return draft
    lacks = LACKS_EVIDENCE if points else LACKS_POINTS
    return replace(draft, notes=(*draft.notes, f"{lacks}: {preparation.lacking}"))


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


def _list_rebuttals(floor: Floor, flaws: Sequence[Loophole]) -> list[Point]:
    """The flaws as points, as far as the same words do not stand in the debate twice already; no flaw is put twice."""
    spoken = [point.words for turn in floor.turns for point in turn.points]
    said = Counter(map(leave_out_quotations, spoken))
    kept: list[Point] = []
    for flaw in flaws:
        point = _make_rebuttal(floor, flaw)
        frame = leave_out_quotations(point.words)
        if said[frame] < MOST_USES and point.words not in spoken:
            said[frame] += 1
            kept.append(point)
    return kept


def _list_unmet(
    floor: Floor, preparation: Preparation, points: Sequence[Point], connectives: Connectives
) -> list[Point]:
    """What is said to points that nothing in the evidence answers: a weighing, a question to them, or that there is no
    answer."""
    met = {target for point in points for target in point.answers}
    left = [answer for answer in preparation.answers if not answer.evidence and answer.target.id not in met]
    weighed = list_weighings(floor, [answer.target for answer in left], connectives)
    done = {target for point in weighed for target in point.answers}
    left = [answer for answer in left if answer.target.id not in done]
    asked = [(answer, answer.question) for answer in left if answer.question]
    unmet = weighed + [
        _make_point("press", connectives.press(answer.target.statement, question), (), "", answers=(answer.target.id,))
        for answer, question in asked
    ]
    for answer in left:
        if not answer.question and (words := connectives.admit(answer.target.statement)):
            unmet.append(_make_point("pass", words, (), "", answers=(answer.target.id,)))
    return unmet


def list_weighings(floor: Floor, targets: Sequence[Point], connectives: Connectives) -> list[Point]:
    """Points that rest on a figure, each beside a figure in the same unit that this side has read already.

    Both stand in sources to the letter; which is the greater good or harm, nobody says here. No point of ours twice.
    """
    spoken = [point for turn in floor.turns for point in turn.points]
    taken = {point.extends for point in spoken if point.move == "weigh"}
    mine = (point for turn in floor.turns if turn.side == floor.side for point in turn.points)
    own = {point.id: point for point in mine if point.evidence and point.id not in taken}
    found: list[Point] = []
    for target in targets:
        units = list_measured(target.statement).keys() if target.evidence else frozenset[str]()
        beside = next((point for point in own.values() if units & list_measured(point.statement).keys()), None)
        words = connectives.weigh(target.statement, beside.statement) if beside else ""
        if beside and words:
            point = _make_point("weigh", words, (), "", answers=(target.id,))
            found.append(point.model_copy(update={"extends": own.pop(beside.id).id}))
    return found


def _make_answer(answer: AnsweredPoint, words: str) -> Point:
    point = _make_point("answer", words, answer.evidence[:1], answer.form, answers=(answer.target.id,))
    return point.model_copy(update={"remembered": answer.remembered})


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
