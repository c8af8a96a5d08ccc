"""Files that can be challenged, challenges that were heard, and answers: read off the record, then out of memory."""

from __future__ import annotations

from foam.contest.job import ContestSpec, Heard, contest, load_file, replay_heard
from foam.contest.subject import DossierFile, File
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import ask
from foam.errors import InputError
from foam.home.desk import Desk
from foam.job.job import replay
from foam.record.graph import require_entry
from foam.values import short


async def recall_file(desk: Desk, run: str) -> File:
    """A version of a dossier or a case."""

    async def compute() -> File:
        if require_entry(desk.reading, run).draft.question.get("job") == contest.name:
            return (await recall_heard(desk, run)).after
        return await load_file(desk.reading, run)

    return await desk.remember(run, compute)


async def load_dossier(desk: Desk, run: str) -> DossierFile:
    """The deliberation of a run, or the version that a challenge to it left."""
    file = await recall_file(desk, run)
    if not isinstance(file, DossierFile):
        raise InputError(f"{short(run)} is about a case, not a dossier", hint="read it with: foam contest show RUN")
    return file


def is_answer(desk: Desk, run: str) -> bool:
    """Whether a run gave a short answer."""
    return bool(require_entry(desk.reading, run).draft.question.get("job") == ask.name)


async def load_answer(desk: Desk, run: str) -> Answer:
    """The short answer of a run."""
    found: Answer = await desk.remember(f"answer {run}", lambda: replay(desk.reading, run))
    return found


async def recall_heard(desk: Desk, run: str) -> Heard:
    """A challenge to a dossier or a case, and what came of it. What was challenged is not read a second time."""

    async def compute() -> Heard:
        spec = ContestSpec.model_validate(require_entry(desk.reading, run).draft.question["spec"])
        return await replay_heard(desk.reading, run, await recall_file(desk, spec.of))

    return await desk.remember(f"heard {run}", compute)
