"""Settings: where each comes from, which one wins, and what is refused."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam

import foam


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own, with nothing of this machine's environment."""
    for name in ("SEED", "MODEL", "PACK", "CONCURRENCY", "TOKEN_BUDGET"):
        monkeypatch.delenv(f"FOAM_{name}", raising=False)
    (tmp_path / "home").mkdir(mode=0o700)
    return tmp_path / "home"


def read_settings(home: Path) -> dict[str, tuple[Any, str]]:
    return {one["name"]: (one["value"], one["source"]) for one in read_foam(home, "config")["settings"]}


def test_every_setting_is_shown_with_whence_it_comes(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "config.toml").write_text('seed = 1\nconcurrency = 2\npack = "benefits-appeal"\n', "utf-8")
    monkeypatch.setenv("FOAM_CONCURRENCY", "6")
    held = read_settings(home)
    assert held["seed"] == (1, str(home / "config.toml"))
    assert held["concurrency"] == (6, "FOAM_CONCURRENCY")
    assert held["token_budget"][1] == "default"
    printed = run_foam(home, "config").stdout
    assert str(home) in printed
    assert all(name in printed for name in held)


def test_an_argument_beats_a_variable_beats_the_file(home: Path) -> None:
    (home / "config.toml").write_text("seed = 1\nconcurrency = 2\n", "utf-8")
    with foam.open(home, environ={"FOAM_SEED": "5", "FOAM_CONCURRENCY": "3"}, seed=9) as opened:
        held = {one.name: one.value for one in opened.config().held()}
    assert (held["seed"], held["concurrency"]) == (9, 3)


@pytest.mark.parametrize(
    ("text", "variables", "named"),
    [
        ("sede = 1", {}, "sede"),
        ("seed = 'x'", {}, "seed"),
        ("no toml at all", {}, "config.toml"),
        ("", {"FOAM_CONCURRENCY": "0"}, "FOAM_CONCURRENCY"),
        ("", {"FOAM_SEDE": "1"}, "sede"),
        ("[models.fast]\nbase_urll = 'http://127.0.0.1:1/v1'", {}, "base_url"),
    ],
)
def test_a_setting_that_is_unknown_or_wrong_is_refused_with_a_hint(
    home: Path, monkeypatch: pytest.MonkeyPatch, text: str, variables: dict[str, str], named: str
) -> None:
    (home / "config.toml").write_text(text, "utf-8")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    refused = read_foam(home, "config", code=2)
    assert named in refused["error"]
    assert refused["hint"]
    assert "Traceback" not in run_foam(home, "config", code=2).output


def test_a_setting_is_changed_in_the_file_and_the_rest_of_it_stays(home: Path) -> None:
    (home / "config.toml").write_text("# ours\nseed = 1  # of the pilot\n", "utf-8")
    run_foam(home, "config", "--set", "token_budget=100000")
    assert read_settings(home)["token_budget"] == (100000, str(home / "config.toml"))
    kept = (home / "config.toml").read_text("utf-8")
    assert "# ours" in kept
    assert "seed = 1  # of the pilot" in kept
    refused = read_foam(home, "config", "--set", "tokenbudget=1", code=2)
    assert "tokenbudget" in refused["error"]
    assert (home / "config.toml").read_text("utf-8") == kept


def test_a_key_is_never_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_MODELS__FAST__BASE_URL", "http://127.0.0.1:1/v1")
    monkeypatch.setenv("FOAM_MODELS__FAST__MODEL", "m")
    monkeypatch.setenv("FOAM_MODELS__FAST__API_KEY", "sk-mulberry-9135")
    assert "mulberry" not in run_foam(home, "config").output
    assert "mulberry" not in run_foam(home, "config", "--json").output
    assert read_settings(home)["models.fast.api_key"][0] == "(set)"
    refused = read_foam(home, "config", "--set", "models.fast.api_key=sk-mulberry-9135", code=2)
    assert "mulberry" not in refused["error"]


def test_a_home_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    (tmp_path / "note.txt").write_text("The ferry sails at nine.", "utf-8")
    run_foam(folder, "library", "add", tmp_path / "note.txt")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    wide = [path for path in folder.rglob("*") if stat.S_IMODE(path.stat().st_mode) & 0o077]
    assert wide == []
    folder.chmod(0o755)
    (folder / "foam.db").chmod(0o644)
    run_foam(folder, "library", "list")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "foam.db").stat().st_mode) == 0o600


def test_a_folder_of_state_that_came_with_a_download_is_used_only_when_it_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, download = tmp_path / "user", tmp_path / "download"
    (download / ".foam").mkdir(parents=True)
    (download / ".foam" / "config.toml").write_text("seed = 666\n", "utf-8")
    own.mkdir()
    monkeypatch.setenv("HOME", str(own))
    monkeypatch.delenv("FOAM_HOME", raising=False)
    monkeypatch.chdir(download)

    def find_home() -> Path:
        with foam.open() as home:
            return home.folder

    assert find_home() == own / ".foam"
    with foam.open() as home:
        home.trust(download / ".foam")
    assert find_home() == download / ".foam"
    (download / ".foam" / "config.toml").write_text('model = "other"\n', "utf-8")
    assert find_home() == own / ".foam", "what it says was changed after it was trusted"


def test_a_key_is_not_sent_where_another_persons_home_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own, download = tmp_path / "user", tmp_path / "download"
    own.mkdir()
    (download / ".foam").mkdir(parents=True)
    (download / ".foam" / "config.toml").write_text(
        '[models.fast]\nbase_url = "http://other.example/v1"\nmodel = "m"\n', "utf-8"
    )
    monkeypatch.setenv("HOME", str(own))
    monkeypatch.delenv("FOAM_HOME", raising=False)
    monkeypatch.chdir(download)
    with foam.open() as home:
        home.trust(download / ".foam")
    monkeypatch.setenv("FOAM_MODELS__FAST__API_KEY", "sk-mulberry-9135")
    with foam.open() as home, pytest.raises(foam.FoamError) as refused:
        home.config()
    assert "not your own home" in refused.value.what
    assert "mulberry" not in str(refused.value)
