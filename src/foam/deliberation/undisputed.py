"""The facts nobody disputes: what both sides may take for granted. Asks no model.

A fact is listed if a reason rests on it that was examined and stands for every seat, or that lost its place over the
step from the fact alone, if nothing in the file contradicts it, its own source neither calls it disputed nearby nor was
found to go on otherwise, and no material objection strikes it. An objection to the step or to what is concluded takes
the fact for granted. A challenge strikes the sentences that it is about, and no other on which the same claim rests. So
is one listed on which both sides rest, whatever became of what either made of it. What a party says of its own matter
is its assertion until somebody else says it, too, or both sides rest on it: then that they say so is listed. So is what
stands in a document that nobody signed, unless none is signed. What asks or wishes for something is no fact, nor is a
sentence of which another one that is cited gives a figure or a day differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from foam.argument.scheme import require_critical_question
from foam.deliberation.claim import Claim
from foam.deliberation.corrected import tell_repeated
from foam.deliberation.loop import Mediation
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.points import list_contested
from foam.deliberation.told_otherwise import tells_otherwise
from foam.evidence.corpus import Passage
from foam.perspective.policy import Source, read_standing
from foam.perspective.sources import group_source
from foam.text.listed import reports_views
from foam.text.pointer import Pointer
from foam.text.stem import list_stems

_PLEADING_WORDS = """advertisement advocacy appeal application brief brochure campaign column editorial flyer leaflet
mailing manifesto pamphlet plea pleading press release speech submission"""
_PLEADING = frozenset(_PLEADING_WORDS.split())
"""Words in the name of a source's kind that say that it pleads for something."""
_FIRST_PERSON = re.compile(r"\b(?:I|[Ww]e|[Oo]urs?|us|[Mm]y)\b")
_REPORTED = re.compile(
    r"\b(?:says?|said|claim(?:s|ed)?|argue[sd]?|believe[sd]?|insist(?:s|ed)?|maintain(?:s|ed)?|contend(?:s|ed)?|"
    r"allege[sd]?|convinced|assert(?:s|ed)?|views?|opinions?|beliefs?) that\b|\baccording to\b|\balleged(?:ly)?\b",
    re.IGNORECASE,
)
"""Words by which a sentence says that somebody says so."""
_ASKED = re.compile(
    r"\b(?:ask|urge|call (?:up)?on|appeal to|petition|beg|implore|invite|request|want|expect)s?\b"
    r" (?:[^\s.,;]+ ){1,8}?to\b|"
    r"\b(?:[Ww]e|I) (?:\w+ )?(?:asked|urged|called (?:up)?on|requested|begged|demand(?:ed)?|request|propose)\b|"
    r"\b(?:ask|request|demand|propose|suggest|recommend|insist|wish|hope|plead)s? that\b|"
    r"\b(?:would (?:like|wish|prefer)|wish(?:es)?|hopes?|longs?) (?:[^\s.,;]+ ){0,4}?to\b|"
    r"\bhopes? for\b|\b(?:calls?|pleads?) for\b|\b[Ll]et us\b|\b[Pp]lease\b|\b(?:should|ought to)\b"
)
"""Words by which a sentence asks for something, wishes for it or says what should be, and not what is."""

_SAME = 0.8
"""The share of a claim's longer words that its ground must have for the claim to say no more than that."""


def list_undisputed(mediation: Mediation) -> tuple[Pointer, ...]:
    """Where the facts that nobody disputes stand, in the order of the claims that rest on them."""
    stands = {*mediation.synthesis.sublation.consensus_core} & {*mediation.synthesis.examined}
    stands |= {one.objection.claim for one in mediation.evaluated if one.strikes and not _presses_premise(one)}
    known = {one.id: one for one in mediation.claims}
    struck = {one.objection.claim for one in mediation.evaluated if _strikes_ground(one, known)}
    claims = [one for one in mediation.claims if one.id in stands - struck and one.stated == "a fact"]
    sources = read_standing(mediation.sources)
    faulted = {pointer for claim in mediation.claims for pointer in claim.faulted}
    aimed = {one for over in mediation.evaluated if over.strikes for one in over.objection.aimed_at}
    contested = list_contested(mediation.conflicts) | faulted | mediation.disputed | {*mediation.read_on} | aimed
    contested |= _list_corrected(mediation) | _list_no_facts(mediation) | mediation.unverified
    standing = (
        fact.pointer
        for claim in claims
        for fact in (*((claim.ground,) if claim.computed else claim.grounds), *claim.sources)
        if fact.pointer not in contested and not _is_only_asserted(fact, claim, mediation, sources)
    )
    return tuple(dict.fromkeys((*standing, *(one for one in _list_shared(mediation, sources) if one not in contested))))


def _list_corrected(mediation: Mediation) -> set[Pointer]:
    """The cited sentences of which a challenge corrected a figure, or that repeat one from another source."""
    known = {one.was.pointer for one in mediation.corrected}
    cited = {one.pointer: one for claim in mediation.claims for one in claim.rests_on} if mediation.corrected else {}
    return known | {pointer for pointer, one in cited.items() if tell_repeated(mediation.corrected, pointer, one.text)}


def _list_no_facts(mediation: Mediation) -> set[Pointer]:
    """The grounds that ask or wish for something, and those of which what somebody else cites gives another figure."""
    grounds = {one.pointer: one for claim in mediation.claims for one in claim.grounds}
    cited = grounds | {one.pointer: one for claim in mediation.claims for one in claim.defence}
    cited |= {one.pointer: one for over in mediation.evaluated for one in over.objection.evidence}
    return {
        pointer
        for pointer, one in grounds.items()
        if asks_for_something(one.text)
        or any(
            other.pointer.document != pointer.document and tells_otherwise(one.text, other.text)
            for other in cited.values()
        )
    }


