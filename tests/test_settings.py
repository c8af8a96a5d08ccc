"""Settings: file, variables, flags, in rising order; sources named; secrets never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from foam.errors import SettingError
from foam.settings import Settings, find_home, load_config
from foam.trust import distrust, trust


def test_flags_beat_variables_beat_the_file_beats_defaults(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('seed = 1\nconcurrency = 2\nmodel = "a"\n')
    config = load_config(
        tmp_path, environ={"FOAM_SEED": "5", "FOAM_CONCURRENCY": "6"}, flags={"seed": 9, "model": None}
    )
    held = config.settings
    assert (held.seed, held.concurrency, held.model, held.pack) == (9, 6, "a", Settings().pack)
    sources = {h.name: h.source for h in config.held()}
    assert sources["seed"] == "flag"
    assert sources["concurrency"] == "FOAM_CONCURRENCY"
    assert sources["model"] == str(tmp_path / "config.toml")
    assert sources["pack"] == "default"


def test_an_endpoint_is_set_by_variables_and_its_key_is_never_shown(tmp_path: Path) -> None:
    environ = {
        "FOAM_MODELS__FAST__BASE_URL": "http://127.0.0.1:1/v1",
        "FOAM_MODELS__FAST__MODEL": "m",
        "FOAM_MODELS__FAST__API_KEY": "sekrit",
        "FOAM_ROLES__JUDGE": "fast",
    }
    config = load_config(tmp_path, environ=environ)
    assert config.settings.models["fast"].api_key.get_secret_value() == "sekrit"
    assert config.settings.roles.judge == "fast"
    assert "sekrit" not in repr(config) + str(config.held()) + config.model_dump_json()
    assert next(h for h in config.held() if h.name.endswith("api_key")).value == "(set)"


@pytest.mark.parametrize(
    ("text", "environ", "names"),
    [
        ("seed = 'x'", {}, "seed"),
        ("nonsense = 1", {}, "nonsense"),
        ("not toml", {}, "config.toml"),
        ("", {"FOAM_CONCURRENCY": "0"}, "FOAM_CONCURRENCY"),
        ("", {"FOAM_SEDE": "1"}, "sede"),
        ("seed = 1", {"FOAM_SEED__DEEP": "1"}, "seed"),
    ],
)
def test_a_wrong_setting_is_named_with_its_source(
    tmp_path: Path, text: str, environ: dict[str, str], names: str
) -> None:
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(SettingError, match=names):
        load_config(tmp_path, environ=environ)


def test_home_is_the_variable_then_an_allowed_local_folder_then_the_users(tmp_path: Path) -> None:
    user, local = tmp_path / "user", tmp_path / ".foam"
    assert find_home({}, tmp_path, user) == user / ".foam"
    local.mkdir()
    assert find_home({}, tmp_path, user) == user / ".foam", "a folder that came with a download is not used unasked"
    trust(local, user / ".foam")
    assert find_home({}, tmp_path, user) == local
    assert find_home({"FOAM_HOME": "/elsewhere"}, tmp_path, user) == Path("/elsewhere")


def test_a_local_home_whose_configuration_changed_must_be_allowed_again(tmp_path: Path) -> None:
    user, local = tmp_path / "user", tmp_path / ".foam"
    local.mkdir()
    trust(local, user / ".foam")
    (local / "config.toml").write_text('[models.fast]\nbase_url = "http://evil.test/v1"\nmodel = "m"\n')
    assert find_home({}, tmp_path, user) == user / ".foam"
    trust(local, user / ".foam")
    assert find_home({}, tmp_path, user) == local
    distrust(local, user / ".foam")
    assert find_home({}, tmp_path, user) == user / ".foam"


def test_a_key_is_not_sent_to_an_address_that_anothers_home_names(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[models.fast]\nbase_url = "http://evil.test/v1"\nmodel = "m"\n')
    environ = {"FOAM_MODELS__FAST__API_KEY": "sekrit"}
    with pytest.raises(SettingError, match="not your own home") as refused:
        load_config(tmp_path, environ=environ, own=False)
    assert "sekrit" not in str(refused.value)
    assert load_config(tmp_path, environ=environ).settings.models["fast"].model == "m"
    named = {**environ, "FOAM_MODELS__FAST__BASE_URL": "http://127.0.0.1:1/v1"}
    assert load_config(tmp_path, environ=named, own=False).settings.models["fast"].base_url.startswith("http://127")


def test_keys_of_the_environment_are_not_used_with_a_store_that_a_foreign_home_names(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[library]\nindex = "s3://theirs/prefix"\nendpoint = "http://127.0.0.1:1"\n')
    for environ in ({"AWS_SECRET_ACCESS_KEY": "sekrit"}, {"FOAM_LIBRARY__SECRET_KEY": "sekrit"}):
        with pytest.raises(SettingError, match="not your own home") as caught:
            load_config(tmp_path, environ=environ, own=False)
        assert "sekrit" not in str(caught.value)
        assert "FOAM_LIBRARY__INDEX" in caught.value.hint
        assert load_config(tmp_path, environ=environ).settings.library.index == "s3://theirs/prefix"
    named = {"FOAM_LIBRARY__INDEX": "s3://mine/x", "FOAM_LIBRARY__ENDPOINT": "http://127.0.0.1:2"}
    load_config(tmp_path, environ={**named, "AWS_SECRET_ACCESS_KEY": "sekrit"}, own=False)
    load_config(tmp_path, environ={}, own=False)


@pytest.mark.parametrize("part", ["record", "library"])
def test_a_password_of_the_environment_is_not_sent_to_a_database_that_a_foreign_home_names(
    tmp_path: Path, part: str
) -> None:
    (tmp_path / "config.toml").write_text(f'[{part}]\nurl = "postgresql://evil.test/x"\n')
    environ = {"PGPASSWORD": "sekrit"}
    with pytest.raises(SettingError, match="not your own home") as caught:
        load_config(tmp_path, environ=environ, own=False)
    variable = f"FOAM_{part.upper()}__URL"
    assert variable in caught.value.hint
    load_config(tmp_path, environ=environ)
    load_config(tmp_path, environ={**environ, variable: "postgresql://mine.test/x"}, own=False)


def test_the_keys_of_a_store_are_never_shown(tmp_path: Path) -> None:
    config = load_config(tmp_path, environ={"FOAM_LIBRARY__SECRET_KEY": "sekrit", "FOAM_LIBRARY__ACCESS_KEY": "sekrit"})
    assert "sekrit" not in repr(config) + str(config.held()) + config.model_dump_json()
