"""Seats with models of their own, from the settings and by name: who is cast, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import foam
from foam.errors import NotFound, SettingError
from foam.evidence.search.fake import HashingEmbedder
from foam.home.desk import Desk
from foam.model.cast import ROLES, cast
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.settings import load_config

COMMON, HOUSE = ScriptedModel(name="common"), ScriptedModel(name="house")


def _home(folder: Path) -> foam.Home:
    models: dict[str, Model] = {**dict.fromkeys(ROLES, COMMON), "house": HOUSE}
    return foam.open(
        folder,
        models=models,
        embedder=HashingEmbedder(),
        stance=lambda claim, texts: [0.0] * len(texts),
        pack="benefits-appeal",
    )


def _seats(home: foam.Home) -> list[str]:
    return [seat.id for seat in home.pack.load().perspectives]


def test_a_seats_model_is_in_the_spec_and_only_for_those_at_the_table(tmp_path: Path) -> None:
    with _home(tmp_path) as home:
        first, second, *_ = _seats(home)
        ran = home.deliberate(seats=[first, second], seat_models={first: "house"})
        deciders = home.record.spec(ran)["deciders"]
        assert deciders[f"seat:{first}"]["id"] == "house"
        assert f"seat:{second}" not in deciders
        assert ran.view.table
        assert [one.perspective.id for one in ran.view.table.seats] == sorted((first, second))
        assert home.replay(ran).ok


def test_settings_seat_models_for_tables_where_the_seat_sits(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"seats.auditor": "house", "seats.else": "house"}
    desk = Desk(tmp_path, models={"judge": COMMON, "house": HOUSE}, **settings)
    config = desk.configure()
    assert set(desk.models_for(config, seated=True)) == {"judge", "house", "seat:auditor", "seat:else"}
    assert set(desk.models_for(config)) == {"judge", "house"}


def test_a_seat_that_is_not_at_the_table_is_refused(tmp_path: Path) -> None:
    with _home(tmp_path) as home, pytest.raises(NotFound, match="no seat 'nobody' at this table"):
        home.deliberate(seat_models={"nobody": "house"})


def test_a_model_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with _home(tmp_path) as home, pytest.raises(SettingError, match="no model 'cellar'"):
        home.deliberate(seat_models={_seats(home)[0]: "cellar"})


def test_the_cast_shares_models_and_knows_every_name(tmp_path: Path) -> None:
    file = 'model = "scripted"\n[seats]\nauditor = "scripted"\n'
    (tmp_path / "config.toml").write_text(file, encoding="utf-8")
    models = cast(load_config(tmp_path, environ={}), seated=True)
    assert models["seat:auditor"] is models["proposer"]
    wrong = load_config(tmp_path, environ={}, flags={"seats.auditor": "cellar"})
    assert "seat:auditor" not in cast(wrong)
    with pytest.raises(SettingError, match="no model 'cellar'"):
        cast(wrong, seated=True)
