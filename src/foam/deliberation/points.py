"""Reasons, not voices: claims that make one point count once, with all their backers; facts that conflict are found.

Both are mutual: two claims make one point, and two sentences conflict, only if the evaluator says so of each. An
evaluator that writes is shown all of them at once and names the groups and the pairs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations

from pydantic import Field

from foam.deliberation.alike import SameConditions
from foam.deliberation.claim import Claim
from foam.deliberation.condition import list_set
from foam.deliberation.draft import SeatDraft
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.position import Direction
from foam.deliberation.questions import conflict_question, points_question
from foam.deliberation.written.agree import find_conflicting, find_same_points
from foam.deliberation.written.material import tell_sentences
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Choose, Option
from foam.model.template import Options
from foam.record.entry import Entry, Input, PointerInput
from foam.text.evidence import is_bare_question
from foam.text.pointer import Pointer
from foam.values import Value, digest

Ask = Callable[[str, Options], Choose]

CONFLICT_ID = "contested-"
"""What the id of a conflict begins with."""
_SIDES: dict[Direction | None, str] = {"affirmed": "For", "denied": "Against", None: "Condition"}


class Conflict(Value):
    """Two sentences that cannot both be true, as the evaluator found of each."""

    left: Passage
    right: Passage
    entries: tuple[str, ...]
    """Keys of the decisions."""
    computed: str = ""
    """The pointer of the one that was worked out from the file, if either was: only it strikes the other."""
    spares: tuple[str, ...] = Field(default=(), exclude_if=lambda spares: not spares)
    """Claims on one of the two that were found borne out without it."""
    struck_by: str = Field(default="", exclude_if=lambda struck_by: not struck_by)
    """Key of the challenge by which the two were found not to contradict each other."""

    @property
    def id(self) -> str:
        """A name that stays the same from version to version: what was told of it is known again by it."""
        return f"{CONFLICT_ID}{digest(sorted(str(one) for one in self.sides))[3:13]}"

    @property
    def sides(self) -> frozenset[Pointer]:
        return frozenset((self.left.pointer, self.right.pointer))


async def merge_points(
    session: Session, question: str, claims: Sequence[Claim], drafts: Sequence[SeatDraft] = ()
) -> tuple[tuple[Claim, ...], tuple[SameConditions, ...]]:
    """The claims, those that repeat another's point for the same side marked as such, and which conditions of claims
    and of the drafts' answers come to the same, where an evaluator writes.

    The claim that stands for a point is a computed fact if there is one, else the one that speaks most strongly.
    """
    shown = {claim.id: claim for claim in claims if claim.bears}
    same = {name: name for name in shown}
    texts = {name: claim.parts.claim for name, claim in shown.items()}
    inputs = {name: depend_on("claim", claim.entry) for name, claim in shown.items()}
    found: dict[tuple[str, str], tuple[str, ...]] | None = None
    alike: tuple[SameConditions, ...] = ()
    if session.speaks("evaluator"):
        conditions = list_set(claims, drafts)
        read = await find_same_points(session, question, _name_sides(shown), inputs, conditions)
        found, alike = read or (None, ())
    if found is None:
        found = {}
        for direction in _SIDES:
            side = {name: text for name, text in texts.items() if shown[name].direction == direction}
            found |= await find_mutual(session, "points", side, inputs, _ask_points(session))
    for left, right in found:
        if shown[left].direction == shown[right].direction:
            _join(same, left, right)
    return mark_repeated(claims, same), alike


async def find_narrowed_alike(
    session: Session,
    question: str,
    claims: Sequence[Claim],
    evaluated: Sequence[EvaluatedObjection],
    drafts: Sequence[SeatDraft] = (),
) -> tuple[tuple[tuple[str, str], ...], tuple[SameConditions, ...]]:
    """The pairs of reasons that make one point since one of them was narrowed, and which conditions come to the same as
    they read now; nothing is asked where none was narrowed.

    They are asked of as they now read, each by the reply that gave its words.
    """
    given = {one.objection.claim: one.response.entry for one in evaluated if one.response and one.response.wording}
    taken_back = {one.objection.claim for one in evaluated if one.granted and one.granted.gives_up}
    standing = {one.id: one for one in claims if one.counts and one.id not in taken_back}
    changed = {name for name, claim in standing.items() if claim.wordings}
    sides = {standing[name].direction for name in changed}
    shown = {name: claim for name, claim in standing.items() if claim.direction in sides}
    if not changed or not session.speaks("evaluator"):
        return (), ()
    inputs = {name: depend_on("claim", given.get(name, claim.entry)) for name, claim in shown.items()}
    conditions = list_set(list(standing.values()), drafts)
    found = await find_same_points(session, question, _name_sides(shown), inputs, conditions)
    alike = (pair for pair in (found.points if found else ()) if shown[pair[0]].direction == shown[pair[1]].direction)
    pairs = tuple(sorted(pair for pair in alike if not changed.isdisjoint(pair)))
    return pairs, found.conditions if found else ()


def count_together(claims: Sequence[Claim], pairs: Iterable[tuple[str, str]]) -> tuple[Claim, ...]:
    """The claims, those that make one point with another since one was narrowed marked with the first of them."""
    same = {claim.id: claim.id for claim in claims}
    for left, right in pairs:
        _join(same, left, right)
    return tuple(
        claim.model_copy(update={"counted_with": same[claim.id] if same[claim.id] != claim.id else ""})
        for claim in claims
    )


def _name_sides(claims: Mapping[str, Claim]) -> dict[str, str]:
    """The claims' texts, each with the side it is on, its warrant, and the value for whose sake it counts."""
    return {
        name: f"{_SIDES[claim.direction]}: {claim.text}\n({claim.warrant}; counts for {claim.value})"
        for name, claim in claims.items()
    }


