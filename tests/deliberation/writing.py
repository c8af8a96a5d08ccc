"""A scripted writer: it fills the acts of a deliberation from what it knows of each sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any

from tests.deliberation.reading import Pairs, Sides, no_pair, side_by_digest

from foam.deliberation.written.forms import CLAIM_WORDS
from foam.model.form import FormField, LabelField, ListField
from foam.model.question import Write, Written
from foam.model.scripted import Call, Script
from foam.values import digest

_GROUND = re.compile(r"^Ground: (?:\w+ )?“(.*)” \(.*\)$", re.MULTILINE)
_PLACE = re.compile(r"(\w+)(?:, entry (\d+))?[;.]")
CLAIMS = 3
UNCHANGED: dict[str, Any] = {"claim": "", "grounds": (), "warrant": "", "unless": ""}
"""What a reply says of an argument that it does not put in other words."""


def say_nothing(_: str) -> str:
    return ""


def writing(
    question: str,
    side: Sides = side_by_digest,
    *,
    same: Pairs = no_pair,
    conflict: Pairs = no_pair,
    option: Callable[[str], str] = say_nothing,
) -> Script:
    """Fills every act by what is known of the sentences; whatever is no act is left to the seed.

    `option` gives what a seat proposes to an open question, by what the seat is told of itself.
    """

    def say(call: Call) -> Written | None:
        asked = call.question
        if not isinstance(asked, Write) or not asked.template.startswith("acts/"):
            return None
        made: dict[str, Any] = acts[asked.template](asked)
        return Written(fields=made)

    def search(_: Write) -> dict[str, Any]:
        return {
            "searches": tuple(
                {"phrase": phrase} for phrase in ("what it costs", "who is concerned", "what the rules say")
            )
        }

    def propose(asked: Write) -> dict[str, Any]:
        stance = _choose_stance(asked)
        listed = next(field for field in asked.fields if field.name == "claims")
        assert isinstance(listed, ListField)
        wanted = "for" if stance.startswith("affirm") else "against"
        short = [one for one in asked.material if len(read(one.text).split()) <= CLAIM_WORDS] or asked.material
        fitting = [one for one in short if side(read(one.text)) == wanted]
        held = {one.id for one in fitting}
        chosen = [*fitting, *(one for one in short if one.id not in held)][:CLAIMS]
        claims = tuple(
            {
                "claim": cut(read(one.text), CLAIM_WORDS),
                "grounds": (one.id,),
                "warrant": "because whoever accepts it has a reason to answer so",
                "backing": "",
                "qualifier": "probably",
                "unless": "",
                "value": choose_label(listed.fields, "value", read(one.text)),
            }
            for one in {read(one.text): one for one in chosen}.values()
        )
        answer = "It should be so." if wanted == "for" else "It should not be so."
        condition = "what is cited is done" if stance == "affirm_qualified" else ""
        said = {"stance": stance, "answer": answer, "condition": condition}
        return {**said, "why": "What is cited decides it for me.", "claims": claims}

    def criticise(_: Write) -> dict[str, Any]:
        text = "It may be so and still decide nothing."
        return {"objections": ({"part": "claim 1", "type": "logical_gap", "text": text, "ids": ()},)}

    def defend(_: Write) -> dict[str, Any]:
        return {"strongest": "o1", "score": 9.0}

    def appraise(asked: Write) -> dict[str, Any]:
        grounds: dict[str, list[str]] = {}
        for one in asked.material:
            grounds.setdefault(one.id.partition(".")[0], []).append(one.text)
        return {"appraisals": tuple(appraise_one(asked, name, texts) for name, texts in grounds.items())}

    def appraise_one(asked: Write, name: str, texts: list[str]) -> dict[str, Any]:
        (listed,) = asked.fields
        assert isinstance(listed, ListField)
        sides = {side(text) for text in texts} - {"neither", "unclear"}
        return {
            "of": name,
            "because": "g1 says so.",
            "bears_out": "yes",
            "side": sides.pop() if len(sides) == 1 else "neither",
            "condition": "",
            "strength": 8.0,
            "scheme": choose_label(listed.fields, "scheme", texts[0]),
            "value": choose_label(listed.fields, "value", texts[0]),
            "stated": "a fact",
        }

    def group(asked: Write) -> dict[str, Any]:
        pairs = [(a, b) for a, b in combinations(asked.material, 2) if same(a.text, b.text)]
        alike: dict[str, Any] = {"conditions": ()} if any(one.name == "conditions" for one in asked.fields) else {}
        return {"groups": tuple({"ids": (a.id, b.id)} for a, b in pairs)[: max(1, len(asked.material) // 2)], **alike}

    def merge(asked: Write) -> dict[str, Any]:
        texts = {one.id: one.text for one in asked.material}
        groups = [one["ids"] for one in group(asked)["groups"]]
        return {"groups": tuple({"ids": ids, "text": texts[ids[0]], "lost": ""} for ids in groups)}

    def pair(asked: Write) -> dict[str, Any]:
        pairs = [(a, b) for a, b in combinations(asked.material, 2) if conflict(read(a.text), read(b.text))]
        return {"pairs": tuple({"ids": (a.id, b.id)} for a, b in pairs)}

    def object_to(asked: Write) -> dict[str, Any]:
        grounds = _GROUND.findall(asked.statement)
        ids = [o.id for o in asked.material if any(conflict(one, read(o.text)) for one in grounds)]
        pressed = next(field for field in asked.fields if field.name == "question")
        assert isinstance(pressed, LabelField)
        question = pressed.labels[int(digest(asked.statement)[3:7], 16) % (len(pressed.labels) - 1)]
        return {"question": question, "text": "What it rests on is not so.", "ids": tuple(ids[:3]), "value": "none"}

    def reply(asked: Write) -> dict[str, Any]:
        words = f"In other cases: {cut(asked.statement.splitlines()[0].rpartition(' (')[0], 26)}"
        said = {"commits": "yes", "move": "qualify", "text": "It holds in other cases.", "ids": ()}
        offered = next(field for field in asked.fields if isinstance(field, LabelField) and field.name == "move")
        if "qualify" not in offered.labels:  # what was worked out is nobody's to put in narrower words
            return {**said, **UNCHANGED, "move": "rebut"}
        return {**said, **UNCHANGED, "claim": words}

    def judge(asked: Write) -> dict[str, Any]:
        struck = "“" in asked.prompt.partition("The objection:")[2].partition("The answer:")[0]
        criteria = [field.name for field in asked.fields if field.type == "score" and field.name != "adequacy"]
        return {**dict.fromkeys(criteria, 8.0 if struck else 2.0), "answers": "for", "adequacy": 8.0}

    def tell(_: Write) -> dict[str, Any]:
        told = ({"text": "This is what the table came to.", "ids": ("outcome",)},)
        return dict.fromkeys(("person", "official", "expert"), told)

    def propose_option(asked: Write) -> dict[str, Any]:
        why = "I would stand up for it."
        return {"option": option(asked.system), "why": why, "ids": tuple(o.id for o in asked.material[:1])}

    def judge_conceded(asked: Write) -> dict[str, Any]:
        return {name: score for name, score in judge(asked).items() if name not in ("answers", "adequacy")}

    def find_nothing(_: Write) -> dict[str, Any]:
        return {"findings": ()}

    def decide_nothing(_: Write) -> dict[str, Any]:
        return {"rule": (), "if_all_met": "for", "conditions": (), "speaks": "not shown", "text": ""}

    def mend(asked: Write) -> dict[str, Any]:
        texts = {one.id: read(one.text) for one in asked.material}
        faulty = read_faulty(asked)
        rows = [row | {"claim": cut(texts[row["grounds"][0]], CLAIM_WORDS)} for row in faulty.get("claims", ())]
        plain = {"warrant": "because whoever accepts it has a reason to answer so", "backing": "", "unless": ""}
        return faulty | ({"claims": tuple(row | plain for row in rows)} if rows else {})

    acts = {
        "acts/mend": mend,
        "acts/searches": search,
        "acts/conceded": judge_conceded,
        "acts/option": propose_option,
        "acts/same_options": merge,
        "acts/telling": tell,
        "acts/comparison": tell,
        "acts/proposal": propose,
        "acts/rewrite": propose,
        "acts/critique": criticise,
        "acts/defence": defend,
        "acts/appraisal": appraise,
        "acts/points": group,
        "acts/conflicts": pair,
        "acts/objection": object_to,
        "acts/reply": reply,
        "acts/exchange": judge,
        "acts/findings": find_nothing,
        "acts/decides": decide_nothing,
    }
    return say


def read(text: str) -> str:
    """The sentence itself, without source and neighbours."""
    return text.split("\n[source:")[0]


def cut(text: str, words: int) -> str:
    return " ".join(text.split()[:words])


def label_of(asked: Write, name: str, about: str) -> str:
    return choose_label(asked.fields, name, about)


def choose_label(fields: Iterable[FormField], name: str, about: str) -> str:
    """One of the field's labels, by what it is about and nothing else."""
    field = next(field for field in fields if field.name == name)
    assert isinstance(field, LabelField)
    return field.labels[int(digest(about)[3:7], 16) % len(field.labels)]


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


def _choose_stance(asked: Write) -> str:
    return label_of(asked, "stance", asked.system)
