"""Why this structure, and on what does this weigh? The recorded choices of a case, asked again.

A challenge names another way, or another metric. Where the evaluator sustains it, the case takes it: at a branch,
whatever hung on the old way goes and the new way's slots are bound; what hangs on neither is left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from foam.argument.outline import OutlineNode
from foam.case.answer import prepare_outline
from foam.case.flow import build_round, list_groups
from foam.case.outline import OutlineWalk
from foam.case.slots import allot_outline
from foam.case.values import BranchChoice, Case, Slot
from foam.case.weigh import METRICS, replace_told, weigh_impacts, write_line
from foam.case.write import assign_seat, states_plan
from foam.contest.cases.amend import Amendment, PutSlot, SetOutline
from foam.contest.cases.remedy import bind_leaves, read_position
from foam.contest.cases.sitting import Sitting
from foam.contest.challenge import Ground
from foam.contest.findings import make_finding, make_reason, reject, send_to_person
from foam.contest.outcome import Finding
from foam.contest.subject import CaseFile
from foam.contest.weigh import NOBODY, Weighing, weigh
from foam.errors import InputError, NotFound
from foam.job.answers import read_choice, read_decision
from foam.job.retrieval import depend_on
from foam.model.question import Answer, Chosen
from foam.record.entry import Entry

Made = tuple[Finding, tuple[Amendment, ...]]


def require_other_way(file: CaseFile, part: str, ground: Ground) -> None:
    """Refuse a way that the branch does not offer or that was taken."""
    choice, instead = _require_taken(file, part), str(getattr(ground, "instead", ""))
    free = sorted({child.id for child in _find_node(file, choice.branch).children} - {*choice.taken})
    if instead not in free:
        raise NotFound(f"{instead[:40]!r} is no other way of {choice.branch}", hint=f"there are: {', '.join(free)}")


def _require_taken(file: CaseFile, part: str) -> BranchChoice:
    choice = file.find_choice(part)
    if choice is None:
        raise InputError(f"the template has no branch at {part}", hint="challenge a choice: foam contest parts RUN")
    if not choice.taken:
        hint = "write the case anew with it: foam case --strategy"
        raise InputError(f"nothing was taken at {choice.branch}, so that nothing could stand for it", hint=hint)
    return choice


async def check_way(sitting: Sitting) -> Made:
    """Would the other way serve the plan better, or does the reason that was given speak for it?"""
    file, instead = sitting.file, sitting.name("instead")
    choice = _require_taken(file, sitting.part.id)
    given_up = sitting.part.id if sitting.part.id in choice.taken else choice.taken[-1]
    ways = _list_ways(file, choice)
    lines = [choice.ask, *(f"- {id}: {_describe(one)}" for id, one in ways.items())]
    lines += [f"Taken: {', '.join(choice.taken)}. Why: {file.find_reason(sitting.part.id) or choice.why}"]
    lines += [f"Instead of {given_up}: {instead}", f"The plan: {file.case.judged_plan}"]
    found, entry = await _weigh(sitting, "\n".join(lines), f"choice-{choice.branch}", choice.entry)
    if entry is None:
        return found, ()
    taken = tuple(instead if one == given_up else one for one in choice.taken)
    update = {"taken": taken, "by": read_decision(entry).by, "why": "a challenge", "entry": entry.key}
    try:
        return found, (await _take_way(sitting, file, choice.model_copy(update=update), ways[instead]),)
    except InputError as refused:
        text = f"It cannot be spoken in {file.case.budget} words: {refused.what}."
        return reject(*found.reasons, make_reason(text, entry.key)), ()


async def _weigh(sitting: Sitting, challenged: str, *cites: str) -> tuple[Finding, Entry | None]:
    """What the evaluator says of the other way, and the entry of it where it is to be taken: it is or it is not."""
    weighing = Weighing(sitting.challenge, sitting.asks, sitting.part.id, challenged, sitting.file.shown)
    weighed = await weigh(sitting.session, sitting.entry, weighing, *cites)
    if weighed is None or weighed.disposition == "partly sustained":
        reason = weighed.reason if weighed else make_reason(NOBODY, *cites)
        return send_to_person(reason, look_at=[challenged]), None
    if weighed.disposition == "rejected":
        return reject(weighed.reason), None
    return make_finding("sustained", "swap", weighed.reason), weighed.entry


def _list_ways(file: CaseFile, choice: BranchChoice) -> dict[str, OutlineNode]:
    """The ways of a branch, those among them that were made for this case."""
    made = (one.node for one in file.case.generated if one.at == choice.branch)
    return {child.id: child for child in (*_find_node(file, choice.branch).children, *made)}


async def _take_way(sitting: Sitting, file: CaseFile, anew: BranchChoice, way: OutlineNode) -> SetOutline:
    """The outline with the other way: branches below it are chosen, its slots bound, the impacts weighed again."""
    case, session = file.case, sitting.session
    spoken = prepare_outline(file.template, accepted=case.accepted, heard=case.heard)
    position = await read_position(session, file)
    seat = assign_seat(file.spec.seat, file.template.side)
    branch = spoken.model_copy(update={"tree": way})
    below = await OutlineWalk(session, seat, position, branch, case.budget, case.resolution).choose()
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
    bound = await bind_leaves(sitting, replace(file, case=outlined), missing)
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


def require_other_metric(file: CaseFile, part: str, ground: Ground) -> None:
    """Refuse a metric that is none or that the impact is weighed on already."""
    metric, known = str(getattr(ground, "value", "")), [one.id for one in METRICS]
    if metric not in known:
        raise NotFound(f"no metric {metric[:40]!r}", hint=f"there are {', '.join(known)}")
    if metric in _read_metrics(file, part):
        raise InputError(f"{part} is weighed on {metric} already", hint=f"of {', '.join(known)} name another")


async def check_metric(sitting: Sitting) -> Made:
    """Does the impact weigh on another metric?"""
    file, part, metric = sitting.file, sitting.part.id, sitting.name("value")
    found = file.find_weighing(part)
    card = file.slots[part].card
    assert found is not None, "admission refuses what is not weighed"
    assert card is not None, "what is weighed has a card"
    comparison, name = found
    held, texts = " and ".join(_read_metrics(file, part)), {one.id: one.text for one in METRICS}
    lines = [card.tag, f"“{card.text}”", f"It is said to weigh on {held}.", f"Instead: {metric}, {texts[metric]}"]
    told, weighed = await _weigh(sitting, "\n".join(lines), part, card.entries["tag"])
    if weighed is None:
        return told, ()
    chosen = Answer(reply=Chosen(ids=(metric,)), method="a challenge")
    entry = sitting.session.clerk.compute(
        "metric", chosen.json_value, depend_on("weighed", weighed), rule="a challenge that was sustained"
    )
    title = name.removeprefix("metric ")
    said = comparison.analytic.replace(f"{title} weighs on {held}:", f"{title} weighs on {metric}:", 1)
    entries = {**comparison.entries, name: entry.key}
    anew = comparison.model_copy(update={"analytic": said, "entries": entries})
    if comparison.told:
        anew = replace_told(anew, part, write_line(title, [metric], card.tag, card.cite))
    return told, (PutSlot(slot=anew),)


def _read_metrics(file: CaseFile, part: str) -> tuple[str, ...]:
    """The metrics that the recorded decision weighs an impact on."""
    found = file.find_weighing(part)
    entries: Iterable[Entry] = file.entries
    held = next((one for one in entries if found and one.key == found[0].entries[found[1]]), None)
    return tuple(read_choice(held)) if held else ()
