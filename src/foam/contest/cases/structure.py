"""Why this structure, and on what does this weigh? The recorded choices of a case, asked again.

A challenge that names another way, or another metric, has the judge choose between the two, in both orders. If the
other is chosen each time, the case takes it: at a branch, whatever hung on the old way goes and the new way's slots are
bound; what hangs on neither is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from foam.argument.outline import IMPACT, OutlineNode
from foam.case.allotting import allot_outline
from foam.case.answer import prepare_outline
from foam.case.groups import build_round, list_groups
from foam.case.outline import choose_outline
from foam.case.values import BranchChoice, Case, Slot
from foam.case.weigh import COMPARISON, METRICS, replace_told, weigh_impacts, write_line
from foam.case.write import assign_seat, states_plan
from foam.contest.cases.amend import Amendment, PutSlot, SetOutline
from foam.contest.cases.hearing import Hearing
from foam.contest.cases.questions import branch_again_question, branch_reason_question, label_question
from foam.contest.cases.remedy import bind_leaves, read_position
from foam.contest.challenge import Ground
from foam.contest.findings import make_finding, make_reason, reject
from foam.contest.outcome import Finding, Reason
from foam.contest.subject import CaseFile
from foam.errors import InputError, NotFound
from foam.job.answers import read_choice, read_decision, read_reasons
from foam.job.retrieval import depend_on
from foam.model.question import Choose, Option
from foam.record.entry import Entry, EntryInput

Made = tuple[Finding, tuple[Amendment, ...]]


def find_choice(file: CaseFile, part: str) -> BranchChoice | None:
    """The recorded choice that a part stands for, or that led to it."""
    own = (one for one in file.case.choices if f"choice-{one.branch}" == part)
    led = (one for one in file.case.choices if part in one.taken)
    return next(own, None) or next(led, None)


def require_other_way(file: CaseFile, part: str, ground: Ground) -> None:
    """Refuse a way that the branch does not offer or that was taken."""
    choice, instead = _require_taken(file, part), str(getattr(ground, "instead", ""))
    free = sorted({child.id for child in _find_node(file, choice.branch).children} - {*choice.taken})
    if instead not in free:
        raise NotFound(f"{instead[:40]!r} is no other way of {choice.branch}", hint=f"there are: {', '.join(free)}")


def _require_taken(file: CaseFile, part: str) -> BranchChoice:
    choice = find_choice(file, part)
    if choice is None:
        raise InputError(f"the template has no branch at {part}", hint="challenge a choice: foam contest parts RUN")
    if not choice.taken:
        hint = "write the case anew with it: foam case --strategy"
        raise InputError(f"nothing was taken at {choice.branch}, so that nothing could stand for it", hint=hint)
    return choice


def find_reason(file: CaseFile, part: str) -> str:
    """What whoever chose said for the way that was taken; empty where nothing was chosen, or nobody said why."""
    choice = find_choice(file, part)
    held = next((one for one in file.entries if choice and choice.taken and one.key == choice.entry), None)
    is_asked = held is not None and held.draft.kind == "branch" and held.draft.decider.type == "model"
    return read_reasons(held) if held and is_asked else ""


async def check_way(hearing: Hearing) -> Made:
    """Would the other way serve the plan better?"""
    file, instead = hearing.file, hearing.name("instead")
    choice = _require_taken(file, hearing.part.id)
    given_up = hearing.part.id if hearing.part.id in choice.taken else choice.taken[-1]
    ways = _list_ways(file, choice)
    options = tuple(Option(id=id, text=_describe(ways[id])) for id in (given_up, instead))
    because, plan = hearing.challenge.because, file.case.judged_plan
    make = partial(branch_again_question, plan=plan, ask=choice.ask, reason=because)
    entries, chosen = await _ask_both(hearing, "branch", make, options, depend_on("branch", choice.entry))
    cites = (*(one.key for one in entries), f"choice-{choice.branch}")
    if chosen != [instead, instead]:
        text = f"Asked in both orders which serves the plan better, {given_up} or {instead}, the judge said "
        return reject(make_reason(f"{text}{' and '.join(chosen)}.", *cites, choice.entry, by=entries)), ()
    said = make_reason(
        f"Asked in both orders, the judge found that {instead} serves the plan better.", *cites, by=entries
    )
    return await _replace_way(hearing, choice, given_up, ways[instead], entries[0], said)


async def check_reason(hearing: Hearing) -> Made:
    """Does the reason that was given speak for another of the ways that were offered?"""
    file = hearing.file
    choice = _require_taken(file, hearing.part.id)
    ways, reason = _list_ways(file, choice), find_reason(file, hearing.part.id)
    options = tuple(Option(id=id, text=_describe(ways[id])) for id in choice.offered if id in ways)
    make = partial(branch_reason_question, ask=choice.ask, reason=reason)
    entries, chosen = await _ask_both(hearing, "reason", make, options, depend_on("branch", choice.entry))
    cites = (*(one.key for one in entries), f"choice-{choice.branch}")
    text = f"Asked in both orders for which way its reason speaks, “{reason}”, the judge said {' and '.join(chosen)}."
    said = make_reason(text, *cites, choice.entry, by=entries)
    if len({*chosen}) > 1 or chosen[0] in choice.taken:
        return reject(said), ()
    return await _replace_way(hearing, choice, choice.taken[-1], ways[chosen[0]], entries[0], said)


async def _replace_way(
    hearing: Hearing, choice: BranchChoice, given_up: str, way: OutlineNode, entry: Entry, said: Reason
) -> Made:
    """The case with the other way, where it can be spoken."""
    taken = tuple(way.id if one == given_up else one for one in choice.taken)
    how = read_decision(entry)
    anew = choice.model_copy(update={"taken": taken, "by": how.by, "why": "a challenge", "entry": entry.key})
    try:
        return make_finding("sustained", "swap", said), (await _take_way(hearing, hearing.file, anew, way),)
    except InputError as refused:
        text = f"It cannot be spoken in {hearing.file.case.budget} words: {refused.what}."
        return reject(said, make_reason(text, entry.key)), ()


def _list_ways(file: CaseFile, choice: BranchChoice) -> dict[str, OutlineNode]:
    """The ways of a branch, those among them that were made for this case."""
    made = (one.node for one in file.case.generated if one.at == choice.branch)
    return {child.id: child for child in (*_find_node(file, choice.branch).children, *made)}


async def _ask_both(
    hearing: Hearing, name: str, make: Callable[..., Choose], options: tuple[Option, ...], rests_on: EntryInput
) -> tuple[list[Entry], list[str]]:
    """What the judge chooses, asked in both orders."""
    questions = (make(hearing.session.prompts, offered=order) for order in (options, options[::-1]))
    entries = [await hearing.session.clerk.ask(name, one, hearing.admitted(), rests_on) for one in questions]
    return entries, [read_choice(one)[0] for one in entries]


async def _take_way(hearing: Hearing, file: CaseFile, anew: BranchChoice, way: OutlineNode) -> SetOutline:
    """The outline with the other way: branches below it are chosen, its slots bound, the impacts weighed again."""
    case, session = file.case, hearing.session
    spoken = prepare_outline(file.template, accepted=case.accepted, heard=case.heard)
    position = await read_position(session, file)
    seat = assign_seat(file.spec.seat, file.template.side)
    below = await choose_outline(
        session, seat, position, spoken.model_copy(update={"tree": way}), case.budget, question=case.resolution
    )
    choices = {one.branch: one for one in (*case.choices, anew, *below.choices)}
    generated = (*case.generated, *below.generated)
    allotted = allot_outline(spoken.tree, choices.values(), generated, case.budget, case.counterplan)
    left = {one.id for one in case.left_out}
    leaves = [(path, leaf.node.id) for path, leaf in allotted.leaves() if not left & {path[-2], leaf.node.id}]
    reached = {id for path, _ in allotted.leaves() for id in path}
    groups = list_groups(allotted, spoken, build_round(file.template, case.heard), left)
    taken = tuple(one for one in choices.values() if one.branch in reached)
    outlined = case.model_copy(update={"choices": taken, "generated": generated, "groups": groups})
    held = {slot.path: slot for slot in case.slots}
    missing = [id for path, id in leaves if path not in held]
    bound = await bind_leaves(hearing, replace(file, case=outlined), missing)
    filled = held | {slot.path: slot for slot in bound}
    slots = tuple(_state_plan(filled[path], case, position.entry) for path, _ in leaves if path in filled)
    weighed = await weigh_impacts(session, outlined.model_copy(update={"slots": slots}), file.template, seat)
    return SetOutline(choices=taken, generated=generated, groups=weighed.groups, slots=weighed.slots)


def _state_plan(slot: Slot, case: Case, entry: str) -> Slot:
    if not states_plan(slot):
        return slot
    return slot.model_copy(update={"analytic": case.plan, "voice": case.plan_voice, "entries": {"position": entry}})


def _find_node(file: CaseFile, branch: str) -> OutlineNode:
    spoken = prepare_outline(file.template, accepted=file.case.accepted, heard=file.case.heard)
    return next(node for node in spoken.tree.walk() if node.id == branch)


def _describe(node: OutlineNode) -> str:
    return f"{node.title}: {node.about}" if node.about else node.title


def find_weighing(file: CaseFile, part: str) -> tuple[Slot, str] | None:
    """Where the impact in this slot is weighed: the comparison, and the name of the decision there."""
    slot = file.slots.get(part)
    if slot is None or slot.component != IMPACT or slot.card is None:
        return None
    titles = {group.id: group.title for group in file.case.groups}
    name = f"metric {titles.get(slot.group, slot.title)}"
    return next(((one, name) for one in file.case.slots if one.component == COMPARISON and name in one.entries), None)


def require_other_metric(file: CaseFile, part: str, ground: Ground) -> None:
    """Refuse a metric that is none or that the impact is weighed on already."""
    metric, known = str(getattr(ground, "value", "")), [one.id for one in METRICS]
    if metric not in known:
        raise NotFound(f"no metric {metric[:40]!r}", hint=f"there are {', '.join(known)}")
    if metric in _read_metrics(file, part):
        raise InputError(f"{part} is weighed on {metric} already", hint=f"of {', '.join(known)} name another")


async def check_metric(hearing: Hearing) -> Made:
    """Does the impact weigh on another metric?"""
    file, part, metric = hearing.file, hearing.part.id, hearing.name("value")
    found = find_weighing(file, part)
    assert found is not None, "admission refuses what is not weighed"
    comparison, name = found
    held = _read_metrics(file, part)
    texts = {one.id: one.text for one in METRICS}
    options = tuple(Option(id=id, text=texts[id]) for id in (held[0], metric))
    card = file.slots[part].card
    assert card is not None, "what is weighed has a card"
    make = partial(label_question, argument=f"{card.tag}\n“{card.text}”", reason=hearing.challenge.because)
    entries, chosen = await _ask_both(hearing, "metric", make, options, depend_on("tag", card.entries["tag"]))
    cites = (*(one.key for one in entries), part)
    if chosen != [metric, metric]:
        text = f"Asked in both orders on which it weighs more, {held[0]} or {metric}, the judge said "
        return reject(make_reason(f"{text}{' and '.join(chosen)}.", *cites, by=entries)), ()
    title = name.removeprefix("metric ")
    said = comparison.analytic.replace(f"{title} weighs on {' and '.join(held)}:", f"{title} weighs on {metric}:", 1)
    entries_anew = {**comparison.entries, name: entries[0].key}
    anew = comparison.model_copy(update={"analytic": said, "entries": entries_anew})
    if comparison.told:
        anew = replace_told(anew, part, write_line(title, [metric], card.tag, card.cite))
    put = PutSlot(slot=anew)
    reason = make_reason(
        f"Asked in both orders, the judge found that it weighs on {metric}, not {held[0]}.", *cites, by=entries
    )
    return make_finding("sustained", "swap", reason), (put,)


def _read_metrics(file: CaseFile, part: str) -> tuple[str, ...]:
    """The metrics that the recorded decision weighs an impact on."""
    found = find_weighing(file, part)
    entries: Iterable[Entry] = file.entries
    held = next((one for one in entries if found and one.key == found[0].entries[found[1]]), None)
    return tuple(read_choice(held)) if held else ()
