"""The laws of the table: change what is put in in a known way, and say what must come out.

A law is a function of a setting. It is kept, or broken, or the model declines: where it cannot tell, no outcome is
claimed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.laws.change import make_gibberish, rename_files
from tests.laws.exchanged import Exchanging
from tests.laws.setting import Ruling, Setting, list_reasons, list_supported, outline

from foam.model.scripted import ScriptedModel
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy

Law = Callable[[Setting], Ruling]

LAWS: dict[str, Law] = {}
"""Every law, by name."""
KEPT = Ruling(verdict="kept")
STANCE = "resolution_stance"
MOST_KINDS = 5
"""Kinds of sources that a strict policy admits."""


def law(test: Law) -> Law:
    """Enter a law under its name."""
    LAWS[test.__name__.replace("_", " ")] = test
    return test


def list_laws(setting: Setting) -> dict[str, Law]:
    """The laws that say something in the setting."""
    idle: set[Law] = set() if setting.turned else {*OF_FACTS}
    idle |= set() if len(_list_opposed(setting.seats)) > 1 else {stances_exchanged}
    return {name: test for name, test in LAWS.items() if test not in idle}


def broken(why: str) -> Ruling:
    return Ruling(verdict="broken", why=why)


def declined(why: str) -> Ruling:
    return Ruling(verdict="declined", why=why)


@law
def facts_turned_round(setting: Setting) -> Ruling:
    """The outcome turns with the facts."""
    before, after = (setting.deliberate(one).option for one in (setting.upheld, setting.turned))
    if before and after:
        return KEPT if before != after else broken(f"{before} with the facts either way")
    return declined(f"{before}, and {after} with the facts turned round")


@law
def stances_exchanged(setting: Setting) -> Ruling:
    """Two seats that exchange their declared stances mirror nothing: what a sentence says stays what it is."""
    before, after = setting.deliberate(), setting.deliberate(seats=exchange_stances(setting.seats))
    was, now = ({one.texts: one.how for one in list_reasons(answer)} for answer in (before, after))
    mirrored = [texts for texts in was.keys() & now.keys() if was[texts] != now[texts]]
    if mirrored:
        return broken(f"argues either side: {' '.join(mirrored[0])}")
    if before.tree and not before.tree.is_weighed and before.option != after.option:
        return broken("what rules settle is settled otherwise")
    return KEPT


@law
def seat_cloned(setting: Setting) -> Ruling:
    """A seat that sits at the table twice or more is one voice, and the summary is the same to the word."""
    before = outline(setting.deliberate())
    for seat in setting.seats:
        for count in setting.copies:
            after = outline(setting.deliberate(seats=(*setting.seats, *clone(seat, count))))
            if after != before:
                return broken(f"{count} more of {seat.id}: {_differ(before.model_dump(), after.model_dump())}")
    return KEPT


@law
def seats_renamed_and_reordered(setting: Setting) -> Ruling:
    """Names and places of seats change nothing."""
    backwards = sorted((seat.id for seat in setting.seats), reverse=True)
    names = {name: f"seat-{n}" for n, name in enumerate(backwards)}
    renamed = [seat.model_copy(update={"id": names[seat.id]}) for seat in reversed(setting.seats)]
    before, after = outline(setting.deliberate()), outline(setting.deliberate(seats=renamed))
    return KEPT if before == after else broken(_differ(before.model_dump(), after.model_dump()))


@law
def documents_reordered_and_renamed(setting: Setting) -> Ruling:
    """The order of documents and the names of their files change nothing but the order in which it is told."""
    before, after = (
        {**found.model_dump(), "summary": sorted(found.summary)}
        for found in (outline(setting.deliberate(one)) for one in (None, rename_files(setting.documents)))
    )
    return KEPT if before == after else broken(_differ(before, after))


@law
def deciding_evidence_removed(setting: Setting) -> Ruling:
    """Without what decided it nothing is claimed, or the opposite."""
    before = setting.deliberate(setting.upheld).option
    if not before:
        return declined("nothing is decided with all the evidence")
    removed = {one.id for one in setting.deciding}
    after = setting.deliberate(one for one in setting.upheld if one.id not in removed)
    return KEPT if after.option != before else broken(f"{before} without {len(removed)} documents, too")


@law
def pointers_exchanged(setting: Setting) -> Ruling:
    """Where every part of the tree names a sentence that another part rests on, no outcome is claimed."""
    model = Exchanging(setting.model)
    before, after = setting.deliberate(setting.upheld or None), setting.ask(model).deliberate(setting.upheld or None)
    if not model.exchanged:
        return declined("nobody framed the question")
    if not before.option:
        return declined("nothing is decided with the right pointers")
    return broken(f"{after.option} by other sentences") if after.option else KEPT


@law
def stricter_policy(setting: Setting) -> Ruling:
    """A seat that admits fewer sources has no more that stands for it."""
    kinds = Counter(one.facets.kind for one in setting.documents if one.facets.kind)
    policy = EpistemicPolicy(source_kinds=tuple(kind for kind, _ in sorted(kinds.most_common(MOST_KINDS))))
    strict = [seat.model_copy(update={"policy": policy}) for seat in setting.seats]
    before, after = list_supported(setting.deliberate()), list_supported(setting.deliberate(seats=strict))
    for seat in before:
        if more := after.get(seat, frozenset()) - before[seat]:
            return broken(f"stands for {seat} by {policy.source_kinds} alone: {min(more)}")
    return KEPT if any(before.values()) else declined("nothing stands for anybody")


@law
def foreign_library(setting: Setting) -> Ruling:
    """Of a library that has nothing to do with the question nothing is said."""
    answer = setting.deliberate(setting.foreign)
    if answer.option:
        return broken(f"{answer.option}: {answer.lead}")
    reasons = list_reasons(answer)
    return broken(f"a reason: {reasons[0].says}") if reasons else KEPT


@law
def noise_is_no_reason(setting: Setting) -> Ruling:
    """Gibberish, shuffled words and one word 1,000 times are never a reason, and carry no leaf."""
    if isinstance(setting.model, ScriptedModel):
        return declined("a model that fills forms at random cites whatever it is shown")
    noise = make_gibberish(setting.question)
    said = {one.sentence(place) for one in noise for place in range(len(one.ends))}
    for documents in ((*setting.documents, *noise), noise):
        found = outline(setting.deliberate(documents))
        if resting := [one for one in (*found.leaves, *found.reasons) if said.intersection(one.texts)]:
            return broken(f"rests on noise: {resting[0].says[:80]}")
    return broken(f"{found.option} over noise alone") if found.option else KEPT


OF_FACTS = (facts_turned_round, deciding_evidence_removed, pointers_exchanged, noise_is_no_reason)
"""Laws that change what is told of the file, or how it is read: whoever wrote for one library answers for no other."""


def exchange_stances(seats: tuple[Perspective, ...]) -> tuple[Perspective, ...]:
    """The seats after the first two with opposite stances exchanged them."""
    left, right = _list_opposed(seats)
    taken = {left.id: right.dimensions[STANCE], right.id: left.dimensions[STANCE]}
    return tuple(
        one.model_copy(update={"dimensions": {**one.dimensions, STANCE: taken[one.id]}}) if one.id in taken else one
        for one in seats
    )


def _list_opposed(seats: Iterable[Perspective]) -> list[Perspective]:
    """The first seat that affirms and the first that opposes, where there are both."""
    seated = [*seats]
    found = (
        next((one for one in seated if one.dimensions.get(STANCE, "").startswith(way)), None)
        for way in ("affirm", "oppose")
    )
    return [one for one in found if one]


def clone(seat: Perspective, count: int) -> Iterable[Perspective]:
    """Copies of the seat: the first sorts before every other seat, the rest after."""
    ids = [f"0-{seat.id}", *(f"zz-{seat.id}-{n}" for n in range(1, count))]
    return (seat.model_copy(update={"id": name}) for name in ids)


def _differ(before: dict[str, Any], after: dict[str, Any]) -> str:
    """The first part in which two outlines differ, with what is only in one of them."""
    for part, left in before.items():
        right = after[part]
        if left != right:
            if isinstance(left, list | tuple):
                gone, new = (
                    [one for one in some if one not in other][:1] for some, other in ((left, right), (right, left))
                )
                return f"{part}: {gone} became {new}"
            return f"{part}: {left} became {right}"
    return ""
