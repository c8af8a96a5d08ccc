"""The lines that every view of a case shares, and the summary a terminal shows."""

from __future__ import annotations

from foam.argument.flow import find_dropped
from foam.argument.round import Round
from foam.case.flow import build_flow
from foam.case.values import Case, Slot
from foam.case.verify import WORDS_PER_MINUTE
from foam.text.wrap import wrap

FIRST_HALF = "2NC"
"""The block is one speech in two: what its first half leaves, its second may take up."""


def describe_length(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    """How long it is: words read aloud, and minutes at the reader's speed."""
    minutes = case.words / words_per_minute
    return f"{case.words} words, {minutes:.1f} minutes at {words_per_minute:g} words a minute"


def describe_status(case: Case) -> str:
    """Whether it may be used."""
    count = len(case.failures)
    return "verified" if case.issued else f"NOT ISSUED: {count} failure{'s' if count != 1 else ''}"


def describe_answered(slots: tuple[Slot, ...]) -> str:
    """What the other side said that a syllogism answers; empty where it answers nothing."""
    met = dict.fromkeys(slot.against for slot in slots if slot.against)
    return f"They say: {' '.join(met)}" if met else ""


def describe_unanswered(case: Case) -> str:
    """The positions of which this speech answers nothing; empty when it opens a round, or leaves none."""
    if case.heard is None or case.speech == FIRST_HALF:
        return ""
    before, now = ({argument.id for argument in find_dropped(flow)} for flow in (case.heard, build_flow(case)))
    left = [
        one.page if one.page.endswith(f"({one.id})") else f"{one.page} ({one.id})"
        for one in Round(flow=case.heard, speech=case.speech, side=case.side).spoken
        if {argument.id for argument in one.arguments} <= now - before
    ]
    return f"It leaves unanswered, and so concedes: {'; '.join(left)}." if left else ""


def summarize_case(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    """The case in a screenful: plan, choices, slots, and whether it may be used."""
    lines = [f"{case.speech}: {case.resolution}", f"plan: {case.plan}", ""]
    for choice in case.choices:
        lines.append(f"{choice.branch}: {', '.join(choice.taken)} (of {', '.join(choice.offered)}; {choice.why})")
    for slot in case.slots:
        text = f"{slot.card.tag} ({slot.card.cite})" if slot.card else slot.spoken
        lines.append(wrap(f"{slot.id} [{slot.length}/{slot.words}] {text}", indent="  "))
    lines += ["", f"{describe_status(case)}; {describe_length(case, words_per_minute=words_per_minute)}"]
    lines += [wrap(str(failure), indent="  ") for failure in case.failures]
    return "\n".join([*lines, *(wrap(text) for text in (describe_unanswered(case), case.notice) if text)])
