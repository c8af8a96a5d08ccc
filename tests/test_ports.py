"""Every port has one contract suite, and the suite runs on each implementation.

To add a port: write its suite and put a line into `SUITES`. An implementation is a class of the package that has every
public member of the port; its name must stand in the suite.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeGuard

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = (ROOT / "src" / "foam", ROOT / "quotes" / "src" / "foam_quotes")

SUITES: dict[str, str] = {
    "foam.appeal.vault:Vault": "appeal/test_vault.py",
    "foam.bundle.keys:SecretBox": "bundle/test_keyring_contract.py",
    "foam.debatable.reader:Reader": "debatable/test_reader_contract.py",
    "foam.debatable.scoring:AwarenessJudge": "debatable/test_awareness_contract.py",
    "foam.debate.floor:ExemplarMemory": "debate/test_memory_contract.py",
    "foam.evidence.corpus:Corpus": "evidence/test_corpus_contract.py",
    "foam.evidence.imports.base:Importer": "evidence/imports/test_importer_contract.py",
    "foam_quotes.verdicts.passages:Passages": "evidence/quotes/test_passages.py",
    "foam_quotes.verdicts.similarity:Similarity": "evidence/quotes/test_similarity_contract.py",
    "foam_quotes.verdicts.sources:Shelf": "evidence/quotes/test_shelf_contract.py",
    "foam_quotes.verdicts.sources:SourceText": "evidence/quotes/test_source_text_contract.py",
    "foam.evidence.reading:Reader": "evidence/test_reading.py",
    "foam.evidence.search.crew:Crew": "evidence/search/test_crew_contract.py",
    "foam.evidence.search.ledger:Ledger": "evidence/search/test_ledger_contract.py",
    "foam.evidence.search.port:Index": "evidence/search/test_index_contract.py",
    "foam.evidence.tables:LibraryTables": "evidence/test_library.py evidence/test_verify.py evidence/test_erase.py",
    "foam.model.port:EmbeddedJudge": "model/test_judge_contract.py",
    "foam.model.port:Embedder": "model/test_embedder_contract.py model/embedded/test_vectors.py",
    "foam.model.port:Model": "model/test_contract.py model/embedded/test_kept_contract.py model/test_lanes.py",
    "foam.model.port:PairJudge": "model/test_pair_judge_contract.py",
    "foam.model.port:WeighingJudge": "model/test_judge_contract.py",
    "foam.people.tables:PeopleTables": "people/test_store.py",
    "foam.record.copying:CopyableStore": "record/test_copying.py",
    "foam.record.keys:Keys": "record/test_keys_contract.py",
    "foam.record.statements:Rows": "evidence/test_library.py",
    "foam.record.statements:Statements": "evidence/test_library.py",
    "foam.record.store:Store": "record/test_store_contract.py record/test_personal.py",
    "foam.record.tree:Nodes": "record/test_tree.py",
    "foam.web.reckoner:Reckoner": "web/test_reckoner.py",
    "foam.web.watch:Watch": "web/test_watch_contract.py",
}
"""The contract suite of each port, under `tests/`; several files where some implementations need pulled weights."""

NOT_RUN = {
    "foam_quotes.verdicts.passages:PostingsPassages",  # the base of both implementations
    "foam.record.audit:_Listed",  # rows that may be damaged: what is not there is no hash at all
    "foam.model.person:PersonModel",  # answers nothing itself: tests/web/test_awaited.py
    "foam.oversight.experiment.inspect_task:InspectModel",  # needs an extra; `make test-extras` runs its own test
}
"""Classes that look like an implementation and need no run of their own."""


class Class(NamedTuple):
    """A class as its source shows it."""

    place: str
    """Its module and name: `foam.evidence.corpus:Corpus`."""
    bases: tuple[str, ...]
    members: dict[str, frozenset[str]]
    """Methods with the names of their parameters; attributes, which have none."""

    @property
    def name(self) -> str:
        return self.place.split(":")[1]

    @property
    def is_port(self) -> bool:
        return "Protocol" in self.bases


@cache
def classes() -> tuple[Class, ...]:
    """Every class of the packages; the source is read, so that no extra has to be installed."""
    return tuple(
        found
        for package in PACKAGES
        for file in sorted(package.rglob("*.py"))
        for found in _classes_of(file, package.parent)
    )


def _classes_of(file: Path, source: Path) -> Iterator[Class]:
    module = ".".join(file.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ClassDef):
            bases = tuple(ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases)
            yield Class(f"{module}:{node.name}", bases, dict(_members(node)))


def _members(node: ast.ClassDef) -> Iterator[tuple[str, frozenset[str]]]:
    for part in node.body:
        match part:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield from ((at.attr, frozenset()) for at in ast.walk(part) if _is_set_on_self(at))
                arguments = (*part.args.posonlyargs, *part.args.args, *part.args.kwonlyargs)
                yield name, frozenset(one.arg for one in arguments) - {"self", "cls"}
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                yield name, frozenset()


def _is_set_on_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    match node:
        case ast.Attribute(value=ast.Name(id="self"), ctx=ast.Store()):
            return True
    return False


def _all_members(one: Class) -> dict[str, frozenset[str]]:
    """Its own members and those of its bases in the package."""
    found: dict[str, frozenset[str]] = {}
    for name in one.bases:
        for base in _classes_by_name().get(name, ()):
            if base != one:
                found |= _all_members(base)
    return found | one.members


@cache
def _classes_by_name() -> dict[str, list[Class]]:
    named: dict[str, list[Class]] = {}
    for one in classes():
        named.setdefault(one.name, []).append(one)
    return named


def _implementations(port: Class) -> list[Class]:
    """Classes with every member of the port; of a port that is only called, the implementations are functions."""
    asked = {n: takes for n, takes in port.members.items() if n == "__call__" or not n.startswith("_")}
    if asked.keys() == {"__call__"}:
        return []
    return [one for one in classes() if not one.is_port and _has(_all_members(one), asked)]


def _has(members: dict[str, frozenset[str]], asked: dict[str, frozenset[str]]) -> bool:
    return all(name in members and takes <= members[name] for name, takes in asked.items())


@cache
def ports() -> dict[str, Class]:
    """Those that ask for something of their own; what only joins others is held by their suites."""
    return {one.place: one for one in classes() if one.is_port and one.members}


def test_every_port_has_a_suite_or_is_a_known_gap() -> None:
    assert set(ports()) == SUITES.keys()


@pytest.mark.parametrize("place", sorted(SUITES))
def test_the_suite_runs_on_each_implementation(place: str) -> None:
    """Named in the suite, or in the fixtures beside it."""
    files = [ROOT / "tests" / name for name in SUITES[place].split()]
    read = {path for file in files for path in (file, file.with_name("conftest.py")) if path.exists()}
    suite = "".join(path.read_text("utf-8") for path in sorted(read))
    for one in _implementations(ports()[place]):
        assert one.name in suite or one.place in NOT_RUN, f"{SUITES[place]} does not run on {one.place}"


def test_implementations_are_found() -> None:
    found = {one.name for one in _implementations(ports()["foam.evidence.corpus:Corpus"])}
    assert {"LibraryCorpus", "ListedCorpus", "WithBrought", "RecordedCorpus"} <= found
    assert {one.name for one in _implementations(ports()["foam.evidence.search.port:Index"])} == {
        "MemoryIndex",
        "LanceIndex",
    }


def test_what_needs_no_run_is_there() -> None:
    assert {one.place for one in classes()} >= NOT_RUN
