"""Files that can be challenged, and challenges that were heard: read off the record once, then out of memory."""

from __future__ import annotations

from foam.contest.job import ContestSpec, Heard, contest, load_file, replay_heard
from foam.contest.subject import DossierFile, File
from foam.errors import InputError
from foam.home.desk import Desk
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


async def recall_heard(desk: Desk, run: str) -> Heard:
    """A challenge to a dossier or a case, and what came of it. What was challenged is not read a second time."""

    async def compute() -> Heard:
        spec = ContestSpec.model_validate(require_entry(desk.reading, run).draft.question["spec"])
        return await replay_heard(desk.reading, run, await recall_file(desk, spec.of))

    return await desk.remember(f"heard {run}", compute)
