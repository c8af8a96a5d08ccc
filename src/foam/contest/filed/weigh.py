"""What takes a reader over an examined file is asked of the evaluator: one question, with the whole file in view, its
rules among it, and what the challenger says."""

from __future__ import annotations

from foam.acts.engine import Act, perform
from foam.acts.evaluate import make_evaluate
from foam.argument.rows import Record
from foam.argument.tree import Frame, Leaf, Node, Option, Root
from foam.contest.filed.hearing import FileHearing
from foam.contest.findings import make_reason
from foam.contest.outcome import Disposition, Finding, Move
from foam.contest.part import make_evidence_id
from foam.job.session import Session
from foam.model.template import Prompts
from foam.record.entry import EntryInput
from foam.semantics.standing import find_standings

LEAF = "challenge"
_ROOT = "right"
_ENDS: dict[str, tuple[Disposition, Move]] = {
    "true": ("rejected", "rebut"),
    "false": ("sustained", "concede"),
    "establish": ("rejected", "rebut"),
    "in_part": ("partly sustained", "qualify"),
    "contradict": ("sustained", "concede"),
}


async def weigh_challenge(hearing: FileHearing, session: Session, entry: str) -> Finding | None:
    """What the evaluator says of the challenge; None where nobody reads, or the file does not speak to it."""
    if "judge" not in session.models or not session.speaks("judge"):
        return None
    act = make_weigh(session.prompts, hearing)
    done = await perform(session, act, EntryInput(role="challenge", key=entry), *hearing.shown.inputs)
    if done.value is None or done.entry is None:
        return None
    says, why = _read_answer(done.value)
    if says not in _ENDS:
        return None
    disposition, move = _ENDS[says]
    reason = make_reason(f"The evaluator: {why or disposition}", done.entry.key, make_evidence_id(hearing.at))
    return Finding(disposition=disposition, move=move, reasons=(reason,))


def _read_answer(said: Record) -> tuple[str, str]:
    """How the leaf stands and why: the verdict over the whole exchange, else what its sentences support."""
    for verdict in said.verdicts:
        return verdict.now or "", verdict.why
    for support in said.supports:
        return support.says, support.why
    return "", ""


def make_weigh(prompts: Prompts, hearing: FileHearing) -> Act[Record]:
    """The act: does what is challenged stand, in view of the file and of what the challenger says?"""
    challenge = hearing.challenge
    says = f"Against the challenge this stands: “{hearing.sentence}”"
    leaf = Leaf(id=LEAF, kind="fact", says=says, at=(hearing.place, *hearing.places_brought))
    options = (Option(id="yes", text="It stands."), Option(id="no", text="The challenge is right."))
    root = Root(id=_ROOT, asks=hearing.fit.asks, options=options)
    frame = Frame(roots=(root,), nodes=(Node(id=_ROOT, says=says, op="all", of=(LEAF,)),), leaves=(leaf,))
    return make_evaluate(
        prompts,
        hearing.fit.asks,
        says,
        hearing.shown,
        frame,
        find_standings(frame, hearing.named, Record()),
        filed=hearing.named,
        unjudged=(LEAF,),
        said=f"The challenge to {hearing.place}: {challenge.ground.says[0]}. {challenge.because}",
    )