async def find_conflicts(
    session: Session, claims: Sequence[Claim], raised: Iterable[Passage] = ()
) -> tuple[Conflict, ...]:
    """Every sentence that a claim rests on with each that cannot be true beside it: another's ground, or one that was
    raised against a claim. What the file was said to show and does not is no sentence of it, and what only asks
    something says nothing that another could deny.
    """
    held = [claim for claim in claims if claim.is_borne_out or not claim.computed]
    grounds = {str(ground.pointer): ground for claim in held for ground in claim.grounds}
    cited = {str(one.pointer): one for one in raised} | grounds
    passages = {name: one for name, one in cited.items() if not is_bare_question(one.text)}
    computed = {str(ground.pointer) for claim in claims if claim.computed for ground in claim.grounds}
    texts = {name: passages[name].text for name in sorted(passages)}
    inputs = {name: PointerInput(role="sentence", pointer=passages[name].pointer) for name in texts}
    found = None
    if session.speaks("evaluator"):
        told = tell_sentences(session, list(passages.values()))
        found = await find_conflicting(session, {name: told[passages[name].pointer] for name in texts}, inputs)
    if found is None:
        own = grounds.keys() & texts
        found = await find_mutual(session, "conflict", texts, inputs, _ask_conflict(session), asked=own)
    return tuple(
        Conflict(
            left=passages[left],
            right=passages[right],
            entries=entries,
            computed=next((name for name in (left, right) if name in computed), ""),
        )
        for (left, right), entries in found.items()
        if not {left, right} <= computed
    )


def list_contested(conflicts: Iterable[Conflict]) -> set[Pointer]:
    """The sentences that another contradicts."""
    return {side.pointer for one in conflicts for side in (one.left, one.right) if str(side.pointer) != one.computed}


def _ask_points(session: Session) -> Ask:
    return lambda text, options: points_question(session.prompts, reason=text, options=options)


def _ask_conflict(session: Session) -> Ask:
    return lambda text, options: conflict_question(session.prompts, sentence=text, options=options)


async def find_mutual(
    session: Session,
    kind: str,
    texts: dict[str, str],
    inputs: Mapping[str, Input],
    ask: Ask,
    *,
    asked: Iterable[str] | None = None,
) -> dict[tuple[str, str], tuple[str, ...]]:
    """Pairs of which the evaluator says so both ways, each with the keys of the two decisions.

    Each of `asked` (all, unless it is given) is held against all others; any other only against those that named it.
    They are offered in the order of their texts: names come from keys, and keys change with the library.
    """

    def in_order(names: Iterable[str]) -> list[str]:
        return sorted(names, key=lambda name: (texts[name], name))

    first = in_order(texts if asked is None else asked)

    async def ask_one(name: str, others: Sequence[str]) -> tuple[set[str], str]:
        if not others:
            return set(), ""
        ids = {other: f"r{place}" for place, other in enumerate(others, start=1)}
        options = tuple(Option(id=ids[other], text=texts[other]) for other in others)
        entry = await session.clerk.ask(kind, ask(texts[name], options), *(inputs[other] for other in (name, *others)))
        chosen = set(read_choice(entry))
        return {other for other in others if ids[other] in chosen}, entry.key

    rest = {name: in_order(texts.keys() - {name}) for name in first}
    said = dict(zip(first, await asyncio.gather(*(ask_one(name, rest[name]) for name in first)), strict=True))
    named = in_order({other for chosen, _ in said.values() for other in chosen} - said.keys())
    back = {name: [one for one in first if name in said[one][0]] for name in named}
    said |= dict(zip(named, await asyncio.gather(*(ask_one(name, back[name]) for name in named)), strict=True))
    return {
        (left, right): (said[left][1], said[right][1])
        for left, right in combinations(sorted(said), 2)
        if right in said[left][0] and left in said[right][0]
    }


