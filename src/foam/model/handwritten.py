"""A model whose answers were written by hand and are kept in TOML files: a worked example to look at without any model.

    [[answer]]
    act = "acts/reply"                         the template that is answered
    seat = "You are: warden"                   words of the system text, where it matters who speaks
    about = "The survey names June 2013"       words of the prompt; several must all occur
    text = "It does, and I take it back."      the fields of the form
    at = ["Deposits of wood and earth"]        what is cited, by its first words

A text may be a list of lines where the lines matter. A field that may be empty can be left out.

Nothing is made up: a question that nobody answered, and a sentence that was not offered, are refused with an error that
says which. Ids are looked up anew in every question, so that the answers outlast another order of the search.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias, assert_never

from pydantic import ConfigDict, Field, ValidationError

from foam.errors import OutOfBounds, PackError, Refused
from foam.model.form import FormField, IdsField, LabelField, ListField, NamesField, ScoreField, TextField
from foam.model.question import Answer, Choose, Label, Question, Rank, Score, Write, read_reply
from foam.record.entry import Decider
from foam.values import TAG, Value, digest

NAME = "written-by-hand"
FOLDER = "answers"
"""Where a pack keeps such answers."""
METHOD = "written by hand"
_FENCED = re.compile(r"<option id=(\S+) (\w+)>\n(.*?)\n</option id=\1 \2>", re.DOTALL)
_DOCUMENT = re.compile(r"<document \w+>\n(\S+) (.*)")
_HINT = "write an [[answer]] for it"
_SHOWN = 120

Offered: TypeAlias = Mapping[str, str]
"""What was offered in a question: the first line of each text, by its id."""


class HandwrittenAnswer(Value):
    """One answer: the question it is for, and the fields it fills."""

    model_config = ConfigDict(extra="allow", frozen=True)

    act: str
    seat: str = ""
    about: tuple[str, ...] = ()
    file: str = Field(default="", exclude=True)

    @property
    def fields(self) -> dict[str, Any]:
        return dict(self.model_extra or {})

    @property
    def specificity(self) -> tuple[int, int]:
        """How many conditions it sets, and how many letters they have."""
        conditions = [one for one in (self.seat, *self.about) if one]
        return len(conditions), sum(map(len, conditions))

    def fits(self, question: Question) -> bool:
        return (
            self.act == question.template
            and self.seat in getattr(question, "system", "")
            and all(words in question.prompt for words in self.about)
        )


class HandwrittenModel:
    """Answers from the files of a folder, the most specific answer that fits; it never invents one."""

    def __init__(self, folder: Path) -> None:
        self._answers = read_answers(folder)
        version = digest([one.json_value() for one in self._answers]).removeprefix(TAG)[:12]
        self._decider = Decider(
            type="model", id=NAME, version=version, family="people", parameters={"voice": "written"}
        )

    @property
    def decider(self) -> Decider:
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        written = self._find(question)
        try:
            reply, reasons = read_reply(question, fill_in(question, written.fields))
        except OutOfBounds as error:
            # Whoever wrote it has to mend it: asked again, the same would be said.
            raise Refused(f"{error.what}, in {_describe_question(question)}", hint=f"see {written.file}") from error
        return Answer(reply=reply, method=METHOD, reasons=reasons)

    def _find(self, question: Question) -> HandwrittenAnswer:
        fitting = [one for one in self._answers if one.fits(question)]
        best = max((one.specificity for one in fitting), default=None)
        chosen = [one for one in fitting if one.specificity == best]
        if not chosen:
            raise Refused(f"nobody wrote an answer to {_describe_question(question)}", hint=_HINT)
        if len(chosen) > 1:
            where = ", ".join(sorted({one.file for one in chosen}))
            raise Refused(f"{len(chosen)} answers fit {_describe_question(question)}", hint=f"see {where}")
        return chosen[0]


def read_answers(folder: Path) -> tuple[HandwrittenAnswer, ...]:
    """The answers of every TOML file in the folder, in the order of the files' names."""
    files = sorted(folder.glob("*.toml"))
    if not files:
        raise PackError(f"{folder}: no answers that were written by hand", hint="it has to hold *.toml files")
    return tuple(answer for path in files for answer in _read_file(path))


