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
from collections.abc import Awaitable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, TypeVar

from foam.acts.argue import NAME as ARGUE
from foam.acts.argue import Point
from foam.acts.engine import Act, perform
from foam.acts.evaluate import NAME as EVALUATE
from foam.acts.evaluate import make_evaluate
from foam.acts.fit import Fit, make_fit
from foam.acts.frame import make_frame
from foam.acts.object import NAME as OBJECT
from foam.acts.object import Objected, make_object
from foam.acts.read import make_read
from foam.acts.shown import AT_ONCE, IN_PARTS, ShownFile, gather_file
from foam.acts.tell import ToldSentence, make_tell
from foam.argument.casefile import CaseFile, Role
from foam.argument.motion import Motion, parse_motion
from foam.argument.reading import Read, merge_reads
from foam.argument.rows import Amendment, Dispute, Objection, Record, Reply, Verdict
from foam.argument.tree import Frame, Option
from foam.argument.working import SentenceId
from foam.deliberation.answer.answer import (
    NO_ANSWER,
    NOT_SETTLED,
    ONE_SIDED,
    ActRow,
    Answer,
    AnswerTree,
    Mark,
    find_tree,
    list_audiences,
)
from foam.deliberation.answer.marks import find_marks
from foam.deliberation.answer.sitting import Exchanged, Request, Sitting, merge_options
from foam.deliberation.answer.stated import NAME as STATED
from foam.deliberation.answer.stated import (
    StatedTree,
    bind_library,
    establish,
    find_root,
    find_unjudged,
)
from foam.deliberation.bearing import describe_vain, record_bearing
from foam.job.answers import read_cautions
from foam.job.estimates import is_writer
from foam.job.job import job
from foam.job.retrieval import Candidates, depend_on, describe_sources, retrieve
from foam.job.session import Session, depend_on_seat
from foam.job.spec import Spec
from foam.model.check import FOR_OR_AGAINST
from foam.pack.rules import Rules
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import EntryInput, Input, ValueInput
from foam.semantics.bearing import Bearing, find_bearing
from foam.semantics.seats import Seat
from foam.semantics.standing import find_gone, find_standings
from foam.semantics.ways import View
from foam.values import CleanLine

MARKS = "words that stand in what is cited"
NOTHING_FOUND = "no evidence was found"
_NO_OPTIONS = "an open question compares answers, and fewer than two were named or proposed"
_DECLINED = "the model that read the file declined the stated rules, so that nothing is computed from them"
UNBORNE = "added to the stated rules by a model and not borne out, so that it does not count"
Made = TypeVar("Made")


class AskSpec(Spec):
    """A question over a library, without seats."""

    question: CleanLine


@job("ask", spec=AskSpec, view="answer")
async def ask(spec: AskSpec, session: Session) -> Answer:
    """Answer a question by one tree over what the library says."""
    return await answer_question(session, parse_motion(spec.question))


async def answer_question(
    session: Session,
    motion: Motion,
    *,
    options: Sequence[str] = (),
    sitting: Sitting | None = None,
    roles: Mapping[str, Role] = MappingProxyType({}),
) -> Answer:
    """Answer a question by one tree, with seats or without; `options` are the answers to an open one that are named.

    `roles` say whose word a document is, by its id, whatever the reading says.
    """
    question = ValueInput(role="question", value=motion.question)
    named = [ValueInput(role="options", value=list(options))] if options else []
    asked = depend_on("motion", session.clerk.compute("motion", motion.json_value, question, *named, rule="motion"))
    notice = session.pack.notice_on(session.corpus.version)
    extent = IN_PARTS if is_writer(session.models["proposer"].decider) else AT_ONCE
    sides = make_options(motion, options)
    if session.pack.rules and (root := find_root(session.pack, motion.question)):
        stated, entry = bind_library(session, session.pack.rules, root, extent, asked)
        if stated.frame.sentences:
            row = ActRow(act=STATED, by="code", entry=entry.key)
            asking = Asking(session, motion, sides, stated.file, asked, [row], sitting=sitting, known_roles=roles)
            return await asking.answer_by_rules(session.pack.rules, stated, notice)
    found = _find_sentences(session, motion, sides, sitting, asked)
    if not any(one.passages for one in found):
        return _leave_open(motion, NOT_SETTLED, cautions=(NOTHING_FOUND,))
    bearing = record_bearing(session, " ".join((motion.question, *options)), found)
    if not bearing.bears:
        nearest = tuple({one.pointer: one for some in found for one in some.passages}.values())
        return _leave_open(motion, NO_ANSWER, declined=describe_vain(bearing, nearest))
    file = gather_file(session.clerk, session.corpus, found, extent=extent)
    asking = Asking(session, motion, sides, file, asked, sitting=sitting, known_roles=roles)
    return await asking.answer(await asking.read(), notice)


