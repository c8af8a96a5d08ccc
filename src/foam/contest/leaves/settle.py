"""Settles a challenge to a part of an answer: a leaf of its tree, a reason, a source, a seat, or the tree itself.

Code settles what it can. Else a few leaves are asked about, alone, and what follows is computed; all else is carried
over, what the seats said too. Where no model can tell, a person decides, with the sentences beside it. A version is
computed, never stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from foam.acts.evaluate import make_evaluate
from foam.acts.shown import add_document
from foam.argument.rows import Record, Speaks, Support, Verdict, list_shown
from foam.argument.tree import Frame, Leaf, Stands
from foam.contest.findings import make_reason
from foam.contest.given import Given
from foam.contest.hearing import Hearing, count_asked
from foam.contest.kinds.kind import Contested, Ended, Says, Trial
from foam.contest.leaves.version import SEAT, AnswerVersion
from foam.contest.outcome import Finding, Locality, Move, Settled
from foam.contest.preview import Moves, Preview, WouldAsk
from foam.deliberation.answer.answer import Answer, AnswerTree
from foam.deliberation.answer.ask import Asking
from foam.deliberation.answer.table import Table
from foam.errors import InputError
from foam.evidence.corpus import Corpus, Passage, WithBrought
from foam.job.acts import ATTEMPTS
from foam.job.retrieval import describe_sources, fetch_document, retrieve
from foam.job.session import Session
from foam.record.entry import EntryInput
from foam.semantics.standing import find_standings
from foam_quotes.text.pointer import Pointer

_NOW: dict[Says, Stands] = {
    "establish": "true",
    "in_part": "contested",
    "contradict": "false",
    "beside_the_point": "open",
}
"""How a leaf stands by what was said of its sentences, where no verdict was given beside it."""
_MOVES: dict[str, Move] = {"sustained": "concede", "rejected": "rebut", "already so": "rebut"}
MOST_FOUND = 8
"""Sentences that a search against a part gives."""
_MOST_POINTED = 4
"""Sentences that are found by the challenger's words."""
_NOBODY = "Code cannot settle it, and no model is there that reads: a person has to say."


