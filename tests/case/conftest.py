"""One case by the embedded model for every test that looks at it: what is in the record is not asked again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.model.embedded.conftest import pulled_home

from foam.cli.main import foam

__all__ = ["pulled_home"]


@pytest.fixture(scope="session")
def recorded_appeal(pulled_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home that borrows the pulled weights and in whose record the embedded model has written the sample appeal."""
    home = tmp_path_factory.mktemp("appeal") / "home"
    home.mkdir()
    (home / "models").symlink_to((pulled_home / "models").resolve())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(home))
        result = CliRunner().invoke(foam, ["case", "--pack", "benefits-appeal", "--quiet"])
    assert result.exit_code in (0, 1), result.output
    return home


@pytest.fixture
def home_with_appeal(recorded_appeal: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of that home: the same case is written from the record, without the model."""
    shutil.copytree(recorded_appeal, tmp_path / "home-with-appeal", symlinks=True)
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home-with-appeal"))
