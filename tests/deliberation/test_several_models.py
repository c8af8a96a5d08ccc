"""A table at which seats speak with different models: the dossier says who spoke with which."""

from __future__ import annotations

import asyncio

from tests.deliberation.table import Table

import foam.deliberation.views  # noqa: F401  (says how a dossier is read)
from foam.deliberation.dossier import Dossier
from foam.deliberation.jobs import make_dossier, mediate_spec
from foam.job.job import open_replay
from foam.model.port import name_seat_model
from foam.record.entry import Decider, Entry
from foam.record.graph import entries_of

HOUSE = Decider(type="model", id="house", version="1")


def _compile(*, own: bool) -> tuple[Table, Dossier]:
    """A dossier of one run; with `own`, as if the first seat had written its position with another model."""
    table = Table()
    spec = table.spec()
    run = table.deliberate(spec).run
    mediation = asyncio.run(mediate_spec(open_replay(table.store, run, spec), spec))
    entries: tuple[Entry, ...] = entries_of(table.store, run)
    if own:
        spec = spec.model_copy(update={"deciders": {**spec.deciders, name_seat_model(spec.seats[0].id): HOUSE}})
        asked = next(n for n, entry in enumerate(entries) if entry.draft.question.get("role") == "proposer")
        draft = entries[asked].draft.model_copy(update={"decider": HOUSE})
        entries = (*entries[:asked], entries[asked].model_copy(update={"draft": draft}), *entries[asked + 1 :])
    return table, make_dossier(mediation, spec, table.pack, entries)


def test_seats_are_named_with_the_models_they_spoke_with() -> None:
    table, dossier = _compile(own=True)
    first, *others = table.pack.perspectives
    spoken = {use.decider: use.seats for use in dossier.deciders}
    assert spoken == {"house": (first.id,), "scripted": tuple(sorted(seat.id for seat in others))}
    assert not any("one model" in caution for caution in dossier.cautions)
    assert f"seats: the {first.role}" in dossier.render("md")


def test_one_model_for_all_is_cautioned_and_no_seat_is_named() -> None:
    _, dossier = _compile(own=False)
    assert [use.seats for use in dossier.deciders] == [()]
    assert any(caution.startswith("one model, scripted") for caution in dossier.cautions)