@dataclass(frozen=True)
class LeafHearing(Hearing):
    """A challenge to a part of an answer."""

    before: AnswerVersion
    contested: Contested

    def refuse(self) -> None:
        ground = self.challenge.ground
        if wrong := ground.refuse(self.contested):
            raise InputError(f"{ground.kind} of {self.part.id}: {wrong}", hint=ground.hint)

    async def settle(self, session: Session, entry: str, given: Given | None) -> Settled[AnswerVersion]:
        """How it ends, by a person's answer or by whoever is asked, and the answer as it then stands."""
        before, contested = self.before, self._search(session)
        ended, answer = await _Sitting(session, before, contested, entry, given).settle()
        after = before
        if answer is not None:
            brought = (*before.brought, *contested.papers)
            after = replace(before, run=session.run, answer=answer, file=contested.file, brought=brought)
        changed = tuple(name for name, text in after.reading.items() if before.reading.get(name) != text)
        held, now = before.tree.record.supports, after.tree.record.supports
        kept = sum(one in now for one in held)
        found = Finding(
            disposition=ended.disposition,
            move=_MOVES.get(ended.disposition, "none"),
            reasons=(make_reason(ended.why, entry, *_list_cited(contested, after)),),
            look_at=tuple(contested.list_beside()) if ended.disposition == "for a person" else (),
        )
        reached = Locality(
            asked=count_asked(session),
            reused=kept,
            changed=changed,
            superseded=len(held) - kept,
            entries=len(held),
            untouched=1 - len(changed) / len(after.reading),
        )
        came_to = (*_tell_changes(before, after), *_tell_resting(contested)) if after is not before else ()
        return Settled(found, after, reached, came_to)

    def _search(self, session: Session) -> Contested:
        """The part with what the library says of it, where that is asked and nobody named or brought a sentence."""
        contested = self.contested
        if not self._searches:
            return contested
        clerk, corpus = session.clerk, WithBrought(session.corpus, self.before.brought)
        against = retrieve(clerk, corpus, self.part.text, limit=MOST_FOUND, against=True, fragments=False)
        pointed = retrieve(clerk, corpus, contested.because, limit=_MOST_POINTED, fragments=False)
        places: dict[str, list[Pointer]] = {}
        for one in (*against.passages, *pointed.passages):
            places.setdefault(one.pointer.document, []).append(one.pointer)
        file, found = contested.file, list[str]()
        for at in places.values():
            file, ids = add_document(file, fetch_document(clerk, corpus, at[0]), [one.sentence for one in at])
            found += ids
        gone = {*contested.list_held(), *contested.tree.record.struck}
        new = tuple(at for at in found if not {at, at.partition("#")[0]} & gone)
        return replace(contested, file=file, filed=file.file(self.before.roles), brought=new, found=new)

    @property
    def _searches(self) -> bool:
        contested = self.contested
        return self.challenge.ground.searches and contested.kind != "frame" and not contested.brought

    def _list_counters(self, corpus: Corpus) -> Iterator[Passage]:
        """What the library has against it."""
        held = {one.pointer for at, one in self.before.file.sentence_by_id.items() if at in self.contested.list_held()}
        found = corpus.find(self.part.text, limit=MOST_FOUND, against=True)
        yield from (one for one in found if one.pointer not in held)

    def preview(self, corpus: Corpus | None = None) -> Preview:
        """What it would ask: nothing where code settles it."""
        ground, contested = self.challenge.ground, self.contested
        settled = ground.settle(contested)
        framed = ("graft",) if ground.needs_framer(contested) else ()
        acts = () if settled or not ground.asked_of else (*framed, *ground.asked_of, "tell")
        return Preview(
            challenge=self.challenge,
            part=self.part,
            asks=self.fit.asks,
            settled_by="judge" if acts else "code",
            would_ask=tuple(WouldAsk(what=one, about=contested.part, at_most=ATTEMPTS) for one in acts),
            could_change=() if settled else tuple(self._list_moves()),
            counter_evidence=tuple(self._list_counters(corpus)) if corpus and self._searches else (),
            beside=(settled.why,) if settled else (),
        )

    def _list_moves(self) -> Iterator[Moves]:
        """What could come to stand otherwise: the leaves that are asked about, and the answer if it hangs on them."""
        version, contested = self.before, self.contested
        tree, names = version.tree, tuple(leaf.id for leaf in contested.list_facts())
        yield from (Moves(part=name, before=version.tell_standing(name), after="otherwise") for name in names)
        hangs = {contested.part, *names}.intersection((*tree.bearing.together, *tree.outcome.hangs_on))
        if hangs or contested.kind in ("frame", "perspective"):
            yield Moves(part="answer", before=version.answer.lead, after="otherwise")


