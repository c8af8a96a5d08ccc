"""What a sustained challenge changed, told from the two versions and from nothing else. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.case.values import Slot
from foam.case.verdict import CHALLENGED
from foam.contest.amend import (
    Amendment,
    PutClaim,
    PutCorrected,
    PutExchange,
    PutGoesOn,
    PutSlot,
    StrikeConflict,
)
from foam.contest.subject import CaseFile, DossierFile, File
from foam.deliberation.claim import Claim
from foam.deliberation.corrected import tell_repeated
from foam.deliberation.objection import EvaluatedObjection, Response
from foam.deliberation.summary import summarise
from foam.deliberation.synthesis import PLAIN_BASE
from foam.deliberation.views.words import MOVES, PLACES
from foam.deliberation.weighing import CERTAIN


def tell_changes(before: File, after: File, amendments: Iterable[Amendment]) -> tuple[str, ...]:
    """What is otherwise since the challenge, a sentence each; of a case only which tags were narrowed and which cards
    fell, since its redline is short."""
    made = tuple(amendments)
    if not (isinstance(before, DossierFile) and isinstance(after, DossierFile)):
        old = before.slots if isinstance(before, CaseFile) else {}
        put = [one.slot for one in made if isinstance(one, PutSlot)]
        return tuple(said for slot in put for said in _tell_slot(old.get(slot.id), slot))
    exchanged = {one.evaluated.objection.id: one.evaluated for one in made if isinstance(one, PutExchange)}
    told = [
        *_tell_outcome(before, after),
        *(said for one in exchanged.values() for said in _tell_exchange(before, after, one, made)),
        *_tell_labels(before, after),
        *_tell_sides(before, after),
        *_tell_read_on(made),
        *_tell_repeated(after, made),
        *(said for one in made if isinstance(one, StrikeConflict) for said in _tell_no_conflict(before, after, one)),
    ]
    return tuple(dict.fromkeys(told))


def _tell_slot(then: Slot | None, now: Slot) -> Iterator[str]:
    was = then.card if then else None
    if was is None:
        return
    if now.card is None and now.refused and now.refused[-1].why == CHALLENGED:
        yield f"{now.id} was left empty: its card ({was.cite}) fell."
    elif now.card and now.card.document == was.document and now.card.tag != was.tag:
        yield f"The tag of {now.id} read “{was.tag}”; it is narrowed to what its card says: “{now.card.tag}”"


def _tell_outcome(before: DossierFile, after: DossierFile) -> Iterator[str]:
    """What the whole comes to, where that is something else: it goes before all that led to it."""
    then, now = (summarise(one.mediation)[0] for one in (before, after))
    if then != now:
        yield f"The outcome changed. It was: {then} It is: {now}"


def _tell_exchange(
    before: DossierFile, after: DossierFile, now: EvaluatedObjection, made: tuple[Amendment, ...]
) -> Iterator[str]:
    objection, then = now.objection, before.exchanges.get(now.objection.id)
    if now.fell and not (then and then.fell):
        yield f"{objection.id} fell with its evidence: it no longer strikes {name_claim(after, objection.claim)}."
        yield from _tell_given_back(before.claims[objection.claim], after.claims[objection.claim], now.response)
    elif then and now.objection.lost != then.objection.lost:
        scores = f"{now.materiality:.1f} of 10 on what is left, {then.materiality:.1f} before"
        if len(now.objection.evidence) == len(then.objection.evidence):
            scores = f"{now.materiality:.1f} of 10 so, {then.materiality:.1f} before"
            yield f"{objection.id} cites what corrects a sentence in its place: it scores {scores}."
        else:
            yield f"Part of what {objection.id} cites was found not to bear it out: it scores {scores}."
        if not now.material:
            yield from _tell_given_back(before.claims[objection.claim], after.claims[objection.claim], then.response)
    elif now.response and then and then.response and now.response.lost != then.response.lost:
        yield _tell_reply_rest(then.response, now.response)
    elif now.response and now.response.fell and not (then and then.response and then.response.fell):
        yield _tell_reply(now.response, objection.id, name_claim(after, objection.claim))
    elif objection.by_challenge and then is None and now.response:
        told = _tell_struck(before.claims[objection.claim], after.claims[objection.claim], now, made)
        if now.response.corrected_to in after.claims:
            yield f"{told}{_tell_corrected(before, after, objection.claim, now.response.corrected_to)}"
            return
        yield f"{told}{_tell_strength(before, after, objection.claim)}{_tell_rule(before, after, now)}"
    elif now.material and not (then and then.material) and objection.claim in before.claims:
        answered = f"; {tell_answer(after, now.response)}" if now.response else ""
        which = "had been dismissed" if then else "nobody had made"
        if objection.again in before.exchanges:
            which = f"had been made to {_name(before.claims[before.exchanges[objection.again].objection.claim])}"
        struck = f"An objection that {which} stands beside {_name(before.claims[objection.claim])}{answered}."
        yield f"{struck}{_tell_strength(before, after, objection.claim)}"


def tell_answer(file: DossierFile, answer: Response) -> str:
    """What the seat that defends a claim answered to an objection, as a phrase."""
    refused = ", and no rebuttal of it was found to answer" if answer.move == "rebut" and not answer.answers else ""
    now = f" (it now reads: “{answer.wording}”)" if answer.wording else ""
    return f"{file.dossier.seat_names.get(answer.seat, answer.seat)} {MOVES[answer.move]}{now}{refused}"


def name_claim(file: DossierFile, id: str) -> str:
    """A claim by its words, its id beside them."""
    return _name(file.claims[id]) if id in file.claims else id


def _name(claim: Claim) -> str:
    return f"“{claim.text.rstrip('. ')}” ({claim.id})"


def _tell_strength(before: DossierFile, after: DossierFile, claim: str) -> str:
    """How strong the claim was against all that was objected, and is."""
    if not (before.claims[claim].counts and after.claims[claim].counts):
        return ""
    then, now = (one.mediation.synthesis.sublation.standing(claim).strength for one in (before, after))
    return "" if f"{then:.2f}" == f"{now:.2f}" else f" Its strength went from {then:.2f} to {now:.2f}."


def _tell_corrected(before: DossierFile, after: DossierFile, old: str, anew: str) -> str:
    """How strong a claim of which a figure was corrected was and is; of one that counts with another, which that is."""
    now = after.claims[anew]
    if not now.bears:
        return " It was not shown to bear on the question so."
    if not now.counts:
        return f" It makes the point of {name_claim(after, now.same_point_as)}."
    strength = after.mediation.synthesis.sublation.standing(anew).strength
    then = before.mediation.synthesis.sublation.standing(old).strength if before.claims[old].counts else None
    if then is None:
        return f" It stands for its point from now on, with strength {strength:.2f}."
    same = f"{then:.2f}" == f"{strength:.2f}"
    return f" Its strength {'stays' if same else f'went from {then:.2f} to'} {strength:.2f}."


def _tell_rule(before: DossierFile, after: DossierFile, over: EvaluatedObjection) -> str:
    """By which rules a challenge that was granted in part takes from a claim's strength, and from what it weighs."""
    id, response = over.objection.claim, over.response
    then, now = before.claims[id], after.claims[id]
    if response is None or not response.hedges or not (then.counts and now.counts):
        return ""
    rules = []
    if response.appraised:
        rules.append("it was appraised anew as it reads now, and nothing else of the challenge counts")
    elif response.adequacy is None:
        rules.append(f"nobody scored how far this meets the challenge, so that {1 - PLAIN_BASE:.0%} of it counts")
    if then.qualifier != now.qualifier:
        rules.append(f"put {now.qualifier} it weighs {CERTAIN[now.qualifier]:.0%} of its strength")
    return f" By rule {'; '.join(rules)}." if rules else ""


