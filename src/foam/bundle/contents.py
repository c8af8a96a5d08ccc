"""Do the files of a bundle agree with one another? Reads files given as bytes; trusts none of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from foam.appeal.chain import MATTER, Matter, read_matter
from foam.appeal.kept import AnyView, list_cited, list_view_digests
from foam.appeal.table import table_digest
from foam.appeal.vault import Secret
from foam.bundle.bundle import name_version, write_sources, write_view
from foam.bundle.crate import METADATA, find_crate_flaws
from foam.bundle.data import BundleData, Files
from foam.bundle.finding import Check, Finding
from foam.bundle.layout import (
    ANNOTATIONS,
    HEADS,
    PROV,
    RECORD,
    SOURCES,
    VIEWS,
    WORDS,
    is_data,
)
from foam.bundle.moments import find_moment_flaws, write_moments
from foam.bundle.pages import render_crate, render_pages, render_prov, write_json
from foam.bundle.records import find_damage, gather_entries, read_proofs, write_entries
from foam.canonical import write_canonical
from foam.case.values import Case, digest_case
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.turn import find_flaws as find_flaws_of_tree
from foam.errors import FoamError, MissingExtra
from foam.evidence.document import Document
from foam.evidence.excerpt import Excerpt, find_flaws, is_excerpt_of
from foam.examination.report import Examination
from foam.record.log import Head
from foam.record.runs import find_erasure, find_outcome
from foam.record.store import RUN, Store
from foam.text.selector import TextPositionSelector, TextQuoteSelector
from foam.values import TAG, digest, short
from foam.version import __version__

Documents = Callable[[str], Document | None]
"""Finds a whole document by its id."""


def check_contents(data: BundleData) -> tuple[Finding, ...]:
    """Everything in the data that does not agree. What needs a sound record is left out when it is not."""
    files = data.files
    damage = _guarded("record", RECORD, lambda: _record(files, data.about.head))
    found = [*damage, *_guarded("crate", METADATA, lambda: _crate(files))]
    if not damage and RECORD in files:
        found += _guarded("record", RECORD, lambda: _gathered(data))
        found += _guarded("chain", RECORD, lambda: _matters(data))
        found += _guarded("chain", HEADS, lambda: _moments(data))
        found += _guarded("view", "the case, examination or answer", lambda: _views(data))
        found += _guarded("view", "the answer", lambda: _outcome(data))
        found += _guarded("prov", "prov/", lambda: _prov(data.store, files))
    found += _guarded("sources", SOURCES, lambda: _sources(data))
    found += _guarded("annotations", ANNOTATIONS, lambda: _annotations(data))
    return (*found, *_guarded("words", WORDS, lambda: _word_lines(data)))


def check_pages(data: BundleData) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
    """Every page rendered again from the data: those that differ, and notes on those that could not be rendered.

    Another version of FOAM may render a page otherwise. Then a page that differs is no proof of a change, and nobody
    can tell here: that is a note.
    """
    pages = {name: content for name, content in data.files.items() if not is_data(name)}
    notes: list[str] = []
    expected: dict[str, bytes] = {}
    found = _guarded("page", "the pages", lambda: _rendered(data, expected, notes))
    if found:
        return tuple(found), tuple(notes)
    differing = [
        Finding(check="page", where=name, what=_page_flaw(pages.get(name), expected.get(name)))
        for name in sorted({*pages, *expected})
        if pages.get(name) != expected.get(name)
    ]
    if differing and data.about.foam != __version__:
        names = ", ".join(finding.where for finding in differing)
        notes.append(
            f"FOAM {data.about.foam} wrote it and this is {__version__}: these pages come out otherwise here, so that "
            f"nobody can tell whether they say what the data say: {names}"
        )
        differing = []
    return tuple(differing), tuple(notes)


def _rendered(data: BundleData, expected: dict[str, bytes], notes: list[str]) -> Iterator[Finding]:
    """Fills `expected`; finds nothing by itself, but what it cannot read is found by its caller."""
    expected |= dict(render_pages(data))
    try:
        expected |= dict(render_prov(data))
    except MissingExtra as error:
        notes.append(f"{', '.join(PROV.values())} were not rendered again: {error.what} ({error.hint})")
        expected |= {name: data.files[name] for name in PROV.values() if name in data.files}
    described = {name: content for name, content in data.files.items() if name != METADATA}
    expected[METADATA] = render_crate(data, described)
    yield from ()


def _page_flaw(page: bytes | None, expected: bytes | None) -> str:
    if page is None:
        return "is missing: the data give such a page"
    if expected is None:
        return "does not belong here: the data give no such page"
    return "does not say what the data say: rendered again, it comes out otherwise"


def check_documents(data: BundleData, find: Documents) -> Iterator[Finding]:
    """Every excerpt of a document that the reader has is one of that document, hidden sentences included."""
    for excerpt in data.excerpts.values():
        document = find(excerpt.id)
        where = f"{SOURCES}: d:{excerpt.id[:8]}"
        if document is not None and not is_excerpt_of(excerpt, document):
            yield Finding(check="sources", where=where, what="it is no excerpt of the document that you have")
        elif document is not None and document.citation != excerpt.citation:
            yield Finding(check="sources", where=where, what="its citation is not that of the document that you have")


def list_unchecked(files: Files) -> Iterator[str]:
    """What a sound bundle leaves open: acts under the rules of another version of FOAM."""
    for row in _rows(files):
        question = row["body"]["draft"]["question"]
        if question.get("job") == MATTER and question["spec"].get("procedure") != table_digest():
            yield f"matter {short(row['key'])} began under other rules of procedure: its order is checked, not each act"


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


def _record(files: Files, head: str) -> Iterator[Finding]:
    for damage in find_damage(files.get(RECORD, b""), Head.parse(head) if head else None):
        yield Finding(check="record", where=f"{RECORD}: {damage.key}", what=damage.reason)


def _crate(files: Files) -> Iterator[Finding]:
    if METADATA in files:
        described = {name: content for name, content in files.items() if name != METADATA}
        for where, what in find_crate_flaws(json.loads(files[METADATA]), described):
            yield Finding(check="crate", where=where, what=what)


def _gathered(data: BundleData) -> Iterator[Finding]:
    """The record holds what the run and the matter rest on, nothing else, and is written as we write it."""
    entries = gather_entries(data.store, data.about.run, data.about.matter)
    if write_entries(data.store, entries, read_proofs(data.files[RECORD]).__getitem__) != data.files[RECORD]:
        yield Finding(check="record", where=RECORD, what="is not what is written for this run and matter")


def _word_lines(data: BundleData) -> Iterator[Finding]:
    """One value, one way to write it: so that no two readers can take different things from the same bytes."""
    if (WORDS in data.files) != bool(data.about.matter):
        yield Finding(check="words", where=WORDS, what="a bundle holds words where it holds a matter, and only there")
    elif b"".join(write_canonical(row) + b"\n" for row in data.words) != data.files.get(WORDS, b""):
        yield Finding(check="words", where=WORDS, what="is not written as we write it")


def _matters(data: BundleData) -> Iterator[Finding]:
    """The chain of acts holds, and every word of it is there, or was removed by an act of the chain."""
    for run in data.store.entries(kind=RUN):
        if run.draft.question["job"] == MATTER:
            yield from _words(read_matter(data.store, run.key), data)


def _moments(data: BundleData) -> Iterator[Finding]:
    """The log stood after each act as its letter says."""
    acts = [act.key for act in data.matter.acts] if data.matter else []
    written = HEADS in data.files
    if written != bool(data.about.matter) or write_moments(data.moments) != data.files.get(HEADS, b""):
        yield Finding(check="chain", where=HEADS, what="is not what is written for this matter")
    elif [moment.act for moment in data.moments] != acts:
        yield Finding(check="chain", where=HEADS, what="is not about the acts of this matter")
    numbers = {key: proof.number for key, proof in read_proofs(data.files[RECORD]).items()}
    for act, what in find_moment_flaws(data.moments, data.about.head, numbers):
        yield Finding(check="chain", where=f"{HEADS}: {act}", what=what)


def _words(matter: Matter, data: BundleData) -> Iterator[Finding]:
    held = {row["commitment"]: row for row in data.words}
    if tuple(held) != matter.standing.words or len(held) != len(data.words):
        yield Finding(check="words", where=WORDS, what="the words are not those of the file, in its order, each once")
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
    if set(row) not in ({"commitment", "removed"}, {"commitment", "salt", "text"}):
        return "a line holds more or less than words and their salt"
    if row.get("removed"):
        return "" if removed else "the words are missing, and no act of the file removed them"
    if removed:
        return "the words were removed by an act of the file, and are here all the same"
    opens = Secret(salt=row["salt"], text=row["text"]).commitment == row["commitment"]
    return "" if opens else "the words are not those that were committed to"


def _views(data: BundleData) -> Iterator[Finding]:
    """The view is what its run closed with, or what erasures left of that; so is each later version."""
    runs = [run.key for run in data.store.entries(kind=RUN)]
    versions = {name_version(run): run for run in runs}
    for name, view in data.views():
        run = data.about.run if name in VIEWS else versions.get(name, "")
        closed = run in runs and find_outcome(data.store, run) is not None
        if not closed or _digest_view(data, name, view) not in list_view_digests(data.store, run):
            yield Finding(check="view", where=name, what="no run of the record closed with it")
        if _write_again(data, name, view) != data.files[name]:
            yield Finding(check="view", where=name, what="is not written as we write it, or shows other sources")


def _digest_view(data: BundleData, name: str, view: AnyView) -> str:
    """The digest of what a view's file says: a field that came since it was written counts for nothing."""
    if isinstance(view, Case):  # it shows less around its quotations; what was there is named by the document's id
        return digest_case(view, lambda card: card.document)
    return digest(json.loads(data.files[name]))