def make_options(motion: Motion, options: Sequence[str]) -> tuple[Option, ...]:
    """The answers that can follow: the statement and its denial, or those to an open question that are named."""
    if not is_open(motion) and not options:
        return tuple(Option(id=name, text=text) for name, text in zip(FOR_OR_AGAINST, _list_sides(motion), strict=True))
    return tuple(Option(id=f"option-{number}", text=text) for number, text in enumerate(options, start=1))


def is_open(motion: Motion) -> bool:
    """Whether no yes and no no answers the question."""
    return not motion.denied


def _list_sides(motion: Motion) -> tuple[str, ...]:
    return tuple(filter(None, (motion.affirmed, motion.denied)))


def _find_sentences(
    session: Session, motion: Motion, options: Sequence[Option], sitting: Sitting | None, asked: EntryInput
) -> list[Candidates]:
    """What the library says of each answer; each seat that speaks searches once more, under its own policy."""
    texts = [one.text for one in options] or [motion.question]
    found = [retrieve(session.clerk, session.corpus, text, asked) for text in texts]
    for voice in sitting.voices if sitting else ():
        query = " ".join((texts[0], session.describe_concerns(voice.seat)))
        manner, policy = read_manner(voice.seat), voice.seat.policy
        found.append(retrieve(session.clerk, session.corpus, query, asked, policy=policy, manner=manner))
    return found


def _leave_open(motion: Motion, lead: str, **fields: Any) -> Answer:
    return Answer(question=motion.question, lead=lead, **fields)


