"""The job `contest file`: one challenge to an examined file, from its spec to its outcome.

The file stays as it was: what is challenged is a decision that somebody else wrote. The outcome says what was found,
and where a person has to decide it says what to look at; the person's answer is another run over the same challenge.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from foam.contest.admit import check_challenger
from foam.contest.brought import keep_documents
from foam.contest.challenge import Challenge
from foam.contest.filed.hearing import FileHearing
from foam.contest.filed.subject import ExaminedFile
from foam.contest.filed.weigh import weigh_challenge
from foam.contest.findings import make_reason
from foam.contest.given import DISPOSED, WITHOUT_CARDS, check_given, draft_answer
from foam.contest.outcome import Finding, Locality, Outcome, describe_heard
from foam.contest.preview import Preview, WouldAsk
from foam.contest.repeats import OUTCOME
from foam.contest.spec import CONTEST_FILE, ContestSpec, draft_challenge, keep_challenge
from foam.errors import InputError
from foam.evidence.document import Document
from foam.examination.file import CaseFile
from foam.examination.job import ExamineSpec
from foam.examination.report import Examination
from foam.job.acts import ATTEMPTS
from foam.job.job import RunResult, job, open_replay, replay, run
from foam.job.session import Session, Tools
from foam.paper import Readable
from foam.record.clock import Clock, utc_now
from foam.record.entry import Entry, EntryInput
from foam.record.graph import require_entry
from foam.record.store import Store
from foam.values import Value, short

NOBODY = "Code cannot settle it, and nobody was there who reads: a person decides."


class HeardOverFile(Readable, Value):
    """A challenge to an examined file that was heard."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    run: str
    outcome: Outcome

    def json_value(self) -> dict[str, Any]:
        """The challenge and what became of it, as plain JSON types."""
        return describe_heard(self.run, self.outcome, self.outcome.of, ())


@job(CONTEST_FILE, spec=ContestSpec, digests=lambda heard: {"outcome": heard.outcome.digest})
async def contest_file(spec: ContestSpec, session: Session) -> HeardOverFile:
    """Hear the challenge: by a person's answer where one was given, else by the checks."""
    examined = await load_examined(session.store, spec.of)
    part = examined.find_part(spec.challenge)
    if not session.replaying:
        keep_challenge(session, spec.of, spec.challenge, spec.answer)
    entry = session.seal_draft(draft_challenge(spec.of, spec.challenge)).key
    brought = keep_documents(session, spec.challenge.brought)
    if spec.hold:
        text = "It is admitted and waits for an answer."
        found = Finding(disposition="open", move="none", reasons=(make_reason(text, entry),))
    elif spec.answer is not None:
        key = session.seal_draft(draft_answer(entry, spec.answer)).key
        said = make_reason(f"{spec.answer.by} answered: {spec.answer.because}", key)
        found = Finding(disposition=DISPOSED[spec.answer.move], move=spec.answer.move, reasons=(said,))
    else:
        found = await _settle(FileHearing(examined, spec.challenge, part, brought), session, entry)
    outcome = _make_outcome(spec, entry, found, about=part.text)
    session.clerk.compute(
        OUTCOME,
        outcome.json_value,
        EntryInput(role="challenge", key=entry),
        EntryInput(role="hearing", key=session.run),
        rule="contest file",
    )
    return HeardOverFile(run=session.run, outcome=outcome)


async def _settle(hearing: FileHearing, session: Session, entry: str) -> Finding:
    """By code where it can tell, else by whoever reads, else by a person, with the sentences beside it."""

    def settle_by_code() -> Any:
        found = hearing.challenge.ground.settle_file(hearing)
        return found.json_value() if found else {}

    admitted = EntryInput(role="challenge", key=entry)
    told = session.clerk.compute("settlement", settle_by_code, admitted, rule="challenge to a file").answer
    if told:
        return Finding.model_validate(told)
    return await weigh_challenge(hearing, session, entry) or hearing.refer(NOBODY)


async def hear_file_challenge(
    spec: ContestSpec,
    tools: Tools | None = None,
    *,
    store: Store,
    documents: Sequence[Document] = (),
    clock: Clock = utc_now,
) -> RunResult[HeardOverFile]:
    """Hear a challenge that was admitted, with the documents that it brings."""
    check_given(spec.answer, WITHOUT_CARDS)
    given = {one.digest: one.json_value() for one in documents}
    seal = store.find_seal(spec.of)
    tools = replace(tools or Tools(), given=given)
    return await run(contest_file, spec, tools, store=store, clock=clock, seal=seal)


def admit_to_file(
    examined: ExaminedFile, challenge: Challenge, brought: Sequence[Document] = (), *, parties: Collection[str] = ()
) -> FileHearing:
    """The hearing of a challenge; a refusal says what could be challenged there, or who may, or what is wrong."""
    check_challenger(challenge, parties)
    hearing = FileHearing(examined, challenge, examined.find_part(challenge), tuple(brought))
    if wrong := challenge.ground.refuse_file(hearing):
        raise InputError(wrong, hint=challenge.ground.hint)
    return hearing


def preview_over_file(hearing: FileHearing) -> Preview:
    """What a challenge would ask. The file stays as it is: the decision is somebody else's."""
    part, found = hearing.part, hearing.challenge.ground.settle_file(hearing)
    told = [one.text for one in found.reasons] if found else hearing.refer(NOBODY).look_at
    return Preview(
        challenge=hearing.challenge,
        part=part,
        asks=hearing.fit.asks,
        settled_by="code" if found else "judge",
        would_ask=() if found else (WouldAsk(what="evaluate", about=part.id, at_most=ATTEMPTS),),
        could_change=(),
        beside=tuple(told),
    )


async def load_examined(store: Store, run: str) -> ExaminedFile:
    """An examined file, from the record alone."""
    entry = require_entry(store, run)
    if not is_examination(entry):
        raise InputError(f"run {short(run)} is no examination", hint="name a run of foam examine")
    spec = ExamineSpec.model_validate(entry.draft.question["spec"])
    file = CaseFile.model_validate(open_replay(store, run, spec).read_given("case file", spec.file))
    examination: Examination = await replay(store, run)
    return ExaminedFile(run, spec, file, examination)


def is_examination(entry: Entry) -> bool:
    """Whether a run is an examination, whose file can be challenged."""
    return bool(entry.draft.question.get("job") == "examine")


def _make_outcome(spec: ContestSpec, entry: str, found: Finding, *, about: str) -> Outcome:
    return Outcome(
        of=spec.of,
        challenge=spec.challenge,
        entry=entry,
        disposition=found.disposition,
        move=found.move,
        reasons=found.reasons,
        counter_evidence=found.answering,
        named=found.answering,
        look_at=found.look_at,
        locality=Locality(asked=0, reused=0, changed=()),
        about=about,
    )
