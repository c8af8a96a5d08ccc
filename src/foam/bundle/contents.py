"""Do the files of a bundle agree with one another? Reads files given as bytes; trusts none of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from foam.appeal.chain import MATTER, Matter, read_matter
from foam.appeal.kept import read_view
from foam.appeal.table import table_digest
from foam.appeal.vault import Secret
from foam.bundle.crate import METADATA, find_crate_flaws
from foam.bundle.finding import Check, Finding
from foam.bundle.layout import ANNOTATIONS, CASE, DOSSIER, PROV, RECORD, SOURCES, VERSIONS, WORDS
from foam.bundle.records import find_damage, load_entries
from foam.case.values import Case
from foam.deliberation.dossier import Dossier, EvidenceNode
from foam.errors import FoamError
from foam.evidence.assemble import assemble
from foam.evidence.document import Document
from foam.record.runs import find_outcome, read_views
from foam.record.store import RUN, Store
from foam.text.selector import TextPositionSelector, TextQuoteSelector, resolve
from foam.values import TAG, short

Files = Mapping[str, bytes]


def check_contents(files: Files) -> tuple[Finding, ...]:
    """Everything that does not agree. What needs a sound record is left out when it is not."""
    damage = _guarded("record", RECORD, lambda: _record(files))
    found = [*damage, *_guarded("crate", METADATA, lambda: _crate(files))]
    if not damage and RECORD in files:
        found += _guarded("record", RECORD, lambda: _by_record(load_entries(files[RECORD]), files))
    found += _guarded("sources", SOURCES, lambda: _sources(files))
    found += _guarded("annotations", ANNOTATIONS, lambda: _annotations(files))
    return tuple(found)


def list_unchecked(files: Files) -> Iterator[str]:
    """What a sound bundle leaves open: acts under the rules of another version of FOAM."""
    for row in _rows(files):
        question = row["body"]["draft"]["question"]
        if question.get("job") == MATTER and question["spec"].get("procedure") != table_digest():
            yield f"matter {short(row['key'])} began under other rules of procedure: its order is checked, not each act"


def _by_record(store: Store, files: Files) -> Iterator[Finding]:
    yield from _guarded("chain", RECORD, lambda: _matters(store, files))
    yield from _guarded("view", "the dossier or case", lambda: _views(store, files))
    yield from _guarded("prov", "prov/", lambda: _prov(store, files))


def check_mark(files: Files, mark: str) -> Iterator[Finding]:
    """A file whose last acts were cut off still holds together; whoever has a letter can tell by the letter's mark."""
    wanted = mark if mark.startswith(TAG) else TAG + mark
    if mark and not any(row["key"].startswith(wanted) for row in _rows(files)):
        yield Finding(check="chain", where=RECORD, what=f"the act marked {wanted} is gone")


def _rows(files: Files) -> Iterator[Any]:
    """The lines of the record that can be read; what is wrong with the others is for the record's own check."""
    for line in files.get(RECORD, b"").splitlines():
        try:
            row = json.loads(line)
            readable = isinstance(row["key"], str) and isinstance(row["body"]["draft"]["question"], dict)
        except (ValueError, KeyError, TypeError, RecursionError):
            continue
        if readable:
            yield row


