"""The bundle: everything about a matter in one signed file that can be checked anywhere.

What goes in: the dossier and its page, the record entries it was computed from, the cited documents, PROV, Web
Annotations, the words of the file (or stubs of those removed), notices, RO-Crate metadata and a signed statement.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from pydantic import Field

from foam.appeal.chain import Matter
from foam.appeal.kept import KeptView, list_cited
from foam.appeal.vault import Vault
from foam.bundle.container import pack
from foam.bundle.crate import METADATA, Made, describe_crate
from foam.bundle.keys import SigningKey
from foam.bundle.layout import (
    ANNOTATIONS,
    ATTESTATION,
    CASE,
    DOSSIER,
    PROV,
    RECORD,
    SOURCES,
    TITLES,
    VERSIONS,
    WORDS,
)
from foam.bundle.records import gather_entries, write_entries
from foam.bundle.statement import Bundled, Statement, list_subjects, sign_statement
from foam.canonical import write_canonical
from foam.case.values import Case
from foam.contest.provenance import to_prov_with_versions
from foam.deliberation.dossier import ClaimNode, Dossier, EvidenceNode, ObjectionNode, ResponseNode
from foam.errors import RecordDamaged
from foam.evidence.annotate import CONTEXT, make_annotation
from foam.evidence.document import Document
from foam.record import prov
from foam.record.clock import stamp
from foam.record.runs import find_outcome
from foam.record.store import Store
from foam.values import TAG, Value, short
from foam.version import __version__

_README = """This is a FOAM bundle: a dossier, the record it was computed from, and the file of a contest.

Check it:  foam bundle verify THIS-FILE
To know whose signature it bears, add --key with the key file that the institution handed out.

dossier.html    the answer, for reading          words.jsonl    the words of the case file
record.jsonl    every recorded decision          sources.jsonl  the documents that are cited
prov/           provenance, W3C PROV             notices/       what was sent, for reading
The outcome of a deliberation is advice. A person decides.
"""


class Contents(Value):
    """What a bundle is made from, beside the store."""

    run: str = ""
    kept: KeptView | None = None
    """The run's dossier or case and what it cites."""
    versions: dict[str, KeptView] = Field(default_factory=dict)
    """The same after challenges, by the runs of those."""
    matter: Matter | None = None
    notices: dict[str, str] = Field(default_factory=dict)
    """Pages that were sent, by their names."""
    operator: str = "operator"


def write_bundle(store: Store, contents: Contents, vault: Vault, key: SigningKey, *, at: datetime) -> bytes:
    """The bundle, signed now."""
    files = dict(_files(store, contents, vault))
    files[METADATA] = _json(_crate(store, contents, files, at))
    statement = Statement(
        subject=list_subjects(files),
        predicate=Bundled(
            matter=contents.matter.key if contents.matter else "",
            run=contents.run,
            signed_at=stamp(lambda: at),
            foam=__version__,
            key=key.public,
        ),
    )
    return pack({**files, ATTESTATION: sign_statement(statement, key)})


def annotate_sentences(dossier: Dossier, documents: Mapping[str, Document]) -> dict[str, Any]:
    """Every cited sentence as a Web Annotation that names the nodes that cite it."""
    cards = [node for node in dossier.nodes if isinstance(node, EvidenceNode) and node.pointer.document in documents]
    items = [
        make_annotation(documents[card.pointer.document], card.pointer.sentence)
        | {"motivation": "linking", "body": [_link(node) for node in _citing(dossier, card.id)]}
        for card in cards
    ]
    first = {"type": "AnnotationPage", "items": items}
    return {"@context": CONTEXT, "type": "AnnotationCollection", "total": len(items), "first": first}


def _files(store: Store, contents: Contents, vault: Vault) -> Iterator[tuple[str, bytes]]:
    matter = contents.matter
    yield "README.txt", _README.encode()
    yield RECORD, write_entries(store, gather_entries(store, contents.run, matter.key if matter else ""))
    if contents.kept is not None:
        yield from _view_files(contents.kept, contents.versions)
    if contents.run:
        yield PROV["run"], _prov(store, contents.run, contents.operator)
    if matter is not None:
        yield PROV["matter"], _prov(store, matter.key, contents.operator)
        yield WORDS, b"".join(write_canonical(line) + b"\n" for line in _words(matter, vault))
    for name, text in contents.notices.items():
        yield f"notices/{name}", text.encode()


def _view_files(kept: KeptView, versions: Mapping[str, KeptView]) -> Iterator[tuple[str, bytes]]:
    every = (kept, *versions.values())
    wanted = {name for one in every for name in list_cited(one.view)}
    known = {document.id: document for one in every for document in one.documents if document.id in wanted}
    if isinstance(kept.view, Case):
        yield CASE, _json(kept.view.json_value())
        yield "case.html", kept.view.render("html").encode()
    else:
        yield DOSSIER, _json(kept.view.json_value())
        yield "dossier.html", kept.view.render("html").encode()
        yield ANNOTATIONS, _json(annotate_sentences(kept.view, known))
    for run, version in versions.items():
        yield f"{VERSIONS}{short(run).removeprefix(TAG)}.json", _json(version.view.json_value())
    yield SOURCES, b"".join(write_canonical(known[name].json_value()) + b"\n" for name in sorted(known))


def _words(matter: Matter, vault: Vault) -> Iterator[dict[str, Any]]:
    for commitment in matter.standing.words:
        if commitment in matter.standing.redacted:
            yield {"commitment": commitment, "removed": True}
            continue
        secret = vault.get(commitment)
        if secret is None:
            raise RecordDamaged(f"words {commitment} are gone, and no act removed them", hint="restore the vault")
        yield {"commitment": commitment, **secret.json_value()}


def _prov(store: Store, run: str, operator: str) -> bytes:
    document = to_prov_with_versions(store, run, operator=prov.Operator(name=operator))
    return prov.write(document, "json").encode()


def _crate(store: Store, contents: Contents, files: Mapping[str, bytes], at: datetime) -> dict[str, Any]:
    outcome = find_outcome(store, contents.run) if contents.run else None
    opened = store.get(contents.run) if contents.run else None
    made = Made(
        name="Deliberation and contest",
        agent=contents.operator,
        instruments=_instruments(contents.kept),
        objects=tuple(name for name in (SOURCES,) if name in files),
        results=tuple(name for name in (DOSSIER, CASE, RECORD) if name in files),
        started=opened.at if opened else "",
        ended=outcome.at if outcome else "",
    )
    return describe_crate(files, TITLES, name=_title(contents.kept), date=stamp(lambda: at), made=made)


def _instruments(kept: KeptView | None) -> tuple[str, ...]:
    asked = kept.view.deciders if kept is not None and isinstance(kept.view, Dossier) else ()
    return tuple(f"{one.decider} {one.version}" for one in asked)


def _title(kept: KeptView | None) -> str:
    if kept is None:
        return "The file of a contest"
    return kept.view.resolution if isinstance(kept.view, Case) else kept.view.question


def _citing(dossier: Dossier, card: str) -> Iterator[str]:
    for node in dossier.nodes:
        match node:
            case ClaimNode(grounds=ids) | ObjectionNode(evidence=ids) | ResponseNode(evidence=ids) if card in ids:
                yield node.id
            case _:
                pass


def _link(node: str) -> dict[str, str]:
    return {"type": "TextualBody", "value": node, "purpose": "linking"}


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
