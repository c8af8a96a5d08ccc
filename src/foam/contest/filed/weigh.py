"""What takes a reader over an examined file is asked of the evaluator: one question, with the whole file in view, its
rules among it, and what the challenger says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from foam.acts.engine import Act, Reading, perform, read_texts
from foam.contest.findings import make_finding, make_reason
from foam.contest.outcome import Disposition, Finding, Move
from foam.contest.part import make_evidence_id
from foam.job.session import Session
from foam.model.form import Form, IdsField, LabelField, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt
from foam.record.entry import EntryInput

if TYPE_CHECKING:
    from foam.contest.filed.hearing import FileHearing

NAME = "weigh"
ENDS: dict[str, tuple[Disposition, Move] | None] = {
    "sustained": ("sustained", "concede"),
    "sustained in part": ("partly sustained", "qualify"),
    "rejected": ("rejected", "rebut"),
    "cannot tell": None,
}
"""How the challenge ends by what is said of it; with nothing, a person decides."""
MOST_NAMED = 6


class Weighed(NamedTuple):
    """What the evaluator says."""

    challenge: str
    why: str
    at: tuple[str, ...]


async def weigh_challenge(hearing: FileHearing, session: Session, entry: str) -> Finding | None:
    """What the evaluator says of the challenge; None where nobody reads, or the file does not settle it."""
    if "judge" not in session.models or not session.speaks("judge"):
        return None
    act = Act(NAME, weigh_question(session.prompts, hearing), _read)
    done = await perform(session, act, EntryInput(role="challenge", key=entry), *hearing.shown.inputs)
    if done.value is None or done.entry is None or (ends := ENDS[done.value.challenge]) is None:
        return None
    cited = dict.fromkeys((hearing.at, *(hearing.shown.sentence_by_id[at].pointer for at in done.value.at)))
    text = f"The evaluator: {done.value.why or f'the challenge is {done.value.challenge}'}"
    return make_finding(*ends, make_reason(text, done.entry.key, *map(make_evidence_id, cited)))


def weigh_question(prompts: Prompts, hearing: FileHearing) -> Write:
    """Is the challenge right, by what the file says?"""
    challenge, shown = hearing.challenge, hearing.shown
    asked = render_prompt(
        prompts,
        "contest/weigh",
        place=f"{hearing.place}, {hearing.filed.name}",
        challenged=fence(hearing.sentence),
        says=challenge.ground.says[0],
        because=fence(challenge.because, label="challenge"),
        asks=hearing.fit.asks,
        documents=shown.text,
    )
    return Write(
        **asked,
        role="judge",
        statement=hearing.sentence,
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


def _read(form: Form) -> Reading[Weighed]:
    return Reading(Weighed(str(form["challenge"]), str(form["why"]), read_texts(form, "at")))