def _join(same: dict[str, str], left: str, right: str) -> None:
    """Put two claims, and whatever each makes one point with, together."""
    old, new = same[right], same[left]
    for name, group in same.items():
        if group == old:
            same[name] = new


async def find_same_point(session: Session, claim: Claim, others: Iterable[Claim]) -> Claim | None:
    """The reason for the same side that makes the claim's point: on the same sentence, or as is said of each."""
    side = [one for one in others if one.counts and one.direction == claim.direction and one.id != claim.id]
    known = next((one for one in side if one.ground.pointer == claim.ground.pointer), None)
    if known or not side:
        return known
    ids = {f"r{place}": one for place, one in enumerate(side, start=1)}
    for name in read_choice(await _ask_points_of(session, claim, ids)):
        if read_choice(await _ask_points_of(session, ids[name], {"r1": claim})):
            return ids[name]
    return None


async def _ask_points_of(session: Session, claim: Claim, others: dict[str, Claim]) -> Entry:
    """Which of the others make the claim's point? Each is shown as it now reads."""
    options = tuple(Option(id=name, text=one.text) for name, one in others.items())
    question = points_question(session.prompts, reason=claim.text, options=options)
    inputs = (depend_on("claim", claim.entry), *(depend_on(name, one.entry) for name, one in others.items()))
    return await session.clerk.ask("points", question, *inputs)


async def find_conflicts_of(session: Session, passage: Passage, others: Iterable[Passage]) -> tuple[Conflict, ...]:
    """The sentences that cannot be true beside a computed one that is new."""
    ids = {f"r{place}": one for place, one in enumerate(others, start=1)}
    if not ids:
        return ()

    async def ask(one: Passage, offered: dict[str, Passage]) -> Entry:
        options = tuple(Option(id=name, text=other.text) for name, other in offered.items())
        question = conflict_question(session.prompts, sentence=one.text, options=options)
        pointers = [PointerInput(role=name, pointer=other.pointer) for name, other in offered.items()]
        return await session.clerk.ask("conflict", question, PointerInput(role="of", pointer=one.pointer), *pointers)

    first = await ask(passage, ids)
    back = {name: await ask(ids[name], {"r1": passage}) for name in read_choice(first)}
    return tuple(
        Conflict(left=passage, right=ids[name], entries=(first.key, entry.key), computed=str(passage.pointer))
        for name, entry in back.items()
        if read_choice(entry)
    )


def mark_repeated(claims: Sequence[Claim], same: dict[str, str]) -> tuple[Claim, ...]:
    """The claims with their places in their groups; `same` gives the group of each."""
    groups: dict[str, list[Claim]] = {}
    for claim in claims:
        if claim.id in same:
            groups.setdefault(same[claim.id], []).append(claim)
    first = {claim.id: _choose_first(group) for group in groups.values() for claim in group}
    return tuple(_merge(claim, first.get(claim.id, claim), groups.get(same.get(claim.id, ""), [])) for claim in claims)


def _choose_first(group: Sequence[Claim]) -> Claim:
    return min(group, key=lambda claim: (not claim.computed, -claim.support.strength, str(claim.ground.pointer)))


def _merge(claim: Claim, first: Claim, group: Sequence[Claim]) -> Claim:
    """The claim with its place in its group: the first carries the backers of all."""
    if claim.id != first.id:
        return claim.model_copy(update={"same_point_as": first.id})
    names = {
        "brought_by": tuple(sorted({seat for one in group for seat in one.brought_by} | set(claim.brought_by))),
        "backers": tuple(sorted({seat for one in group for seat in one.backers} | set(claim.backers))),
    }
    return claim.model_copy(update=names)
