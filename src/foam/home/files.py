"""Cases that can be challenged, challenges that were heard, and answers: read off the record, then out of memory."""

from __future__ import annotations

from collections.abc import Iterator

from foam.contest.brought import BROUGHT
from foam.contest.job import Heard, contest, load_file, replay_heard
from foam.contest.leaves import version
from foam.contest.part import Version
from foam.contest.spec import ContestSpec
from foam.deliberation.answer.answer import Answer
from foam.errors import InputError
from foam.evidence.document import Document
from foam.home.desk import Desk
from foam.job.job import replay
from foam.record.graph import entries_of, require_entry
from foam.record.store import Store
from foam.values import short

CHALLENGES = (contest.name,)
"""Jobs that leave another version of what was challenged."""


async def recall_file(desk: Desk, run: str) -> Version:
    """A version of an answer or a case, or an examined file."""

    async def compute() -> Version:
        if require_entry(desk.reading, run).draft.question.get("job") == contest.name:
            return (await recall_heard(desk, run)).after
        return await load_file(desk.reading, run)

    return await desk.remember(run, compute)


def is_answer(desk: Desk, run: str) -> bool:
    """Whether a run gave an answer, with seats or without, or is a challenge to one."""
    return version.is_answer(desk.reading, run)


async def load_answer(desk: Desk, run: str) -> Answer:
    """The answer of a run, with seats or without; of a challenge to one, the answer that it left."""
    if not is_answer(desk, run):
        raise InputError(f"run {short(run)} gave no answer to a question", hint="foam record list shows which did")
    found = await desk.remember(f"answer {run}", lambda: replay(desk.reading, run))
    answer: Answer = found if isinstance(found, Answer) else found.after.view
    return answer


def list_line(store: Store, run: str) -> Iterator[str]:
    """The run of a version and those of the versions before it, down to the one in which it was asked or written."""
    yield run
    asked = require_entry(store, run).draft.question
    if asked.get("job") in CHALLENGES:
        yield from list_line(store, asked["spec"]["of"])


def list_brought(store: Store, run: str) -> tuple[Document, ...]:
    """The documents that challenges brought up to this version."""
    entries = (entry for one in list_line(store, run) for entry in entries_of(store, one))
    return tuple(Document.model_validate(one.answer) for one in entries if one.draft.kind == BROUGHT)


async def recall_heard(desk: Desk, run: str) -> Heard:
    """A challenge and what came of it. What was challenged is not read a second time."""

    async def compute() -> Heard:
        spec = ContestSpec.model_validate(require_entry(desk.reading, run).draft.question["spec"])
        return await replay_heard(desk.reading, run, await recall_file(desk, spec.of))

    return await desk.remember(f"heard {run}", compute)
