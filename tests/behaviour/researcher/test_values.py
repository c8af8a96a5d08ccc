"""Values that calls give: each prints, has a JSON twin, and is saved as its file's ending says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import open_home

import foam

ENDINGS = ("json", "html", "md", "txt")


@pytest.fixture(scope="module")
def opened(sunday: Held, tmp_path_factory: pytest.TempPathFactory) -> Iterator[foam.Home]:
    with open_home(sunday.copy(tmp_path_factory.mktemp("values") / "home"), sunday.file.facts) as home:
        yield home


def make_value(kind: str, home: foam.Home, held: Held, folder: Path) -> Any:
    """One of the kinds that a researcher meets."""
    essay = folder / "essay.md"
    essay.write_text('"The reading room was full by noon on each trial Sunday." (1-visitor-count)\n', "utf-8")
    match kind:
        case "dossier":
            return home.dossier(held.run)
        case "examination":
            return home.examine(*held.file.papers).view
        case "audit":
            return home.audit(essay)
        case "comparison":
            return home.compare(held.run, held.run)
        case _:
            return home.quote.check(essay)


NOT_SAVED = pytest.mark.xfail(raises=AttributeError, reason="it prints and cannot be saved")


@pytest.mark.parametrize(
    "kind",
    [
        "dossier",
        "examination",
        pytest.param("audit", marks=NOT_SAVED),
        "comparison",
        pytest.param("quotations", marks=NOT_SAVED),
    ],
)
def test_a_value_prints_has_a_json_twin_and_is_saved(
    opened: foam.Home, sunday: Held, tmp_path: Path, kind: str
) -> None:
    value = make_value(kind, opened, sunday, tmp_path)
    assert str(value).strip()
    assert "object at 0x" not in str(value)
    twin = value.json_value()
    assert json.loads(json.dumps(twin)) == twin
    for ending in ENDINGS:
        value.save(tmp_path / f"saved.{ending}")
    assert json.loads((tmp_path / "saved.json").read_text("utf-8"))
    assert "<html" in (tmp_path / "saved.html").read_text("utf-8")
    assert (tmp_path / "saved.md").stat().st_size > 0
    with pytest.raises(foam.FoamError):
        value.save(tmp_path / "saved.nonsense")


def test_what_a_command_prints_as_json_is_the_value(opened: foam.Home, sunday: Held, tmp_path: Path) -> None:
    opened.dossier(sunday.run).save(tmp_path / "dossier.json")
    assert read_foam(opened.folder, "dossier", "show", sunday.run) == json.loads(
        (tmp_path / "dossier.json").read_text("utf-8")
    )


def test_every_exported_name_is_there_and_on_the_page() -> None:
    page = (Path(__file__).parents[3] / "docs" / "python.md").read_text("utf-8")
    assert len(foam.__all__) > 30
    for name in foam.__all__:
        assert getattr(foam, name) is not None
        assert any(line.startswith("|") and f"`{name}`" in line for line in page.splitlines()), name