def asks_for_something(text: str) -> bool:
    """Whether a sentence is a request or a wish, or says what should be."""
    return _ASKED.search(text) is not None


def list_said(mediation: Mediation, facts: Iterable[Pointer]) -> tuple[Pointer, ...]:
    """Of the facts that nobody disputes, those that only somebody concerned says: that they say so is what is not
    disputed."""
    sources, wanted = read_standing(mediation.sources), [*facts]
    known = {one.pointer: one for claim in mediation.claims for one in (*claim.grounds, *claim.sources)}
    said = {pointer for pointer, one in known.items() if is_assertion(one, sources.get(pointer.document))}
    told = {
        one.pointer
        for claim in mediation.claims
        for one in claim.grounds
        if any(other.pointer in known.keys() - said for other in _list_same(mediation, claim))
    }
    return tuple(one for one in wanted if one in said - told)


def _list_same(mediation: Mediation, claim: Claim) -> Iterator[Passage]:
    """The grounds of the claims that make the point of one."""
    heads = {claim.id, claim.same_point_as} - {""}
    return (one for other in mediation.claims if heads & {other.id, other.same_point_as} for one in other.grounds)


def _list_shared(mediation: Mediation, sources: Mapping[str, Source]) -> Iterator[Pointer]:
    """The sentences on which reasons of both sides rest, or a reason of one and an objection of the other: what is made
    of them is disputed, and not that they are so, unless a material objection says that. What a party asserts is taken
    for granted only where reasons of both sides rest on it.
    """
    reasons = {claim.id: claim for claim in mediation.claims if claim.direction and not claim.computed}
    resting: dict[Pointer, set[str]] = {}
    for claim in reasons.values():
        for ground in (*claim.grounds, *claim.defence):
            resting.setdefault(ground.pointer, set()).add(str(claim.direction))
    raised: dict[Pointer, set[str]] = {}
    directions = {draft.seat: str(draft.position.direction) for draft in mediation.drafts}
    doubted: set[Pointer] = set()
    for one in mediation.evaluated:
        own = (
            {ground.pointer for ground in reasons[one.objection.claim].grounds}
            if one.objection.claim in reasons
            else set()
        )
        doubted |= own if one.strikes and not one.objection.aimed_at and _presses_premise(one) else set()
        for cited in one.objection.evidence:
            if cited.pointer not in own:
                raised.setdefault(cited.pointer, set()).update(
                    directions[seat] for seat in one.objection.raised_by if seat in directions
                )
    for claim in reasons.values():
        for fact in claim.grounds if claim.stated == "a fact" else ():
            sides = resting[fact.pointer]
            if not is_assertion(fact, sources.get(fact.pointer.document)):
                sides = sides | raised.get(fact.pointer, set())
            if len(sides) > 1 and fact.pointer not in doubted:
                yield fact.pointer


def _strikes_ground(exchange: EvaluatedObjection, claims: Mapping[str, Claim]) -> bool:
    """Whether a material objection is to what the claim rests on, and not to the step from it. Of a challenge to single
    sentences, these alone are struck.

    So is one to a claim that says no more than its ground, if it brought evidence by which those words were narrowed,
    put otherwise or given up: the ground said as much.
    """
    objection, response = exchange.objection, exchange.response
    if not exchange.strikes or objection.aimed_at or objection.grants_grounds:
        return False
    yielded = response is not None and (response.gives_up or (response.hedges and not response.narrows_step))
    says_ground = objection.claim in claims and _says_its_ground(claims[objection.claim])
    return _presses_premise(exchange) or bool(objection.evidence and yielded and says_ground)


def _says_its_ground(claim: Claim) -> bool:
    """Whether nearly all that a claim says stands in one of its grounds."""
    said = list_stems(claim.parts.claim)
    return any(len(said & list_stems(one.text)) >= _SAME * len(said) for one in claim.grounds)


def _presses_premise(exchange: EvaluatedObjection) -> bool:
    """Whether an objection asks whether what the claim rests on is so."""
    objection = exchange.objection
    return not objection.grants_grounds and require_critical_question(objection.question).attacks == "premise"


def _is_only_asserted(fact: Passage, claim: Claim, mediation: Mediation, sources: Mapping[str, Source]) -> bool:
    """Whether a party alone says so: no other kind of source makes the point, and not both sides rest on it."""
    if claim.computed or not is_assertion(fact, sources.get(fact.pointer.document)):
        return False
    same = [one for one in mediation.claims if claim.id in (one.id, one.same_point_as)]
    resting = {seat for one in same for seat in one.brought_by}
    sides = {draft.position.direction for draft in mediation.drafts if draft.seat in resting}
    grounds = [ground for one in same for ground in one.grounds]
    return len(sides) < 2 and all(is_assertion(one, sources.get(one.pointer.document)) for one in grounds)


def is_assertion(passage: Passage, source: Source | None) -> bool:
    """Whether a sentence is what somebody concerned says of the matter: by its author, its kind, its own words, or the
    line of the list in which it stands."""
    if source is not None and (source.is_party or source.is_nobodys):
        return True
    if _FIRST_PERSON.search(passage.text) or _REPORTED.search(passage.text) or reports_views(passage.under):
        return True
    if source is None:
        return False
    pleads = not _PLEADING.isdisjoint(re.findall(r"[a-z]+", source.kind.lower()))
    return group_source(source) <= {"testimony"} and (pleads or bool(group_source(source)))
