"""A seat's proposal in its own words: position, why, and two to five claims; criticised and written again.

    proposal ── critique ── defence ──┬── rewrite ── critique ── defence ── …
                                      └── the proposal with the best score goes on

The critic writes up to three objections, the evaluator says which is the strongest and how the proposal stands against
it, and the seat writes the proposal again. The rounds end by the rules of `refine.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from foam.argument.motion import Motion
from foam.case.position.denial import find_unsupported
from foam.case.position.faults import Stated, find_faults
from foam.case.position.forms import WHOLE, critique_act, defence_act, proposal_act, rewrite_act
from foam.case.position.material import Offer, describe_sentences, list_values, offer_evidence, quote_passage
from foam.case.position.mend import make_mending
from foam.case.position.pool import find_pool, join_candidates, search_objections
from foam.case.position.proposal import (
    Criticism,
    DraftedClaim,
    Objected,
    Unopposed,
    WrittenProposal,
    state_proposal,
    tell_changes,
)
from foam.case.position.refine import Proposal, Refinement, Stop, find_stop_rule
from foam.case.position.silence import find_silent
from foam.case.position.stance import Direction, Position, list_open_stances, list_positions
from foam.case.seat import describe_person
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act, try_act
from foam.job.answers import read_form, read_reasons, read_records
from foam.job.mending import Mending
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates
from foam.job.session import Session, depend_on_seat
from foam.model.question import Option
from foam.model.template import fence
from foam.perspective.manner import Stance
from foam.perspective.node import Perspective
from foam.record.entry import Entry, Input, ValueInput
from foam.text.stem import list_stems
from foam.values import Value

_LEAST_CLAIMS = 2
_MORE = 12
"""Sentences that a search by the words of objections may add in a round."""


class WrittenDraft(Value):
    """The proposal that stood best, and how it came to stand."""

    position: Position
    claims: tuple[DraftedClaim, ...]
    refined: Refinement
    offered: Candidates
    criticism: tuple[Criticism, ...]


async def write_draft(
    session: Session,
    seat: Perspective,
    motion: Motion,
    motion_entry: Entry,
    *,
    side: Direction | None = None,
    situation: str = "",
) -> WrittenDraft | None:
    """The seat's draft in its own words; None where what it wrote does not count. `side` is the one that a seat holds
    which declared no stance. `situation` is what it is told beside the question, fenced: the plan that it answers."""
    given = [ValueInput(role="proposed", value=side)] if side else []
    since: tuple[Input, ...] = (depend_on("motion", motion_entry), depend_on_seat(seat), *given)
    pool = await find_pool(session, seat, motion, *since)
    stances = _list_stances(session, seat, motion, side)
    desk = _Desk(session, seat, motion, since, pool, stances, situation)
    first = proposal = await desk.propose() if pool.passages else None
    if first is None or proposal is None:
        return None
    rounds: list[tuple[WrittenProposal, Criticism]] = []
    while True:
        criticism = await desk.criticise(proposal, [one.told for _, one in rounds])
        if criticism is None:
            return desk.keep_best(rounds) if rounds else desk.finish(proposal, rounds, "nobody criticised")
        if isinstance(criticism, Unopposed):
            return desk.keep_unopposed(proposal, rounds, criticism)
        rounds.append((proposal, criticism))
        if find_stop_rule(tuple(one.score for _, one in rounds)) is not None:
            return desk.keep_best(rounds)
        # A rewriting that does not count leaves the proposal as it is.
        cited = () if pool.whole else first.grounds
        proposal = await desk.rewrite(proposal, criticism, cited) or proposal


class _Desk:
    """What one seat works with while it writes."""

    def __init__(
        self,
        session: Session,
        seat: Perspective,
        motion: Motion,
        since: tuple[Input, ...],
        pool: Candidates,
        stances: tuple[Stance, ...],
        situation: str = "",
    ) -> None:
        self.session = session
        self.seat = seat
        self.motion = motion
        self.situation = situation
        self.person = "\n\n".join(filter(None, (describe_person(session, seat), situation)))
        self.stances = stances
        self.since = since
        self.pool = pool
        self.offer = offer_evidence(session, pool) if pool.passages else Offer(pool, ())
        self.whole = bool(self.offer.shared) and seat.policy.is_open
        self.least = min(_LEAST_CLAIMS, len(self.offer.options))

    async def propose(self) -> WrittenProposal | None:
        act = proposal_act(
            self.session.prompts,
            person=self.person,
            motion=self.motion,
            stances=self.stances,
            offer=self.offer,
            least=self.least,
            values=list_values(self.session),
            names=[value.id for value in self.session.pack.values],
            whole=self.whole,
        )
        return await self._write("proposal", act, *depend_on_candidates(self.offer.candidates), *self.since)

    async def rewrite(
        self, proposal: WrittenProposal, criticism: Criticism, cited: Sequence[Passage]
    ) -> WrittenProposal | None:
        self._search_again(criticism, cited)
        act = rewrite_act(
            self.session.prompts,
            person=self.person,
            motion=self.motion,
            stances=self.stances,
            offer=self.offer,
            proposal=proposal.tell(self.offer.names),
            criticism=criticism.told,
            reasons=criticism.reasons,
            least=self.least,
            values=list_values(self.session),
            names=[value.id for value in self.session.pack.values],
        )
        inputs = (depend_on("proposal", proposal.entry), depend_on("defence", criticism.entry), *self.since)
        return await self._write("rewrite", act, *depend_on_candidates(self.offer.candidates), *inputs)

    def _search_again(self, criticism: Criticism, cited: Sequence[Passage]) -> None:
        """Offer what the objections' own words find, too: what would meet them need not have been found before. So with
        what other seats cited."""
        since = (depend_on("defence", criticism.entry), depend_on_seat(self.seat))
        found = search_objections(self.session, self.seat, self.motion, criticism.texts, *since)
        held = tuple({one.pointer: one for one in (*self.pool.passages, *cited)}.values())
        self.pool = join_candidates(self.session, [self.pool, *found], facts=held, limit=len(held) + _MORE)
        self.offer = offer_evidence(self.session, self.pool, self.offer)

    async def criticise(self, proposal: WrittenProposal, earlier: Sequence[str]) -> Criticism | Unopposed | None:
        """What the critic objects, and how the proposal stands; None where no criticism counts."""
        if not (self.session.speaks("critic") and self.session.speaks("evaluator")):
            return None
        prompts, question = self.session.prompts, self.motion.question
        act = critique_act(
            prompts,
            question=question,
            proposal=proposal.tell(self.offer.names),
            claims=len(proposal.claims),
            offer=self.offer,
            earlier="\n".join(f"Draft {n}\n{told}" for n, told in enumerate(earlier, start=1)),
            situation=self.situation,
        )
        made = depend_on("proposal", proposal.entry)
        mending = self._mend("\n".join((question, act.statement)), cites="ids")
        check = partial(self._check_critique, proposal)
        tried = await try_act(self.session, "critique", act, made, check=check, mending=mending, keeps=True)
        critique = tried.counts
        if critique is None:
            return None
        objections = read_records(critique, "objections")
        if not objections:
            return Unopposed(entry=critique.key)
        told = tuple(
            Option(id=f"o{n}", text=_tell_objection(one, proposal, self.offer))
            for n, one in enumerate(objections, start=1)
        )
        around = describe_sentences(self.session, proposal.grounds)
        ids = {ground.pointer: f"g{n}" for n, ground in enumerate(proposal.grounds, start=1)}
        draft = proposal.tell(ids, quoted=False)
        act = defence_act(prompts, question=question, proposal=draft, objections=told, around=around)
        defence = await ask_act(self.session, "defence", act, made, depend_on("critique", critique), check=lambda _: ())
        if defence is None:
            return None
        found = read_form(defence)
        score = found["score"]
        assert isinstance(score, float)
        return Criticism(
            score=score,
            reasons=read_reasons(defence),
            told="\n".join(f"{one.id}: {one.text}" for one in told),
            texts=tuple(str(one["text"]) for one in objections),
            objections=tuple(
                Objected(part=str(one["part"]), text=str(one["text"]), cited=self._cite(one["ids"]))
                for one in objections
            ),
            entry=defence.key,
        )

    def keep_best(self, rounds: Sequence[tuple[WrittenProposal, Criticism]]) -> WrittenDraft:
        """The proposal with the best score, the latest of equals. The choice depends on all the scores."""
        scores = tuple(criticism.score for _, criticism in rounds)
        best = max(range(len(scores)), key=lambda place: (scores[place], place))
        stopped = find_stop_rule(scores) or "round limit"
        kept = self.session.clerk.compute(
            "kept proposal",
            lambda: {"round": best + 1, "stopped": stopped},
            depend_on("proposal", rounds[best][0].entry),
            *(depend_on(f"defence {n}", criticism.entry) for n, (_, criticism) in enumerate(rounds, start=1)),
            rule="the best defence",
        )
        return self.finish(rounds[best][0], rounds, stopped, entry=kept.key)

    def keep_unopposed(
        self, proposal: WrittenProposal, rounds: Sequence[tuple[WrittenProposal, Criticism]], found: Unopposed
    ) -> WrittenDraft:
        """The proposal to which nothing was objected any more, whatever earlier ones scored."""
        kept = self.session.clerk.compute(
            "kept proposal",
            lambda: {"round": len(rounds) + 1, "stopped": "nothing objected"},
            depend_on("proposal", proposal.entry),
            depend_on("critique", found.entry),
            rule="nothing objected",
        )
        return self.finish(proposal, rounds, "nothing objected", entry=kept.key)

    def finish(
        self,
        proposal: WrittenProposal,
        rounds: Sequence[tuple[WrittenProposal, Criticism]],
        stopped: Stop,
        *,
        entry: str = "",
    ) -> WrittenDraft:
        kept = Proposal(position=proposal.answer, grounds=proposal.grounds, entry=entry or proposal.entry)
        return WrittenDraft(
            position=Position(
                seat=self.seat.id,
                stance=proposal.stance,
                text=proposal.answer,
                why=proposal.why,
                voice="written",
                entry=proposal.entry,
            ),
            claims=proposal.claims,
            refined=Refinement(proposal=kept, scores=tuple(one.score for _, one in rounds), stopped=stopped),
            offered=self.offer.candidates,
            criticism=tell_changes(rounds, proposal),
        )

    async def _write(self, kind: str, act: Any, *inputs: Any) -> WrittenProposal | None:
        mending = self._mend("\n".join((self.motion.question, self.motion.affirmed, self.person)), cites="grounds")
        own = self.session.of(self.seat)
        tried = await try_act(own, kind, act, *inputs, check=self._check_proposal, mending=mending, keeps=True)
        return None if tried.counts is None else self._read(tried.counts)

    def _mend(self, matter: str, *, cites: str) -> Mending:
        pointers = [one.pointer for one in self.offer.candidates.passages]
        return make_mending(fence(matter), self.offer.options, cites=cites, pointers=pointers)

    def _read(self, entry: Entry) -> WrittenProposal:
        form = read_form(entry)
        claims = tuple(
            DraftedClaim(
                text=str(one["claim"]),
                grounds=self._cite(one["grounds"]),
                warrant=str(one["warrant"]),
                backing=str(one["backing"]),
                qualifier=one["qualifier"],
                unless=str(one["unless"]),
                value=str(one["value"]),
                place=place,
            )
            for place, one in enumerate(read_records(entry, "claims"))
        )
        stance: Any = form["stance"]
        return WrittenProposal(
            stance=stance,
            answer=str(form["answer"]),
            condition=str(form["condition"]),
            why=str(form["why"]),
            claims=claims,
            entry=entry.key,
        )

    def _check_proposal(self, entry: Entry) -> list[str]:
        proposal = self._read(entry)
        stated = list(state_proposal(proposal, self.offer))
        texts = [one.text for one in proposal.claims]
        repeated = [
            f"claims, entry {place}: made before" for place, text in enumerate(texts, 1) if text in texts[: place - 1]
        ]
        grounds = [[ground.text for ground in one.grounds] for one in proposal.claims]
        found = [find_silent(one.text, on, whole=self.whole) for one, on in zip(proposal.claims, grounds, strict=True)]
        silent = [f"claims, entry {place}: {why}" for place, why in enumerate(found, start=1) if why]
        unsaid = proposal.stance == "affirm_qualified" and not proposal.condition
        missing = ["condition: empty, although your answer holds under one"] if unsaid else []
        if _is_set_already(proposal.condition, self.motion.affirmed):
            missing.append("condition: the statement sets it already; name another, or answer without one")
        return [*missing, *repeated, *silent, *self._find_faults(stated)]

    def _check_critique(self, proposal: WrittenProposal, entry: Entry) -> list[str]:
        return self._find_faults(
            [
                Stated(
                    name=f"objections, entry {n}",
                    text=str(one["text"]),
                    cited=(*proposal.grounds, *self._cite(one["ids"])),
                    shown=tuple(option.text for option in self.offer.options),
                )
                for n, one in enumerate(read_records(entry, "objections"), start=1)
            ],
            known=[proposal.tell({})],
        )

    def _find_faults(self, stated: Sequence[Stated], *, known: Sequence[str] = ()) -> list[str]:
        motion = self.motion
        return find_faults(
            stated,
            known=[motion.question, motion.affirmed, motion.denied, self.person, *known],
            offered=self.offer.candidates.passages,
            deny=find_unsupported,
            names=self.offer.names,
        )

    def _cite(self, ids: Any) -> tuple[Passage, ...]:
        return tuple(self.offer.candidates.get(name) for name in ids)


def _is_set_already(condition: str, statement: str) -> bool:
    """Whether a condition says nothing that is not in the statement it is set to."""
    words = list_stems(condition)
    return bool(words) and words <= list_stems(statement)


def _list_stances(session: Session, seat: Perspective, motion: Motion, side: Direction | None) -> tuple[Stance, ...]:
    known = list_positions(motion, seat, {value.id: value.text for value in session.pack.values})
    return list_open_stances(seat, known, side)


def _tell_objection(objection: dict[str, Any], proposal: WrittenProposal, offer: Offer) -> str:
    """An objection that can be read without the draft it was made to: what it strikes is told with it."""
    part, kind = str(objection["part"]), str(objection["type"]).replace("_", " ")
    struck = "" if part == WHOLE else f", “{proposal.claims[int(part.rpartition(' ')[2]) - 1].text}”"
    lines = [f"On {part}{struck} ({kind}): {objection['text']}"]
    lines += [quote_passage(offer.candidates.get(name), offer.names) for name in objection["ids"]]
    return "\n".join(lines)
