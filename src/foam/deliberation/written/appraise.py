"""What an evaluator that writes finds of claims: is each borne out, which way does it speak, and in what form?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from foam.argument.motion import Motion
from foam.argument.scheme import SchemeId
from foam.deliberation.position import Direction
from foam.deliberation.questions import SCALE
from foam.deliberation.support import NOT_BORNE_OUT, Support
from foam.deliberation.written.forms import ANOTHER, OF_OTHER_SIDE, appraisal_act
from foam.deliberation.written.material import describe_sentences, list_values, number_sentences
from foam.deliberation.written.records import read_records
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry, Input
from foam.text.pointer import Pointer
from foam.text.spelled import spell_ids
from foam.values import Value

_WHY = {
    "neither": "it was found to speak neither for the motion nor against it",
    "unclear": "whether it bears on the question depends on what the file does not say",
}
_CONDITION = "condition"
_CONDITIONS = (_CONDITION, OF_OTHER_SIDE)
FOR_ANOTHER = "it speaks for another option, and is weighed in that option's own deliberation"


class Argument(NamedTuple):
    """What is appraised: a claim, what it rests on, and why that is to bear."""

    claim: str
    grounds: tuple[Passage, ...]
    warrant: str
    hedge: str = ""
    """How certain its seat puts it, and unless what."""
    value: str = ""
    """The value for whose sake whoever brought it says that it counts."""
    was: str = ""
    """What it claimed before an objection to it, where it was put in other words since."""
    warrant_was: str = ""
    """Why that was to bear then, where the warrant was put in other words since."""


class Appraisal(Value):
    """What was found of one claim."""

    support: Support
    scheme: SchemeId
    value: str
    stated: str
    entry: str


async def appraise(
    session: Session, motion: Motion, arguments: Sequence[Argument], *inputs: Input
) -> tuple[Appraisal, ...] | None:
    """What the evaluator finds of each argument, in their order; None where no answer counts."""
    if not arguments:
        return ()
    names = [f"a{n}" for n in range(1, len(arguments) + 1)]
    known = {ground.pointer for one in arguments for ground in one.grounds}
    told = tuple(
        Option(id=name, text=_tell_argument(session, one, known)) for name, one in zip(names, arguments, strict=True)
    )
    act = appraisal_act(
        session.prompts,
        motion=motion,
        arguments=told,
        values=list_values(session),
        names=[value.id for value in session.pack.values],
        material=tuple(
            Option(id=f"{name}.{place}", text=ground.text)
            for name, one in zip(names, arguments, strict=True)
            for place, ground in enumerate(one.grounds, start=1)
        ),
    )

    def check(entry: Entry) -> list[str]:
        records = read_records(entry, "appraisals")
        if sorted(record["of"] for record in records) != sorted(names):
            return ["appraisals: each argument is appraised exactly once"]
        bare = [one["of"] for one in records if one["side"] in _CONDITIONS and not one["condition"].strip()]
        return [f"appraisals: {name} sets a condition; condition says as a clause what must be so" for name in bare]

    entry = await ask_act(session, "appraisal", act, *inputs, check=check, keeps=True)
    if entry is None:
        return None
    found = {record["of"]: record for record in read_records(entry, "appraisals")}
    return tuple(_read(found[name], one, entry.key) for name, one in zip(names, arguments, strict=True))


def _tell_argument(session: Session, argument: Argument, known: set[Pointer]) -> str:
    rests = describe_sentences(session, argument.grounds, told_before=known)
    counts = f"\nBrought for the sake of: {argument.value}" if argument.value else ""
    hedge = f" ({argument.hedge})" if argument.hedge else ""
    was = f"\nBefore an objection it read: {argument.was}" if argument.was else ""
    bore = f"\nBefore an objection the warrant read: {argument.warrant_was}" if argument.warrant_was else ""
    return f"Claim: {argument.claim}{hedge}{was}\nIt rests on:\n{rests}\nWarrant: {argument.warrant}{bore}{counts}"


def _read(found: dict[str, Any], argument: Argument, entry: str) -> Appraisal:
    because = spell_ids(found["because"], number_sentences(argument.grounds))
    side, why, strength = found["side"], "", float(found["strength"]) / SCALE[1]
    if found["bears_out"] == "no":
        side, why = "neither", NOT_BORNE_OUT
    elif side == ANOTHER:
        side, why = "neither", FOR_ANOTHER
    of: Direction = "denied" if side == OF_OTHER_SIDE else "affirmed"
    side = _CONDITION if side == OF_OTHER_SIDE else side
    if side in _WHY:
        why, strength = why or _WHY[side], 0.0
    condition = found["condition"] if side == _CONDITION else ""
    return Appraisal(
        support=Support(
            side=side,
            strength=strength,
            why=why,
            reasons=because,
            condition=condition,
            condition_of=of,
            entries=(entry,),
        ),
        scheme=found["scheme"],
        value=found["value"],
        stated=found["stated"],
        entry=entry,
    )
