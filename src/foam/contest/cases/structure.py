"""Why this structure, and on what does this weigh? The recorded choices of a case, asked again.

A challenge that names another way, or another metric, has the judge choose between the two, in both orders. If the
other is chosen each time, the case takes it: at a branch, whatever hung on the old way goes and the new way's slots are
bound; what hangs on neither is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

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
from foam.contest.cases.questions import branch_again_question, label_question
from foam.contest.cases.remedy import bind_leaves, read_position
from foam.contest.findings import make_finding, make_reason, reject
from foam.contest.outcome import Finding
from foam.contest.subject import CaseFile
from foam.errors import InputError, NotFound
from foam.job.answers import read_choice, read_decision
from foam.job.retrieval import depend_on
from foam.model.question import Option
from foam.record.entry import Entry

Settled = tuple[Finding, tuple[Amendment, ...]]


def find_choice(file: CaseFile, part: str) -> BranchChoice | None:
    """The recorded choice that a part stands for, or that led to it."""
    own = (one for one in file.case.choices if f"choice-{one.branch}" == part)
    led = (one for one in file.case.choices if part in one.taken)
    return next(own, None) or next(led, None)


def check_way(file: CaseFile, part: str, instead: str) -> None:
    """Refuse a way that the branch does not offer or that was taken."""
    choice = find_choice(file, part)
    if choice is None:
        raise InputError(f"the template has no branch at {part}", hint="challenge a choice: foam contest parts RUN")
    if not choice.taken:
        hint = "write the case anew with it: foam case --strategy"
        raise InputError(f"nothing was taken at {choice.branch} that {instead[:40]!r} could stand for", hint=hint)
    children = {child.id for child in _find_node(file, choice.branch).children}
    free = sorted(children - {*choice.taken})
    if instead not in free:
        raise NotFound(f"{instead[:40]!r} is no other way of {choice.branch}", hint=f"there are: {', '.join(free)}")


async def check_branch(hearing: Hearing, file: CaseFile, instead: str) -> Settled:
    """Would the other way serve the plan better?"""
    choice = find_choice(file, hearing.part.id)
    assert choice is not None, "admission refuses a part without a branch"
    given_up = hearing.part.id if hearing.part.id in choice.taken else choice.taken[-1]
    made = (one.node for one in file.case.generated if one.at == choice.branch)
    ways = {child.id: child for child in (*_find_node(file, choice.branch).children, *made)}
    options = tuple(Option(id=id, text=_describe(ways[id])) for id in (given_up, instead))
    entries = [await _ask_way(hearing, file, choice, order) for order in (options, options[::-1])]
    chosen, cites = [read_choice(one)[0] for one in entries], (*(one.key for one in entries), f"choice-{choice.branch}")
    if chosen != [instead, instead]:
        text = f"Asked in both orders which serves the plan better, {given_up} or {instead}, the judge said "
        return reject(make_reason(f"{text}{' and '.join(chosen)}.", *cites, choice.entry, by=entries)), ()
    taken = tuple(instead if one == given_up else one for one in choice.taken)
    how = read_decision(entries[0])
    anew = choice.model_copy(update={"taken": taken, "by": how.by, "why": "a challenge", "entry": entries[0].key})
    said = make_reason(
        f"Asked in both orders, the judge found that {instead} serves the plan better.", *cites, by=entries
    )
    try:
        return make_finding("sustained", "swap", said), (await _take_way(hearing, file, anew, ways[instead]),)
    except InputError as refused:
        return reject(
            said, make_reason(f"It cannot be spoken in {file.case.budget} words: {refused.what}.", *cites)
        ), ()


async def _ask_way(hearing: Hearing, file: CaseFile, choice: BranchChoice, options: tuple[Option, ...]) -> Entry:
    question = branch_again_question(
        hearing.session.prompts,
        plan=file.case.judged_plan,
        ask=choice.ask,
        offered=options,
        reason=hearing.challenge.because,
    )
    return await hearing.session.clerk.ask("branch", question, hearing.admitted(), depend_on("branch", choice.entry))


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


def check_metric_named(file: CaseFile, part: str, metric: str) -> None:
    """Refuse a metric that is none or that the impact is weighed on already."""
    known = [one.id for one in METRICS]
    if metric not in known:
        raise NotFound(f"no metric {metric[:40]!r}", hint=f"there are {', '.join(known)}")
    if metric in _read_metrics(file, part):
        raise InputError(f"{part} is weighed on {metric} already", hint=f"of {', '.join(known)} name another")


async def check_metric(hearing: Hearing, file: CaseFile, metric: str) -> Settled:
    """Does the impact weigh on another metric?"""
    part = hearing.part.id
    found = find_weighing(file, part)
    assert found is not None, "admission refuses what is not weighed"
    comparison, name = found
    held = _read_metrics(file, part)
    texts = {one.id: one.text for one in METRICS}
    options = tuple(Option(id=id, text=texts[id]) for id in (held[0], metric))
    entries = [await _ask_metric(hearing, file, order) for order in (options, options[::-1])]
    chosen, cites = [read_choice(one)[0] for one in entries], (*(one.key for one in entries), part)
    if chosen != [metric, metric]:
        text = f"Asked in both orders on which it weighs more, {held[0]} or {metric}, the judge said "
        return reject(make_reason(f"{text}{' and '.join(chosen)}.", *cites, by=entries)), ()
    title = name.removeprefix("metric ")
    said = comparison.analytic.replace(f"{title} weighs on {' and '.join(held)}:", f"{title} weighs on {metric}:", 1)
    entries_anew = {**comparison.entries, name: entries[0].key}
    anew = comparison.model_copy(update={"analytic": said, "entries": entries_anew})
    card = file.slots[part].card
    if comparison.told and card:
        anew = replace_told(anew, part, write_line(title, [metric], card.tag, card.cite))
    put = PutSlot(slot=anew)
    reason = make_reason(
        f"Asked in both orders, the judge found that it weighs on {metric}, not {held[0]}.", *cites, by=entries
    )
    return make_finding("sustained", "swap", reason), (put,)


async def _ask_metric(hearing: Hearing, file: CaseFile, options: tuple[Option, ...]) -> Entry:
    card = file.slots[hearing.part.id].card
    assert card is not None
    question = label_question(
        hearing.session.prompts,
        argument=f"{card.tag}\n“{card.text}”",
        offered=options,
        reason=hearing.challenge.because,
    )
    return await hearing.session.clerk.ask(
        "metric", question, hearing.admitted(), depend_on("tag", card.entries["tag"])
    )


def _read_metrics(file: CaseFile, part: str) -> tuple[str, ...]:
    """The metrics that the recorded decision weighs an impact on."""
    found = find_weighing(file, part)
    entries: Iterable[Entry] = file.entries
    held = next((one for one in entries if found and one.key == found[0].entries[found[1]]), None)
    return tuple(read_choice(held)) if held else ()
