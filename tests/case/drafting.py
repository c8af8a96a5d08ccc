"""A scripted writer: it fills the acts of a case from what it is offered, honestly."""

from __future__ import annotations

import json
import re
from typing import Any

from foam.case.cut import SLACK
from foam.case.draft import TAG_WORDS
from foam.case.marks import drop_marks
from foam.evidence.assemble import MOST_SENTENCES
from foam.model.check import FOR_OR_AGAINST
from foam.model.form import FormField, IdsField, LabelField, ListField, count_words
from foam.model.question import Write, Written
from foam.model.scripted import Call, Said
from foam.values import digest

PLAN = (
    "The council shall make public transport free for all residents. It shall pay for it out of a parking levy of 45 "
    "crowns a month, publish the use of every line each quarter, and begin on the first day of next year."
)
COUNTERPLAN = (
    "The council shall not make public transport free. It shall give a pass at a tenth of the price to households "
    "below the limit, and spend what it saves on more frequent buses."
)
OBJECTION = "Nothing happens if the council does not keep to it."
REPLY = "I left it as it is: whoever pays the levy will ask for it."
BECAUSE = "because the source reports it as it was observed, and the same holds where this is done."
TAG = "All of this is so wherever it was looked at, as is said of {}."
OTHER_TAG = "It is so in each of the places that were looked at, as is said of {}."
WORDS = "Ask of both sides who is let in and who is left out, because that comes first."
ARGUMENTS = (
    ("Those who stay at home", "those who have least gain most"),
    ("The air they breathe", "fewer people fall ill"),
    ("What it leaves them", "people keep more of what they earn"),
)
"""Headings and claims that this writer gives its speech."""
_PLACE = re.compile(r"(\w+)(?:, entry (\d+))?[;.]")
_MAY_MEET = re.compile(r"It may meet one of these, which they said: (t\d+)")
_READ = "one that is new serves better: "
_WORDS = re.compile(r"about (\d+) words")


def draft(call: Call) -> Said | None:
    """Fills the acts of a case; whatever is none of them is left to another."""
    question = call.question
    made = fill_honestly(question) if isinstance(question, Write) else None
    return None if made is None else Written(fields=made)


def fill_honestly(question: Write) -> dict[str, Any] | None:
    """The form of an act as a writer fills it who takes the first source and says no more than it does."""
    match question.template:
        case "case/proposal":
            return _propose(question)
        case "case/critique":
            (rows,) = (one for one in question.fields if isinstance(one, ListField))
            parts = next(one for one in rows.fields if isinstance(one, LabelField))
            part = "text" if "text" in parts.labels else parts.labels[0]
            return {"objections": ({"part": part, "type": "logical_gap", "says": OBJECTION, "at": ()},)}
        case "case/defence":
            return {"strongest": "o1", "score": 9.0}
        case "case/contentions":
            (wanted,) = (one for one in question.fields if isinstance(one, ListField))
            named = ARGUMENTS[: max(wanted.at_least, min(2, wanted.at_most))]
            return {"arguments": tuple({"title": title, "claim": said, "rests_on": ()} for title, said in named)}
        case "case/argument":
            return {"parts": tuple(_fill_parts(question))}
        case "acts/mend":
            return _mend(question)
        case "case/calculus":
            told_of = [
                ("What is lost here is lost by people who cannot choose.", part.id) for part in question.material
            ]
            return {"sentences": tuple({"text": text, "of": (of,)} for text, of in told_of[:4])}
        case "case/overview":
            first, last = question.material[0].id, question.material[-1].id
            told = (("The speech asks for a plan and says who pays.", first), ("It weighs what is gained.", last))
            return {"sentences": tuple({"text": text, "of": (of,)} for text, of in told)}
        case _:
            return None


def _propose(question: Write) -> dict[str, Any]:
    names = {field.name for field in question.fields}
    stance = choose_label(question.fields, "stance", question.system)
    short = [one for one in question.material if "#" in one.id and count_words(one.text) <= 28]
    claims = tuple(
        {
            "says": one.text,
            "side": FOR_OR_AGAINST[0],
            "at": (one.id,),
            "warrant": "because whoever accepts it has a reason to answer so",
            "unless": "",
        }
        for one in list({one.text: one for one in short}.values())[:3]
    )
    answer = "It should be so." if stance.startswith("affirm") else "It should not be so."
    made: dict[str, Any] = {"stance": stance, "answer": answer, "why": "What is cited decides it.", "claims": claims}
    if "reply" in names:
        made["reply"] = REPLY
    if "text" in names and "transport" not in question.prompt:
        made |= {"text": "", "answer": "", **dict.fromkeys(("agent", "mandate", "funding", "enforcement", "time"), "")}
    elif "text" in names:
        text = COUNTERPLAN if "counterplan of a speech" in question.prompt else PLAN
        parts = {"agent": "The council.", "mandate": text.split(". ")[0] + ".", "funding": "A levy."}
        made |= {"text": text, **parts, "enforcement": "", "time": "From next year on."}
    if solves := next((one for one in question.fields if isinstance(one, IdsField) and one.name == "solves"), None):
        made["solves"] = solves.ids
    return made