def _tell_given_back(then: Claim, now: Claim, response: Response | None) -> Iterator[str]:
    """What becomes of a claim when an objection to it falls."""
    if response is None:
        return
    if response.revised:
        yield f"{_name(response.revised)}, the words that {now.id} was put in because of it, stays as it is."
    elif response.gives_up:
        yield f"{_name(now)}, which had been conceded to it, is no longer given up for it."
    elif then.text != now.text:
        whose = "as it was put forward" if not now.wordings else "as another objection left it"
        was = f"{_name(then)}, which had been narrowed because of it"
        yield f"{was}, reads again {whose}: “{now.text}” ({now.qualifier})."
    elif then.qualifier != now.qualifier:
        yield f"{_name(now)}, which had been held in some cases because of it, is put as it was: {now.qualifier}."
    gone = [one for one in then.defence if one not in now.defence]
    if gone:
        held = ", ".join(one.pointer.brief() for one in gone)
        yield f"What was brought against it in defence of {_name(now)} goes with it: {held}."


def _tell_reply_rest(then: Response, now: Response) -> str:
    scores = ", ".join(
        f"{one.adequacy:.1f} of 10 {when}"
        for one, when in ((now, "on what is left"), (then, "before"))
        if one.adequacy is not None
    )
    told = f"Part of what {now.id} cites was found not to bear it out; it stands on the rest"
    if len(now.evidence) == len(then.evidence):
        told = f"{now.id} cites what corrects a sentence in its place"
    return f"{told}: it meets {scores}." if scores else f"{told}."


def _tell_reply(response: Response, objection: str, claim: str) -> str:
    if response.move == "rebut":
        return f"{response.id} no longer answers {objection}, which counts against {claim} again."
    return (
        f"What {response.id} brought for {claim} counts no longer; the claim keeps the words to which it was narrowed."
    )