@dataclass
class _Sitting:
    session: Session
    before: AnswerVersion
    contested: Contested
    entry: str
    given: Given | None

    @cached_property
    def asking(self) -> Asking:
        """The asking of the question, gone on with."""
        before, answer = self.before, self.before.answer
        asked = EntryInput(role="challenge", key=self.entry)
        return Asking(
            self.session,
            before.motion,
            before.tree.frame.roots[0].options,
            self.contested.file,
            asked,
            [*answer.acts],
            [*answer.cautions],
        )

    async def settle(self) -> tuple[Ended, Answer | None]:
        """How it ends, and the next version where something changed."""
        given, ground, before = self.given, self.contested.ground, self.before
        if (settled := ground.settle(self.contested)) is not None:
            return settled, None
        if given and given.move == "rebut":
            return Ended(disposition="rejected", why=f"{given.by} answered: {given.because}"), None
        granted = ground.grant(self.contested) if given and given.move != "qualify" else None
        trial = granted or await self.pose()
        said = await self.ask(trial) if trial else None
        if trial is None or said is None:
            return Ended(disposition="for a person", why=_NOBODY), None
        frame, said = _keep_named(trial.frame, said, self.contested)
        trial, record = replace(trial, frame=frame), put_rows(before.tree.record, said, trial)
        table = self.describe_brought(trial.table or before.answer.table)
        tree = before.follow(frame, self.contested.file, record, table)
        ended = ground.end(self.contested, trial, tree, said)
        if granted and given:
            ended = ended.model_copy(update={"why": f"{given.by} answered: {given.because}"})
        if ended.disposition != "sustained":
            return ended, None
        return ended, await self.give(tree, table)

    def describe_brought(self, table: Table | None) -> Table | None:
        """The table, with what is known of the documents that came with the challenge, for the policies of seats."""
        documents = self.contested.file.documents
        held = table.sources if table else {}
        new = {one.number: one.sentences[0].pointer for one in documents if one.sentences and one.number not in held}
        if table is None or not new:
            return table
        corpus = WithBrought(self.session.corpus, self.contested.papers)
        known = describe_sources(self.session.clerk, corpus, new.values())
        added = {name: known[at.document] for name, at in new.items() if at.document in known}
        return table.model_copy(update={"sources": {**held, **added}})

    async def pose(self) -> Trial | None:
        """The tree that somebody is asked about; a branch is framed by a model that writes."""
        contested, asking = self.contested, self.asking
        if contested.ground.needs_framer(contested) and not self.session.speaks("proposer"):
            return None
        return await contested.ground.pose(
            contested, self.session.prompts, lambda act: asking.perform(act, asking.file)
        )

    async def ask(self, trial: Trial) -> Record | None:
        """What is said of the leaves that are asked about: by the person who answers, else by the evaluator."""
        frame, contested, given = trial.frame, self.contested, self.given
        if not trial.asked:
            return Record()
        if given is not None:
            says: Says = "in_part" if given.move == "qualify" else contested.ground.grant_as(contested)
            rows = (
                Support(leaf=one, by=given.by, says=says, of=list_shown(frame.leaf_by_id[one]), why=given.because)
                for one in trial.asked
            )
            brought = (one for one in frame.considerations if set(trial.asked).intersection(one.rests_on))
            known = {one.reason for one in self.before.tree.record.speaks}
            speaks = (
                Speaks(reason=one.id, by=given.by, option=one.option, why=given.because)
                for one in brought
                if one.id not in known
            )
            return _complete(frame, Record(supports=tuple(rows), speaks=tuple(speaks)))
        if not self.session.speaks("judge"):
            return None
        act = make_evaluate(
            self.session.prompts,
            contested.question,
            contested.statement,
            contested.file,
            frame,
            find_standings(frame, contested.filed, put_rows(self.before.tree.record, Record(), trial)),
            filed=contested.filed,
            unjudged=trial.asked,
            said=f"Against {contested.part} a challenger says: {contested.because}",
        )
        judged = await self.asking.perform(act, self.asking.file)
        is_whole = judged is not None and {one.leaf for one in judged.supports} == {*trial.asked}
        return _complete(frame, judged) if judged and is_whole else None

    async def give(self, tree: AnswerTree, table: Table | None) -> Answer:
        """The answer that follows now; told again where what was told is no longer so. It shows what it showed before,
        too."""
        before, was, told = self.before.answer, self.before.tree, self.before.answer.told
        old, new = was.standing_by_leaf, tree.standing_by_leaf
        leaves = was.frame.leaf_by_id
        moved = {one.id for one in tree.frame.leaves if leaves.get(one.id) != one or old[one.id] != new[one.id]}
        if told and (tree.lead != was.lead or any(moved.intersection(one.nodes) for one in told)):
            asks = self.contested.ground.asked_of and self.session.speaks("proposer")
            told = await self.asking.tell(tree, before.read) if asks else ()
        answer = self.asking.give(before.read, tree, told, before.notice)
        argued = (one.argued for one in table.seats if one.argued) if table else ()
        cited = (at for one in argued for point in one.points for at in point.at)
        held = (before.file, answer.file)
        shown = (name for file in held for name in (*file.ids, *(one.number for one in file.documents)))
        file = self.contested.file.keep((*shown, *cited))
        return answer.model_copy(update={"table": table, "objected": before.objected, "file": file})


