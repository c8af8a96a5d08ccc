"""Small fictional files for the tests of arithmetic, dates and reasons."""

from __future__ import annotations

from collections.abc import Mapping

from foam.evidence.document import Citation, Document, Origin, make_document
from foam.evidence.imports.markdown import read_markdown
from foam.examination.file import CaseFile, make_case_file
from foam.examination.finding import Role


def make(name: str, text: str) -> Document:
    """A document of plain text."""
    return make_document(
        text, origin=Origin(file=f"{name}.txt", format="text", importer="test"), citation=Citation(title=name)
    )


def make_file(
    texts: Mapping[str, str], *, decision: str = "", rules: str = "", roles: Mapping[str, Role] | None = None
) -> CaseFile:
    """A file of plain texts by their names; a text that begins with `#` is Markdown."""
    read = {
        name: read_markdown(text, f"{name}.md") if text.startswith("#") else make(name, text)
        for name, text in texts.items()
    }
    return make_case_file(
        [one for name, one in read.items() if name not in (decision, rules)],
        decision=read.get(decision),
        rules=[read[rules]] if rules else (),
        roles=roles,
    )
