"""What falls with its evidence: an objection with all that was granted to it, or what a reply brought; and what is
left of an objection or a reply that cites more than what was struck. Pure.

What the evaluator once found of an objection stays as it was found. What its claim had granted to it is computed from
the exchanges that stand, so that the claim has its earlier words, grounds, warrant and certainty again unless another
objection narrowed it, too. Two reasons that were counted together because one of them had been narrowed are counted
apart again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam.contest.amend import Amendment, PutClaim, PutExchange, PutGoesOn
from foam.contest.outcome import Struck
from foam.contest.struck import replace_in_reply, replace_struck
from foam.contest.subject import DossierFile, Part
from foam.deliberation.cited import GoesOn
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.objection import EvaluatedObjection, Fell, Objection, Response, StruckSentence
from foam.errors import InputError
from foam.evidence.corpus import Passage


def drop_argument(
    file: DossierFile, argument: str, by: tuple[Passage, ...], entry: str, *, falling: Iterable[str] = ()
) -> tuple[Amendment, ...]:
    """The objection or reply without what it rests on. `falling` names all that fall with it in the same challenge."""
    fell = Fell(by=by, entry=entry)
    if argument in file.exchanges:
        one = file.exchanges[argument].model_copy(update={"fell": fell})
        return (PutExchange(evaluated=one), *count_apart(file, one, {argument, *falling}))
    for one in file.exchanges.values():
        if one.response and one.response.id == argument:
            if one.objection.id in falling:
                return ()
            failed = one.response.model_copy(update={"adequacy": 0.0, "fell": fell})
            return (PutExchange(evaluated=one.model_copy(update={"response": failed})),)
    raise InputError(f"{argument} cannot be taken back", hint="let the checks answer: leave --move out")


def find_rest(file: DossierFile, part: Part, argument: str, struck: Sequence[StruckSentence] = ()) -> Objection | None:
    """The objection on what is left of its evidence without a sentence, or with what corrects it; None where it does
    not cite it or nothing is left. What was written in reply to it rests on what was `struck` no more, either."""
    known = file.exchanges.get(argument)
    objection = known.objection if known else None
    if objection is None or file.find_defender(objection) is None:
        return None
    left, gone = _split_evidence(objection.evidence, part, struck)
    update = {"evidence": left, "lost": (*objection.lost, *gone)}
    return replace_in_reply(objection.model_copy(update=update), struck) if left and gone else None


def find_reply_rest(
    file: DossierFile, part: Part, argument: str, struck: Sequence[StruckSentence] = ()
) -> Response | None:
    """The reply on what is left of its evidence without a sentence, or with what corrects it; None where it does not
    cite it or nothing is left."""
    replies = (one.response for one in file.exchanges.values())
    reply = next((one for one in replies if one and one.id == argument), None)
    if reply is None:
        return None
    left, gone = _split_evidence(reply.evidence, part, struck)
    update = {"evidence": left, "lost": (*reply.lost, *gone)}
    return reply.model_copy(update=update) if left and gone else None


def _split_evidence(
    evidence: Sequence[Passage], part: Part, struck: Sequence[StruckSentence]
) -> tuple[tuple[Passage, ...], tuple[Passage, ...]]:
    """What is left without the sentence that is challenged, or with what corrects it, and that sentence."""
    own = {one.pointer for one in evidence if part.kind == "evidence" and make_evidence_id(one.pointer) == part.id}
    own |= {one.sentence.pointer for one in struck if one.corrected}
    known = [one for one in struck if one.sentence.pointer in own]
    gone = tuple(one for one in evidence if one.pointer in own)
    told = {one.sentence.pointer for one in known}
    kept = [one for one in evidence if one.pointer not in own or one.pointer in told]
    return replace_struck(kept, known), gone


def count_apart(file: DossierFile, fallen: EvaluatedObjection, falling: set[str]) -> Iterator[PutClaim]:
    """The reasons that were counted together because the claim had been narrowed for what fell."""
    claim = file.claims[fallen.objection.claim]
    if not claim.wordings or _is_narrowed(file, claim.id, falling):
        return
    head = claim.counted_with or claim.id
    together = [one for one in file.mediation.claims if head in (one.id, one.counted_with)]
    kept = [one for one in together if one.id != claim.id]
    if len(together) > 1:
        if claim.counted_with:
            yield PutClaim(claim=claim.model_copy(update={"counted_with": ""}))
        others = kept if any(_is_narrowed(file, one.id, falling) for one in kept) else []
        first = head if head != claim.id else next((one.id for one in others), "")
        for one in kept:
            now = first if others and one.id != first else ""
            if one.counted_with != now:
                yield PutClaim(claim=one.model_copy(update={"counted_with": now}))


def _is_narrowed(file: DossierFile, claim: str, falling: set[str]) -> bool:
    """Whether a reply to an objection that stands narrowed the claim's words."""
    over = [one for id, one in file.exchanges.items() if one.objection.claim == claim and id not in falling]
    return any(one.granted is not None and one.granted.hedges and one.granted.wording for one in over)


def print_beside(file: DossierFile, part: Part, struck: Sequence[Struck]) -> tuple[PutGoesOn, ...]:
    """What the source of each challenged sentence goes on to say, to be read wherever the sentence is quoted."""
    found: list[PutGoesOn] = []
    for one in struck:
        cited = [
            passage for use in file.uses.get(part.id, ()) if use.argument == one.argument for passage in use.passages
        ]
        named = [
            passage for passage in cited if part.kind != "evidence" or make_evidence_id(passage.pointer) == part.id
        ]
        for passage in named:
            says = tuple(said for said in one.against if said.pointer.document == passage.pointer.document)
            if says:
                found.append(PutGoesOn(goes_on=GoesOn(cited=passage.pointer, says=says)))
    return tuple(found)
