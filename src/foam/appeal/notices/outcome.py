"""The letter with the outcome: what was decided, from when, why, and what the person can do now."""

from __future__ import annotations

from collections.abc import Iterator

from foam.appeal.acts import Disposition, Ruling
from foam.appeal.clocks import is_remedy_owed
from foam.appeal.notices.letter import PHRASES, Read, bullets, describe_reason, find_last_day, list_help, para
from foam.appeal.standing import Standing
from foam.errors import NotFound
from foam.examination.days import show_day
from foam.paper import Block, note, section, strong


def compose_outcome(standing: Standing, read: Read) -> Iterator[Block]:
    """What stands in the letter below the address."""
    ruling = standing.ruling
    if ruling is None:
        raise NotFound("nothing is decided yet")
    yield para(f"You asked us to look again at this decision: “{read(standing.opening.decision.action)}”")
    yield from section("What we decided", _tell_decision(standing, ruling, read))
    yield from section("From when", _tell_days(standing, ruling))
    facts = (para(read(ruling.facts)),) if ruling.facts is not None else ()
    answers = (block for one in ruling.dispositions for block in _answer(standing, one, read))
    yield from section("Why", (*facts, *answers))
    yield from section("The rules we used", bullets(ruling.rules))
    yield from section("What you can do now", _tell_ways_on(standing))
    yield from section("Help", list_help(standing))
    advised = any(item.kind == "advice" for item in standing.items)
    advice = " A computer gave advice. It was advice only, and you have seen it." if advised else ""
    decider = read(ruling.signed) if ruling.signed else standing.reviewer
    yield note(f"A person decided this: {decider}. That person had no part in the first decision.{advice}")


def _tell_decision(standing: Standing, ruling: Ruling, read: Read) -> Iterator[Block]:
    yield para(strong(PHRASES["outcomes"][ruling.outcome]))
    if ruling.action is not None:
        yield para(read(ruling.action))
    ordered = (one for one in ruling.remedies if one != "remand" or len(ruling.remedies) > 1)
    yield from bullets(PHRASES["remedies"][one] for one in ordered)


def _tell_days(standing: Standing, ruling: Ruling) -> Iterator[Block]:
    decided = standing.dates.get("decide")
    if decided is not None:
        yield para(f"We decided this on {show_day(decided)}.")
    first = standing.opening.decision.effective
    if ruling.effective is not None:
        yield para("It counts from ", strong(show_day(ruling.effective)), " on.")
    elif ruling.outcome == "upheld":
        yield para("The decision counts from ", strong(show_day(first)), " on, as the first letter said.")
    last = find_last_day(standing, "implement_by")
    if last is not None and is_remedy_owed(standing):
        yield para("The office has to do this by ", strong(show_day(last)), ".")


def _answer(standing: Standing, given: Disposition, read: Read) -> Iterator[Block]:
    """What the person said on one ground, what was found, and why."""
    said = {ground.id: read(ground.statement) for ground in standing.grounds}
    yield para(f"You said: “{said.get(given.ground, given.ground)}”")
    yield para(strong(PHRASES["findings"][given.finding]))
    yield from bullets(describe_reason(standing, reason, read) for reason in given.reasons)


def _tell_ways_on(standing: Standing) -> Iterator[Block]:
    yield para("You may see everything we looked at. Ask us for it.")
    if is_remedy_owed(standing):
        yield para("If the office does not do this in time, tell us. A supervisor is told then.")
    yield from list_ways_up(standing)


def list_ways_up(standing: Standing) -> Iterator[Block]:
    """Where the person can go on to, and by which day."""
    yield para(f"If you do not agree, you can go on to {standing.profile.next_level.removeprefix('the next level: ')}.")
    if last := find_last_day(standing, "appeal_by"):
        yield para("The last day for that is ", strong(show_day(last)), ".")
    else:
        yield para("There may be a last day for that. Ask soon, there or where you get help.")
