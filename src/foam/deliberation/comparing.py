"""Options compared in prose: one act for a model that writes, after all of them are decided.

Each sentence is bound to options, reasons and objections of their own deliberations, and is checked as a telling is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from foam.deliberation.choice import ComparedOption, OptionReason
from foam.deliberation.choice_words import name_backers
from foam.deliberation.naming import join_seats
from foam.deliberation.written.tell import OUTCOME_ID, READERS, Tellable, Telling, tell_readers
from foam.deliberation.written.told_forms import comparison_act
from foam.job.session import Session
from foam.model.question import Option

REVISED_ID = "revised"
"""Under which is told what sets a comparison that was made again apart from the one before."""


async def tell_comparison(
    session: Session,
    question: str,
    summary: Sequence[str],
    options: Sequence[ComparedOption],
    names: Mapping[str, str],
    revisions: Sequence[str] = (),
) -> tuple[Telling, ...]:
    """Why one option rather than the others, for each reader; nothing where the model does not write, or of one."""
    if not session.speaks("proposer") or len(options) < 2:
        return ()
    tellable = tuple(list_comparable(summary, options, names, revisions))
    act = comparison_act(
        session.prompts,
        question=question,
        readers={str(name): who for name, who in READERS.items()},
        options=tuple(Option(id=one.id, text=one.text) for one in tellable),
    )
    return await tell_readers(session, "comparison", act, tellable, seats=len(names))


def list_comparable(
    summary: Sequence[str],
    options: Sequence[ComparedOption],
    names: Mapping[str, str],
    revisions: Sequence[str] = (),
) -> Iterator[Tellable]:
    """What may be told of the options: what follows, what was revised, how each fared and under which conditions, what
    seats answered of it, and its reasons with what was objected."""
    yield Tellable(OUTCOME_ID, (), " ".join(summary))
    if revisions:
        yield Tellable(REVISED_ID, (), "\n".join(revisions))
    for option in options:
        yield Tellable(option.id, (option.id,), _tell_option(option, names))
        for n, condition in enumerate(option.conditions, start=1):
            by = f" Set by {join_seats(names, condition.set_by)}." if condition.set_by else ""
            grounds = condition.say_grounds()
            rests = f"\nIt rests on: {grounds}" if grounds else ""
            text = f"A condition of {option.id} that stands: {condition.say()}.{by}{rests}"
            yield Tellable(f"{option.id}.if{n}", (option.id, condition.claim), text)
        for side, reasons in (
            ("for", option.reasons_for),
            ("against", option.reasons_against),
            ("open", option.conditional),
        ):
            for n, reason in enumerate(reasons, start=1):
                text = "\n".join(_tell_reason(option, side, reason, names))
                yield Tellable(f"{option.id}.{side}{n}", (option.id, reason.claim), text)
        for n, elsewhere in enumerate(option.for_others, start=1):
            text = f"Said where {option.id} was deliberated, for another option: {elsewhere.text}"
            yield Tellable(f"{option.id}.other{n}", (option.id, elsewhere.claim), text)


def _tell_option(option: ComparedOption, names: Mapping[str, str]) -> str:
    by = name_backers(option, names)
    lines = [f"Option {option.id}, {option.say_outcome()}: {option.text}", f"{by[:1].upper()}{by[1:]}."]
    lines += [f"{names.get(one.seat, one.seat)} answers of it: {one.words}." for one in option.answers]
    lines += [
        f"{names.get(one.seat, one.seat)}: {one.say_share()} of what it weighs speaks for it (for less against)."
        for one in option.weights
    ]
    lines += [f"Contested: {one.left} against {one.right}" for one in option.contested]
    return "\n".join(lines)


def _tell_reason(option: ComparedOption, side: str, reason: OptionReason, names: Mapping[str, str]) -> Iterator[str]:
    """A reason as the option's own dossier has it: with its warrant as it now reads, and how objections were met."""
    kinds = {"for": "A reason for", "against": "A reason against", "open": "Stands for some seats or is in dispute, of"}
    by = f"; brought by {join_seats(names, reason.brought_by)}" if reason.brought_by else ""
    yield f"{kinds[side]} {option.id} (counts for {reason.value.replace(' / ', ' or ')}{by}): {reason.text}"
    if reason.warrant:
        yield f"Why it bears: {reason.warrant}"
    if reason.warrant_before:
        yield f"Before that was narrowed: {reason.warrant_before}"
    yield from (f"It rests on: “{quote}”" for quote in reason.quotes if quote not in reason.defence)
    yield from (f"Brought in its defence: “{quote}”" for quote in reason.defence)
    for one in option.objections:
        if one.claim == reason.claim:
            yield f"Objected by {join_seats(names, one.raised_by, 'an examiner without a seat')}: {one.text}"
            how = "; ".join(filter(None, (one.fate, one.say_met())))
            if one.reply:
                yield f"Answered ({how}): {one.reply}"
