"""Which model was asked what in a deliberation, and which seats spoke with it, for the dossier. Asks no model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from foam.deliberation.dossier import ModelUse
from foam.deliberation.loop import Mediation
from foam.job.clerk import read_answer
from foam.model.port import name_seat_model
from foam.record.entry import Decider, Entry


def name_one_model(entries: Sequence[Entry]) -> Iterator[str]:
    """One model that proposes, criticises and evaluates examines its own work."""
    by_role: dict[str, set[str]] = {}
    for entry in entries:
        if entry.draft.decider.type == "model":
            by_role.setdefault(str(entry.draft.question.get("role")), set()).add(entry.draft.decider.id)
    roles = [by_role.get(role, set()) for role in ("proposer", "critic", "evaluator")]
    if all(roles) and len(set().union(*roles)) == 1:
        (model,) = roles[0]
        yield f"one model, {model}, proposed, objected and evaluated: nobody else examined what it says"


def name_speakers(mediation: Mediation, models: Mapping[str, Decider]) -> dict[tuple[str, str], tuple[str, ...]]:
    """Which seats speak with which model, by its id and version; nothing where all speak with the same."""
    spoken: dict[tuple[str, str], tuple[str, ...]] = {}
    for seat in mediation.seats:
        own = models.get(name_seat_model(seat.id)) or models.get("proposer")
        if own is not None:
            spoken[own.id, own.version] = (*spoken.get((own.id, own.version), ()), seat.id)
    return spoken if len(spoken) > 1 else {}


def list_deciders(
    entries: Iterable[Entry], speakers: Mapping[tuple[str, str], tuple[str, ...]]
) -> tuple[ModelUse, ...]:
    """What each model was asked, by its id and version."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if entry.draft.decider.type == "model" and not entry.draft.kind.endswith(".failed"):
            groups.setdefault((entry.draft.decider.id, entry.draft.decider.version), []).append(entry)
    return tuple(_describe_use(*name, group, speakers.get(name, ())) for name, group in sorted(groups.items()))


def _describe_use(decider: str, version: str, entries: list[Entry], seats: tuple[str, ...]) -> ModelUse:
    answers = [read_answer(entry) for entry in entries]
    stated = [answer.confidence for answer in answers if answer.confidence is not None]
    return ModelUse(
        decider=decider,
        version=version,
        roles=tuple(sorted({str(entry.draft.question["role"]) for entry in entries})),
        questions=len(entries),
        methods=tuple(sorted({answer.method for answer in answers})),
        least_confidence=min(stated, default=None),
        seats=seats,
    )
