"""What takes a reader is asked of the evaluator, alike of an examined file and of a written case: one question, with
the documents in view that bear on it, and with what the challenger says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from foam.acts.engine import Act, Reading, perform, read_texts
from foam.acts.shown import ShownFile
from foam.contest.challenge import Challenge
from foam.contest.findings import make_reason
from foam.contest.outcome import Disposition, Move, Reason
from foam.contest.part import make_evidence_id
from foam.job.session import Session
from foam.model.form import Form, IdsField, LabelField, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt
from foam.record.entry import Entry, EntryInput
from foam_quotes.text.pointer import Pointer

NAME = "weigh"
ENDS: dict[str, tuple[Disposition, Move] | None] = {
    "sustained": ("sustained", "concede"),
    "sustained in part": ("partly sustained", "qualify"),
    "rejected": ("rejected", "rebut"),
    "cannot tell": None,
}
"""How the challenge ends by what is said of it; with nothing, a person decides."""
MOST_NAMED = 6
NOBODY = "Code cannot settle it, and nobody was there who reads: a person decides."


@dataclass(frozen=True)
class Weighing:
    """One challenge, as the evaluator is shown it."""

    challenge: Challenge
    asks: str
    place: str
    """Where what is challenged stands."""
    challenged: str
    shown: ShownFile
    """The documents that bear on it, with whatever the challenger brings."""


class Weighed(NamedTuple):
    """What becomes of the challenge, why, and the sentences that decide it."""

    disposition: Disposition
    move: Move
    reason: Reason
    at: tuple[Pointer, ...]
    entry: Entry


class _Said(NamedTuple):
    challenge: str
    why: str
    at: tuple[str, ...]


async def weigh(session: Session, entry: str, weighing: Weighing, *cites: str) -> Weighed | None:
    """What the evaluator says of the challenge; None where nobody reads, or what is shown does not settle it."""
    if "judge" not in session.models or not session.speaks("judge"):
        return None
    shown, act = weighing.shown, Act(NAME, weigh_question(session.prompts, weighing), _read)
    done = await perform(session, act, EntryInput(role="challenge", key=entry), *shown.inputs)
    if done.value is None or done.entry is None or (ends := ENDS[done.value.challenge]) is None:
        return None
    at = tuple(dict.fromkeys(shown.sentence_by_id[one].pointer for one in done.value.at))
    text = f"The evaluator: {done.value.why or f'the challenge is {done.value.challenge}'}"
    return Weighed(*ends, make_reason(text, done.entry.key, *cites, *map(make_evidence_id, at)), at, done.entry)


def weigh_question(prompts: Prompts, weighing: Weighing) -> Write:
    """Is the challenge right, by what is shown?"""
    challenge, shown = weighing.challenge, weighing.shown
    asked = render_prompt(
        prompts,
        "contest/weigh",
        place=weighing.place,
        challenged=fence(weighing.challenged),
        says=challenge.ground.says[0],
        because=fence(challenge.because, label="challenge"),
        asks=weighing.asks,
        documents=shown.text,
    )
    return Write(
        **asked,
        role="judge",
        statement=weighing.challenged,
        aim="supports",
        fields=(
            TextField(name="why", about="first: why", max_words=40),
            LabelField(name="challenge", about="what becomes of the challenge", labels=tuple(ENDS)),
            IdsField(
                name="at", about="the sentences that decide it", ids=shown.ids, at_most=min(MOST_NAMED, len(shown.ids))
            ),
        ),
        material=shown.material,
    )


def _read(form: Form) -> Reading[_Said]:
    return Reading(_Said(str(form["challenge"]), str(form["why"]), read_texts(form, "at")))
