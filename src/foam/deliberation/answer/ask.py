"""The job *ask*: find, read, frame, object, evaluate, tell. Five requests over one tree; where the question is to be
weighed, or the critic does not write, nobody objects, and it is four.

A model that writes reads a long file in parts, and then once what these gave together; the later acts see what that
reading names.

Where the stated rules of the pack answer the question, they give the tree: nobody is asked for it, and a model that
does not write is not asked at all. What code bound by form stands; a condition that nobody judged is put to a model
that writes, if the outcome hangs on it. Such a model holds the tree against the file first: what it adds counts once
it is borne out, and from a tree that it declines nothing is computed.

Where nothing that was found bears on the question, nobody is asked. An act that is not done leaves the answer open:
what nobody examined settles nothing. Every step is recorded, and so is what was shown: a replay needs neither model
nor library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from foam.acts.engine import Act, perform
from foam.acts.evaluate import make_evaluate
from foam.acts.fit import Fit, make_fit
from foam.acts.frame import make_frame
from foam.acts.object import Objected, make_object
from foam.acts.read import make_read
from foam.acts.shown import AT_ONCE, IN_PARTS, ShownFile, gather_file
from foam.acts.tell import ToldSentence, make_tell
from foam.argument.motion import Motion, parse_motion
from foam.argument.reading import Read, merge_reads
from foam.argument.rows import Objection, Record, Verdict
from foam.argument.tree import Frame
from foam.argument.working import SentenceId
from foam.deliberation.answer.answer import NO_ANSWER, NOT_SETTLED, ONE_SIDED, ActRow, Answer, AnswerTree, find_tree
from foam.deliberation.answer.stated import NAME as STATED
from foam.deliberation.answer.stated import (
    StatedTree,
    bind_library,
    establish,
    find_root,
    find_unjudged,
)
from foam.deliberation.bearing import describe_vain, find_bearing
from foam.job.answers import read_cautions
from foam.job.estimates import is_writer
from foam.job.job import job
from foam.job.retrieval import depend_on, retrieve
from foam.job.session import Session
from foam.job.spec import Spec
from foam.model.check import FOR_OR_AGAINST
from foam.pack.rules import Rules
from foam.record.entry import EntryInput, Input, ValueInput
from foam.semantics.bearing import Bearing
from foam.semantics.bearing import find_bearing as find_deciding
from foam.semantics.standing import find_gone, find_standings
from foam.semantics.ways import View
from foam.values import CleanLine

NOTHING_FOUND = "no evidence was found"
DECLINED = "the model that read the file declined the stated rules, so that nothing is computed from them"
UNBORNE = "added to the stated rules by a model and not borne out, so that it does not count"
Made = TypeVar("Made")


class AskSpec(Spec):
    """A question over a library, without seats."""

    question: CleanLine


@job("ask", spec=AskSpec, view="answer")
async def ask(spec: AskSpec, session: Session) -> Answer:
    """Answer a question by one tree over what the library says."""
    motion = parse_motion(spec.question)
    question = ValueInput(role="question", value=spec.question)
    asked = depend_on("motion", session.clerk.compute("motion", motion.json_value, question, rule="motion"))
    notice = session.pack.notice_on(session.corpus.version)
    extent = IN_PARTS if is_writer(session.models["proposer"].decider) else AT_ONCE
    if session.pack.rules and (root := find_root(session.pack, motion.question)):
        stated, entry = bind_library(session, session.pack.rules, root, extent, asked)
        if stated.frame.sentences:
            row = ActRow(act=STATED, by="code", entry=entry.key)
            asking = Asking(session, motion, stated.file, asked, [row])
            return await asking.answer_by_rules(session.pack.rules, stated, notice)
    statements = (motion.affirmed, motion.denied)
    found = [retrieve(session.clerk, session.corpus, one, asked) for one in statements]
    if not any(one.passages for one in found):
        return _leave_open(motion, NOT_SETTLED, cautions=(NOTHING_FOUND,))
    bearing = find_bearing(session, motion.question, found)
    if not bearing.bears:
        nearest = tuple({one.pointer: one for some in found for one in some.passages}.values())
        return _leave_open(motion, NO_ANSWER, declined=describe_vain(bearing, nearest))
    asking = Asking(session, motion, gather_file(session.clerk, session.corpus, found, extent=extent), asked)
    return await asking.answer(await asking.read(), notice)


def _leave_open(motion: Motion, lead: str, **fields: Any) -> Answer:
    return Answer(question=motion.question, lead=lead, **fields)


@dataclass
class Asking:
    """One question being answered over one file."""

    session: Session
    motion: Motion
    file: ShownFile
    asked: EntryInput
    acts: list[ActRow] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)
    objected: Objected = field(default_factory=Objected)

    async def read(self, named: frozenset[SentenceId] = frozenset()) -> Read:
        """One reading of the file; of a long one in parts, which one more joins. Then the file is what that names, and
        what a tree names; what was in parts that nobody read is counted."""
        make = partial(make_read, self.session.prompts, self.motion.question, self.motion.affirmed, whole=self.file)
        parts = self.file.split()
        reads = await self.perform_each(*((make(part), part) for part in parts))
        if len(parts) == 1:
            return reads[0] or Read()
        unread = sum(len(part.ids) for part, read in zip(parts, reads, strict=True) if not read)
        whole = self.file.model_copy(update={"left_out": self.file.left_out + unread})
        merged = merge_reads([read for read in reads if read] or [Read()])
        file = whole.narrow(merged.sentences | named, merged.rules)
        read = await self.perform(make(file, before=merged), file) or merged
        self.file = whole.narrow(read.sentences | named, read.rules)
        return read

    async def answer(self, read: Read, notice: str) -> Answer:
        prompts, question, statement = self.session.prompts, self.motion.question, self.motion.affirmed
        sides = (statement, self.motion.denied)
        framing = make_frame(prompts, question, sides, self.file, read)
        frame = await self.perform(framing, self.file)
        if not any(row.entry or row.left_out for row in self.acts):  # the model gave no form at all: say what it said
            await self.session.clerk.ask(framing.name, framing.question, self.asked, *self.file.inputs, final=True)
        tree = await self.evaluate(frame, read) if frame else None
        told = await self.tell(tree) if tree else ()
        return self.give(read, tree, told, notice)

    async def answer_by_rules(self, rules: Rules, stated: StatedTree, notice: str) -> Answer:
        """The answer that follows from the stated rules; a model that writes adds what code cannot know."""
        prompts, motion = self.session.prompts, self.motion
        is_writing = is_writer(self.session.models["proposer"].decider)
        read, fit = Read(), Fit()
        if is_writing:
            read = await self.read(stated.frame.sentences)
            act = make_fit(prompts, motion.question, motion.affirmed, self.file, stated.frame)
            fit = await self.perform(act, self.file) or fit
        if fit.declined:
            said = " ".join(f"“{self.file.sentence_by_id[at].text}”" for at in fit.at)
            self.cautions.append(f"{DECLINED}: {fit.declined} {said}")
            return await self.answer(read, notice)
        frame, record = fit.grow(stated.frame), establish(stated.frame)
        filed = stated.file.file(stated.roles)
        tree = stated.find_tree(frame, record)
        added = tuple(leaf.id for graft in fit.grafts for leaf in graft.leaves)
        unjudged = (*find_unjudged(rules, frame, tree.outcome), *added)
        if is_writing and unjudged and not tree.faults:
            standings = find_standings(frame, filed, record)
            objected = await self.object(stated.frame, tree.bearing)
            evaluate = make_evaluate(
                prompts,
                motion.question,
                motion.affirmed,
                self.file,
                frame,
                standings,
                unjudged=unjudged,
                objections=objected.objections,
                criteria=self.session.pack.criteria,
            )
            if judged := await self.perform(evaluate, self.file):
                record = judged.model_copy(update={"supports": (*record.supports, *judged.supports)})
        if is_writing:
            kept = fit.prune(find_standings(frame, filed, record))
            vain = (leaf.says for graft in fit.grafts if graft not in kept.grafts for leaf in graft.leaves)
            self.cautions += [f"{UNBORNE}: {says}" for says in vain]
            frame = kept.grow(stated.frame)
            tree = stated.find_tree(frame, record)
        told = await self.tell(tree) if is_writing else ()
        return self.give(read, tree, told, notice)

    async def tell(self, tree: AnswerTree) -> tuple[ToldSentence, ...]:
        """Why, by a model."""
        prompts, question, standings = self.session.prompts, self.motion.question, tree.standing_by_leaf
        return await self.perform(make_tell(prompts, question, tree.lead, self.file, tree.frame, standings)) or ()

    def give(self, read: Read, tree: AnswerTree | None, told: tuple[ToldSentence, ...], notice: str) -> Answer:
        """The answer as readers have it."""
        option = tree.option if tree else None
        return Answer(
            question=self.motion.question,
            option=option.id if option else None,
            lead=tree.lead if tree else NOT_SETTLED,
            told=told,
            read=read,
            objected=self.objected.why,
            tree=tree,
            file=self.file.keep(_list_named(read, tree)),
            acts=tuple(self.acts),
            cautions=tuple(dict.fromkeys((*self.cautions, *_warn(tree)))),
            notice=notice,
        )

    async def evaluate(self, frame: Frame, read: Read) -> AnswerTree:
        """The tree with what somebody else said of its leaves, and what follows."""
        filed = self.file.file({one.document: one.role for one in read.sources})
        proposed = find_standings(frame, filed)
        prompts, motion, root = self.session.prompts, self.motion, frame.roots[0]
        objected = await self.object(frame, find_deciding(View(frame, proposed, find_gone(frame, proposed, ())), root))
        act = make_evaluate(
            prompts,
            motion.question,
            motion.affirmed,
            self.file,
            frame,
            proposed,
            objections=objected.objections,
            criteria=self.session.pack.criteria,
        )
        record = await self.perform(act, self.file) or Record(objections=objected.objections)
        return find_tree(frame, filed, record)

    async def object(self, frame: Frame, bearing: Bearing) -> Objected:
        """What a critic that writes says of a tree by which code can decide; of what is weighed, seats have to."""
        node = frame.node_by_id.get(bearing.root)
        if is_writer(self.session.models["critic"].decider) and not (node and node.op == "weigh"):
            prompts, motion = self.session.prompts, self.motion
            act = make_object(prompts, motion.question, motion.affirmed, self.file, frame, bearing.together)
            self.objected = await self.perform(act, self.file) or self.objected
        return self.objected

    async def perform(self, act: Act[Made], file: ShownFile | None = None) -> Made | None:
        """The value of an act over what it shows, which depends on those before it; None where it was not done."""
        return (await self.perform_each((act, file)))[0]

    async def perform_each(self, *asked: tuple[Act[Made], ShownFile | None]) -> list[Made | None]:
        """The values of acts that do not know of each other."""
        before = [depend_on(row.act, row.entry) for row in self.acts if row.entry]

        def list_inputs(file: ShownFile | None) -> tuple[Input, ...]:
            return (self.asked, *file.inputs, *before) if file else tuple(before)

        every = await asyncio.gather(*(perform(self.session, act, *list_inputs(file)) for act, file in asked))
        for (act, _), done in zip(asked, every, strict=True):
            entry = done.entry.key if done.entry else ""
            by = self.session.models[act.question.role].decider.id
            self.acts.append(ActRow(act=act.name, by=by, entry=entry, again=done.again, left_out=done.left_out))
            self.cautions += read_cautions(done.entry) if done.entry else ()
        return [done.value for done in every]


def _list_named(read: Read, tree: AnswerTree | None) -> Iterator[SentenceId]:
    """The sentences that the reading, the tree, an objection or a verdict names."""
    yield from read.sentences
    if tree is not None:
        said: tuple[Objection | Verdict, ...] = (*tree.record.objections, *tree.record.verdicts)
        yield from (*tree.frame.sentences, *(at for one in said for at in one.at))


def _warn(tree: AnswerTree | None) -> tuple[str, ...]:
    is_one_sided = tree is not None and tree.is_weighed and not all(map(tree.list_reasons, FOR_OR_AGAINST))
    return (ONE_SIDED,) if is_one_sided else ()