def _write_again(data: BundleData, name: str, view: AnyView) -> bytes:
    return write_view(view, data.excerpts) if isinstance(view, Case) else write_json(json.loads(data.files[name]))


def _outcome(data: BundleData) -> Iterator[Finding]:
    """An answer follows from its own rows. Where words of its run were erased, they no longer tell."""
    versions = {name_version(run.key): run.key for run in data.store.entries(kind=RUN)}
    for name, view in data.views():
        run = data.about.run if name in VIEWS else versions.get(name, "")
        if isinstance(view, Answer) and find_erasure(data.store, run) is None:
            for part, what in find_flaws_of_tree(view):
                yield Finding(check="view", where=f"{name}: {part}", what=what)


def _sources(data: BundleData) -> Iterator[Finding]:
    """Every shown sentence opens its commitment, and every quotation stands, to the letter, where it says."""
    if write_sources(data.excerpts) != data.files.get(SOURCES, b""):
        yield Finding(check="sources", where=SOURCES, what="is not written as we write it, each document once")
    for excerpt in data.excerpts.values():
        for flaw in find_flaws(excerpt):
            yield Finding(check="sources", where=f"{SOURCES}: d:{excerpt.id[:8]}", what=flaw)
    cited = {name for _, view in data.views() for name in list_cited(view)}
    for extra in sorted(data.excerpts.keys() - cited):
        yield Finding(check="sources", where=f"{SOURCES}: d:{extra[:8]}", what="nothing here cites it")
    for where, document, quoted, stands in _quotations(data):
        source = data.excerpts.get(document)
        if source is None:
            yield Finding(check="sources", where=where, what=f"its source d:{document[:8]} is missing")
        elif _attempt(stands, source) != quoted:
            yield Finding(check="sources", where=where, what=f"does not stand so in d:{document[:8]}")


