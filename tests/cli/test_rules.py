"""`foam rules check`: what stated rules come to, over a sample library and over files of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import foam
from foam.cli.main import foam as command_line
from foam.errors import InputError, NotFound
from foam.pack.files import SHIPPED

LIBRARY = SHIPPED / "benefits-appeal" / "library"


@pytest.fixture
def run(tmp_path: Path) -> Any:
    def run(*args: str) -> Result:
        return CliRunner().invoke(command_line, ["rules", *args], env={"FOAM_HOME": str(tmp_path / "home")})

    return run


def answer(ran: Result) -> dict[str, Any]:
    return dict(json.loads(ran.stdout)["answers"][0])


def test_the_sample_library_is_worked_out(run: Any) -> None:
    ran = run("check", "--pack", "benefits-appeal")
    assert ran.exit_code == 0
    assert "Yes. The denial should be reversed and support paid from 3 March 2025." in ran.stdout
    assert "1,049.20" in ran.stdout


def test_files_of_one_s_own_are_worked_out(run: Any, tmp_path: Path) -> None:
    for path in LIBRARY.glob("*.md"):
        text = path.read_text("utf-8").replace("Regular pay for the week was 3", "Regular pay for the week was 6")
        (tmp_path / path.name).write_text(text.replace("Total pay for the week was 490", "Total was 490"), "utf-8")
    files = sorted(map(str, tmp_path.glob("*.md")))
    found = answer(run("check", "--pack", "benefits-appeal", "--json", *files))
    assert found["lead"] == "No. The denial should stand."
    found = answer(run("check", "--pack", "benefits-appeal", "--json", *files[:4]))
    assert found["tree"]["outcome"]["possible"] == ["for", "against"]


def test_what_a_person_gives_stands_in_its_sentence(run: Any) -> None:
    ran = run("check", "--pack", "benefits-appeal", "--input", "limit=1,300@07#s1")
    assert ran.exit_code == 2
    assert "does not stand in 07#s1" in ran.stderr
    found = answer(run("check", "--pack", "benefits-appeal", "--json", "--input", "limit=905@07#s0"))
    assert found["lead"] == "No. The denial should stand."


def test_a_pack_without_rules_and_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    with foam.open(tmp_path / "home") as home:
        with pytest.raises(InputError):
            home.rules.check(pack="street-lamps")
        with pytest.raises(NotFound):
            home.rules.check(tmp_path / "nothing.md", pack="benefits-appeal")
