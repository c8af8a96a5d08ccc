"""An outcome in plain lines, for terminals and logs."""

from __future__ import annotations

from collections.abc import Iterator

from foam.contest.outcome import Outcome
from foam.contest.preview import Preview
from foam.contest.redline import Redlined, redline_text
from foam.evidence.corpus import Passage
from foam.text.wrap import wrapped
from foam.values import TAG, short

MOVES = {
    "concede": "the claim was taken back",
    "rebut": "the challenge was answered",
    "qualify": "the claim was narrowed",
    "swap": "other evidence or figures took its place",
    "retract": "the part was taken back",
    "branch": "it was made conditional",
    "none": "it waits for an answer",
}


def brief(cite: str) -> str:
    """A cited item as people read it: digests cut short, ids of parts whole."""
    return short(cite) if cite.startswith(TAG) else cite


def outcome_text(outcome: Outcome, rows: tuple[Redlined, ...] = ()) -> str:
    """The outcome first, then why, then how far it reached, then the redline."""
    return "\n".join(
        [*_head(outcome), *_reasons(outcome), *_reach(outcome), *(["", redline_text(rows)] if rows else [])]
    )


def _head(outcome: Outcome) -> Iterator[str]:
    challenge = outcome.challenge
    yield f"{outcome.disposition.upper()}: {challenge.ground.kind} against {challenge.node}; {MOVES[outcome.move]}"
    if outcome.repeats:
        yield f"It repeats {short(outcome.repeats)}."


def _reasons(outcome: Outcome) -> Iterator[str]:
    for one in outcome.reasons:
        cites = ", ".join(brief(cite) for cite in one.cites)
        yield wrapped(f"{one.text} [{cites}]", indent="  ")
    if outcome.counter_evidence:
        yield "Evidence the other way that was offered:"
        for passage in outcome.counter_evidence[:5]:
            yield wrapped(cited(passage), indent="  ")


def _reach(outcome: Outcome) -> Iterator[str]:
    reached = outcome.locality
    yield (
        f"asked {reached.asked}, reused {reached.reused}, changed {len(reached.changed)}; "
        f"{reached.untouched:.0%} of the parts and {reached.reuse:.0%} of the entries stand as they were"
    )


def preview_text(shown: Preview) -> str:
    """What a challenge could bring about."""
    moves = [f"  {one.claim}: {one.before} -> {one.after}" for one in shown.could_change] or ["  nothing"]
    counters = [wrapped(cited(passage), indent="  ") for passage in shown.counter_evidence]
    return "\n".join(
        [
            f"{shown.challenge.ground.kind} against {shown.part.id} ({shown.part.kind}): {shown.asks}",
            f"settled by {shown.settled_by}; at most {shown.questions_at_most} questions would be asked",
            *(f"  {one.what}: {one.about}, at most {one.at_most}" for one in shown.would_ask),
            "if it is sustained, this could change:",
            *moves,
            *(["evidence the other way:", *counters] if counters else []),
        ]
    )


def cited(passage: Passage) -> str:
    """A sentence as it is shown: its words, whose they are, and where they stand."""
    whose = f" ({passage.cite})" if passage.cite else ""
    return f"“{passage.text}”{whose} [{passage.pointer.brief()}]"
