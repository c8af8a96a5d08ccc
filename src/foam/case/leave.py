"""What of a speech is left out, as somebody asked or because nothing was found for it; and what can be done.

Parts that stand each by itself can be left out singly, as long as one of them stays: what a counterplan claims to
reach, advantage by advantage, and the parts of an argument of which the template says so. Else an argument goes as a
whole: where a part is empty that others rest on, or where its chain is broken. A counterplan goes with the last
argument that is a reason to do it alone, and the comparison with the last impact. Where nothing would be left, all
stays as it is, and the case says what it lacks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from foam.argument.outline import IMPACT
from foam.case.chain import Declarations, list_joints
from foam.case.flow import make_spoken_id
from foam.case.plan import COUNTERPLAN, PLAN_TEXT
from foam.case.values import Case, Group, LeftOut, Slot
from foam.errors import InputError
from foam.values import Value

SOLVES_CASE = "solves_case"
COMPARISON = "comparison"
"""The component that weighs impacts."""
TARGET = "target"
"""The fact that names the one argument of the other side which an argument answers."""
APART = "apart"
"""The fact by which a template says that the parts of an argument stand each by itself."""
MAY_LACK: Mapping[str, tuple[str, ...]] = {"disadvantage": ("uniqueness", "internal_link")}
"""By type: components of which one may be missing, at a price that the speaker is told."""
NET_BENEFIT = "net_benefit"
"""The fact by which a counterplan names what makes it better than the plan, or than both."""
_REASONS = ("disadvantage", "kritik")
"""Types that can be such a reason."""


def leave_out(
    groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]
) -> tuple[tuple[Group, ...], tuple[Slot, ...], tuple[LeftOut, ...]]:
    """The arguments and slots that stay, and those that are left out; one of each kind has to stay, but for those that
    only answer one argument of the other side."""
    for name in names:
        if refused := _find_refusal(name, groups, slots, names):
            free = (*(one.id for one in groups if _may_go(one, groups, ())), *_list_apart(groups, slots))
            hint = f"these may be, each by itself: {', '.join(free) or 'none'}"
            raise InputError(f"{refused}: it cannot be left out", hint=hint)
    gone = [slot for slot in slots if slot.id in names and slot.group not in names]
    left = (*_describe_groups(groups, slots, names), *map(_describe, gone))
    kept = tuple(one for one in groups if one.id not in names)
    return kept, tuple(slot for slot in slots if slot.group not in names and slot not in gone), left


def _find_refusal(name: str, groups: Sequence[Group], slots: Sequence[Slot], names: Sequence[str]) -> str:
    """What keeps an argument or a part from being left out beside the others that are named; empty where nothing
    does."""
    known = {one.id: one for one in groups}
    if name in known:
        return "" if _may_go(known[name], groups, names) else f"{name!r} is the last of its kind"
    slot = next((one for one in slots if one.id == name), None)
    if slot is None:
        return f"there is no argument and no part {name!r}"
    beside = _list_beside(slot, groups, slots)
    if not beside:
        whole = f"; the whole is named {slot.group}" if slot.group else ""
        return f"{name!r} is a part that others of its argument rest on{whole}"
    if {one.id for one in beside} <= set(names):
        return f"{name!r} is one of {len(beside)} parts of {slot.group} of which one has to stay"
    return ""


def _describe_groups(groups: Sequence[Group], slots: Sequence[Slot], names: Collection[str]) -> Iterator[LeftOut]:
    for one in groups:
        if one.id in names:
            own = [slot for slot in slots if slot.group == one.id]
            given, written = sum(slot.words for slot in own), sum(slot.length for slot in own)
            yield LeftOut(id=one.id, title=one.title, words=given, written=written)


def _describe(slot: Slot) -> LeftOut:
    return LeftOut(id=slot.id, title=slot.title, words=slot.words, written=slot.length)


def _list_beside(slot: Slot, groups: Sequence[Group], slots: Sequence[Slot]) -> list[Slot]:
    """The parts of its argument of which one has to stay, itself among them; nothing where others rest on it."""
    apart = any(one.id == slot.group and APART in one.facts for one in groups)
    own = [one for one in slots if one.group == slot.group]
    claims = [one for one in own if one.component == SOLVES_CASE]
    return own if apart else claims if slot in claims else []


def _list_apart(groups: Sequence[Group], slots: Sequence[Slot]) -> list[str]:
    """The parts that may be left out, each by itself."""
    return [slot.id for slot in slots if len(_list_beside(slot, groups, slots)) > 1]


def _list_free_parts(groups: Sequence[Group], slots: Sequence[Slot], wanted: Collection[str]) -> tuple[str, ...]:
    """Those of these parts that may be left out, all together, in the order of the speech."""
    free: list[str] = []
    for slot in slots:
        if slot.id in wanted and not _find_refusal(slot.id, groups, slots, (*free, slot.id)):
            free.append(slot.id)
    return tuple(free)


def list_free(groups: Sequence[Group], wanted: Collection[str]) -> tuple[str, ...]:
    """Those of these arguments that may be left out, all together, in the order of the speech."""
    free: list[str] = []
    for one in groups:
        if one.id in wanted and _may_go(one, groups, free):
            free.append(one.id)
    return tuple(free)


def _may_go(group: Group, groups: Sequence[Group], names: Sequence[str]) -> bool:
    """Whether an argument may be left out beside these: another of its kind stays, or it only answers one of theirs."""
    if TARGET in group.facts:
        return True
    alike = {one.id for one in groups if one.syllogism == group.syllogism}
    return bool(alike - {*names, group.id})


def settle_benefits(speech: str, groups: Sequence[Group]) -> tuple[Group, ...]:
    """The arguments, with a counterplan naming the first reason before it that is left."""
    settled: list[Group] = []
    for group in groups:
        if group.syllogism == COUNTERPLAN and NET_BENEFIT in group.facts:
            known = {make_spoken_id(speech, one.id) for one in groups}
            first = next((make_spoken_id(speech, one.id) for one in settled if one.syllogism in _REASONS), "")
            named = group.facts[NET_BENEFIT]
            kept = named if named in known or not named.startswith(make_spoken_id(speech, "")) else first
            group = group.model_copy(update={"facts": {**group.facts, NET_BENEFIT: kept}})
        settled.append(group)
    return tuple(settled)


_NO_BENEFIT = "nothing that is left is a reason to do it alone"
_NO_IMPACT = "no impact of the speech is left to be weighed"


def leave_unfound(case: Case, declared: Declarations) -> Case:
    """The case without what nothing was found for."""
    found = find_unfound(case.speech, case.groups, case.slots, declared)
    if not (found.whole or found.singly):
        return case
    left = (
        *(_describe_group(case, group, found) for group in case.groups if group.id in found.whole),
        *(_describe_slot(slot, found) for slot in case.slots if slot.id in found.singly),
    )
    groups = settle_benefits(case.speech, [group for group in case.groups if group.id not in found.whole])
    kept = tuple(slot for slot in case.slots if slot.group not in found.whole and slot.id not in found.singly)
    return case.model_copy(update={"groups": groups, "slots": kept, "left_out": (*case.left_out, *left)})


@dataclass(frozen=True, slots=True)
class _Unfound:
    """What is left out of a speech because nothing was found for it."""

    lacking: Mapping[str, str] = field(default_factory=dict)
    """Parts that are empty or at which a chain is broken, with what a reader is told."""
    whole: Mapping[str, str] = field(default_factory=dict)
    """Arguments that go, with the reason."""
    singly: frozenset[str] = frozenset()
    """Parts that go out of arguments that stay."""


def find_unfound(speech: str, groups: Sequence[Group], slots: Sequence[Slot], declared: Declarations) -> _Unfound:
    """What would be left out of a speech; nothing where nothing would be left to read."""
    lacking = dict(_list_lacking(slots, declared))
    parts = [(group, [slot for slot in slots if slot.group == group.id]) for group in groups]
    singly = {slot.id for group, own in parts for slot in _list_single(group, own, lacking)}
    whole = _list_whole(speech, parts, {name for name in lacking if name not in singly})
    if not any(slot.card for slot in slots if slot.group not in whole and slot.id not in singly):
        return _Unfound()
    gone = {slot.id for slot in slots if slot.group in whole}
    return _Unfound(lacking, whole, frozenset(singly - gone))


def _list_lacking(slots: Sequence[Slot], declared: Declarations) -> Iterator[tuple[str, str]]:
    """Each part that is empty, or at which a chain is broken, with what a reader is told of it."""
    for slot in slots:
        if slot.seek and not slot.filled and slot.calculated is None:
            yield slot.id, slot.hole
    for joint in list_joints(slots, declared):
        if joint.after.step and joint.after.card and joint.before.card and not joint.after.step.holds:
            before, after = joint.before.card.tag, joint.after.card.tag
            yield joint.after.id, f"“{after}” is not found to go on from {joint.before.id}, “{before}”"


def _list_single(group: Group, slots: Sequence[Slot], lacking: Collection[str]) -> list[Slot]:
    """The parts that go by themselves; none where the whole argument goes, or nothing does."""
    wanting = [slot for slot in slots if slot.id in lacking]
    claims = [slot for slot in slots if slot.component == SOLVES_CASE]
    stands_apart = APART in group.facts and len(wanting) < len(slots)
    claims_less = len(wanting) < len(claims) and all(slot in claims for slot in wanting)
    may_lack = MAY_LACK.get(group.syllogism, ())
    stays_whole = len(wanting) == 1 and wanting[0].component in may_lack and not wanting[0].filled
    return wanting if stands_apart or claims_less or stays_whole else []


def _list_whole(speech: str, parts: Sequence[tuple[Group, Sequence[Slot]]], lacking: Collection[str]) -> dict[str, str]:
    """The arguments that go, each with the reason."""
    gone = {group.id: why for group, own in parts if (why := _describe_lack(own, lacking))}
    before: list[Group] = []
    for group, _ in parts:
        if group.syllogism == COUNTERPLAN and group.id not in gone:
            named = {make_spoken_id(speech, one) for one in gone}
            if group.facts.get(NET_BENEFIT) in named and not any(one.syllogism in _REASONS for one in before):
                gone[group.id] = _NO_BENEFIT
        before += [] if group.id in gone else [group]
    impacts = [slot for _, own in parts for slot in own if slot.component == IMPACT]
    if impacts and not any(slot.card and slot.group not in gone for slot in impacts):
        weighing = (group.id for group, own in parts if any(slot.component == COMPARISON for slot in own))
        gone |= dict.fromkeys(weighing, _NO_IMPACT)
    return gone


def _describe_lack(slots: Sequence[Slot], lacking: Collection[str]) -> str:
    """Why an argument goes; empty where it stays."""
    wanting = [slot for slot in slots if slot.id in lacking]
    empty = ", ".join(slot.title for slot in wanting if not slot.filled)
    broken = ", ".join(slot.title for slot in wanting if slot.filled)
    found = (f"nothing was found for {empty}" if empty else "", f"its chain breaks at {broken}" if broken else "")
    return "; ".join(filter(None, found))


def _describe_group(case: Case, group: Group, found: _Unfound) -> LeftOut:
    own = case.list_slots(group.id)
    wanting = [slot.id for slot in own if slot.id in found.lacking]
    return LeftOut(
        id=group.id,
        title=group.title,
        words=sum(slot.words for slot in own),
        written=sum(slot.length for slot in own),
        because=found.whole[group.id],
        lacks=tuple(f"{name}: {found.lacking[name]}" for name in wanting),
        parts=tuple(wanting),
    )


def _describe_slot(slot: Slot, found: _Unfound) -> LeftOut:
    price = "; the argument is read without it, which whoever answers will say" if slot.syllogism in MAY_LACK else ""
    return LeftOut(
        id=slot.id,
        title=slot.title,
        words=slot.words,
        written=slot.length,
        because=f"nothing was found for it{price}",
        lacks=(f"{slot.id}: {found.lacking[slot.id]}",),
        parts=(slot.id,),
        component=slot.component,
        group=slot.group,
    )


AMEND = "foam case amend RUN"
"""How a case says by what command it is amended: which run wrote it, it does not know itself."""


def name_run(text: str, run: str) -> str:
    """A text in which the command names the run, so that it can be pasted."""
    return text.replace(AMEND, AMEND.replace("RUN", run)) if run else text


class _Amendments(Value):
    """Ways to amend a case of which something failed."""

    drop: tuple[str, ...] = ()
    """Arguments and parts with a failure that may be left out, all together."""
    reword: tuple[str, ...] = ()
    """Slots with a failure that may be worded anew."""
    left: tuple[str, ...] = ()
    """Of these, those that are still there when all that may be is left out."""
    only_long: bool = False
    """Whether nothing but the length is at fault: then other words are the smaller remedy, and come first."""

    @property
    def ways(self) -> tuple[str, ...]:
        """As they are given to `foam case amend`, each a whole way by itself: what may be left out is, and the rest is
        worded anew; or all is worded anew that may be. None where neither helps."""
        dropping = _spell("--drop", self.drop) + _spell("--reword", self.left)
        ways = (dropping if self.drop else (), _spell("--reword", self.reword))
        ordered = ways[::-1] if self.only_long else ways
        return tuple(dict.fromkeys(" ".join(way) for way in ordered if way))


def _spell(option: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{option} {name}" for name in names)


def find_amendments(case: Case) -> _Amendments:
    """The ways to amend a case at what failed. Other words are only asked for where a model wrote the first."""
    failed = {failure.slot for failure in case.failures}
    groups = {one.group for one in case.slots if one.id in failed} | failed
    writes = case.plan_voice == "written"
    whole = list_free(case.groups, groups)
    single = {one.id for one in case.slots if one.id in failed and one.group not in whole}
    drop = (*whole, *_list_free_parts(case.groups, case.slots, single))
    may_be = [
        one
        for one in case.slots
        if (one.seek and "counterplan" not in one.entries) or (case.planned and one.syllogism == PLAN_TEXT)
    ]
    reword = [one for one in may_be if writes and one.id in failed]
    left = tuple(one.id for one in reword if not {one.id, one.group} & set(drop))
    only_long = all(one.rule == "budget" for one in case.failures)
    return _Amendments(drop=drop, reword=tuple(one.id for one in reword), left=left, only_long=only_long)
