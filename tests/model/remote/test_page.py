"""The page about remote models says what is so: its examples are run."""

from __future__ import annotations

import re
from pathlib import Path

from foam.settings import load_config

PAGE = (Path(__file__).parents[3] / "docs" / "remote.md").read_text(encoding="utf-8")


def list_examples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_settings_are_settings(tmp_path: Path) -> None:
    first, *others = list_examples("toml")
    for number, other in enumerate(others):
        (folder := tmp_path / str(number)).mkdir()
        (folder / "config.toml").write_text(other, encoding="utf-8")
        config = load_config(folder, environ={}).settings
        assert config.model in config.models
    (tmp_path / "config.toml").write_text(first, encoding="utf-8")
    settings = load_config(tmp_path, environ={"FOAM_MODELS__STRICT__API_KEY": "sk-123456"}).settings
    assert settings.models["strict"].api_key.get_secret_value() == "sk-123456"
    assert settings.roles.judge == "strict"


def test_the_python_runs() -> None:
    (example,) = list_examples("python")
    exec(compile(example, "docs/remote.md", "exec"), {})