def _attempt(stands: Callable[[Excerpt], str], excerpt: Excerpt) -> str | None:
    try:
        return stands(excerpt)
    except FoamError:
        return None


def _quotations(data: BundleData) -> Iterator[tuple[str, str, str, Callable[[Excerpt], str]]]:
    """Where each quotation is used, from which document, its words, and how to read them off the excerpt."""
    for name, view in data.views():
        if isinstance(view, Case):
            for slot in view.slots:
                if (card := slot.card) is not None:
                    stands = partial(Excerpt.assemble, numbers=card.sentences)
                    yield f"{name}: {slot.id}", card.document, card.text, stands
        elif isinstance(view, Examination):
            for passage in view.list_passages():
                stands = partial(Excerpt.sentence, number=passage.pointer.sentence)
                yield f"{name}: {passage.pointer}", passage.pointer.document, passage.text.strip(), stands
        else:
            for at, one in view.file.sentence_by_id.items():
                stands = partial(Excerpt.sentence, number=one.pointer.sentence)
                yield f"{name}: {at}", one.pointer.document, one.text, stands


def _annotations(data: BundleData) -> Iterator[Finding]:
    if ANNOTATIONS not in data.files:
        return
    for item in json.loads(data.files[ANNOTATIONS])["first"]["items"]:
        document, _, number = item["id"].removeprefix("urn:foam:sentence:").partition(":")
        excerpt = data.excerpts.get(document)
        quote, position = item["target"]["selector"]
        places = TextQuoteSelector.model_validate(quote), TextPositionSelector.model_validate(position)
        if excerpt is None or int(number) not in excerpt.by_number or excerpt.select(int(number)) != places:
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
