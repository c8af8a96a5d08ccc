"""The library of a shipped pack as a case file: documents `01`, `02`, … with their roles."""

from __future__ import annotations

from datetime import date
from functools import cache

from foam.argument.casefile import CaseFile, FiledDocument, Role
from foam.pack.files import SHIPPED
from foam.pack.loader import load_pack

ROLES: dict[str, dict[str, Role]] = {
    "benefits-appeal": {"01": "decision", "06": "rule", "07": "rule", "08": "rule", "09": "party", "11": "party"},
    "mountain-hut": {"01": "rule", "03": "party", "06": "party", "11": "unsigned"},
}


@cache
def read_filed(pack: str) -> CaseFile:
    """The documents by the number their files begin with; rules are those of the pack."""
    found: dict[str, FiledDocument] = {}
    documents = load_pack(pack).documents()
    paths = sorted((SHIPPED / pack / "library").glob("*.md"))
    for path, document in zip(paths, documents, strict=True):
        found[path.name[:2]] = FiledDocument(
            role=ROLES[pack].get(path.name[:2], "record"),
            dated=date.fromisoformat(document.citation.published),
            sentences=tuple(document.sentence(n) for n in range(len(document.sentences))),
        )
    return CaseFile(documents=found)
