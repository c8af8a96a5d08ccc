"""The glossary cannot go stale: each term names a class that exists, and the architecture page files that exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "foam"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
TERMS = re.findall(r"^\| ([^|]+) \| [^|]+ \| `(foam[\w.]+)` \|$", GLOSSARY, re.MULTILINE)


def test_every_row_names_a_class() -> None:
    rows = [line for line in GLOSSARY.splitlines() if line.startswith("|") and not re.match(r"\| term|\|---", line)]
    assert len(TERMS) == len(rows) > 40
    assert len({term for term, _ in TERMS}) == len(TERMS)


@pytest.mark.parametrize(("term", "name"), TERMS, ids=[term for term, _ in TERMS])
def test_the_class_of_a_term_exists(term: str, name: str) -> None:
    module, _, attribute = name.rpartition(".")
    assert isinstance(getattr(import_module(module), attribute), type)


def test_the_architecture_page_has_a_row_for_every_folder_and_names_files_that_exist() -> None:
    rows = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| [^|]+ \| ([^|]+) \|$", ARCHITECTURE, re.MULTILINE)
    told = {name: files for names, files in rows for name in re.findall(r"\w+", names)}
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders <= set(told)
    for name in folders - {"cli", "web"}:
        assert all((PACKAGE / name / file).is_file() for file in re.findall(r"`([^`]+)`", told[name])), name


@pytest.mark.parametrize(
    "file",
    sorted(
        set(
            re.findall(
                r"`((?:home|job|deliberation|contest|semantics|record|model|evidence|appeal)/[a-z_/]+\.py)`",
                ARCHITECTURE,
            )
        )
    ),
)
def test_every_file_of_the_reading_orders_exists(file: str) -> None:
    assert (PACKAGE / file).is_file()
