"""*Second look*: what one reading found is held against its sentences, their neighbours and the rules. Each statement
shows a fault of a kind, or none, or cannot be seen to; and one of them says what the decision turns on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from foam.acts.engine import Act, Reading, list_rows, place_row
from foam.acts.shown import ShownFile
from foam.model.form import Form, LabelField, ListField, TextField
from foam.model.question import Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.values import Value

NAME = "second look"
NOT_SHOWN = "not shown"
NO_FAULT = "no fault"
Fault: TypeAlias = Literal[
    "quotation", "report", "contradiction", "arithmetic", "date", "reason", "condition", "missing"
]
Speaks: TypeAlias = Literal["for", "against", "not shown"]
_NONE = "none"


class Looked(Value):
    """What was said of one statement."""

    of: str
    because: str
    shows: str
    """The kind of fault, `no fault` or `not shown`."""


class SecondLook(Value):
    """What was said of all statements."""

    looked: tuple[Looked, ...] = ()
    decides: str = ""
    """The statement that the decision turns on; empty where none does."""
    speaks: Speaks = "not shown"

    def find(self, of: str) -> Looked:
        """What was said of a statement. Of one that was passed over nothing is shown."""
        unsaid = Looked(of=of, because="nobody looked at it again", shows=NOT_SHOWN)
        return next((one for one in self.looked if one.of == of), unsaid)


def make_second_look(
    prompts: Prompts, question: str, file: ShownFile, statements: Options, *, listed: Sequence[str]
) -> Act[SecondLook]:
    """The act over the statements; `listed` are all documents, those included of which no sentence is shown."""
    asked = render_prompt(
        prompts,
        "acts/second_look",
        question=fence(question),
        statements=fence_options(statements),
        listed=fence("\n".join(listed)),
        documents=file.text,
    )
    names = tuple(one.id for one in statements)
    verdict = (
        LabelField(name="of", labels=names),
        TextField(name="because", about="what in the sentences decides it", max_words=30, explains=True),
        LabelField(name="shows", labels=(*get_args(Fault), NO_FAULT, NOT_SHOWN)),
    )
    fields = (
        ListField(name="looked", about="each statement once", fields=verdict, at_most=len(names)),
        LabelField(name="decides", about="what the decision turns on", labels=(*names, _NONE)),
        LabelField(name="speaks", about="whether that lets the decision stand", labels=get_args(Speaks)),
    )
    write = Write(
        **asked,
        system=prompts["system/evaluator"].text,
        role="evaluator",
        statement="",
        fields=fields,
        material=statements,
    )
    return Act(NAME, write, _read)


def _read(form: Form) -> Reading[SecondLook]:
    rows = list_rows(form, "looked")
    of = [row["of"] for row in rows]
    twice = tuple(
        place_row("looked", n, "it was looked at before") for n, one in enumerate(of, 1) if one in of[: n - 1]
    )
    decides = "" if form["decides"] == _NONE else form["decides"]
    return (
        Reading(None, twice)
        if twice
        else Reading(SecondLook.model_validate({"looked": rows, "decides": decides, "speaks": form["speaks"]}))
    )