def _tell_struck(then: Claim, now: Claim, over: EvaluatedObjection, made: tuple[Amendment, ...]) -> str:
    """What a sustained challenge did to a claim: taken back, put otherwise, or held less widely in the same words."""
    anew = next((one.claim.id for one in made if isinstance(one, PutClaim) and one.instead_of == now.id), "")
    if anew and over.response and over.response.corrected_to:
        reads = next(one.claim.text for one in made if isinstance(one, PutClaim) and one.claim.id == anew)
        return f"{_name(then)} was corrected. It is put forward again as {anew}: “{reads}”"
    if anew:
        return f"{_name(then)} was taken back and put forward again as {anew}."
    if over.response is None or over.response.gives_up:
        return f"{_name(then)} was taken back."
    if then.text != now.text:
        lost = {one.pointer for one in then.rests_on} - {one.pointer for one in now.rests_on}
        gained = {one.pointer for one in now.rests_on} - {one.pointer for one in then.rests_on}
        how = "to what its other grounds bear out" if lost else "by what was put against it"
        how = "by what takes the place of a ground" if lost and gained else how
        told = f"{_name(then)} was narrowed {how}: “{now.text}” ({now.qualifier})."
        return f"{told} {_tell_appraised(then, now)}" if now.judged_after == over.response.id else told
    if over.response.appraised:
        is_less = {one.pointer for one in then.rests_on} != {one.pointer for one in now.rests_on}
        told = f"{_name(now)} keeps its words{' and stands on what is left of its grounds' if is_less else ''}"
        reads = f"; its warrant reads from now on: “{now.warrant}”" if then.warrant != now.warrant else ""
        return f"{told}{reads}. {_tell_appraised(then, now)}"
    if then.warrant != now.warrant:
        return f"{_name(now)} keeps its words; its warrant reads from now on: “{now.warrant}” ({now.qualifier})."
    if then.qualifier == now.qualifier:
        kept = f"{_name(now)} keeps its words and stays held {now.qualifier}"
        return f"{kept}; the challenge counts against it and is printed with it."
    return f"{_name(now)} keeps its words and is held {now.qualifier} from now on; it was held {then.qualifier}."


def _tell_appraised(then: Claim, now: Claim) -> str:
    """What was found of a claim as it now reads, beside what had been found of it."""
    values = f" for {now.value}, not {then.value}" if now.value != then.value else ""
    strengths = f"{now.support.strength * 10:.0f} of 10 by itself, {then.support.strength * 10:.0f} before"
    return f"Appraised as it now reads it counts{values} {strengths}."


def _tell_labels(before: DossierFile, after: DossierFile) -> Iterator[str]:
    """Claims that count for another value, and those of the same point that keep theirs."""
    pairs = [(before.claims[id], now) for id, now in after.claims.items() if id in before.claims]
    changed = [(then, now) for then, now in pairs if then.value != now.value]
    for then, now in changed:
        yield f"{_name(now)} counts for {now.value}; it had counted for {then.value}."
    heads = {now.same_point_as or now.id for _, now in changed}
    moved = {now.id for _, now in changed}
    for _, now in pairs:
        if (now.same_point_as or now.id) in heads and now.id not in moved:
            kept = f"{_name(now)}, which makes the same point, keeps its own value, {now.value}"
            yield f"{kept}: for each seat the one that it holds higher counts."
    for then, now in pairs:
        if then.scheme != now.scheme:
            had = f"it had been taken to argue from {_plain(then.scheme)}"
            yield f"{_name(now)} argues from {_plain(now.scheme)}; {had}."


def _tell_sides(before: DossierFile, after: DossierFile) -> Iterator[str]:
    for id, now in after.claims.items():
        then = before.claims.get(id)
        if then and then.support.side != now.support.side:
            yield f"{_name(now)} was found to speak {then.support.side}; it is found to speak {now.support.side}."


def _tell_read_on(made: tuple[Amendment, ...]) -> Iterator[str]:
    for one in made:
        if isinstance(one, PutGoesOn):
            where = ", ".join(said.pointer.brief() for said in one.goes_on.says)
            cited = one.goes_on.cited.brief()
            yield f"Wherever {cited} is quoted, what else its source says stands beside it: {where}."


def _tell_repeated(after: DossierFile, made: tuple[Amendment, ...]) -> Iterator[str]:
    """Reasons that rest on the corrected figure through another source: they are marked, and code strikes none."""
    corrected = [one.corrected for one in made if isinstance(one, PutCorrected)]
    for claim in after.claims.values() if corrected else ():
        for one in (*claim.rests_on, *claim.defence) if claim.counts and not claim.computed else ():
            if repeats := tell_repeated(corrected, one.pointer, one.text):
                where = f"{one.cite} [{one.pointer.brief()}]".strip()
                yield f"{_name(claim)} rests on a sentence of {where} that {repeats}. It was not struck: look at it."


def _tell_no_conflict(before: DossierFile, after: DossierFile, struck: StrikeConflict) -> Iterator[str]:
    """That two sentences contradict each other no more, and what became of the claims on them."""
    conflict = struck.conflict
    yield f"{after.parts[conflict.id].text}: the two no longer count as contradicting each other ({conflict.id})."
    for id, now in after.claims.items():
        if now.counts and conflict.sides & {one.pointer for one in now.rests_on}:
            places = [one.mediation.synthesis.sublation.standing(id) for one in (before, after)]
            then, since = (f"{PLACES[one.place]}, strength {one.strength:.2f}" for one in places)
            if then != since:
                yield f"“{now.text}” ({id}): {then}, before; {since}, now."


def _plain(scheme: str) -> str:
    return scheme.replace("_", " ")
