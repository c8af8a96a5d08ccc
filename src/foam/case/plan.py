"""The plan act: what a speech stands for, in the words of its seat, where the seat's model writes.

    position ── plan (agent, mandate, funding, enforcement, time, text) ── checked ──┬── criticised ── written again
                                                                                    └── else the bounded form

A plan is checked before it counts: it says more than the resolution, it speaks of it, and whatever it states as a fact
stands in the resolution or in a sentence it cites. What it proposes is its own: an amount or a day in a sentence that
says what shall be done needs no source. A name is never a proposal: nobody comes to exist by being written down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from foam.argument.flow import Flow, Side
from foam.argument.round import Round
from foam.argument.tree import Allotted
from foam.case.act_questions import NEEDED_PARTS, OTHER_PARTS, DraftedPlan, plan_critique_question, plan_question
from foam.case.offer import Offer, offer_passages
from foam.case.values import Plan, PlanObjection
from foam.case.written import list_faults
from foam.deliberation.position import Position
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import depend_on
from foam.job.session import Session, depend_on_seat
from foam.pack.trees import SpeechTemplate
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input, ValueInput
from foam.text.faithful import find_unfaithful
from foam.text.segment import split_sentences
from foam.text.stem import stem
from foam.text.words import split_letters

PLAN_TEXT, MANDATE = "plan_text", "mandate"
COUNTERPLAN, COUNTERPLAN_TEXT = "counterplan", "cp_text"
LEAST_NEW = 4
"""Words of content that a plan has beyond the resolution: fewer, and it says the resolution again."""
_PLAN_TASK = "Write the plan that this speech stands for: how what is asked for shall be done."
_COUNTERPLAN_TASK = (
    "Write the counterplan of a speech against what is asked for: what shall be done in its place, so that nobody who "
    "does this needs to do what was asked. It must not do what the question asks for."
)
_PROPOSES = re.compile(r"\b(?:shall|should|must|will|would|may|ought to|(?:is|are) to)\b", re.IGNORECASE)
_REPORTS = re.compile(
    r"\b(?:because|since|given that|according to|found that|finds that|shows?(?: that)?|showed|reports that|estimated?|"
    r"today|currently|already|was|were|has|had)\b",
    re.IGNORECASE,
)
"""Words by which a sentence says how things are, and not how they shall be."""
_OWN = frozenset({"number", "date", "borrowed"})
"""What a proposal may have without a source: its amounts and days, and words in which others propose the same."""
_COMMON_WORDS = """about after also because been before being between both cannot could does done each every from have
into itself made make makes more most must only other ought over same shall should some such than that their them then
there these they this those under until were what when where which while whom whose will with within without would"""
_COMMON = frozenset(_COMMON_WORDS.split())


def asks_for_plan(template: SpeechTemplate) -> bool:
    """Whether a speech opens with a plan of its own."""
    return not template.needs and any(node.syllogism == PLAN_TEXT for node in template.tree.walk())


def asks_for_counterplan(outline: Allotted) -> bool:
    """Whether a speech puts something forward in place of the resolution."""
    return any(leaf.node.component == COUNTERPLAN_TEXT for _, leaf in outline.leaves())


async def write_plan(
    session: Session,
    seat: Perspective,
    question: str,
    position: Position,
    passages: Sequence[Passage],
    *inputs: Input,
    instead: bool = False,
) -> Plan | None:
    """The plan in the seat's words, criticised and written again; with `instead` the counterplan.

    None where nothing that the seat wrote counts.
    """
    offer = offer_passages(session, passages)
    draft = await _draft_plan(session, seat, question, position, offer, *inputs, instead=instead)
    if draft is None or not session.speaks("critic"):
        return draft
    criticised = await _criticise_plan(session, question, draft, offer)
    if criticised is None or not criticised[0]:
        return draft
    objections, entry = criticised
    drafted = _show_draft(draft, [f"{one.part}: {one.text}" for one in objections])
    since = (*inputs, depend_on("draft", draft.entry), depend_on("objections", entry))
    again = await _draft_plan(session, seat, question, position, offer, *since, instead=instead, drafted=drafted)
    kept = {"objections": objections, "before": draft.text if again else ""}
    return (again or draft).model_copy(update=kept)


async def _draft_plan(
    session: Session,
    seat: Perspective,
    question: str,
    position: Position,
    offer: Offer,
    *inputs: Input,
    instead: bool,
    drafted: DraftedPlan | None = None,
) -> Plan | None:
    """A plan that counts, or nothing."""
    asked = plan_question(
        session.prompts,
        seat=seat,
        task=_COUNTERPLAN_TASK if instead else _PLAN_TASK,
        question=question,
        position=position.text,
        concerns=session.describe_concerns(seat),
        sources=offer.sources,
        drafted=drafted,
    )

    def check(entry: Entry) -> list[str]:
        plan = _read_plan(entry, offer)
        known = (question, plan.text, *((*drafted.said, *drafted.objections) if drafted else ()))
        return [
            *find_plan_faults(plan, question, *_split_cited(entry, offer)),
            *list_faults(plan.answer, cited=tuple(offer.texts.values()), known=known),
        ]

    given = (depend_on("position", position.entry), *inputs, *offer.inputs, depend_on_seat(seat))
    entry = await ask_act(session, COUNTERPLAN if instead else "plan", asked, *given, check=check)
    return _read_plan(entry, offer) if entry else None


async def _criticise_plan(
    session: Session, question: str, draft: Plan, offer: Offer
) -> tuple[tuple[PlanObjection, ...], Entry] | None:
    """What a critic holds against a draft, as far as it is borne out; None where no criticism counts."""
    drafted = _show_draft(draft)
    asked = plan_critique_question(session.prompts, question=question, drafted=drafted, sources=offer.sources)

    def read(entry: Entry) -> tuple[PlanObjection, ...]:
        rows: Any = read_form(entry)["objections"]
        return tuple(
            PlanObjection(
                part=row["part"],
                text=row["text"].strip(),
                grounds=tuple(offer.pointers[name] for name in row["grounds"]),
            )
            for row in rows
        )

    def check(entry: Entry) -> list[str]:
        rows: Any = read_form(entry)["objections"]
        return [
            fault
            for row in rows
            for fault in list_faults(
                row["text"],
                cited=offer.list_texts(row["grounds"]),
                known=(question, *drafted.said),
                uncited=offer.list_others(row["grounds"]),
            )
        ]

    given: tuple[Input, ...] = (depend_on("plan", draft.entry), *offer.inputs)
    entry = await ask_act(session, "plan critique", asked, *given, check=check)
    return (read(entry), entry) if entry else None


def _show_draft(plan: Plan, objections: Sequence[str] = ()) -> DraftedPlan:
    parts = [(name, getattr(plan, name)) for name in (*NEEDED_PARTS, *OTHER_PARTS)]
    return DraftedPlan(text=plan.text, parts=parts, objections=objections)


def find_plan_faults(plan: Plan, question: str, cited: Sequence[str], uncited: Sequence[str] = ()) -> Iterator[str]:
    """What keeps a plan from counting."""
    asked = _list_content(question)
    said = _list_content(plan.text)
    if len(said - asked) < LEAST_NEW:
        yield "the text says the question again: say who does what, paid how, enforced how and when"
    if asked and not said & asked:
        yield "the text does not speak of what the question asks about"
    for sentence in _split(plan.text):
        yield from _find_unborne(sentence, question, cited, uncited, proposes=bool(_PROPOSES.search(sentence)))
    for name in (*NEEDED_PARTS, *OTHER_PARTS):
        yield from _find_unborne(getattr(plan, name), question, cited, uncited, proposes=True)


def _find_unborne(
    sentence: str, question: str, cited: Sequence[str], uncited: Sequence[str], *, proposes: bool
) -> Iterator[str]:
    """What of a sentence is neither borne out nor its own proposal."""
    own = proposes and not _REPORTS.search(sentence)
    for one in find_unfaithful(sentence, cited=cited, known=(question,), uncited=uncited):
        if one.kind not in _OWN:
            yield f"“{one.found}”: {one.why}"
        elif not own:
            yield f"“{one.found}”: {one.why}; what you propose stands in a sentence that only says what shall be done"


def hear_plan(session: Session, position: Position, heard: Flow | None, *, speech: str, side: Side) -> Position:
    """The position with the plan that its own side has read in this round, where that is another text."""
    text = find_plan(Round(flow=heard, speech=speech, side=side)) if heard else ""
    if not text or text == position.text:
        return position
    entry = session.clerk.compute(
        "plan",
        lambda: text,
        depend_on("position", position.entry),
        ValueInput(role="heard", value=text),
        rule="the plan that was read",
    )
    return position.model_copy(update={"text": text, "entry": entry.key})


def find_plan(debate_round: Round) -> str:
    """The plan that the side whose speech it is has read in a round; empty where none was heard."""
    own = (one for one in debate_round.spoken if one.side == debate_round.side and one.syllogism == PLAN_TEXT)
    read = next(own, None)
    return " ".join(argument.text for argument in read.arguments) if read else ""


def stand_for(position: Position, plan: Plan) -> Position:
    """The position with the words of its plan: what slots, searches and questions refer to."""
    return position.model_copy(update={"text": plan.text, "entry": plan.entry})


def _read_plan(entry: Entry, offer: Offer) -> Plan:
    filled = read_form(entry)
    grounds = filled["grounds"]
    assert isinstance(grounds, tuple)
    texts = {name: str(filled.get(name, "")).strip() for name in ("text", *NEEDED_PARTS, *OTHER_PARTS, "answer")}
    return Plan(**texts, grounds=tuple(offer.pointers[str(name)] for name in grounds), entry=entry.key)


def _split_cited(entry: Entry, offer: Offer) -> tuple[list[str], list[str]]:
    """The sentences that the plan cites, and those it was offered beside them."""
    cited = read_form(entry)["grounds"]
    assert isinstance(cited, tuple)
    ids = [str(name) for name in cited]
    return offer.list_texts(ids), offer.list_others(ids)


def _split(text: str) -> list[str]:
    return [span.of(text) for span in split_sentences(text)]


def _list_content(text: str) -> set[str]:
    """The stems of the words that say something."""
    return {stem(word) for word in split_letters(text.lower()) if len(word) > 3 and word not in _COMMON}