def _read_file(path: Path) -> Iterable[HandwrittenAnswer]:
    try:
        rows = tomllib.loads(path.read_text("utf-8")).get("answer", [])
        for row in rows:
            about = row.get("about", ())
            told = (about,) if isinstance(about, str) else tuple(about)
            yield HandwrittenAnswer.model_validate({**row, "about": told, "file": path.name})
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError, AttributeError, TypeError) as error:
        raise PackError(f"{path}: {error}") from error
    except ValidationError as error:
        raise PackError(f"{path}: {error.errors()[0]['msg']}") from error


def fill_in(question: Question, fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as a model says them: what is named by its words becomes the id under which it was offered."""
    offered = _list_offered(question)
    match question:
        case Choose() | Rank():
            return {**fields, "ids": [_look_up(name, offered, question) for name in fields.get("ids", ())]}
        case Score() | Label():
            return dict(fields)
        case Write():
            return {**fields, **_fill(question.fields, fields, offered, question)}
        case _:
            assert_never(question)


def _list_offered(question: Question) -> Offered:
    """What may be named: the options, the material, documents, and what is fenced in the prompt under an id."""
    fenced = dict(_DOCUMENT.findall(question.prompt))
    fenced |= {name: text for name, _, text in _FENCED.findall(question.prompt)}
    listed = question.options if isinstance(question, Choose | Rank) else ()
    material = question.material if isinstance(question, Write) else ()
    found = fenced | {one.id: one.text for one in (*material, *listed)}
    return {name: text.partition("\n")[0] for name, text in found.items()}


def _describe_question(question: Question) -> str:
    """Which act it is, who is asked, and the beginning of what it is about."""
    system = getattr(question, "system", "")
    seat = next((line.removeprefix("You are: ") for line in system.splitlines() if line.startswith("You are: ")), "")
    asked = f"{question.template} of {seat or question.role}"
    return f"{asked}, about: {' '.join(question.statement.split())[:_SHOWN]}"


def _fill(
    fields: Sequence[FormField], given: Mapping[str, Any], offered: Offered, question: Question
) -> dict[str, Any]:
    known = [field for field in fields if field.name in given or _may_be_empty(field)]
    return {
        field.name: _fill_field(
            field, given.get(field.name, "" if isinstance(field, TextField) else ()), offered, question
        )
        for field in known
    }


def _may_be_empty(field: FormField) -> bool:
    match field:
        case TextField():
            return field.may_be_empty
        case IdsField() | NamesField() | ListField():
            return not field.at_least
        case _:
            return False


def _fill_field(field: FormField, value: Any, offered: Offered, question: Question) -> Any:
    match field:
        case IdsField():
            among = {name: offered.get(name, "") for name in field.ids}
            return tuple(_look_up(one, among, question) for one in value)
        case LabelField():
            among = {name: offered[name] for name in field.labels if name in offered}
            return _look_up(value, among, question) if among and value not in field.labels else value
        case ListField():
            return tuple(_fill(field.fields, record, offered, question) for record in value)
        case NamesField():
            return tuple(value)
        case ScoreField():
            return float(value) if isinstance(value, int) else value
        case TextField():
            return "\n".join(value) if isinstance(value, list) else " ".join(value.split())
        case _:
            assert_never(field)


def _look_up(words: str, offered: Offered, question: Question) -> str:
    """The id of what begins with the words, or else of what holds them."""
    if words in offered:
        return words
    beginning = [name for name, text in offered.items() if text.startswith(words)]
    found = beginning or [name for name, text in offered.items() if words in text]
    if len(found) == 1:
        return found[0]
    what = "nothing that was offered begins" if not found else f"{len(found)} of those offered begin"
    raise Refused(f"{what} with “{words}” in {_describe_question(question)}", hint="see what the question offers")
