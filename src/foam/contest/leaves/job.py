"""The job `contest leaf`: one challenge to a part of an answer's tree, from its spec to its outcome.

Code settles what it can. Else one leaf is asked about, alone, and what follows is computed; all else is carried over.
Where no model can tell, a person decides, with the sentences beside it. A version is computed, never stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, ClassVar

from foam.acts.evaluate import make_evaluate
from foam.argument.motion import parse_motion
from foam.argument.rows import Record, Support, Verdict, list_shown
from foam.argument.tree import Frame, Stands
from foam.contest.brought import keep_documents
from foam.contest.challenge import Challenge
from foam.contest.compared import CONTEST_LEAF
from foam.contest.entered import draft_challenge, keep_challenge
from foam.contest.filed.job import check_answer
from foam.contest.foresee import Moves
from foam.contest.given import Given
from foam.contest.cases.hearing import make_reason
from foam.contest.job import REVISION_OF, ContestSpec
from foam.contest.kinds.kind import Contested, Ended, Says, Trial, replace_leaves
from foam.contest.leaves.version import AnswerVersion, load_answer
from foam.contest.outcome import Locality, Move, Outcome, describe_heard
from foam.contest.preview import Preview, WouldAsk
from foam.contest.redline import Redlined, compare_part
from foam.contest.repeats import OUTCOME
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.ask import Asking
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS
from foam.job.job import RunResult, job, run
from foam.job.retrieval import fetch_document
from foam.job.session import Session, Tools
from foam.paper import Readable
from foam.record.clock import Clock, utc_now
from foam.record.entry import EntryInput
from foam.record.graph import entries_of
from foam.record.store import Store
from foam.semantics.standing import find_standings

_NOW: dict[Says, Stands] = {
    "establish": "true",
    "in_part": "contested",
    "contradict": "false",
    "beside_the_point": "open",
}
"""How a leaf stands by what was said of its sentences, where no verdict was given beside it."""
_MOVES: dict[str, Move] = {"sustained": "concede", "rejected": "rebut", "already so": "rebut"}
_NOBODY = "Code cannot settle it, and no model is there that reads: a person has to say."


@dataclass(frozen=True, repr=False)
class HeardLeaf(Readable):
    """A challenge to an answer that was heard: its outcome, and the answer before and after."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.contest.views.document",)
    run: str
    outcome: Outcome
    before: AnswerVersion
    after: AnswerVersion

    @cached_property
    def redline(self) -> tuple[Redlined, ...]:
        """What differs between the two versions, part by part."""
        old, new = self.before.reading, self.after.reading
        rows = (compare_part(name, name, old, new) for name in new)
        return tuple(row for row in rows if row is not None)

    def json_value(self) -> dict[str, Any]:
        """The challenge, what became of it, what changed and the answer as it stands, as plain JSON types."""
        told = describe_heard(self.run, self.outcome, self.after.run, self.redline)
        return {**told, "answer": self.after.answer.json_value()}


@job(
    CONTEST_LEAF,
    spec=ContestSpec,
    digests=lambda heard: {"outcome": heard.outcome.digest, "answer": heard.after.answer.digest},
)
async def contest_leaf(spec: ContestSpec, session: Session) -> HeardLeaf:
    """Hear the challenge and, where it is sustained, compute what follows."""
    before = session.tools.parts.get(AnswerVersion) or await load_answer(session.store, spec.of)
    if not session.replaying:
        keep_challenge(session, spec.of, spec.challenge, spec.answer)
    entry = session.seal_draft(draft_challenge(spec.of, spec.challenge)).key
    fetch = partial(fetch_document, session.clerk, session.corpus)
    contested = before.contest(spec.challenge, keep_documents(session, spec.challenge.brought), fetch)
    hearing = _Hearing(spec, session, before, contested, entry)
    ended, answer = await hearing.settle()
    after = before if answer is None else replace(before, run=session.run, answer=answer, file=contested.file)
    outcome = hearing.make_outcome(ended, after)
    inputs = {"challenge": entry, "hearing": session.run, REVISION_OF: before.run}
    named = (EntryInput(role=role, key=key) for role, key in inputs.items())
    session.clerk.compute(OUTCOME, outcome.json_value, *named, rule=CONTEST_LEAF)
    return HeardLeaf(run=session.run, outcome=outcome, before=before, after=after)


async def hear_leaf(
    spec: ContestSpec,
    version: AnswerVersion,
    tools: Tools,
    *,
    store: Store,
    documents: Sequence[Document] = (),
    clock: Clock = utc_now,
) -> RunResult[HeardLeaf]:
    """Hear a challenge that was admitted, with the documents that it brings."""
    check_answer(spec.answer)
    given = {one.digest: one.json_value() for one in documents}
    tools = replace(tools, parts={**tools.parts, AnswerVersion: version}, given={**tools.given, **given})
    return await run(contest_leaf, spec, tools, store=store, clock=clock, seal=store.find_seal(spec.of))


