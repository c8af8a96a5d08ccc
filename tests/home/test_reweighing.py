"""Other weights: what would be recommended is computed as the outcome itself is. What was read is kept in memory."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import foam

FAKES: dict[str, Any] = {
    "embedder": foam.HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "environ": {},
    "pack": "benefits-appeal",
}


@pytest.fixture(scope="module")
def deliberated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("home")
    with foam.open(folder, models=foam.ScriptedModel(), **FAKES) as home:
        return folder, home.deliberate(seed=2).run  # one in which a reason stands, so that weights matter


def test_the_weights_that_hold_give_the_outcome_that_holds(deliberated: tuple[Path, str]) -> None:
    folder, run = deliberated
    with foam.open(folder, models=foam.ScriptedModel(), **FAKES) as home:
        dossier = home.dossier(run)
        same = home.dossier.reweigh(run, [])
    assert isinstance(dossier, foam.Dossier)
    assert same.after == same.before == dossier.recommendation
    assert same.summary == dossier.summary
    assert not same.is_other
    assert same.replaced == ()


def test_other_weights_move_the_claims_that_a_what_if_moves_and_ask_nobody(deliberated: tuple[Path, str]) -> None:
    folder, run = deliberated
    model = foam.ScriptedModel()
    with foam.open(folder, models=model, **FAKES) as home:
        dossier = home.dossier(run)
        assert isinstance(dossier, foam.Dossier)
        seat = next(one for one in dossier.sublation.audiences if len(one.weights) > 1)
        highest = max(seat.weights, key=lambda value: seat.weights[value])
        changes = [f"{seat.id}.{value}={0 if value == highest else 1}" for value in seat.weights]
        found = home.dossier.reweigh(run, changes)
        moved: Any = home.whatif(run, reweight=changes)
    assert model.calls == []
    assert found.weights[seat.id][highest] == 0
    assert found.after.leanings != found.before.leanings
    assert {(one.claim, one.after) for one in found.replaced} == {
        (one.claim, one.after) for one in moved.replaced if one.before != one.after
    }


def test_a_weight_without_a_seat_is_for_every_seat(deliberated: tuple[Path, str]) -> None:
    folder, run = deliberated
    with foam.open(folder, models=foam.ScriptedModel(), **FAKES) as home:
        dossier = home.dossier(run)
        assert isinstance(dossier, foam.Dossier)
        value = next(iter(dossier.sublation.audiences[0].weights))
        every: Any = home.whatif(run, reweight=[f"{value}=0.9"])
        each: Any = home.whatif(run, reweight=[f"{seat}.{value}=0.9" for seat in dossier.seat_names])
    assert [one.audience for one in every.changes] == [*dossier.seat_names]
    assert every.leanings == each.leanings


@pytest.mark.parametrize("change", ["dignty=0.4", "auditor.dignty=0.4"])
def test_a_value_that_nobody_has_is_refused_with_those_there_are(deliberated: tuple[Path, str], change: str) -> None:
    folder, run = deliberated
    refused = pytest.raises(foam.InputError, match="has the value 'dignty'")
    with foam.open(folder, models=foam.ScriptedModel(), **FAKES) as home, refused as caught:
        home.whatif(run, reweight=[change])
    assert "integrity" in str(caught.value.hint)


def test_a_seat_is_known_by_every_name_under_which_it_is_printed(deliberated: tuple[Path, str]) -> None:
    folder, run = deliberated
    with foam.open(folder, models=foam.ScriptedModel(), **FAKES) as home:
        dossier = home.dossier(run)
        assert isinstance(dossier, foam.Dossier)
        called = {seat: name for seat, name in dossier.seat_names.items() if name != seat}
        assert called
        for seat, name in called.items():
            value = next(iter(next(one for one in dossier.sublation.audiences if one.id == seat).weights))
            plain = name.removeprefix("the ")
            names = (seat, name, plain, plain.title().replace(" ", "_"))
            assert len({str(home.whatif(run, reweight=[f"{one}.{value}=0.9"])) for one in names}) == 1
        with pytest.raises(foam.InputError):
            home.whatif(run, reweight=["the nobody.integrity=0.4"])


@pytest.mark.parametrize("change", ["nobody.integrity=0.4", "auditor.integrity=much", "auditor.integrity=-1"])
def test_what_is_no_weight_is_refused(deliberated: tuple[Path, str], change: str) -> None:
    folder, run = deliberated
    with foam.open(folder, models=foam.ScriptedModel(), **FAKES) as home, pytest.raises(foam.InputError):
        home.dossier.reweigh(run, [change])


def test_a_dossier_is_read_once_and_no_more_when_words_were_erased(
    deliberated: tuple[Path, str], tmp_path: Path
) -> None:
    folder, run = deliberated
    shutil.copytree(folder, tmp_path / "copy")
    with foam.open(tmp_path / "copy", models=foam.ScriptedModel(), **FAKES) as home:
        first = home.dossier(run)
        assert home.dossier(run) is first
        with foam.open(tmp_path / "copy", models=foam.ScriptedModel(), **FAKES) as other:
            heard = other.contest(run, "frame", kind="frame", because="Ada says so.", by="Ada")
            assert home.dossier(run) is first
            other.erase(challenge=heard.run, because="asked for")
        assert home.dossier(run) is not first