@dataclass
class Asking:
    """One question being answered over one file."""

    session: Session
    motion: Motion
    options: tuple[Option, ...]
    """The answers that can follow; empty where seats have yet to propose them."""
    file: ShownFile
    asked: EntryInput
    acts: list[ActRow] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)
    objected: Objected = field(default_factory=Objected)
    sitting: Sitting | None = None
    """None where nobody is seated."""
    known_roles: Mapping[str, Role] = field(default_factory=dict)

    @property
    def question(self) -> str:
        return self.motion.question

    @property
    def statement(self) -> str:
        """What is affirmed; of an open question the question itself."""
        return self.motion.affirmed or self.motion.question

    @property
    def sides(self) -> tuple[str, str]:
        return self.statement, self.motion.denied

    def file_with_roles(self, read: Read) -> CaseFile:
        """The file with whose word each document is: as somebody said, else as it was read."""
        said = {
            one.number: self.known_roles[one.sentences[0].pointer.document]
            for one in self.file.documents
            if one.sentences and one.sentences[0].pointer.document in self.known_roles
        }
        return self.file.file({**{one.document: one.role for one in read.sources}, **said})

    def list_seats(self, frame: Frame) -> tuple[Seat, ...]:
        """The seats as they look at a tree."""
        return self.sitting.give().list_seats(frame) if self.sitting else ()

    def describe_sources(self) -> None:
        """What is known of each document, for the policies of seats."""
        if self.sitting:
            first = {one.number: one.sentences[0].pointer for one in self.file.documents if one.sentences}
            known = describe_sources(self.session.clerk, self.session.corpus, first.values())
            self.sitting.sources = {name: known[at.document] for name, at in first.items() if at.document in known}

    async def read(self, named: frozenset[SentenceId] = frozenset()) -> Read:
        """One reading of the file; of a long one in parts, which one more joins. Then the file is what that names, and
        what a tree names; what was in parts that nobody read is counted."""
        make = partial(make_read, self.session.prompts, self.question, self.statement, whole=self.file)
        parts = self.file.split()
        reads = await self.perform_each(*(Request(make(part), part) for part in parts))
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
        self.describe_sources()
        if self.sitting:
            self.sitting.settle(by_rules=read.decides == "rules" and not is_open(self.motion))
        if self.sitting and (read.decides == "weighing" or is_open(self.motion)):
            await self.argue_first(self.sitting, read)
        points = self.sitting.points if self.sitting else ()
        named = self.options if is_open(self.motion) else ()
        if is_open(self.motion) and len(named) < 2:
            self.cautions.append(f"{_NO_OPTIONS}: {' '.join(one.text for one in named) or 'none'}")
            return self.give(read, None, (), notice)
        framing = make_frame(
            self.session.prompts,
            self.question,
            self.sides,
            self.file,
            read,
            points=points,
            options=[one.text for one in named],
            values=[value.id for value in self.session.pack.values] if self.sitting else (),
        )
        frame = await self.perform(framing, self.file)
        if not any(row.entry or row.left_out for row in self.acts):  # the model gave no form at all: say what it said
            await self.session.clerk.ask(framing.name, framing.question, self.asked, *self.file.inputs, final=True)
        tree = await self.evaluate(frame, read) if frame else None
        told = await self.tell(tree, read) if tree else ()
        return self.give(read, tree, told, notice)

    async def argue_first(self, sitting: Sitting, read: Read) -> None:
        """Seats argue before there is a tree. What they propose to an open question are its options."""
        await sitting.argue(self, read)
        if not self.options:
            texts = merge_options(voice.argued.option for voice in sitting.voices if voice.argued)
            self.options = make_options(self.motion, texts)
            sitting.name_options(self.options)

    async def answer_by_rules(self, rules: Rules, stated: StatedTree, notice: str) -> Answer:
        """The answer that follows from the stated rules; a model that writes adds what code cannot know."""
        prompts, motion = self.session.prompts, self.motion
        is_writing = is_writer(self.session.models["proposer"].decider)
        read, fit = Read(), Fit()
        self.describe_sources()
        if is_writing:
            read = await self.read(stated.frame.sentences)
            act = make_fit(prompts, motion.question, motion.affirmed, self.file, stated.frame)
            fit = await self.perform(act, self.file) or fit
        if fit.declined:
            said = " ".join(f"“{self.file.sentence_by_id[at].text}”" for at in fit.at)
            self.cautions.append(f"{_DECLINED}: {fit.declined} {said}")
            return await self.answer(read, notice)
        if self.sitting:
            self.sitting.settle(by_rules=True)
        frame, record = fit.grow(stated.frame), establish(stated.frame)
        filed = stated.file.file(stated.roles)
        tree = stated.find_tree(frame, record)
        added = tuple(leaf.id for graft in fit.grafts for leaf in graft.leaves)
        unjudged = (*find_unjudged(rules, frame, tree.outcome), *added)
        is_examined = is_writing and not tree.faults and bool(unjudged or self.sitting)
        if is_examined and self.sitting:
            await self.sitting.argue(self, read, frame)
        exchanged = await self.exchange(stated.frame, tree.bearing) if is_examined else Exchanged()
        disputed = tuple(one.leaf for one in exchanged.disputes)
        unjudged = tuple(dict.fromkeys((*unjudged, *disputed)))
        if is_examined and (unjudged or exchanged.objections):
            standings = find_standings(frame, filed, record)
            evaluate = make_evaluate(
                prompts,
                motion.question,
                motion.affirmed,
                self.file,
                frame,
                standings,
                filed=filed,
                unjudged=unjudged,
                objections=exchanged.objections,
                replies=exchanged.replies,
                disputes=exchanged.disputes,
                criteria=self.session.pack.criteria,
            )
            if judged := await self.perform(evaluate, self.file):
                record = judged.model_copy(update={"supports": (*record.supports, *judged.supports)})
        if is_writing:
            kept = fit.prune(find_standings(frame, filed, record))
            vain = (leaf.says for graft in fit.grafts if graft not in kept.grafts for leaf in graft.leaves)
            self.cautions += [f"{UNBORNE}: {says}" for says in vain]
            frame = kept.grow(stated.frame)
        tree = stated.find_tree(frame, record, self.list_seats(frame))
        told = await self.tell(tree, read) if is_writing else ()
        return self.give(read, tree, told, notice)

    async def tell(self, tree: AnswerTree, read: Read) -> tuple[ToldSentence, ...]:
        """Why, by a model."""
        act = make_tell(
            self.session.prompts,
            self.motion.question,
            tree.lead,
            self.file,
            tree.frame,
            tree.standing_by_leaf,
            idle=tree.record.list_idle(tree.frame.considerations),
            missing=read.missing,
        )
        return await self.perform(act) or ()

    def give(self, read: Read, tree: AnswerTree | None, told: tuple[ToldSentence, ...], notice: str) -> Answer:
        """The answer as readers have it."""
        option = tree.option if tree else None
        answer = Answer(
            question=self.motion.question,
            option=option.id if option else None,
            lead=tree.lead if tree else NOT_SETTLED,
            told=told,
            read=read,
            objected=self.objected.why,
            table=self.sitting.give() if self.sitting else None,
            tree=tree,
            file=self.file.keep(_list_named(read, tree, self.sitting)),
            acts=tuple(self.acts),
            cautions=tuple(dict.fromkeys((*self.cautions, *_warn(tree), *self.warn_of_one_model()))),
            notice=notice,
        )
        return answer.model_copy(update={"marks": self.mark(answer)})

    def mark(self, answer: Answer) -> tuple[Mark, ...]:
        """What nothing bears out of all that was written; recorded, so that it is looked for once."""
        written = [depend_on(row.act, row.entry) for row in self.acts if row.entry and row.by != "code"]
        if not written:
            return ()
        entry = self.session.clerk.compute(
            MARKS, lambda: [one.json_value() for one in find_marks(answer)], self.asked, *written, rule=MARKS
        )
        return tuple(Mark.model_validate(one) for one in entry.answer)

    async def evaluate(self, frame: Frame, read: Read) -> AnswerTree:
        """The tree with what others said of its leaves, and what follows."""
        filed = self.file_with_roles(read)
        proposed = find_standings(frame, filed)
        view = View(frame, proposed, find_gone(frame, proposed, ()))
        takes_stock = bool(self.sitting and self.sitting.has_argued)
        if self.sitting and not takes_stock:
            await self.sitting.argue(self, read, frame)
        bearing = find_bearing(view, frame.roots[0], list_audiences(frame, self.list_seats(frame)))
        exchanged = await self.exchange(frame, bearing, filed, takes_stock=takes_stock)
        act = make_evaluate(
            self.session.prompts,
            self.question,
            self.statement,
            self.file,
            frame,
            proposed,
            filed=filed,
            objections=exchanged.objections,
            replies=exchanged.replies,
            disputes=exchanged.disputes,
            amendments=exchanged.amendments,
            criteria=self.session.pack.criteria,
        )
        unjudged = Record(objections=exchanged.objections, disputes=exchanged.disputes, amendments=exchanged.amendments)
        record = await self.perform(act, self.file) or unjudged
        if self.sitting:
            self.sitting.take_up(record, frame)
        frame = record.amend(frame)
        return find_tree(frame, filed, record, seats=self.list_seats(frame))

    async def exchange(
        self, frame: Frame, bearing: Bearing, filed: CaseFile | None = None, *, takes_stock: bool = False
    ) -> Exchanged:
        """What is objected to a tree, by the seats or else by a critic; `filed` is its file where seats may mend it,
        which they may not where rules were stated beforehand."""
        if self.sitting:
            return await self.sitting.exchange(self, frame, bearing, filed, takes_stock=takes_stock)
        return Exchanged((await self.object(frame, bearing)).objections)

    def warn_of_one_model(self) -> Iterator[str]:
        """One model that argues, objects and judges examines its own work."""
        models = {row.by for row in self.acts if row.act in (ARGUE, OBJECT, EVALUATE) and row.entry}
        if self.sitting and self.sitting.has_argued and len(models) == 1:
            yield f"one model, {models.pop()}, argued, objected and judged: nobody else examined what it says"

    async def object(self, frame: Frame, bearing: Bearing) -> Objected:
        """What a critic that writes says of a tree by which code can decide; of what is weighed, seats have to."""
        node = frame.node_by_id.get(bearing.root)
        if is_writer(self.session.models["critic"].decider) and not (node and node.op == "weigh"):
            act = make_object(self.session.prompts, self.question, self.statement, self.file, frame, bearing.together)
            self.objected = await self.perform(act, self.file) or self.objected
        return self.objected

    async def perform(self, act: Act[Made], file: ShownFile | None = None) -> Made | None:
        """The value of an act over what it shows, which depends on those before it; None where it was not done."""
        return (await self.perform_each(Request(act, file)))[0]

    async def perform_each(self, *asked: Request[Made]) -> list[Made | None]:
        """The values of acts that do not know of each other; a seat speaks with its own model."""
        before = [depend_on(row.act, row.entry) for row in self.acts if row.entry]

        def list_inputs(file: ShownFile | None, seat: Perspective | None) -> tuple[Input, ...]:
            own = (depend_on_seat(seat),) if seat else ()
            return (self.asked, *file.inputs, *before, *own) if file else (*before, *own)

        sessions = [self.session.of(seat) if seat else self.session for _, _, seat in asked]
        every = await _gather_all(
            perform(session, act, *list_inputs(file, seat))
            for session, (act, file, seat) in zip(sessions, asked, strict=True)
        )
        for session, (act, _, seat), done in zip(sessions, asked, every, strict=True):
            self.acts.append(
                ActRow(
                    act=act.name,
                    by=session.models[act.question.role].decider.id,
                    seat=seat.id if seat else "",
                    entry=done.entry.key if done.entry else "",
                    again=done.again,
                    left_out=done.left_out,
                )
            )
            self.cautions += read_cautions(done.entry) if done.entry else ()
        return [done.value for done in every]