def _guarded(check: Check, where: str, look: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """What a check finds; a file it cannot even read is found wanting by that."""
    found: list[Finding] = []
    try:
        found.extend(look())
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        first = (str(error).splitlines() or [""])[0]
        found.append(Finding(check=check, where=where, what=f"cannot be read: {type(error).__name__} {first}".strip()))
    except FoamError as error:
        found.append(Finding(check=check, where=where, what=error.what))
    return found


def _record(files: Files) -> Iterator[Finding]:
    for damage in find_damage(files.get(RECORD, b"")):
        yield Finding(check="record", where=f"{RECORD}: {damage.key}", what=damage.reason)


def _crate(files: Files) -> Iterator[Finding]:
    if METADATA in files:
        described = {name: content for name, content in files.items() if name != METADATA}
        for where, what in find_crate_flaws(json.loads(files[METADATA]), described):
            yield Finding(check="crate", where=where, what=what)


def _matters(store: Store, files: Files) -> Iterator[Finding]:
    """The chain of acts holds, and every word of it is there, or was removed by an act of the chain."""
    for run in store.entries(kind=RUN):
        if run.draft.question["job"] == MATTER:
            yield from _words(read_matter(store, run.key), files)


def _words(matter: Matter, files: Files) -> Iterator[Finding]:
    held = {row["commitment"]: row for row in map(json.loads, files[WORDS].splitlines())}
    wanted, removed = set(matter.standing.words), set(matter.standing.redacted)
    for commitment in sorted(wanted | set(held)):
        what = _word_flaw(held.get(commitment), known=commitment in wanted, removed=commitment in removed)
        if what:
            yield Finding(check="words", where=f"{WORDS}: {commitment}", what=what)


def _word_flaw(row: dict[str, Any] | None, *, known: bool, removed: bool) -> str:
    if not known:
        return "no act of the file holds these words"
    if row is None:
        return "the words are missing"
    if row.get("removed"):
        return "" if removed else "the words are missing, and no act of the file removed them"
    if removed:
        return "the words were removed by an act of the file, and are here all the same"
    opens = Secret(salt=row["salt"], text=row["text"]).commitment == row["commitment"]
    return "" if opens else "the words are not those that were committed to"


def _views(store: Store, files: Files) -> Iterator[Finding]:
    """Some run of the record closed with exactly this dossier, or this case."""
    outcomes = [outcome for run in store.entries(kind=RUN) if (outcome := find_outcome(store, run.key)) is not None]
    closed_with = {digest for outcome in outcomes for digest in read_views(outcome).values()}
    for name, view in _read_views(files):
        if view.digest not in closed_with:
            yield Finding(check="view", where=name, what="no run of the record closed with it")


def _read_views(files: Files) -> Iterator[tuple[str, Dossier | Case]]:
    for name in sorted(files):
        if name in (DOSSIER, CASE) or name.startswith(VERSIONS):
            yield name, read_view(files[name])


def _sources(files: Files) -> Iterator[Finding]:
    """Every quotation stands, to the letter, at its place in the source it names."""
    known = _documents(files)
    for where, document, quoted, stands in _quotations(files):
        if document not in known:
            yield Finding(check="sources", where=where, what=f"its source d:{document[:8]} is missing")
        elif stands(known[document]) != quoted:
            yield Finding(check="sources", where=where, what=f"does not stand so in d:{document[:8]}")


def _quotations(files: Files) -> Iterator[tuple[str, str, str, Callable[[Document], str]]]:
    """Where each quotation is used, from which document, its words, and how to read them off the document."""
    for name, view in _read_views(files):
        if isinstance(view, Case):
            for slot in view.slots:
                if (card := slot.card) is not None:
                    yield f"{name}: {slot.id}", card.document, card.text, partial(assemble, sentences=card.sentences)
        else:
            for node in view.nodes:
                if isinstance(node, EvidenceNode) and node.verified:
                    stands = partial(Document.sentence, number=node.pointer.sentence)
                    yield f"{name}: {node.id}", node.pointer.document, node.text.strip(), stands


def _documents(files: Files) -> dict[str, Document]:
    """By the digest of the text itself, whatever the file calls it."""
    rows = (Document.model_validate_json(line) for line in files.get(SOURCES, b"").splitlines())
    return {document.id: document for document in rows}


def _annotations(files: Files) -> Iterator[Finding]:
    if ANNOTATIONS not in files:
        return
    known = {f"urn:foam:document:{name}": source for name, source in _documents(files).items()}
    known |= {source.citation.url: source for source in known.values() if source.citation.url}
    for item in json.loads(files[ANNOTATIONS])["first"]["items"]:
        source = known.get(item["target"]["source"])
        quote, position = item["target"]["selector"]
        places = TextQuoteSelector.model_validate(quote), TextPositionSelector.model_validate(position)
        if source is None or resolve(source.text, *places) is None:
            yield Finding(check="annotations", where=f"{ANNOTATIONS}: {item['id']}", what="finds nothing in its source")


def _prov(store: Store, files: Files) -> Iterator[Finding]:
    """Every decision that PROV tells of is an entry of the record, with the answer it had."""
    for name in PROV.values():
        for key, told in _told(files.get(name, b"{}")):
            entry = store.get(key)
            if entry is None or entry.digest != told:
                yield Finding(check="prov", where=f"{name}: {key}", what="is not what the record holds")


def _told(data: bytes) -> Iterator[tuple[str, str]]:
    for name, attributes in json.loads(data).get("entity", {}).items():
        if name.startswith("answer:"):
            yield TAG + name.partition(":")[2], attributes["foam:digest"]
