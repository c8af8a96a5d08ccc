"""An answer as it can be challenged: its tree, the file it was read in, and every part that can be named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from foam.acts.frame import NAME as FRAME
from foam.acts.shown import FILE_SHOWN, ShownFile, add_document
from foam.argument.casefile import Role
from foam.argument.motion import Motion, parse_motion
from foam.argument.rows import Record
from foam.argument.tree import Frame
from foam.argument.working import Context, show_working
from foam.contest.brought import MOST_BROUGHT, list_statements
from foam.contest.challenge import Challenge, list_fits
from foam.contest.kinds.kind import Contested
from foam.contest.part import Part, PartKind, Version
from foam.contest.spec import CONTEST
from foam.deliberation.answer.answer import Answer, AnswerTree, find_tree
from foam.deliberation.answer.ask import AskSpec, ask
from foam.deliberation.answer.stated import NAME as STATED
from foam.deliberation.answer.stated import StatedTree
from foam.deliberation.answer.table import Table
from foam.deliberation.jobs import DeliberateSpec, deliberate, read_question
from foam.errors import InputError, NotFound
from foam.evidence.corpus import Corpus
from foam.evidence.document import Document
from foam.job.job import replay
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.graph import entries_of, require_entry
from foam.record.store import Store
from foam.semantics.seats import SeatRow
from foam.text.address import parse_pointer
from foam_quotes.text.pointer import Pointer

SEAT = "seat-"
"""What stands before the id of a perspective where its seat is a part."""
_SPECS: dict[str, type[AskSpec] | type[DeliberateSpec]] = {ask.name: AskSpec, deliberate.name: DeliberateSpec}


@dataclass(frozen=True, repr=False)
class AnswerVersion(Version):
    """The answer to a question, with or without seats, as it was asked or as a challenge left it."""

    name: ClassVar[str] = "answer"
    run: str
    root: str
    spec: AskSpec | DeliberateSpec
    answer: Answer
    file: ShownFile
    """All that was shown, not only what the answer quotes."""
    roles: Mapping[str, Role]
    stated: StatedTree | None = None
    """Where the stated rules of the pack give the tree."""
    brought: tuple[Document, ...] = ()
    """Documents that challenges have brought so far."""

    @property
    def view(self) -> Answer:
        return self.answer

    @property
    def pack(self) -> Pack:
        return load_pack(self.spec.pack)

    @property
    def motion(self) -> Motion:
        """The question as it was read."""
        if isinstance(self.spec, DeliberateSpec):
            return read_question(self.spec.question, self.spec.options)
        return parse_motion(self.spec.question)

    @property
    def tree(self) -> AnswerTree:
        assert self.answer.tree is not None, "an answer without a tree is no version"
        return self.answer.tree

    @cached_property
    def parts(self) -> dict[str, Part]:
        """Nodes, reasons, leaves, sentences and documents of the tree, and seats, each with the kinds that fit it."""
        return {
            name: Part(id=name, kind=kind, text=text).open_to(list_fits("answer", kind))
            for name, kind, text in self._list_parts()
        }

    def _list_parts(self) -> Iterator[tuple[str, PartKind, str]]:
        frame = self.tree.frame
        yield from ((one.id, "frame", one.says or self.answer.question) for one in frame.nodes)
        yield from ((one.id, "consideration", one.says) for one in frame.considerations)
        yield from ((leaf.id, leaf.kind, leaf.says) for leaf in frame.leaves)
        named = frame.sentences
        for document in self.answer.file.documents:
            shown = {document.name_sentence(one): one.text for one in document.sentences}
            cited = [name for name in shown if name in named]
            yield from ((name, "evidence", shown[name]) for name in cited)
            if cited:
                yield document.number, "document", document.name
        for seat in self.seats:
            yield f"{SEAT}{seat.id}", "perspective", seat.description or seat.role

    @property
    def seats(self) -> tuple[Perspective, ...]:
        return tuple(one.perspective for one in self.answer.table.seats) if self.answer.table else ()

    @cached_property
    def reading(self) -> dict[str, str]:
        """Every part as it is read, by id, and the answer: what a redline compares."""
        told = "\n".join(one.text for one in self.answer.told)
        return {"answer": self.answer.lead, **dict(self._read_parts()), "told": told}

    def _read_parts(self) -> Iterator[tuple[str, str]]:
        frame = self.tree.frame
        for leaf in frame.leaves:
            worked = show_working(leaf.working, Context(frame.workings)) if leaf.working else ""
            quoted = {at: one.text for at, one in self.answer.file.sentence_by_id.items()}
            held = (f"“{quoted[at]}”" for at in leaf.at if at in quoted)
            against = (f"Against it: “{quoted[at]}”" for at in leaf.against if at in quoted)
            yield (
                leaf.id,
                "\n".join(filter(None, (f"{leaf.says}: {self.tell_standing(leaf.id)}.", worked, *held, *against))),
            )
        idle = self.tree.record.list_idle(frame.considerations)
        for one in frame.considerations:
            ground = ", ".join(f"{name} {self.tell_standing(name)}" for name in one.rests_on)
            stands = all(self.tree.standing_by_leaf[name].counts_as for name in one.rests_on)
            counts = "It counts." if stands and one.id not in idle else "It does not count."
            yield one.id, f"{one.option}: {one.says} ({ground})\n{counts}"
        for seat in self.seats:
            weights = ", ".join(f"{value} {weight:g}" for value, weight in sorted(seat.weighting.items()))
            row = next((one for one in self._rows if seat.id in one.perspectives), None)
            follows = f"\nFor it follows: {row.outcome.option or 'nothing'}." if row else ""
            yield f"{SEAT}{seat.id}", f"{seat.role}: {weights}.{follows}"

    @property
    def _rows(self) -> tuple[SeatRow, ...]:
        return self.tree.by_seat.rows if self.tree.by_seat else ()

    def resolve(self, challenge: Challenge, corpus: Corpus | None) -> Challenge:
        """The challenge with its sentences named as the file names them, or whole where they are the library's."""
        ground = challenge.ground
        if not (at := getattr(ground, "at", ())):
            return challenge
        named = ground.model_copy(update={"at": tuple(self._resolve(one, corpus) for one in at)})
        return challenge.model_copy(update={"ground": named})

    def _resolve(self, text: str, corpus: Corpus | None) -> str:
        shown = {name: one.pointer for name, one in self.file.sentence_by_id.items()}
        if text in shown:
            return text
        pointer = parse_pointer(text)
        known = {*(one.document for one in shown.values()), *(corpus.list_documents() if corpus else ())}
        found = [one for one in known if one.startswith(pointer.document)]
        if len(found) != 1:
            raise NotFound(f"{len(found)} documents start with {pointer.document!r}", hint="give more digits")
        whole = pointer.model_copy(update={"document": found[0]})
        return next((name for name, one in shown.items() if one == whole), str(whole))

    def contest(
        self,
        challenge: Challenge,
        part: Part,
        brought: Collection[Document],
        find: Callable[[Pointer], Document],
    ) -> Contested:
        """The part that is challenged, with all that is brought.

        `find` gives the document of a sentence of the library that was not shown.
        """
        ground = challenge.ground
        file, named, held = self.file, dict[str, None](), {one.id: one for one in (*self.brought, *brought)}
        new = [(one, [said.pointer.sentence for said in list_statements(one)[:MOST_BROUGHT]]) for one in brought]
        for at in getattr(ground, "at", ()):
            if {at, at.partition("#")[0]} & self.tree.record.struck:
                raise InputError(f"{at} was struck by an earlier challenge, so that it shows nothing", hint=ground.hint)
            if at in file.sentence_by_id:
                named[at] = None
            else:
                pointer = parse_pointer(at)
                new.append((find(pointer), [pointer.sentence]))
        for document, places in new:
            file, ids = add_document(file, document, places)
            named |= dict.fromkeys(ids)
        return Contested(
            part=part.id,
            kind=part.kind,
            ground=ground,
            question=self.answer.question,
            statement=self.motion.affirmed or self.answer.question,
            tree=self.tree,
            file=file,
            filed=file.file(self.roles),
            pack=self.pack,
            find=lambda at: held.get(at.document) or find(at),
            read=self.answer.read,
            table=self.answer.table,
            brought=tuple(named),
            papers=tuple(brought),
            because=challenge.because,
        )

    def follow(self, frame: Frame, file: ShownFile, record: Record, table: Table | None) -> AnswerTree:
        """What follows from another tree over another file, as those at the table see it."""
        seats = table.list_seats(frame) if table else ()
        if self.stated is None:
            return find_tree(frame, file.file(self.roles), record, seats=seats)
        return self.stated.model_copy(update={"file": file}).find_tree(frame, record, seats)

    def tell_standing(self, leaf: str) -> str:
        """How a leaf stands, in a word or two."""
        standing = self.tree.standing_by_leaf[leaf]
        return (standing.label or standing.stands).replace("_", " ")


def is_answer(store: Store, run: str) -> bool:
    """Whether a run gave an answer, with seats or without, or is a challenge to one."""
    asked = require_entry(store, run).draft.question
    return is_answer(store, asked["spec"]["of"]) if asked.get("job") == CONTEST else asked.get("job") in _SPECS


async def load_answer(store: Store, run: str) -> AnswerVersion:
    """The answer of a run of `ask` or `deliberate`, from the record alone."""
    entry = require_entry(store, run)
    answer: Answer = await replay(store, run)
    if answer.tree is None:
        raise InputError("nobody framed this answer as a tree", hint="ask with a model that reads: --model NAME")
    entries = {one.draft.kind: one.answer for one in entries_of(store, run)}
    bound = StatedTree.model_validate(entries[STATED]) if STATED in entries else None
    stated = None if any(one.act == FRAME for one in answer.acts) else bound
    asked = entry.draft.question
    return AnswerVersion(
        run=run,
        root=run,
        spec=_SPECS[asked["job"]].model_validate(asked["spec"]),
        answer=answer,
        file=bound.file if bound else ShownFile.model_validate(entries[FILE_SHOWN]),
        roles=stated.roles if stated else answer.tree.roles,
        stated=stated,
    )
