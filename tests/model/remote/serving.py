"""A scripted writer behind a real HTTP endpoint of some kind: what is said is the writer's; how it is asked for,
wrapped, refused or cut off is the kind's.

    with serve("thinking before", ScriptedModel(write_acts())) as model:
        …                                              # a model like any other; its answers travel over HTTP

`ENDINGS` are kinds with which a whole run ends as it does without an endpoint, `SILENT` those that give no answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tests.loopback import Loopback
from tests.model.remote.faketime import FakeTime
from tests.model.remote.kinds import KINDS, declines_the_unsaid, read_content

from foam.model.port import Model
from foam.model.question import Answer, Declined, Question, Written
from foam.model.remote.model import RemoteModel
from foam.model.remote.options import RemoteOptions
from foam.record.entry import Decider

ENDINGS = (
    "openai, older strict mode",
    "openai, before schemas",
    "schema ignored, prose around",
    "schema ignored, tools known",
    "thinking before",
    "cut off",
    "anthropic",
)
SILENT = {
    "refusal": "I'm sorry, I can't help with that.",
    "always cut off": "the answer was cut off at",
    "prose": "there was no JSON object in the answer",
}
"""What the error says of each."""


class Dictated:
    """The model of an endpoint to which a writer dictates: what is to be said is noted before the endpoint is asked."""

    def __init__(self, remote: RemoteModel, writer: Model, declines: Callable[[Question], bool]) -> None:
        self._remote = remote
        self._writer = writer
        self._declines = declines
        self._notes: dict[str, str] = {}

    @property
    def decider(self) -> Decider:
        return self._remote.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        said = await self._writer.answer(question, seed=seed, complaint=complaint)
        standing = [question.shared, question.system] if question.shared else []
        told = "\n\n".join(part for part in (*standing, question.prompt) if part)
        self._notes[told] = "" if self._declines(question) else _dump(question, said)
        return await self._remote.answer(question, seed=seed, complaint=complaint)

    def think(self, body: dict[str, Any]) -> str:
        """What was noted for the question that a request holds: of texts that it begins with, for the longest."""
        text = read_content(body)
        return self._notes[max((told for told in self._notes if text.startswith(told)), key=len)]


def _dump(question: Question, said: Answer) -> str:
    """An answer as an endpoint writes it."""
    match said.reply:
        case Written() as written:
            form = written.json_value()["fields"]
        case Declined():
            form = {"score": None}
        case reply:
            form = {name: value for name, value in reply.json_value().items() if name != "type"}
    return json.dumps({"reasons": said.reasons, **form} if question.reasons else form)


def decline_nothing(_: Question) -> bool:
    return False


def decline(*templates: str) -> Callable[[Question], bool]:
    """Declines questions whose templates begin so, and answers the others."""
    return lambda question: question.template.startswith(templates)


@contextmanager
def serve(
    name: str, writer: Model | None = None, *, declines: Callable[[Question], bool] = decline_nothing
) -> Iterator[Model]:
    """A model behind an endpoint of this kind: it says what the writer does, or anything that fits the form."""
    kind = KINDS[name]
    if writer is None:
        with Loopback(then=kind) as server:
            yield _open(server, kind.api)
        return
    dictated: list[Dictated] = []
    scripted = replace(kind, tells=declines_the_unsaid(kind.tells), thinks=lambda body: dictated[0].think(body))
    with Loopback(then=scripted) as server:
        dictated.append(Dictated(_open(server, kind.api), writer, declines))
        yield dictated[0]


def _open(server: Loopback, api: Any) -> RemoteModel:
    return RemoteModel(RemoteOptions(base_url=server.url, api=api, model="m"), timing=FakeTime().timing)
