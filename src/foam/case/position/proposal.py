"""What a seat that writes drafts: a proposal, and the claims it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foam.argument.toulmin import Qualifier
from foam.case.position.faults import Stated
from foam.case.position.forms import WHOLE
from foam.case.position.material import Offer, quote_passage
from foam.evidence.corpus import Passage
from foam.perspective.manner import Stance
from foam.text.pointer import Pointer
from foam.text.stem import list_stems
from foam.values import Value

POSITION_STAYS, CLAIM_STAYS = "the position stays as it was", "the claim stays as it was"
_KIN = 0.25
"""From this share of grounds or words in common on, a claim of a later draft is taken for an earlier one put anew."""


class DraftedClaim(Value):
    """A claim as a seat wrote it."""

    text: str
    grounds: tuple[Passage, ...]
    warrant: str
    backing: str = ""
    qualifier: Qualifier
    unless: str = ""
    value: str = ""
    """The value for whose sake its seat brings it."""
    place: int
    """Which of the seat's claims it is, from 0."""


class WrittenProposal(Value):
    """What a seat proposes, in one of its wordings."""

    stance: Stance
    answer: str
    condition: str = ""
    why: str
    claims: tuple[DraftedClaim, ...]
    entry: str

    def tell(self, names: Mapping[Pointer, str], *, quoted: bool = True) -> str:
        """As others read it, each ground under the id by which it is offered; by that alone unless `quoted`."""
        lines = [f"Answer: {self.answer}"]
        lines += [f"Condition: {self.condition}"] if self.condition else []
        lines.append(f"Why: {self.why}")
        for place, claim in enumerate(self.claims, start=1):
            lines.append(f"Claim {place} ({claim.qualifier}): {claim.text}")
            lines += [
                f"  rests on: {quote_passage(ground, names)} ({ground.cite})"
                if quoted
                else f"  rests on: {names[ground.pointer]}"
                for ground in claim.grounds
            ]
            lines.append(f"  {claim.warrant}" + (f" Backing: {claim.backing}" if claim.backing else ""))
            lines += [f"  unless {claim.unless}"] if claim.unless else []
            lines += [f"  counts for {claim.value}"] if claim.value else []
        return "\n".join(lines)

    @property
    def grounds(self) -> tuple[Passage, ...]:
        """Every sentence it rests on, once."""
        return tuple({one.pointer: one for claim in self.claims for one in claim.grounds}.values())


class Objected(Value):
    """One objection of a round, what it cites, and what its seat made of it."""

    part: str
    text: str
    cited: tuple[Passage, ...] = ()
    after: str = ""
    """What the part says in the draft that was written after it; empty where none was."""

    @property
    def is_mended(self) -> bool:
        """Whether the part says something else in that draft."""
        return self.after not in ("", POSITION_STAYS, CLAIM_STAYS)


class Criticism(Value):
    """What the critic wrote in a round, and what the evaluator found of the strongest of it."""

    score: float
    reasons: str
    told: str
    """All objections of the round, under the ids by which the evaluator speaks of them, with what they cite."""
    texts: tuple[str, ...]
    """The words of each."""
    objections: tuple[Objected, ...] = ()
    """Each, with what changed after it."""
    entry: str


class Unopposed(Value):
    """A round in which the critic had nothing left to object."""

    entry: str


def tell_changes(rounds: Sequence[tuple[WrittenProposal, Criticism]], last: WrittenProposal) -> tuple[Criticism, ...]:
    """The criticism of every round, each objection with what the next draft says of what it struck."""
    drafts = [proposal for proposal, _ in rounds]
    drafts += [last] if last not in drafts else []
    told = []
    for n, (_, criticism) in enumerate(rounds):
        changed = tuple(
            one.model_copy(update={"after": _tell_change(one.part, drafts[n], drafts[n + 1])})
            if n + 1 < len(drafts)
            else one
            for one in criticism.objections
        )
        told.append(criticism.model_copy(update={"objections": changed}))
    return tuple(told)


def _tell_change(part: str, before: WrittenProposal, after: WrittenProposal) -> str:
    """What a part says after an objection to it."""
    if part == WHOLE:
        changed = (before.answer, before.why) != (after.answer, after.why)
        return f"the position now says: {after.answer} {after.why}" if changed else POSITION_STAYS
    old = before.claims[int(part.rpartition(" ")[2]) - 1]
    new = _follow_claim(old, before, after)
    if new is None:
        return "the claim was given up"
    said = f"{new.text}{f' Unless {new.unless}' if new.unless else ''}"
    kept = (old.text, old.unless, old.grounds) == (new.text, new.unless, new.grounds)
    return CLAIM_STAYS if kept else f"the claim now says: {said}"


def _follow_claim(old: DraftedClaim, before: WrittenProposal, after: WrittenProposal) -> DraftedClaim | None:
    """The claim of a later draft that an earlier one became: drafts may leave out claims and put others in between."""
    if same := next((one for one in after.claims if one.text == old.text), None):
        return same
    kept = {one.text for one in before.claims}
    free = [one for one in after.claims if one.text not in kept]
    nearest = max(free, key=lambda one: _measure_kinship(old, one), default=None)
    return nearest if nearest and _measure_kinship(old, nearest) >= _KIN else None


def _measure_kinship(one: DraftedClaim, other: DraftedClaim) -> float:
    """Which share of their grounds or of their words two claims have in common, whichever is more."""
    grounds = [{ground.pointer for ground in claim.grounds} for claim in (one, other)]
    words = [list_stems(claim.text) for claim in (one, other)]
    shared = [(len(mine & theirs), len(mine | theirs)) for mine, theirs in (grounds, words)]
    return max(common / whole if whole else 0.0 for common, whole in shared)


def state_proposal(proposal: WrittenProposal, offer: Offer) -> Iterator[Stated]:
    """Answer, condition and why, and what each claim says, in their order."""
    cited = proposal.grounds
    shown = offer.show(cited)
    yield Stated(name="answer", text=proposal.answer, cited=cited, shown=shown)
    yield Stated(name="condition", text=proposal.condition, cited=cited, shown=shown, proposes=True)
    yield Stated(name="why", text=proposal.why, cited=cited, shown=shown, anywhere=True)
    for claim in proposal.claims:
        yield from _state_claim(claim, proposal, offer)


def _state_claim(claim: DraftedClaim, proposal: WrittenProposal, offer: Offer) -> Iterator[Stated]:
    """A claim, which its own grounds bear out, and what is said beside it, for which all grounds may be used."""
    name, cited = f"claims, entry {claim.place + 1}", proposal.grounds
    yield Stated(name=name, text=claim.text, cited=claim.grounds, shown=offer.show(claim.grounds), asserted=True)
    shown, own = offer.show(cited), (claim.text,)
    yield Stated(name=f"{name}: warrant", text=claim.warrant, cited=cited, shown=shown, own=own)
    yield Stated(name=f"{name}, backing", text=claim.backing, cited=cited, shown=shown, own=own)
    yield Stated(name=f"{name}: unless", text=claim.unless, cited=cited, shown=shown, own=own, proposes=True)
