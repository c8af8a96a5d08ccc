"""What a challenge could change in a dossier, computed as if it were sustained. Asks nobody.

What is done to the dossier is what the remedy does: a claim is narrowed or taken back, an objection or a reply falls
with its evidence, a label is replaced. What a model would have to say first (other evidence, another warrant's support,
other words, what an objection scores on what else it cites) is left out; that it would be asked is said. Of a claim
that its seat would put anew, and that would be appraised as it then reads, the figures are those of the worst case.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from foam.contest.amend import Amendment, PutClaim, PutExchange, StrikeConflict, suppose_mediation
from foam.contest.ask_again import is_relabelled_in_place, list_relabelled, relabel_claim
from foam.contest.challenge import Challenge, Mislabelled, ValueWeighting
from foam.contest.fall import drop_argument, find_reply_rest, find_rest
from foam.contest.remedy import make_exchange
from foam.contest.subject import DossierFile, Part
from foam.deliberation.claim import Claim
from foam.deliberation.loop import Mediation
from foam.deliberation.objection import Objection, Response
from foam.deliberation.summary import summarise
from foam.perspective.manner import Reply
from foam.semantics.whatif import Change, RemoveArgument, ReweightValue, what_if
from foam.values import Value

NARROWING = frozenset({"context", "selection_bias", "warrant"})
"""Kinds by which a claim is narrowed; by the others it is taken back."""
JUDGED_AGAIN = frozenset({"objection", "support", "materiality", "commitment", "label"})
"""Kinds that have a verdict asked: what comes of it depends on the verdict."""
_DRY = "dry run"
_AGAIN = "scored again on what else it cites"
OUTCOME = "outcome"
"""What stands for the whole among what could change."""
ON_THE_REST = "appraised anew on what is left of its grounds"
AS_PUT = "appraised anew as its seat then puts it"
BY_WARRANT = "appraised anew by its warrant as that would then read"


class Moves(Value):
    """A claim that could come to stand elsewhere, or to read or weigh otherwise; an objection to be scored again."""

    claim: str
    before: str
    after: str
    changes: tuple[str, ...] = ()
    """What else of it could change, a phrase each."""


def list_moves(file: DossierFile, challenge: Challenge, part: Part) -> tuple[Moves, ...]:
    """Where claims would stand, and how they would read, if the challenge were sustained."""
    ground = challenge.ground
    in_place = isinstance(ground, Mislabelled) and is_relabelled_in_place(file.claims[file.find_claim(part)], ground)
    if isinstance(ground, ValueWeighting) or (ground.kind in JUDGED_AGAIN and not in_place):
        return _suppose(file, challenge, part)
    made = tuple(_amend(file, challenge, part)) or tuple(_strike(file, part))
    again = tuple(Moves(claim=one.id, before=_AGAIN, after=_AGAIN) for one in list_scored_again(file, part))
    if not made:
        return again
    after = suppose_mediation(file.mediation, made)
    anew = dict(_list_anew(file, challenge, part))
    moved = (_tell_worst(one, anew) for one in _compare(file.mediation, after))
    return (*moved, *again)


def _tell_worst(moves: Moves, anew: Mapping[str, str]) -> Moves:
    """What was computed as the worst that can come of it, where a claim would be appraised anew first."""
    if moves.claim == OUTCOME and anew:
        return moves.model_copy(update={"after": f"at worst: {moves.after}"})
    if moves.claim not in anew:
        return moves
    place = (f"{moves.before} -> {moves.after}",) if moves.before != moves.after else ()
    told = anew[moves.claim]
    worst = tuple(f"at worst {one}" for one in (*place, *moves.changes))
    return Moves(claim=moves.claim, before=told, after=told, changes=worst)


def _list_anew(file: DossierFile, challenge: Challenge, part: Part) -> Iterator[tuple[str, str]]:
    """The claims that their seats would put anew and that would be appraised as they then read, and on what."""
    kind = challenge.ground.kind
    if kind not in NARROWING:
        return
    for argument in dict.fromkeys(use.argument for use in file.uses.get(part.id, ())):
        claim = file.claims.get(argument)
        if claim is not None and claim.voice == "written" and claim.bears and not claim.computed:
            loses = kind == "context" and part.kind == "evidence" and len(claim.rests_on) > 1
            yield argument, BY_WARRANT if kind == "warrant" else ON_THE_REST if loses else AS_PUT


def list_scored_again(file: DossierFile, part: Part) -> tuple[Objection | Response, ...]:
    """The objections and replies that cite a sentence and others beside it: without it they are scored on what is
    left."""
    arguments = dict.fromkeys(use.argument for use in file.uses.get(part.id, ()))
    return tuple(rest for argument in arguments if (rest := _find_rest(file, part, argument)))


def _find_rest(file: DossierFile, part: Part, argument: str) -> Objection | Response | None:
    return find_rest(file, part, argument) or find_reply_rest(file, part, argument)


def _suppose(file: DossierFile, challenge: Challenge, part: Part) -> tuple[Moves, ...]:
    """What moves with another weight, or without the claim whose verdict is contested."""
    ground, sublation = challenge.ground, file.mediation.synthesis.sublation
    known = sublation.framework.by_id()
    claim = file.find_claim(part)
    changes: list[Change] = []
    if isinstance(ground, ValueWeighting):
        changes = [ReweightValue(audience=ground.seat, value=ground.value, weight=ground.weight)]
    elif claim in known and not known[claim].withdrawn:
        changes = [RemoveArgument(argument=claim)]
    moved = what_if(sublation, tuple(changes)).replaced if changes else ()
    return tuple(Moves(claim=one.claim, before=one.before, after=one.after) for one in moved)


def _strike(file: DossierFile, part: Part) -> Iterator[Amendment]:
    """A conflict that is challenged, struck; which claims would be read again is not foreseen."""
    if part.kind == "conflict":
        others = tuple(one for one in file.mediation.conflicts if one.id != part.id)
        struck = file.conflicts[part.id].model_copy(update={"struck_by": _DRY})
        yield StrikeConflict(conflict=struck, others=others)


def _amend(file: DossierFile, challenge: Challenge, part: Part) -> Iterator[Amendment]:
    ground = challenge.ground
    if isinstance(ground, Mislabelled):
        struck = list_relabelled(file, file.claims[file.find_claim(part)], ground)
        yield from (PutClaim(claim=relabel_claim(one, ground)) for one in struck)
        return
    arguments = tuple(dict.fromkeys(use.argument for use in file.uses.get(part.id, ())))
    for argument in arguments:
        claim = file.claims.get(argument)
        if _find_rest(file, part, argument):
            continue
        if claim is None:
            yield from drop_argument(file, argument, (), _DRY, falling=arguments)
        elif claim.bears:
            move: Reply = "qualify" if ground.kind in NARROWING else "concede"
            yield PutExchange(evaluated=make_exchange(challenge, _DRY, claim, move))


def _compare(before: Mediation, after: Mediation) -> Iterator[Moves]:
    """The claims that differ, and what the whole would come to where that differs."""
    now = {claim.id: claim for claim in after.claims}
    for claim in before.claims:
        if claim.counts:
            places = [one.synthesis.sublation.standing(claim.id) for one in (before, after)]
            changes = (*_tell_words(claim, now[claim.id]), *_tell_strength(places[0].strength, places[1].strength))
            if changes or places[0].place != places[1].place:
                yield Moves(claim=claim.id, before=places[0].place, after=places[1].place, changes=changes)
    told, told_now = (summarise(one)[0] for one in (before, after))
    if told != told_now:
        yield Moves(claim=OUTCOME, before=told, after=told_now)


def _tell_words(then: Claim, now: Claim) -> Iterator[str]:
    if then.text != now.text:
        yield f"it would read “{now.text}”"
    if then.qualifier != now.qualifier:
        yield f"{then.qualifier} -> {now.qualifier}"
    if then.value != now.value:
        yield f"it would count for {now.value}, not {then.value}"


def _tell_strength(then: float, now: float) -> Iterator[str]:
    if f"{then:.2f}" != f"{now:.2f}":
        yield f"strength {then:.2f} -> {now:.2f}"