def _keep_named(frame: Frame, said: Record, contested: Contested) -> tuple[Frame, Record]:
    """The tree, and what was said, with those alone of the brought sentences that a verdict names, if it names one; of
    what a search found, only what is named."""
    new, named = {*contested.list_new()}, {one.target: {*one.at} for one in said.verdicts}

    def keep(leaf: Leaf, sentences: tuple[str, ...]) -> tuple[str, ...]:
        own = named.get(leaf.id, set())
        gone = {*contested.found, *(new if own & new else ())} - own
        return tuple(at for at in sentences if at not in gone)

    kept = (
        leaf.model_copy(update={"at": keep(leaf, leaf.at), "against": keep(leaf, leaf.against)})
        for leaf in frame.leaves
    )
    frame = frame.model_copy(update={"leaves": tuple(kept)})
    supports = (one.model_copy(update={"of": list_shown(frame.leaf_by_id[one.leaf])}) for one in said.supports)
    return frame, said.model_copy(update={"supports": tuple(supports)})


def put_rows(record: Record, said: Record, trial: Trial) -> Record:
    """The record with what was said of the leaves in place of what stood there; all else is carried over."""
    asked = {*trial.asked, *_list_opened(trial)}
    spoken = {one.reason for one in said.speaks}
    ended = (one for one in record.verdicts if one.exchange is not None)
    idle = [one for one in ended if not one.is_material or one.met == "yes"]  # as if nothing had been said
    judged = {name: stands for name, stands in record.judged_with.items() if name not in asked}
    judged |= {name: stands for name, stands in said.judged_with.items() if name in asked}
    return record.model_copy(
        update={
            "supports": (*(one for one in record.supports if one.leaf not in asked), *said.supports),
            "speaks": (*(one for one in record.speaks if one.reason not in spoken), *said.speaks),
            "verdicts": (*(one for one in record.verdicts if one.target not in asked or one in idle), *said.verdicts),
            "judged_with": judged,
            "struck": record.struck | trial.struck,
        }
    )


def _list_opened(trial: Trial) -> Iterator[str]:
    """The leaves that name a sentence which does not count from now on: what was judged of them is judged no more."""
    for leaf in trial.frame.leaves:
        if any(at in trial.struck or at.partition("#")[0] in trial.struck for at in leaf.at):
            yield leaf.id


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


def _list_cited(contested: Contested, after: AnswerVersion) -> Iterator[str]:
    """What the challenger named or brought, and of what a search found what counts from now on."""
    kept = after.tree.frame.sentences
    yield from (at for at in contested.brought if at not in contested.found or at in kept)


def _tell_changes(before: AnswerVersion, after: AnswerVersion) -> Iterator[str]:
    """Each leaf that stands otherwise or is new, then what became of the answer."""
    for leaf in after.tree.frame.leaves:
        old = before.tree.frame.leaf_by_id.get(leaf.id)
        then = before.tell_standing(leaf.id) if old else "not there"
        worked = ", worked out otherwise" if old and old.working != leaf.working else ""
        if old and old.says != leaf.says:
            yield f"{leaf.id} reads now: {leaf.says}"
        if worked or then != after.tell_standing(leaf.id):
            yield f"{leaf.id}: {then} → {after.tell_standing(leaf.id)}{worked}. {leaf.says}"
    for seat in after.seats:
        name = f"{SEAT}{seat.id}"
        if before.reading.get(name) != after.reading[name]:
            yield after.reading[name].replace("\n", " ")
    was, now = before.answer.lead, after.answer.lead
    yield f"The answer: {was} → {now}" if was != now else f"The answer stays: {now}"


def _tell_resting(contested: Contested) -> Iterator[str]:
    """What else rests on a sentence that was refuted, and was not asked about."""
    refuted, asked = contested.ground.list_refuted(contested), {leaf.id for leaf in contested.list_facts()}
    reasons = (one for one in contested.frame.considerations if not asked.intersection(one.rests_on))
    rows = [(one.id, one.at, one.says) for one in contested.frame.leaves if one.id not in asked]
    rows += [(one.id, one.at, one.says) for one in reasons]
    for name, at, says in rows:
        if named := [one for one in at if one in refuted]:
            yield f"{name} rests on {', '.join(named)}, too, and was not asked about. {says}"