def _mend(question: Write) -> dict[str, Any] | None:
    """What was at fault as it was, but for the words of a card: those are honest now."""
    try:
        said = json.loads(question.prompt.partition("WHAT YOU WROTE")[2].partition(">\n")[2].partition("\n</data")[0])
    except ValueError:
        return None
    asked_for = question.prompt.rpartition("Give, in the order in which they are named here: ")[2].splitlines()[0]
    filled: dict[str, Any] = {}
    for field, entry in _PLACE.findall(asked_for):
        if field not in said:
            return None
        if not entry:
            filled[field] = said[field]
            continue
        row = {name: tuple(one) if isinstance(one, list) else one for name, one in said[field][int(entry) - 1].items()}
        honest = {"tag": make_tag(str(row["part"])), "warrant": BECAUSE} if row.get("at") and "tag" in row else {}
        filled[field] = (*filled.get(field, ()), {**row, **honest})
    return filled


def _fill_parts(question: Write) -> Any:
    """Each part from a source of its own, as many of its sentences as there is room for."""
    (rows,) = (one for one in question.fields if isinstance(one, ListField))
    label = next(one for one in rows.fields if isinstance(one, LabelField))
    (at,) = (one for one in rows.fields if isinstance(one, IdsField) and one.name == "at")
    texts = {one.id: one.text for one in question.material}
    described = _split_parts(question)
    sources: dict[str, list[str]] = {}
    for name in at.ids:
        if count_words(texts[name]) > 3:
            sources.setdefault(name.partition("#")[0], []).append(name)
    names = [*sources]
    read = question.prompt.partition(_READ)[2].partition(".")[0].split(", ")
    for part in label.labels:
        about = described.get(part, "")
        row: dict[str, Any] = {
            "part": part,
            "at": (),
            "tag": "",
            "warrant": "",
            "words": "",
            "missing": "",
            "turned": "",
        }
        if "It has to establish" not in about:
            row["words"] = WORDS
        elif names:
            room = int(_WORDS.findall(about)[0])
            again = "Found of an earlier draft" in about
            free = names[again:] or names
            is_scope = part.endswith("scope")
            source = max(
                (sources[one] for one in free),
                key=lambda one: (
                    is_scope and bool(re.search(r"\d", texts[one[0]])),
                    one[0].partition("#")[0] not in read,
                    _count_room(one, texts, room),
                ),
            )
            tag = make_tag(part, again=again)
            taken = _fill_room(source, texts, room)
            first = (drop_marks(texts[name].splitlines()[0]) for name in taken)
            counted = (said for said in first if re.search(r"\d", said))
            tag = next(counted, tag) if is_scope else tag  # how far it goes is said in figures
            row |= {"at": taken, "tag": tag, "warrant": BECAUSE}
            names.remove(source[0].partition("#")[0])
        else:
            row["missing"] = f"what {part} says"
        meets = next((one for one in rows.fields if isinstance(one, IdsField) and one.name == "meets"), None)
        yield row | ({"meets": tuple(_MAY_MEET.findall(about)[:1])} if meets else {})


def make_tag(part: str, *, again: bool = False) -> str:
    """The tag that this writer gives a part; of a long name what there is room for."""
    named = re.sub(r"\d+", lambda found: "jabcdefghi"[int(found[0]) % 10], part).replace("-", " ").lower()
    words = OTHER_TAG if again else TAG
    return words.format(" ".join(named.split()[count_words(words) - 1 - TAG_WORDS :]))


def _split_parts(question: Write) -> dict[str, str]:
    """What is told of each part, by its id."""
    found = re.findall(r"<part id=(\S+) (\w+)>\n(.*?)\n</part id=\1 \2>", question.prompt, re.DOTALL)
    return {name: text for name, _, text in found}


def _count_room(names: list[str], texts: dict[str, str], room: int) -> int:
    return sum(count_words(texts[one]) for one in _fill_room(names, texts, room))


def _fill_room(names: list[str], texts: dict[str, str], room: int) -> tuple[str, ...]:
    kept = [names[0]]
    for name in names[1:]:
        said = TAG_WORDS + 3 + sum(count_words(texts[one]) + 1 for one in (*kept, name))
        if said <= SLACK * room and len(kept) < MOST_SENTENCES:
            kept.append(name)
    return tuple(kept)


def choose_label(fields: tuple[FormField, ...], name: str, about: str) -> str:
    """One of the field's labels, by what it is about and nothing else."""
    field = next(field for field in fields if field.name == name)
    assert isinstance(field, LabelField)
    return field.labels[int(digest(about)[3:7], 16) % len(field.labels)]
