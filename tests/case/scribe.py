"""A scripted writer of cases: it fills every act from what it is offered, honestly, and can be told to lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tests.case.drafting import draft
from tests.case.writing import ROUND, Desk, agreeable

from foam.case.act_questions import CARD
from foam.case.flow import build_flow
from foam.case.values import Case
from foam.evidence.assemble import MOST_SENTENCES
from foam.model.cast import ROLES
from foam.model.form import FormValue, IdsField, ListField, count_words
from foam.model.question import Answer, Label, Option, Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.record.memory import MemoryStore

PLAN = (
    "The council shall make public transport free for all residents. It shall pay for it out of a parking levy of 45 "
    "crowns a month, publish the use of every line each quarter, and begin on the first day of next year."
)
COUNTERPLAN = (
    "The council shall not make public transport free. It shall give a pass at a tenth of the price to households "
    "below the limit, and spend what it saves on more frequent buses."
)
OBJECTION = "Nothing happens if the council does not keep to it."
ANSWER = "I left it as it is: whoever pays the levy will ask for it."
BECAUSE = "because the source reports it as it was observed, and the same holds where this is done."
REWORDED = "Passengers gain by it in other ways."
ARGUMENTS = (
    ("Those who stay at home", "those who have least gain most"),
    ("The air they breathe", "fewer people fall ill"),
    ("What it leaves them", "people keep more of what they earn"),
)
"""Headings and claims that this writer gives its speech."""
FIRST_WORDS = "(these are the first)"
NARROWER = "Some passengers gain by it where it was looked at."
REASONS = "The sentences say it outright."
_POINTS_BACK = re.compile(r"\W*(?:it|its|they|their|he|his|she|her|this|these|that|those|such)\b", re.IGNORECASE)
Lie = Callable[[Call, dict[str, Any]], Mapping[str, FormValue] | None]
"""What is put into a form in place of what an honest writer wrote; None leaves it."""


def fill_honestly(question: Write) -> dict[str, Any]:
    """The form of an act as a writer fills it who takes the first source and says no more than it does."""
    match question.template:
        case "case/plan":
            instead = "counterplan of a speech" in question.prompt
            return _fill_plan(question, COUNTERPLAN if instead else PLAN)
        case "case/grounds":
            return {"sentences": tuple(one.id for one in question.material[:2]), "look_for": ""}
        case "case/plan_critique":
            return {"objections": ({"part": "enforcement", "text": OBJECTION, "grounds": ()},)}
        case "case/wordings":
            again = " again" if FIRST_WORDS not in question.prompt else ""
            words = {one: word_step(one.id + again) for one in question.material}
            given = [{"part": one.id, "words": words[one], "rests_on": (), **_break(question, one)} for one in words]
            return {"parts": tuple(given)}
        case "case/searches":
            return {"searches": tuple({"part": one.id, "words": one.text[:60]} for one in question.material)}
        case "case/contentions":
            (wanted,) = (field for field in question.fields if isinstance(field, ListField))
            named = ARGUMENTS[: max(wanted.at_least, min(2, wanted.at_most))]
            return {"arguments": tuple({"title": title, "claim": said, "rests_on": ()} for title, said in named)}
        case "case/write":
            return _fill_slot(question)
        case "case/retag":
            return {"tag": "All of this is so where it was looked at.", "warrant": BECAUSE}
        case "case/reword":
            broken = _break(question, Option(id="", text=question.prompt))
            return {
                "parts": tuple(
                    {"part": one.id, "words": REWORDED, "rests_on": (), **broken} for one in question.material
                )
            }
        case "case/narrow":
            hanging = {"parts": ()} if any(field.name == "parts" for field in question.fields) else {}
            return {"found": question.material[0].id, "words": NARROWER, **hanging}
        case "case/retitle":
            return {"titles": ()}
        case "case/turned":
            return {"cards": ()}
        case "case/analytic":
            return {"analytic": "Ask of both sides who is let in and who is left out, because that comes first."}
        case "case/calculus":
            rows = [("What is lost here is lost by people who cannot choose.", part.id) for part in question.material]
            return {"sentences": tuple({"text": text, "of": (of,)} for text, of in rows[:4])}
        case "case/overview":
            first, last = question.material[0].id, question.material[-1].id
            told = (("The speech asks for a plan and says who pays.", first), ("It weighs what is gained.", last))
            return {"sentences": tuple({"text": text, "of": (of,)} for text, of in told)}
        case _:
            raise AssertionError(question.template)


def _break(question: Write, part: Option) -> dict[str, Any]:
    """The second of the steps of the other side that stand with a part."""
    (rows,) = (field for field in question.fields if isinstance(field, ListField))
    if not any(field.name == "breaks" for field in rows.fields):
        return {}
    return {"breaks": tuple(re.findall(r"^(t\d+): ", part.text, re.MULTILINE)[1:2])}


def word_step(slot: str) -> str:
    """What a step has to establish, in the words of this writer."""
    return f"Passengers gain by what {slot.replace('-', ' ')} says."


def _fill_plan(question: Write, text: str) -> dict[str, Any]:
    parts = {"agent": "The council.", "mandate": text.split(". ")[0] + ".", "funding": "A levy.", "enforcement": ""}
    again = {"answer": ANSWER} if any(field.name == "answer" for field in question.fields) else {}
    grounds = tuple(o.id for o in question.material[:1])
    solves = {one.name: one.ids for one in question.fields if isinstance(one, IdsField) and one.name == "solves"}
    return {**again, **solves, **parts, "time": "From next year on.", "text": text, "grounds": grounds}


def _fill_slot(question: Write) -> dict[str, Any]:
    plain = [option.id for option in question.material if not _POINTS_BACK.match(option.text)]
    names = plain or [option.id for option in question.material]
    wants_figure = "in figures" in question.prompt
    held = [o.id for o in question.material if o.id in names and any(map(str.isdigit, o.text))]
    figured = held if wants_figure else []
    first = next(iter(figured or names))
    beside = [name for name in names if name.split("s")[0] == first.split("s")[0] and name != first]
    tag = "All of this is so wherever it was looked at."
    ids = _fill_room(question, (first, *beside), tag)
    form = {"decision": CARD, "sentences": ids, "tag": tag, "warrant": BECAUSE, "why": "", "look_for": ""}
    return {**form, **({"analytic": ""} if any(field.name == "analytic" for field in question.fields) else {})}


def _fill_room(question: Write, names: tuple[str, ...], tag: str) -> tuple[str, ...]:
    """The first sentence, and of those after it as many as there is room for."""
    texts = {option.id: option.text for option in question.material}
    room = int(re.findall(r"Room: about (\d+) words", question.prompt)[-1]) - count_words(tag) - 3
    kept: list[str] = []
    for name in names:
        said = sum(count_words(texts[one]) + 1 for one in (*kept, name))
        if not kept or (said <= room and len(kept) < MOST_SENTENCES):
            kept.append(name)
    return tuple(kept)


ACTS = (
    "case/plan",
    "case/grounds",
    "case/plan_critique",
    "case/contentions",
    "case/searches",
    "case/wordings",
    "case/write",
    "case/retag",
    "case/narrow",
    "case/reword",
    "case/turned",
    "case/retitle",
    "case/analytic",
    "case/calculus",
    "case/overview",
)


def write_acts(lie: Lie | None = None, then: Script = agreeable) -> Script:
    """A script that fills the acts of a case, gives reasons with its verdicts, and leaves the rest to another."""

    def say(call: Call) -> Said | None:
        question = call.question
        if question.template.startswith("acts/"):
            return draft(call)
        if isinstance(question, Write) and question.template in ACTS:
            form = fill_honestly(question)
            return Written(fields=dict(lie(call, form) or form) if lie else form)
        said = then(call)
        if (
            isinstance(question, Label)
            and question.template.startswith("case/")
            and isinstance(said, Answer)
            and not said.reasons
        ):
            return said.model_copy(update={"reasons": REASONS})
        return said

    return say


class WritingDesk(Desk):
    """A desk whose model writes."""

    def __init__(self, script: Script | None = None, *, pack: str = "policy-debate", speech: str = "1AC") -> None:
        super().__init__(pack=pack, speech=speech)
        self._script = script or write_acts()
        self.model = self._scribe = ScriptedModel(self._script, writes=True)
        self.models = dict.fromkeys(ROLES, self.model)

    def fork(self, script: Script | None = None) -> WritingDesk:
        """A desk with a record of its own in which all is that was written here; its model may go on otherwise."""
        other = WritingDesk(script or self._script, pack=self.pack.name, speech=self.template.speech)
        assert isinstance(self.store, MemoryStore)
        other.store = self.store.copy()
        other.calls.extend(self.calls)
        return other

    @property
    def calls(self) -> list[Call]:
        """Every question that was asked, in order."""
        return self._scribe.calls


@cache
def written_sample() -> tuple[WritingDesk, Case]:
    """One written case, for all tests that only look at it."""
    desk = WritingDesk()
    return desk, desk.write().view


def written_round(speeches: tuple[str, ...] = ROUND[:4]) -> dict[str, Case]:
    """The beginning of a round in a written voice, each speech answering what was said before it."""
    return _write_round(speeches)


@cache
def _write_round(speeches: tuple[str, ...]) -> dict[str, Case]:
    if not speeches:
        return {}
    *before, speech = speeches
    cases = _write_round(tuple(before))
    heard = build_flow(cases[before[-1]]) if before else None
    ways = {"1AC": ("traditional",), "1NC": ("counterplan",)}
    desk = WritingDesk(speech=speech)
    return {**cases, speech: desk.write(desk.case_spec(strategy=ways.get(speech, ()), heard=heard)).view}
