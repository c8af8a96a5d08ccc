"""The store of perspectives from Python and from the command line: search, add, generate, and seat what was kept."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.deliberation.test_seats import FREE, Silent, writing

import foam
from foam.cli.main import foam as commands
from foam.errors import InputError, SettingError
from foam.evidence.search.fake import HashingEmbedder
from foam.home.seats import seat_table
from foam.model.scripted import ScriptedModel, agree

WATCH = """
id = "watchman"
role = "auditor"
description = "I watch over the night shelter."
weighting = { accuracy = 0.6, fairness = 0.4 }
dimensions = { impact_framework = "structural_violence" }
"""
TORN = WATCH.replace('"structural_violence"', '"existential_risk", temporal_horizon = "immediate"').replace(
    "watchman", "torn"
)


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    opened = foam.open(
        tmp_path / "home",
        models=ScriptedModel(writing()),
        embedder=HashingEmbedder(),
        environ={},
        pack="benefits-appeal",
    )
    with opened:
        yield opened


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "watchman.toml"
    path.write_text(WATCH, "utf-8")
    return path


def test_what_was_added_is_found_shown_suggested_and_seated(home: foam.Home, file: Path) -> None:
    assert home.perspectives.add(file).is_new
    assert not home.perspectives.add(file).is_new
    (hit,) = [one for one in home.perspectives.search("night shelter") if not one.breaches]
    assert hit.found.perspective.id == "watchman"
    assert hit.found.origin == "file watchman.toml"
    page = home.perspectives.show("watchman")
    assert page.effects == {"compares impacts by": "distribution, magnitude"}
    assert "watchman" in {one.id for one in home.perspectives.suggest("applicant")}


def test_a_kept_seat_can_be_named_and_is_not_seated_unasked(home: foam.Home, file: Path) -> None:
    seat = home.perspectives.add(file).perspective
    known = home.perspectives.list().perspectives
    assert seat_table(known, seats=["auditor", "watchman"], kept=[seat])[1] == seat
    assert seat not in seat_table(known, kept=[seat])


def test_search_finds_seats_of_other_packs_and_says_that_this_one_does_not_permit_them(home: foam.Home) -> None:
    hit = home.perspectives.search("budget")[0]
    assert (hit.found.perspective.id, hit.found.origin) == ("treasurer", "pack policy-debate")
    assert hit.breaches
    assert not home.perspectives.search("budget", pack="policy-debate")[0].breaches


@pytest.mark.parametrize(
    ("old", "new", "what", "hint"),
    [
        ("accuracy = 0.6", "acuracy = 0.6", "no pack names a value 'acuracy'", "did you mean accuracy?"),
        ("description", "discription", "there is no field 'discription'", "did you mean description?"),
        ("weighting", "wieghting", "there is no field 'wieghting'", "did you mean weighting?"),
        ('role = "auditor"', 'role = "auditor"\nspeaks_for = []', "speaks_for is an empty list", "leave the line out"),
        ('role = "auditor"', 'role = "auditor"\npolicy = { min_yaer = 2020 }', "'policy.min_yaer'", "min_year?"),
    ],
)
def test_what_is_misspelt_or_empty_is_refused_with_the_nearest_name(
    home: foam.Home, tmp_path: Path, old: str, new: str, what: str, hint: str
) -> None:
    path = tmp_path / "seat.toml"
    path.write_text(WATCH.replace(old, new), "utf-8")
    with pytest.raises((InputError, SettingError)) as raised:
        home.perspectives.add(path)
    assert what in raised.value.what
    assert hint in raised.value.hint
    assert "watchman" not in {one.found.perspective.id for one in home.perspectives.search("night shelter")}


def test_a_dry_run_refuses_the_seats_and_weights_that_a_run_refuses(home: foam.Home, tmp_path: Path) -> None:
    path = tmp_path / "seat.toml"
    path.write_text(WATCH.replace("accuracy = 0.6", "acuracy = 0.6"), "utf-8")
    for options in ({"add": [path]}, {"reweight": ["acuracy=0.4"]}):
        with pytest.raises(SettingError, match="the value 'acuracy' is not one of this pack's") as raised:
            home.estimate.deliberate(**options)
        assert raised.value.hint == "did you mean accuracy?"
    with pytest.raises(SettingError, match="unknown policy"):
        home.estimate.deliberate(policy="peer-revewed")


def test_a_file_that_contradicts_itself_is_refused_by_name(home: foam.Home, tmp_path: Path) -> None:
    path = tmp_path / "torn.toml"
    path.write_text(TORN, "utf-8")
    with pytest.raises(InputError, match="torn contradicts itself: impact_framework=existential_risk"):
        home.perspectives.add(path)
    (failure,) = [one for one in home.perspectives.check(path).failures if one.rule == "no contradiction"]
    assert failure.perspective == "torn"


def test_generated_seats_are_kept_with_their_run(home: foam.Home) -> None:
    ran = home.perspectives.generate(FREE, pack="policy-debate")
    assert ran.view.ok
    kept = {one.found.perspective.id for one in home.perspectives.search("workers council drivers owners")}
    assert {one.perspective.id for one in ran.view.seats} <= kept
    assert home.record.replay(ran.run).ok


def test_seats_that_make_no_table_are_not_kept(tmp_path: Path) -> None:
    with foam.open(
        tmp_path / "home", models=Silent(agree()), embedder=HashingEmbedder(), environ={}, pack="policy-debate"
    ) as home:
        ran = home.perspectives.generate(FREE)
        assert len(ran.view.seats) == 1
        assert not ran.view.ok
        assert all(one.found.origin.startswith("pack") for one in home.perspectives.search("public transport free"))


def test_a_table_too_large_or_too_small_is_not_generated(home: foam.Home) -> None:
    for most in (1, 13):
        with pytest.raises(InputError, match="cannot be generated"):
            home.perspectives.generate(FREE, most=most)


def test_the_commands(tmp_path: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    added = CliRunner().invoke(commands, ["perspectives", "add", str(file)])
    assert (added.exit_code, added.output) == (0, "kept: watchman\n")
    asked = ["perspectives", "generate", "Should whaling be banned in Antarctica?", "--model", "scripted", "--quiet"]
    assert CliRunner().invoke(commands, [*asked, "--most", "1"]).exit_code == 2


def test_the_line_that_seats_what_was_generated_over_a_library_works(tmp_path: Path) -> None:
    text = tmp_path / "ferries.txt"
    text.write_text("Ferries at night cost the islands little. Ferries at night wake the harbour.", "utf-8")
    question = "Should the islands run ferries at night?"
    given: dict[str, Any] = {"folder": tmp_path / "home", "embedder": HashingEmbedder(), "environ": {}}
    with foam.open(**given) as home:
        home.library.add(text)
    made = CliRunner().invoke(
        commands,
        ["perspectives", "generate", question, "--library", "--quiet"],
        obj={**given, "models": ScriptedModel(writing())},
    )
    (line,) = [line for line in made.stdout.splitlines() if line.startswith("    foam deliberate")]
    asked = shlex.split(line)[1:]
    seated = CliRunner().invoke(commands, [*asked, "--quiet"], obj={**given, "models": Silent(agree())})
    assert "run " in seated.stdout, seated.output

    with foam.open(**given, models=Silent(agree())) as home:
        runs = len(home.record.list())
        with pytest.raises(SettingError, match="is not one of this pack's"):
            home.deliberate(question, library=True, seats=[asked[-1], asked[-3]])
        assert len(home.record.list()) == runs


def test_a_seat_is_found_by_its_role_and_so_are_those_of_the_neutral_table(home: foam.Home) -> None:
    assert home.perspectives.show("person concerned").perspective.id == "affected"
    assert home.perspectives.show("the keeper").perspective.id == "keeper"
    known = home.perspectives.list().perspectives
    assert seat_table(known, seats=[known[1].role]) == (known[1],)
