"""The pages cannot go stale: commands they show are ones the command line takes, and their links lead somewhere."""

from __future__ import annotations

import importlib.util
import json
import pkgutil
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bench
import click
import pytest
from bench.figures import PAGE, RECORDED, read_sections, record_results, write_page
from bench.harness import BENCHMARKS

from foam.cli.main import foam

ROOT = Path(__file__).parents[1]
GENERATED = {ROOT / "docs" / "cli.md", *(ROOT / "docs" / "reference").glob("*.md")}
PAGES = [ROOT / "README.md", *sorted(set((ROOT / "docs").rglob("*.md")) - GENERATED)]
"""Every page but the reference, which is made from the code itself."""


def list_commands(page: Path) -> Iterator[str]:
    """Every command that a page shows: on a line of a block, or between backticks."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    blocks = r"^```\w*\n(.*?)^```"
    for block in re.findall(blocks, text, re.MULTILINE | re.DOTALL):
        for line in re.findall(r"^(?:\$ )?(foam .+)$", block, re.MULTILINE):
            yield re.split(r"\s+#\s", line)[0]
    yield from re.findall(r"`(foam [a-z][^`]*)`", re.sub(blocks, "", text, flags=re.MULTILINE | re.DOTALL))


COMMANDS = [(page.name, " ".join(line.split())) for page in PAGES for line in list_commands(page)]
LINKS = [
    (page, target)
    for page in PAGES
    for target in sorted(set(re.findall(r"\]\(((?!http)[^)#]+)\)", page.read_text(encoding="utf-8"))))
]


def resolve(words: list[str]) -> tuple[click.Command, list[str]]:
    """The command that is meant, and what is left of the words."""
    command: click.Command = foam
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        inner = command.get_command(click.Context(command), words[0])
        if inner is None:
            # A group that takes words of its own runs one of its commands with them: `foam case RESOLUTION`.
            takes_words = type(command).parse_args is not click.Group.parse_args
            assert takes_words or words[0].isupper() or words[0] == "…", f"there is no command {words[0]!r}"
            break
        command, words = inner, words[1:]
    return command, words


def list_options(command: click.Command) -> set[str]:
    """A command's own, and those of the command that a group may run by itself."""
    inner = command.commands.values() if isinstance(command, click.Group) else ()
    parameters = [parameter for one in (command, *inner) for parameter in one.params]
    return {"--help", *(name for one in parameters for name in (*one.opts, *one.secondary_opts))}


@pytest.mark.parametrize(("page", "line"), sorted(set(COMMANDS)))
def test_every_command_shown_exists_with_its_options(page: str, line: str) -> None:
    command, rest = resolve(shlex.split(line.replace("'foam[", "foam["))[1:])
    given = {word.strip("[]").partition("=")[0] for word in rest if word.strip("[").startswith("--")}
    assert given <= list_options(command)


def test_the_pages_show_commands() -> None:
    shown = [page for page, _ in COMMANDS]
    assert shown.count("README.md") > 10
    assert len(shown) > 150


@pytest.mark.parametrize(("page", "target"), LINKS, ids=lambda one: one.name if isinstance(one, Path) else one)
def test_every_linked_file_is_there(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


def test_the_index_leads_to_every_page_and_the_readme_to_the_index() -> None:
    folder = ROOT / "docs"
    linked = {target for page, target in LINKS if page == folder / "index.md"}
    assert {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")} - {"index.md"} <= linked
    assert "docs/index.md" in {target for page, target in LINKS if page.name == "README.md"}


def test_every_benchmark_that_the_figures_name_is_there() -> None:
    for module in pkgutil.iter_modules(bench.__path__):
        importlib.import_module(f"bench.{module.name}")
    read = {figure["of"] for section in read_sections() for figure in section["figure"] if "of" in figure}
    assert read <= set(BENCHMARKS)
    text = PAGE.read_text("utf-8")
    for name in re.findall(r"`(?:python -m bench |make bench ONLY=)([\w.]+)", text):
        assert any(known.startswith(name) for known in BENCHMARKS), name
    for name in re.findall(r"`python -m ((?:bench|training)\.\w+)", text):
        assert importlib.util.find_spec(name), name


def test_the_page_of_figures_is_what_was_recorded() -> None:
    assert PAGE.read_text("utf-8") == write_page(json.loads(RECORDED.read_text("utf-8"))), "run make docs"


def test_a_new_result_takes_the_place_of_the_old_one_and_others_stay() -> None:
    before = json.loads(RECORDED.read_text("utf-8"))
    name, *others = before
    rows = [{"name": row, "value": 7.0, "unit": "", "note": ""} for row in before[name]["rows"]]
    results: dict[str, dict[str, Any]] = {
        name: {"rows": rows},
        "unheard.of": {"rows": rows},
        others[0]: {"skipped": "-"},
    }
    after = record_results(results, "2031-05-06", before)
    assert after.keys() == before.keys()
    assert {one: after[one] for one in others} == {one: before[one] for one in others}
    assert after[name]["date"] == "2031-05-06"
    assert "2031-05-06" in write_page(after)
