"""What may be spent at an endpoint is a limit, and what was finished is kept."""

from __future__ import annotations

from pathlib import Path

from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.endpoint import serve_endpoint


def _deliberate(sunday: Held, home: Path, *, budget: int) -> tuple[str, int]:
    """What is said where the budget ends, and how often the endpoint was asked."""
    with serve_endpoint(tokens=40_000) as endpoint:
        settings = f'[models.house]\nbase_url = "{endpoint.url}"\nmodel = "house-1"\n'
        (home / "config.toml").write_text(settings, "utf-8")
        told = ("deliberate", sunday.file.facts.question, "--library", "--model", "house", "--budget", str(budget))
        stopped = run_foam(home, *told, code=None)
    assert stopped.exit_code not in (0, 1)
    return stopped.stderr, len(endpoint.requests)


def test_a_run_stops_where_its_budget_ends_and_says_so(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    said, asked = _deliberate(sunday, home, budget=100_000)
    assert "budget" in said
    assert "hint: " in said
    assert 1 <= asked <= 8
    assert read_foam(home, "dossier", "show", sunday.run) == sunday.document


def test_an_endpoint_is_not_asked_for_what_the_budget_cannot_pay(sunday: Held, tmp_path: Path) -> None:
    said, asked = _deliberate(sunday, sunday.copy(tmp_path / "home"), budget=2_000)
    assert "budget" in said
    assert asked == 0
