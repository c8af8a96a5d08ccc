"""Small files for tests of the examination: papers written in the test, and two samples with planted faults."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from foam.evidence.document import Citation, Document, Origin, make_document
from foam.evidence.imports.base import unwrap_lines
from foam.evidence.ingest import read_paths
from foam.examination.file import CaseFile, make_case_file
from foam.examination.finding import Role

SAMPLES = Path(__file__).parent / "samples"
PARTS = {"allotment": ("decision.txt", "rules.txt"), "ferry": ("reply.txt", "conditions.txt")}
"""The decision and the rules of each sample."""


def paper(name: str, text: str) -> Document:
    """A document as a text file of this name would be read."""
    return make_document(
        unwrap_lines(dedent(text).strip()),
        origin=Origin(file=f"{name}.txt", format="text", importer="test"),
        citation=Citation(title=name),
    )


def make_file(
    papers: Mapping[str, str], *, decision: str = "", rules: str = "", roles: Mapping[str, Role] | None = None
) -> CaseFile:
    """A file of these papers; `decision` and `rules` name one of them each."""
    documents = {name: paper(name, text) for name, text in papers.items()}
    return make_case_file(
        list(documents.values()),
        decision=documents[decision] if decision else None,
        rules=[documents[rules]] if rules else [],
        roles=roles,
    )


def read_sample(name: str) -> CaseFile:
    """One of the samples, with its decision and its rules."""
    letter, rules = PARTS[name]
    documents = {Path(one.origin.file).name: one for one in read_paths([SAMPLES / name]) if isinstance(one, Document)}
    return make_case_file(list(documents.values()), decision=documents[letter], rules=[documents[rules]])