async def _gather_all(works: Iterable[Awaitable[Made]]) -> list[Made]:
    """What all of them give. Where one fails, the others are done first: what they were answered is kept."""
    done = await asyncio.gather(*works, return_exceptions=True)
    return [_require_done(one) for one in done]


def _require_done(done: Made | BaseException) -> Made:
    if isinstance(done, BaseException):
        raise done
    return done


def _list_named(read: Read, tree: AnswerTree | None, sitting: Sitting | None) -> Iterator[SentenceId]:
    """The sentences that the reading, the tree or anybody at the table names."""
    yield from read.sentences
    said: list[Objection | Verdict | Reply | Point | Dispute | Amendment] = []
    if tree is not None:
        yield from tree.frame.sentences
        said += [*tree.record.objections, *tree.record.verdicts, *tree.record.disputes, *tree.record.amendments]
    if sitting is not None:
        said += [*sitting.points, *sitting.replies]
        said += [one for seated in sitting.seated.values() for one in seated.ledger.disputes]
    yield from (at for one in said for at in one.at)


def _warn(tree: AnswerTree | None) -> tuple[str, ...]:
    sides = [option.id for option in tree.root.options] if tree else []
    is_one_sided = tree is not None and tree.is_weighed and sum(map(bool, map(tree.list_reasons, sides))) < 2
    return (ONE_SIDED,) if is_one_sided else ()