def preview_leaf(version: AnswerVersion, contested: Contested, challenge: Challenge) -> Preview:
    """What a challenge would ask: nothing where code settles it."""
    ground = contested.ground
    settled = ground.settle(contested)
    acts = () if settled else (*(one for one in ground.asked_of if one != "graft" or contested.is_frame), "tell")
    return Preview(
        challenge=challenge,
        part=version.parts[contested.part],
        asks=ground.asks,
        settled_by="code" if settled else "judge",
        would_ask=tuple(WouldAsk(what=one, about=contested.part, at_most=ATTEMPTS) for one in acts),
        could_change=() if settled else tuple(_list_moves(version, contested)),
        beside=(settled.why,) if settled else (),
    )


def _list_moves(version: AnswerVersion, contested: Contested) -> Iterator[Moves]:
    """What could come to stand otherwise: the leaves that are asked about, and the answer where it hangs on them."""
    tree, part = version.tree, contested.part
    names = () if contested.is_frame else tuple(leaf.id for leaf in contested.list_facts())
    yield from (Moves(claim=name, before=version.tell_standing(name), after="otherwise") for name in names)
    if contested.is_frame or {part, *names}.intersection((*tree.bearing.together, *tree.outcome.hangs_on)):
        yield Moves(claim="answer", before=version.answer.lead, after="otherwise")


@dataclass
class _Hearing:
    spec: ContestSpec
    session: Session
    before: AnswerVersion
    contested: Contested
    entry: str

    @cached_property
    def asking(self) -> Asking:
        """The asking of the question, gone on with."""
        answer, file = self.before.answer, self.contested.file
        asked = EntryInput(role="challenge", key=self.entry)
        return Asking(self.session, parse_motion(answer.question), file, asked, [*answer.acts], [*answer.cautions])

    async def settle(self) -> tuple[Ended, Answer | None]:
        """How it ends, and the next version where something changed."""
        given = self.spec.answer
        if self.spec.hold:
            return Ended(disposition="open", why="It is admitted and waits for an answer."), None
        if (settled := self.contested.ground.settle(self.contested)) is not None:
            return settled, None
        if given and given.move == "rebut":
            return Ended(disposition="rejected", why=f"{given.by} answered: {given.because}"), None
        trial = await self.pose()
        said = await self.ask(trial, given) if trial else None
        if trial is None or said is None:
            return Ended(disposition="for a person", why=_NOBODY), None
        frame, said = _keep_named(trial.frame, said, self.contested.list_new())
        trial, record = replace(trial, frame=frame), _put_rows(self.before.tree.record, said, trial.asked)
        after = find_standings(trial.frame, self.contested.filed, record)
        ended = self.contested.ground.end(self.contested, trial, after, said)
        return ended, await self.revise(trial.frame, record) if ended.disposition == "sustained" else None

    async def pose(self) -> Trial | None:
        """The tree that somebody is asked about; a branch is framed by a model that writes."""
        if self.contested.is_frame and not self.session.speaks("proposer"):
            return None
        contested, asking = self.contested, self.asking
        prompts = self.session.prompts
        return await contested.ground.pose(contested, prompts, lambda act: asking.perform(act, asking.file))

    async def ask(self, trial: Trial, given: Given | None) -> Record | None:
        """What is said of the leaves that are asked about: by the person who answers, else by the evaluator."""
        frame, answer, contested = trial.frame, self.before.answer, self.contested
        if not trial.asked:
            return Record()
        if given is not None:
            says: Says = "in_part" if given.move == "qualify" else self.contested.ground.if_conceded
            rows = (
                Support(leaf=one, by=given.by, says=says, of=list_shown(frame.leaf_by_id[one]), why=given.because)
                for one in trial.asked
            )
            return _complete(frame, Record(supports=tuple(rows)))
        if not self.session.speaks("judge"):
            return None
        act = make_evaluate(
            self.session.prompts,
            answer.question,
            self.asking.motion.affirmed,
            contested.file,
            frame,
            find_standings(frame, contested.filed, _put_rows(self.before.tree.record, Record(), trial.asked)),
            unjudged=trial.asked,
            said=f"Against {contested.part} a challenger says: {contested.because}",
        )
        judged = await self.asking.perform(act, self.asking.file)
        is_whole = judged is not None and {one.leaf for one in judged.supports} == {*trial.asked}
        return _complete(frame, judged) if judged and is_whole else None

    async def revise(self, frame: Frame, record: Record) -> Answer:
        """The answer that follows now; told again where what was told is no longer so."""
        before, was, told = self.before.answer, self.before.tree, self.before.answer.told
        tree = self.before.follow(frame, self.contested.file, record)
        old, new = was.standing_by_leaf, tree.standing_by_leaf
        leaves = was.frame.leaf_by_id
        moved = {one.id for one in frame.leaves if leaves.get(one.id) != one or old[one.id] != new[one.id]}
        if told and (tree.option != was.option or any(moved.intersection(one.nodes) for one in told)):
            told = await self.asking.tell(tree) if self.session.speaks("proposer") else ()
        return self.asking.give(before.read, tree, told, before.notice)

    def make_outcome(self, ended: Ended, after: AnswerVersion) -> Outcome:
        """The outcome, with what it changed and how far it reached."""
        before, challenge = self.before, self.spec.challenge
        changed = tuple(name for name, text in after.reading.items() if before.reading.get(name) != text)
        held, now = before.tree.record.supports, after.tree.record.supports
        kept = sum(one in now for one in held)
        return Outcome(
            of=self.spec.of,
            challenge=challenge,
            entry=self.entry,
            disposition=ended.disposition,
            move=_MOVES.get(ended.disposition, "none"),
            reasons=(make_reason(ended.why, self.entry, *self.contested.brought),),
            look_at=tuple(self.contested.list_beside()) if ended.disposition == "for a person" else (),
            locality=Locality(
                asked=_count_asked(self.session),
                reused=kept,
                changed=changed,
                superseded=len(held) - kept,
                entries=len(held),
                untouched=1 - len(changed) / len(after.reading),
            ),
            revised=after is not before,
            came_to=tuple(_tell_changes(before, after)) if after is not before else (),
            about=before.parts[challenge.node].text,
        )


