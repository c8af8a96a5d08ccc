"""What an evaluator that writes finds of a claim: is it borne out, which way does it speak, and in what form?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foam.argument.motion import Motion
from foam.argument.scheme import SchemeId
from foam.deliberation.questions import SCALE
from foam.deliberation.support import Support
from foam.deliberation.written.forms import appraisal_act
from foam.deliberation.written.material import describe_sentences, list_values
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form, read_reasons
from foam.job.session import Session
from foam.record.entry import Entry, Input
from foam.values import Value

_WHY = {
    "neither": "it was found to speak neither for the motion nor against it",
    "unclear": "whether it bears on the question depends on what the file does not say",
}
_NOT_BORNE_OUT = "the sentences it cites do not bear it out"


class Appraisal(Value):
    """What was found of one claim."""

    support: Support
    scheme: SchemeId
    value: str
    stated: str
    entry: str


async def appraise(
    session: Session, motion: Motion, text: str, grounds: Sequence[Passage], warrant: str, *inputs: Input
) -> Appraisal | None:
    """Have the claim appraised; None where the evaluator gave no answer that counts."""
    act = appraisal_act(
        session.prompts,
        motion=motion,
        claim=text,
        grounds=describe_sentences(session, grounds),
        warrant=warrant,
        values=list_values(session),
        names=[value.id for value in session.pack.values],
    )
    entry = await ask_act(session, "appraisal", act, *inputs, check=lambda _: ())
    return None if entry is None else read_appraisal(entry)


def read_appraisal(entry: Entry) -> Appraisal:
    form: dict[str, Any] = dict(read_form(entry))
    side, why, strength = form["side"], "", float(form["strength"]) / SCALE[1]
    if form["bears_out"] == "no":
        side, why = "neither", _NOT_BORNE_OUT
    if side in _WHY:
        why, strength = why or _WHY[side], 0.0
    support = Support(side=side, strength=strength, why=why, reasons=read_reasons(entry), entries=(entry.key,))
    return Appraisal(
        support=support, scheme=form["scheme"], value=form["value"], stated=form["stated"], entry=entry.key
    )
