"""The distribution stands alone: it imports nothing of FOAM and nothing heavy, and its page is true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import yaml

import foam_quotes
from foam_quotes.command import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "quotes.md").read_text("utf-8")
RULES = "No dogs on the grass in June."

_IMPORT_ALL = """
import importlib, pkgutil, sys
class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("foam", "numpy", "click", "docx", "mcp", "pydantic_ai"):
            raise ModuleNotFoundError(f"blocked: {name}", name=name)
sys.meta_path.insert(0, Blocked())
import foam_quotes
for module in pkgutil.walk_packages(foam_quotes.__path__, "foam_quotes."):
    importlib.import_module(module.name)
assert foam_quotes.check('"No dogs on the grass."', "No dogs on the grass.").is_true
"""


def test_every_module_is_imported_and_texts_are_checked_without_foam_and_without_extras() -> None:
    done = subprocess.run([sys.executable, "-c", _IMPORT_ALL], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_to_import_it_imports_nothing_else() -> None:
    code = (
        "import sys, foam_quotes; print([name for name in ('pydantic', 'rapidfuzz', 'nupunkt') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_every_public_name_is_there() -> None:
    assert dir(foam_quotes) == sorted(foam_quotes.__all__)
    for name in foam_quotes.__all__:
        assert getattr(foam_quotes, name).__name__ == name
    with pytest.raises(AttributeError):
        foam_quotes.nothing  # noqa: B018


def find_blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "rules.txt").write_text(RULES)
    (tmp_path / "rules.txt").write_text(RULES)
    (tmp_path / "case.md").write_text('It says "no dogs on the beach" [rules].')
    return tmp_path


@pytest.mark.parametrize("code", find_blocks("python"), ids=lambda code: code.splitlines()[0])
def test_the_examples_of_the_page_run(code: str, folder: Path) -> None:
    if "pydantic_ai" in code:
        pytest.importorskip("pydantic_ai", reason="MISSING EXTRA: pip install './quotes[pydantic-ai]'")
    names: dict[str, Any] = {}
    exec(compile(code, "docs/quotes.md", "exec"), names)
    assert len(code.strip().splitlines()) <= 12


def test_the_commands_of_the_page_run(folder: Path) -> None:
    lines = [line.partition("#")[0] for block in find_blocks("sh") for line in block.splitlines()]
    commands = [shlex.split(line)[1:] for line in lines if line.startswith("foam-quotes check")]
    assert len(commands) == 2
    from docx import Document

    document = Document()
    document.add_paragraph('It says "No dogs on the grass in June" [rules].')
    document.save("case.docx")
    assert [main(command) for command in commands] == [1, 0]
    assert (folder / "case-marked.docx").exists()


def test_the_hook_runs_the_command_on_the_files_of_a_commit(folder: Path) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, *arguments = hook["entry"].split()
    scripts = tomllib.loads((ROOT / "quotes" / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    module, _, function = scripts[program].partition(":")
    run = getattr(import_module(module), function)
    assert run([*arguments, "--source", "sources/", "case.md"]) == 1
