"""A model that answers as another does, and exchanges the pointers of the tree that it frames."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from foam.errors import OutOfBounds
from foam.model.port import Model
from foam.model.question import Answer, Question, Write, Written
from foam.record.entry import Decider

FRAME, EVALUATE, MEND = "acts/frame", "acts/evaluate", "acts/mend"


class Exchanging:
    """Another model's answers; in a tree each sentence stands in the place of the next, and whoever judges the leaves
    reads what stands there."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.exchanged = False

    @property
    def decider(self) -> Decider:
        return self._model.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        if question.template == MEND:
            raise OutOfBounds("it has nothing else to say", said="")
        answer = await self._model.answer(question, seed=seed, complaint=complaint)
        if not isinstance(question, Write) or not isinstance(answer.reply, Written):
            return answer
        form = dict(answer.reply.fields)
        if question.template == FRAME:
            form = self._exchange(form)
        elif question.template == EVALUATE:
            form["supports"] = tuple(_judge(row, question) for row in _list_rows(form, "supports"))
        return answer.model_copy(update={"reply": Written(fields=form)})

    def _exchange(self, form: dict[str, Any]) -> dict[str, Any]:
        rows = [row for name in form for row in _list_rows(form, name)]
        named = list(dict.fromkeys(at for row in rows for at in row.get("at", ())))
        other = dict(zip(named, (*named[1:], *named[:1]), strict=True))
        self.exchanged = len(named) > 1
        return {
            name: tuple(_move(row, other) for row in _list_rows(form, name)) if _list_rows(form, name) else value
            for name, value in form.items()
        }


def _list_rows(form: Mapping[str, Any], name: str) -> tuple[dict[str, Any], ...]:
    value = form[name]
    return tuple(row for row in value if isinstance(row, dict)) if isinstance(value, tuple) else ()


def _move(row: dict[str, Any], other: Mapping[str, str]) -> dict[str, Any]:
    return {**row, "at": tuple(other[at] for at in row["at"])} if "at" in row else row


def _judge(row: dict[str, Any], question: Write) -> dict[str, Any]:
    """Beside the point, where what the leaf says stands to the letter in the file, and in none of its sentences."""
    text = {one.id: one.text for one in question.material}
    says, *quoted = text[str(row["leaf"])].split("\n")
    known = [one for name, one in text.items() if "#" in name and says.rstrip(".") in one]
    return row if not known or set(known) & set(quoted) else {**row, "says": "beside the point"}