def _keep_named(frame: Frame, said: Record, brought: Sequence[str]) -> tuple[Frame, Record]:
    """The tree, and what was said, with those alone of the brought sentences that a verdict names, if it names one."""
    named = {one.target: {*one.at}.intersection(brought) for one in said.verdicts}
    kept = [
        leaf.model_copy(
            update={
                "at": tuple(at for at in leaf.at if at not in brought or at in named[leaf.id]),
                "against": tuple(at for at in leaf.against if at not in brought or at in named[leaf.id]),
            }
        )
        for leaf in frame.leaves
        if named.get(leaf.id)
    ]
    frame = replace_leaves(frame, *kept)
    supports = (one.model_copy(update={"of": list_shown(frame.leaf_by_id[one.leaf])}) for one in said.supports)
    return frame, said.model_copy(update={"supports": tuple(supports)})


def _put_rows(record: Record, said: Record, asked: Sequence[str]) -> Record:
    """The record with what was said of these leaves in place of what stood there; all else is carried over."""
    judged = {name: stands for name, stands in record.judged_with.items() if name not in asked}
    judged |= {name: stands for name, stands in said.judged_with.items() if name in asked}
    return record.model_copy(
        update={
            "supports": (*(one for one in record.supports if one.leaf not in asked), *said.supports),
            "verdicts": (*(one for one in record.verdicts if one.target not in asked), *said.verdicts),
            "judged_with": judged,
        }
    )


def _complete(frame: Frame, said: Record) -> Record:
    """What was said, with a verdict for each leaf that has none: what was said of its sentences, all in view."""
    given = {one.target for one in said.verdicts}
    leaves = ((one, frame.leaf_by_id[one.leaf]) for one in said.supports if one.leaf not in given)
    verdicts = (
        Verdict(
            target=leaf.id,
            why=one.why,
            at=(*leaf.at, *leaf.against) or frame.leaf_by_id[leaf.of].at,
            now=_NOW[one.says],
        )
        for one, leaf in leaves
        if leaf.kind != "calculation"
    )
    return said.model_copy(update={"verdicts": (*said.verdicts, *verdicts)})


def _tell_changes(before: AnswerVersion, after: AnswerVersion) -> Iterator[str]:
    """Each leaf that stands otherwise or is new, then what became of the answer."""
    for leaf in after.tree.frame.leaves:
        old = before.tree.frame.leaf_by_id.get(leaf.id)
        then = before.tell_standing(leaf.id) if old else "not there"
        worked = ", worked out otherwise" if old and old.working != leaf.working else ""
        if worked or then != after.tell_standing(leaf.id):
            yield f"{leaf.id}: {then} → {after.tell_standing(leaf.id)}{worked}. {leaf.says}"
    was, now = before.answer.lead, after.answer.lead
    yield f"The answer: {was} → {now}" if was != now else f"The answer stays: {now}"


def _count_asked(session: Session) -> int:
    """Requests that a model answered in this run; the record knows, so that a replay counts the same."""
    drafts = (one.draft for one in entries_of(session.store, session.run))
    return sum(one.decider.type == "model" and not one.kind.endswith(".failed") for one in drafts)
