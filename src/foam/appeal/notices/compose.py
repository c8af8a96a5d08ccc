"""The letters of a contest, composed from where the matter stands.

Short sentences, common words, the date first. What the agency or the person wrote is shown as they wrote it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from zoneinfo import ZoneInfo

from foam.appeal.clocks import benefits_continue, find_objection_day, was_filed_late
from foam.appeal.grounds import Notice
from foam.appeal.notices.letter import (
    PHRASES,
    Read,
    bullets,
    describe_reason,
    find_last_day,
    list_head,
    list_help,
    list_items,
    para,
)
from foam.appeal.notices.outcome import compose_outcome, list_ways_up
from foam.appeal.standing import Standing
from foam.errors import NotFound
from foam.examination.days import show_day
from foam.pack.profile import ClockName
from foam.paper import Block, Paper, section, strong

WRITTEN_AFTER: dict[Notice, tuple[str, ...]] = {
    "decision": ("issue_notice",),
    "receipt": ("file",),
    "hearing": ("set_hearing",),
    "outcome": ("decide", "notify_decision"),
    "explanation": ("explain",),
    "ending": ("settle", "withdraw", "confirm_settlement", "confirm_withdrawal"),
}
"""The acts after which a letter can be written."""


def compose_notice(notice: Notice, standing: Standing, read: Read, *, number: str, mark: str) -> Paper:
    """One letter, from the matter as it stood when the letter was due (`WRITTEN_AFTER`).

    `number` stands for the file where the office gave it none; `mark` says how far the file had come.
    """
    title, body = _LETTERS[notice]
    blocks = (*list_head(standing, read, number), *body(standing, read))
    footer = f"Your file: {number}, {mark}. {standing.profile.title}."
    return Paper(title=title, blocks=blocks, footer=footer, dated=standing.calendar.day(standing.last))


def _decision(standing: Standing, read: Read) -> Iterator[Block]:
    told = standing.opening.decision
    yield para(strong(read(told.action)))
    yield para("This takes effect on ", strong(show_day(told.effective)), ".")
    yield from section("Why", bullets(describe_reason(standing, reason, read) for reason in told.reasons))
    yield from section("The rules we used", bullets(told.rules))
    yield from section("What a computer did in this", _computer(standing, read))
    yield from section("What we looked at", list_items(standing, read))
    yield from section("If you think this is wrong", _contesting(standing))
    yield from section("What goes on meanwhile", _meanwhile(standing))
    yield from section("Help", list_help(standing))
    yield _signature(standing, read)


def _signature(standing: Standing, read: Read) -> Block:
    opening = standing.opening
    return para(f"Who decided this: {read(opening.signed) if opening.signed else opening.decider}")


def _computer(standing: Standing, read: Read) -> Iterator[Block]:
    told = standing.opening.decision
    if told.ai_role:
        yield para(told.ai_role)
    yield from bullets(read(element) for element in told.main_elements)


def _contesting(standing: Standing) -> Iterator[Block]:
    told = standing.opening.decision
    last = find_last_day(standing, "file_by")
    asks = "appeal against this decision" if standing.profile.right == "review" else "ask for the reasons"
    yield para(f"You can {asks}. ", told.how_to_contest)
    if last is not None:
        yield para("The last day is ", strong(show_day(last)), ". If you are late, tell us why: we may still hear you.")
    elif "file_by" in standing.profile.term:  # a draft
        yield para("The last day stands here once this letter is sent.")
    if standing.profile.right == "review":
        yield para("A person who had no part in this decision will look at it again. You may say what you think.")
        yield para("You may see everything we looked at. You may bring someone to help you or to speak for you.")


def _meanwhile(standing: Standing) -> Iterator[Block]:
    told = standing.opening.decision.continuation
    last = find_last_day(standing, "benefits_continue_if_filed_by")
    if told:
        yield para(told)
    if told and last is not None:
        yield para("If something is to go on until we decide, you have to ask by ", strong(show_day(last)), ".")


def _receipt(standing: Standing, read: Read) -> Iterator[Block]:
    filed = standing.dates["file"]
    yield para("We got your appeal on ", strong(show_day(filed)), ".")
    if was_filed_late(standing):
        yield para("It came after the last day. A person will look at why, and may still hear it.")
    said = bullets(read(ground.statement) for ground in standing.grounds)
    yield from section("What you told us", (*said, *_wishes(standing)))
    yield from section("What happens now", _next_steps(standing))
    yield from section("What goes on meanwhile", _continuing(standing))


def _wishes(standing: Standing) -> Iterator[Block]:
    """What was asked for, so that the person sees that it was taken down."""
    filing = standing.filing
    if filing is None:
        return
    if asked := [PHRASES["wishes"][one] for one in filing.remedies if one != "none"]:
        yield para(f"You ask for this: {'; '.join(asked)}.")
    yield para("You asked for a hearing." if filing.hearing else "You did not ask for a hearing. You still may.")


def _next_steps(standing: Standing) -> Iterator[Block]:
    steps: tuple[tuple[ClockName, str], ...] = (
        ("acknowledge_by", "We tell you whether we take it up by"),
        ("record_by", "You see the whole record by"),
        ("decide_by", "You have an answer by"),
    )
    dated = ((said, find_last_day(standing, name)) for name, said in steps)
    yield from bullets(f"{said} {show_day(last)}." for said, last in dated if last is not None)
    yield para("If we are late, that does not count against you: a supervisor is told.")
    if standing.expedited:
        yield para(f"Your appeal is on the fast track ({standing.expedited}).")


def _continuing(standing: Standing) -> Iterator[Block]:
    if standing.filing is not None and standing.filing.continue_benefits:
        goes_on, late = "What you had goes on until we decide.", "You asked too late for what you had to go on."
        yield para(goes_on if benefits_continue(standing) else late)


def _hearing(standing: Standing, read: Read) -> Iterator[Block]:
    hearing = standing.hearing
    if hearing is None:
        raise NotFound("no hearing is set")
    local = hearing.at.astimezone(ZoneInfo(standing.calendar.zone))
    yield para(
        "Your hearing is on ", strong(f"{show_day(local.date())} at {local:%H:%M} ({standing.calendar.zone})"), "."
    )
    yield para("Where: ", strong(read(hearing.place)))
    rights = (
        "See the whole file before the hearing and while it lasts.",
        "Bring people who know what happened.",
        "Bring someone to help you, or to speak for you, or to interpret.",
        "Say what you think, and ask those who speak against you.",
    )
    yield from section("What you may do", bullets(rights))
    proves = "The office has" if standing.opening.decision.burden == "agency" else "You have"
    yield para(f"{proves} to show what is claimed to be true.")
    left = max(0, standing.profile.postponement_days - standing.postponed_days)
    late = (
        para(f"Tell us before the day. You may ask for up to {left} more days."),
        para("If you miss it for a good reason, tell us: the matter can be opened again."),
    )
    yield from section("If you cannot come", late)


def _explanation(standing: Standing, read: Read) -> Iterator[Block]:
    yield para("You asked how this was decided: ", strong(read(standing.opening.decision.action)))
    yield from section("Why", bullets(describe_reason(standing, reason, read) for reason in standing.explained))
    yield from section("What a computer did in this", _computer(standing, read))
    yield from section("The rules we used", bullets(standing.opening.decision.rules))
    yield from section("If you do not agree", list_ways_up(standing))
    yield _signature(standing, read)


def _ending(standing: Standing, read: Read) -> Iterator[Block]:
    if standing.state == "settled" and standing.offer is not None:
        yield para("You and the office agreed, and your appeal ended: ", strong(read(standing.offer)))
    else:
        yield para("You took your appeal back, and it ended.")
    if last := find_objection_day(standing):
        yield para("Is this not what you wanted? Tell us by ", strong(show_day(last)), ". Your appeal then goes on.")
    yield from section("Help", list_help(standing))


Body = Callable[[Standing, Read], Iterator[Block]]

_LETTERS: dict[Notice, tuple[str, Body]] = {
    "decision": ("A decision about you", _decision),
    "receipt": ("We have your appeal", _receipt),
    "hearing": ("Your hearing", _hearing),
    "outcome": ("We looked at the decision about you again", compose_outcome),
    "explanation": ("How the decision about you was made", _explanation),
    "ending": ("Your appeal has ended", _ending),
}
