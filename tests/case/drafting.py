"""A scripted seat that drafts what it stands for, its critic and its evaluator, and a draft made of their acts."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, NamedTuple

from tests.job.sessions import session_with
from tests.sample import Bench

from foam.argument.motion import parse_resolution
from foam.case.position.forms import CLAIM_WORDS
from foam.case.position.propose import WrittenDraft, write_draft
from foam.model.form import FormField, LabelField, ListField
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.record.entry import Entry
from foam.record.graph import entries_of
from foam.values import digest

CLAIMS = 3
_PLACE = re.compile(r"(\w+)(?:, entry (\d+))?[;.]")


def draft(call: Call) -> Said | None:
    """Fills the acts by which a seat drafts; whatever is none of them is left to another."""
    asked = call.question
    if not isinstance(asked, Write):
        return None
    made: dict[str, Any]
    match asked.template:
        case "acts/searches":
            phrases = ("what it costs", "who is concerned", "what the rules say")
            made = {"searches": tuple({"phrase": phrase} for phrase in phrases)}
        case "acts/proposal" | "acts/rewrite":
            made = _propose(asked)
        case "acts/critique":
            objection = {"part": "claim 1", "type": "logical_gap", "text": "It may be so and still decide nothing."}
            made = {"objections": ({**objection, "ids": ()},)}
        case "acts/defence":
            made = {"strongest": "o1", "score": 9.0}
        case "acts/mend":
            made = _mend(asked)
        case _:
            return None
    return Written(fields=made)


def _propose(asked: Write) -> dict[str, Any]:
    stance = choose_label(asked.fields, "stance", asked.system)
    listed = next(field for field in asked.fields if field.name == "claims")
    assert isinstance(listed, ListField)
    short = [one for one in asked.material if len(read(one.text).split()) <= CLAIM_WORDS] or asked.material
    claims = tuple(
        {
            "claim": " ".join(read(one.text).split()[:CLAIM_WORDS]),
            "grounds": (one.id,),
            "warrant": "because whoever accepts it has a reason to answer so",
            "backing": "",
            "qualifier": "probably",
            "unless": "",
            "value": choose_label(listed.fields, "value", read(one.text)),
        }
        for one in list({read(one.text): one for one in short}.values())[:CLAIMS]
    )
    answer = "It should be so." if stance.startswith("affirm") else "It should not be so."
    condition = "what is cited is done" if stance == "affirm_qualified" else ""
    said = {"stance": stance, "answer": answer, "condition": condition}
    return {**said, "why": "What is cited decides it for me.", "claims": claims}


def _mend(asked: Write) -> dict[str, Any]:
    """What was at fault as it was, but for claims: those take the words of what they cite."""
    texts = {one.id: read(one.text) for one in asked.material}
    faulty = read_faulty(asked)
    plain = {"warrant": "because whoever accepts it has a reason to answer so", "backing": "", "unless": ""}
    rows = tuple(
        row | plain | {"claim": " ".join(texts[row["grounds"][0]].split()[:CLAIM_WORDS])}
        for row in faulty.get("claims", ())
    )
    return faulty | ({"claims": rows} if rows else {})


def read_faulty(asked: Write) -> dict[str, Any]:
    """What is asked for again, as it was written."""
    said = json.loads(asked.prompt.partition("WHAT YOU WROTE")[2].partition(">\n")[2].partition("\n</data")[0])
    asked_for = asked.prompt.rpartition("Give, in the order in which they are named here: ")[2].splitlines()[0]
    filled: dict[str, Any] = {}
    for field, entry in _PLACE.findall(asked_for):
        if entry:
            filled[field] = (*filled.get(field, ()), _read_row(said[field][int(entry) - 1]))
        else:
            filled[field] = said[field]
    return filled


def _read_row(row: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def read(text: str) -> str:
    """The sentence itself, without source and neighbours."""
    return text.split("\n[source:")[0]


def choose_label(fields: tuple[FormField, ...], name: str, about: str) -> str:
    """One of the field's labels, by what it is about and nothing else."""
    field = next(field for field in fields if field.name == name)
    assert isinstance(field, LabelField)
    return field.labels[int(digest(about)[3:7], 16) % len(field.labels)]


class Drafting(NamedTuple):
    """A draft, what was asked for it, and what the record holds."""

    draft: WrittenDraft | None
    calls: tuple[Write, ...]
    entries: tuple[Entry, ...]

    def list_acts(self, template: str) -> list[Write]:
        return [one for one in self.calls if one.template == template]


def write(script: Script | None = None) -> Drafting:
    """A seat of the sample pack drafts by what the script says, and by `draft` where that says nothing."""
    model = ScriptedModel(lambda call: (script(call) if script else None) or draft(call), writes=True)
    bench = Bench(model, pack="policy-debate")
    session = session_with(bench.tools, bench.store)
    motion = parse_resolution(bench.pack.sample_question)
    entry = session.clerk.compute("motion", motion.json_value, rule="motion")
    made = asyncio.run(write_draft(session, bench.pack.perspectives[0], motion, entry))
    calls = tuple(call.question for call in model.calls if isinstance(call.question, Write))
    return Drafting(made, calls, tuple(entries_of(bench.store, session.run)))
