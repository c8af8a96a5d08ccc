"""Forged bundles: each forgery made by a stranger with a key of their own, or by an insider who has the right key.

The reader has the office's key, the mark of a letter, and the documents that are cited. A forgery is found when the
verdict is not "whole", or when a note tells the reader of it.
"""

from __future__ import annotations

import base64
import io
import json
import warnings
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from bench.attacks.tally import Tally
from bench.bundle import contest_sample, deliberate_sample
from foam.appeal.chain import ACT, Matter, read_matter
from foam.appeal.vault import MemoryVault
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.container import pack, unpack
from foam.bundle.crate import METADATA
from foam.bundle.data import BundleData
from foam.bundle.keys import SigningKey, make_key
from foam.bundle.layout import ANNOTATIONS, ANSWER, ATTESTATION, KEYS, PROV, README, RECORD, SOURCES, WORDS
from foam.bundle.pages import render_crate, render_pages, render_prov
from foam.bundle.pins import Pin, TrustedKeys
from foam.bundle.statement import Statement, list_subjects, read_envelope, sign_statement
from foam.bundle.succession import Revocation, Succession, sign_key_statement
from foam.bundle.verify import Report, verify_bundle
from foam.canonical import write_canonical
from foam.evidence.document import Document
from foam.evidence.excerpt import Excerpt
from foam.record.entry import Entry
from foam.record.memory import MemoryStore
from foam.record.sealed import seal
from foam.values import short

FLIPS = 300
START, TODAY = date(2026, 1, 1), date(2026, 6, 1)
AT = datetime(2026, 6, 1, tzinfo=UTC)
PAGE, NOTICE = "answer.html", "notices/receipt.html"

Files = dict[str, bytes]
Change = Callable[[Files], None]
Forgeries = Iterator[tuple[str, list[Callable[[], bytes]]]]
"""Kinds of forgery with the bundles that each gives, made when they are called for; the last is the best."""


class Scene:
    """An office with a matter about a deliberation, its bundle, and a thief with a key of their own."""

    def __init__(self) -> None:
        self.store, self.vault = MemoryStore(), MemoryVault()
        self.run, self.kept = deliberate_sample(self.store, seats=2)
        self.office = make_key("The Office", today=START, days=365)
        self.thief = make_key("The Office", today=START, days=365)
        self.matter = contest_sample(self.store, self.vault, self.run)
        self.sound = self.write()
        self.files_of_sound = unpack(self.sound).files
        self.documents = {document.id: document for document in self.kept.documents}
        self._provenance: dict[tuple[bytes, str, str, str], Files] = {}

    def write(self, matter: Matter | None = None, key: SigningKey | None = None, **given: Any) -> bytes:
        contents = Contents(run=self.run, kept=self.kept, matter=matter or self.matter, **given)
        return write_bundle(self.store, contents, self.vault, key or self.office, at=AT)

    @property
    def files(self) -> Files:
        return dict(self.files_of_sound)

    def verify(self, data: bytes, *, today: date = TODAY) -> Report:
        trusted = TrustedKeys(pins=(Pin(name="office", key=self.office.public, on=START),))
        mark = short(self.matter.tip)
        return verify_bundle(data, today=today, trusted=trusted, mark=mark, documents=self.find)

    def find(self, name: str) -> Document | None:
        return self.documents.get(name)

    def resign(self, files: Files, key: SigningKey, **about: Any) -> bytes:
        """The best forgery: every page that was not forged is made anew from the forged data, and all is signed."""
        _, statement = read_envelope(files[ATTESTATION])
        predicate = statement.predicate.model_copy(update={"key": key.public, **about})
        inside = {name: content for name, content in files.items() if name != ATTESTATION}
        data = BundleData(inside, predicate)
        for render in (render_pages, self._render_prov):
            with suppress(Exception):  # data too broken to be rendered: the forger leaves the pages as they were
                pages = dict(render(data)).items()
                inside |= {name: page for name, page in pages if inside.get(name) == self.files_of_sound.get(name)}
        if files[METADATA] == self.files_of_sound[METADATA]:
            described = {name: content for name, content in inside.items() if name != METADATA}
            with suppress(Exception):
                inside[METADATA] = render_crate(data, described)
        statement = Statement(subject=list_subjects(inside), predicate=predicate)
        return pack({**inside, ATTESTATION: sign_statement(statement, key)})

    def _render_prov(self, data: BundleData) -> Files:
        """Provenance tells of the record alone, which most forgeries leave as it was: it is rendered once for each."""
        about = (data.files[RECORD], data.about.run, data.about.matter, data.about.operator)
        if about not in self._provenance:
            self._provenance[about] = dict(render_prov(data))
        return self._provenance[about]


def run(folder: Path, *, flips: int = FLIPS, strongest: bool = False) -> Iterable[Tally]:
    """Every forgery, by everybody who could make it or only by who can do so best; and bits flipped at random."""
    scene = Scene()
    sound = scene.verify(scene.sound)
    assert (sound.verdict, sound.notes) == ("whole", ()), sound
    tallies = [_count(kind, scene, forged[-1:] if strongest else forged) for kind, forged in forge_all(scene)]
    yield from tallies
    yield Tally(
        kind="forged bundles, all kinds",
        attempts=sum(one.attempts for one in tallies),
        found=sum(one.found for one in tallies),
        silent=sum(one.silent for one in tallies),
        note=f"{len(tallies)} ways",
    )
    yield _flip(scene, flips)


def forge_all(scene: Scene) -> Forgeries:
    """Every kind of forgery."""
    for kind, change in CHANGES.items():
        files = scene.files
        change(files)
        assert files != scene.files, f"{kind} changes nothing"
        insiders = [] if kind in REWRITES else [partial(scene.resign, files, scene.office)]
        yield kind, [partial(pack, files), partial(scene.resign, files, scene.thief), *insiders]
    for forge in (_forge_attestations, _forge_keys, _forge_ends, _forge_excerpts, _forge_zips):
        for kind, forged in forge(scene):
            yield kind, forged


def _count(kind: str, scene: Scene, forged: list[Callable[[], bytes]]) -> Tally:
    found = 0
    for make in forged:
        report = scene.verify(make())
        found += report.verdict != "whole" or bool(report.notes)
    return Tally(kind=kind, attempts=len(forged), found=found, silent=len(forged) - found)


def _flip(scene: Scene, flips: int) -> Tally:
    rng, data, found = Random(17), scene.sound, 0
    for _ in range(flips):
        place = rng.randrange(len(data))
        spoiled = data[:place] + bytes([data[place] ^ (1 << rng.randrange(8))]) + data[place + 1 :]
        found += scene.verify(spoiled).verdict == "damaged"
    return Tally(kind="bits flipped in a bundle", attempts=flips, found=found, silent=flips - found)


# Changes of files: tried as they are, re-signed by a thief, and re-signed by an insider


def _replace(name: str, old: bytes, new: bytes) -> Change:
    def change(files: Files) -> None:
        assert old in files[name], (name, old)
        files[name] = files[name].replace(old, new, 1)

    return change


def _add(name: str, content: bytes) -> Change:
    return lambda files: files.update({name: content})


def _drop(name: str) -> Change:
    def change(files: Files) -> None:
        del files[name]

    return change


def _edit_json(name: str, edit: Callable[[Any], None]) -> Change:
    def change(files: Files) -> None:
        value = json.loads(files[name])
        edit(value)
        files[name] = (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()

    return change


def _edit_lines(name: str, edit: Callable[[list[Any]], None]) -> Change:
    def change(files: Files) -> None:
        rows = [json.loads(line) for line in files[name].splitlines()]
        edit(rows)
        files[name] = b"".join(write_canonical(row) + b"\n" for row in rows)

    return change


def _move_annotation(value: Any) -> None:
    for selector in value["first"]["items"][0]["target"]["selector"]:
        if selector["type"] == "TextPositionSelector":
            selector["start"] += 1
            selector["end"] += 1


def _change_sentence(*, cited: bool) -> Callable[[list[Any]], None]:
    """Another word in a sentence that is cited, or in one shown around it: the first or the middle one shown."""

    def edit(rows: list[Any]) -> None:
        shown = rows[0]["shown"]
        one = shown[len(shown) // 2 if cited else 0]
        one["text"] = "Never" + one["text"][5:]

    return edit


def _hide_sentence(rows: list[Any]) -> None:
    rows[0]["shown"] = rows[0]["shown"][1:]


def _change_salt(rows: list[Any]) -> None:
    rows[0]["shown"][0]["salt"] = "0" * 64


def _change_hidden(rows: list[Any]) -> None:
    for row in rows:
        shown = {one["number"] for one in row["shown"]}
        hidden = next((n for n, _ in enumerate(row["commitments"]) if n not in shown), None)
        if hidden is not None:
            row["commitments"][hidden] = "0" * 64
            return


def _show_twice(rows: list[Any]) -> None:
    """Two lines for one document: a reader who takes the first reads something else than we do."""
    shown = rows[0]["shown"][0]
    rows.insert(0, {**rows[0], "shown": [{**shown, "text": "Never" + shown["text"][5:]}]})


def _credit_another(rows: list[Any]) -> None:
    rows[0]["citation"]["author"] = "Somebody Else"


def _rekey_last_entry(rows: list[Any]) -> None:
    """The last act says something else, under a key and a seal that are right for it."""
    last = max((row for row in rows if row["body"]["draft"]["kind"] == ACT), key=lambda row: row["member_of"][0][1])
    last["body"]["draft"]["question"]["by"]["id"] = "somebody-else"
    last["body"]["draft"]["decider"]["id"] = "somebody-else"
    sealed = seal(Entry.model_validate(last["body"]))
    last["key"], last["seal"] = sealed.key, sealed.seal


def _change_answer(rows: list[Any]) -> None:
    row = next(row for row in rows if row["member_of"] and isinstance(row["body"]["answer"], dict))
    row["body"]["answer"]["forged"] = True
    sealed = seal(Entry.model_validate(row["body"]))
    row["key"], row["seal"] = sealed.key, sealed.seal


def _repeat_field(files: Files) -> None:
    """Two readers of the same bytes would take two questions from them."""
    start = files[ANSWER].index(b"{") + 1
    files[ANSWER] = files[ANSWER][:start] + b'"question": "Another?",' + files[ANSWER][start:]


CHANGES: dict[str, Change] = {
    "page changed": _replace(PAGE, b"</body>", b"<p>And so it is.</p></body>"),
    "notice altered": _replace(NOTICE, b"<p>", b"<p>Pay at once. "),
    "notice removed": _drop(NOTICE),
    "notice added": _add("notices/fine.html", b"<p>You owe us.</p>"),
    "README changed": _replace(README, b"Check it:", b"No need to check it:"),
    "file added": _add("extra.txt", b"hello"),
    "file added under a path that leaves the folder": _add("../../etc/cron.d/x", b"* * * * * root x"),
    "file removed": _drop(ANNOTATIONS),
    "answer changed": _replace(ANSWER, b'"question": "', b'"question": "Not: '),
    "answer with a field twice": _repeat_field,
    "entry changed, its key and seal made anew": _edit_lines(RECORD, _change_answer),
    "last act changed, its key and seal made anew": _edit_lines(RECORD, _rekey_last_entry),
    "entry removed": _edit_lines(RECORD, lambda rows: rows.pop()),
    "entries in another order": _edit_lines(RECORD, lambda rows: rows.reverse()),
    "words changed": _edit_lines(WORDS, lambda rows: rows[0].update(text="Eve")),
    "words removed without an act": _edit_lines(WORDS, lambda rows: rows.pop()),
    "excerpt: cited sentence changed": _edit_lines(SOURCES, _change_sentence(cited=True)),
    "excerpt: context changed": _edit_lines(SOURCES, _change_sentence(cited=False)),
    "excerpt: another author": _edit_lines(SOURCES, _credit_another),
    "excerpt: a document twice": _edit_lines(SOURCES, _show_twice),
    "words with more on a line": _edit_lines(WORDS, lambda rows: rows[0].update(also="Eve")),
    "excerpt: salt changed": _edit_lines(SOURCES, _change_salt),
    "excerpt: hidden commitment changed": _edit_lines(SOURCES, _change_hidden),
    "excerpt removed": _edit_lines(SOURCES, lambda rows: rows.pop()),
    "annotation moved": _edit_json(ANNOTATIONS, _move_annotation),
    "PROV edited": _replace(PROV["run"], b'"foam:kind": "', b'"foam:kind": "x'),
    "crate edited": _edit_json(METADATA, lambda value: value["@graph"][1].update(name="Another question")),
}


REWRITES = frozenset({"entry changed, its key and seal made anew"})
"""What an insider can do unseen: an answer rewritten with all that follows. Only the head of the log can tell."""


# Attestations


def _forge_attestations(scene: Scene) -> Forgeries:
    files = scene.files
    envelope = json.loads(files[ATTESTATION])
    other = json.loads(unpack(scene.write(operator="somebody")).files[ATTESTATION])

    def attested(**change: Any) -> Callable[[], bytes]:
        return partial(pack, {**files, ATTESTATION: write_canonical({**envelope, **change}) + b"\n"})

    def restated(**change: Any) -> Callable[[], bytes]:
        stated = json.loads(base64.b64decode(envelope["payload"]))
        stated = {**stated, **change}
        return attested(payload=base64.b64encode(write_canonical(stated)).decode())

    stated = json.loads(base64.b64decode(envelope["payload"]))["predicate"]
    yield "statement swapped", [partial(pack, {**files, ATTESTATION: write_canonical(other) + b"\n"})]
    yield (
        "signature stripped",
        [attested(signatures=[]), partial(pack, {n: c for n, c in files.items() if n != ATTESTATION})],
    )
    yield "signature of another payload", [attested(signatures=other["signatures"])]
    yield (
        "signature said to be another key's",
        [attested(signatures=[{**envelope["signatures"][0], "keyid": scene.thief.public.keyid}])],
    )
    yield (
        "format downgraded",
        [
            restated(predicateType="urn:foam:bundle:v1"),
            restated(predicateType="urn:foam:bundle:v2"),
            restated(predicateType="urn:other"),
            attested(payloadType="text/plain"),
        ],
    )
    yield "time of signing changed", [restated(predicate={**stated, "signed_at": "2026-02-01T00:00:00Z"})]
    yield (
        "head of the log changed",
        [
            restated(predicate={**stated, "head": "9-" + "0" * 64}),
            partial(scene.resign, files, scene.thief, head="9-" + "0" * 64),
        ],
    )
    changed = {**files, PAGE: files[PAGE] + b"<p>And so it is.</p>"}
    yield (
        "version swapped to hide a changed page",
        [
            partial(scene.resign, changed, scene.thief, foam="0.0.1"),
            partial(scene.resign, changed, scene.office, foam="0.0.1"),
        ],
    )


# Keys


def _forge_keys(scene: Scene) -> Forgeries:
    files, office = scene.files, scene.office

    def as_key(**change: Any) -> Callable[[], bytes]:
        return partial(scene.resign, files, SigningKey(office.private, office.public.model_copy(update=change)))

    yield "the key's holder changed", [as_key(holder="The Court")]
    yield "the key's days changed", [as_key(not_after=date(2050, 1, 1)), as_key(not_before=date(2000, 1, 1))]
    yield "another key under the office's id", list(_borrow_id(scene))
    expired = make_key("The Office", today=date(2020, 1, 1), days=30)
    late = partial(scene.resign, files, office, signed_at="2027-06-01T00:00:00Z")
    yield "expired key", [partial(scene.write, key=expired), late]
    revoked = Revocation(keyid=office.public.keyid, on=date(2026, 5, 1), because="stolen", by=office.public)
    yield "revoked key", [partial(scene.write, keys=(sign_key_statement(revoked, office),))]
    step = Succession(old=office.public, new=scene.thief.public, on=date(2026, 2, 1))
    unsigned = sign_key_statement(step, scene.thief)
    theirs = {**files, KEYS: sign_key_statement(step, office) + sign_key_statement(revoked, office)}
    yield (
        "a successor that the key did not name, or named after it was revoked",
        [
            partial(scene.resign, {**files, KEYS: unsigned}, scene.thief),
            partial(scene.resign, {**files, KEYS: unsigned}, office),
            partial(scene.resign, theirs, scene.thief),
        ],
    )


def _borrow_id(scene: Scene) -> Iterator[Callable[[], bytes]]:
    """Signed by the thief, and said to be signed by the office: with the office's key named, or the thief's own."""
    files, office, thief = scene.files, scene.office.public, scene.thief.public
    _, statement = read_envelope(files[ATTESTATION])
    for named in (office, thief.model_copy(update={"keyid": office.keyid})):
        about = statement.predicate.model_copy(update={"key": named})
        signed = sign_statement(statement.model_copy(update={"predicate": about}), scene.thief)
        yield partial(pack, {**files, ATTESTATION: signed.replace(thief.keyid.encode(), office.keyid.encode())})


# The end of the file, and excerpts


def _forge_ends(scene: Scene) -> Forgeries:
    """Everything is made anew without the last acts; only the mark of a letter can tell."""
    shorter = MemoryStore()
    members = scene.store.members(scene.matter.key)
    gone = set(members[-2:])
    for entry in scene.store.entries():
        if entry.key not in gone:
            shorter.append(entry)
    for name in (entry.key for entry in scene.store.entries(kind="run")):
        for member in scene.store.members(name):
            if member not in gone:
                shorter.attach(member, run=name)
    cut = read_matter(shorter, scene.matter.key)
    contents = Contents(run=scene.run, kept=scene.kept, matter=cut)
    yield (
        "last acts cut off, all made anew",
        [partial(write_bundle, shorter, contents, scene.vault, key, at=AT) for key in (scene.office, scene.thief)],
    )


def _forge_excerpts(scene: Scene) -> Forgeries:
    """The context of a quotation says something else, and its commitment is made to fit."""
    files = scene.files
    first, *rest = (Excerpt.model_validate_json(line) for line in files[SOURCES].splitlines())
    one = first.shown[0]
    changed = one.model_copy(update={"text": "Never" + one.text[5:]})
    commitments = tuple(changed.commitment if n == one.number else c for n, c in enumerate(first.commitments))
    forged = first.model_copy(update={"shown": (changed, *first.shown[1:]), "commitments": commitments})
    lines = b"".join(write_canonical(excerpt.json_value()) + b"\n" for excerpt in (forged, *rest))
    forgers = (scene.thief, scene.office)
    yield (
        "excerpt: context changed with its commitment",
        [partial(scene.resign, {**files, SOURCES: lines}, key) for key in forgers],
    )


# Containers


def _forge_zips(scene: Scene) -> Forgeries:
    sound = scene.sound
    ways = {
        "zip: a name twice": _rezip(sound, twice=True),
        "zip: compressed": _rezip(sound, compression=zipfile.ZIP_DEFLATED),
        "zip: comment": _rezip(sound, comment=b"all is well"),
        "zip: a file's comment": _rezip(sound, file_comment=b"all is well"),
        "zip: extra field": _rezip(sound, extra=b"\xfe\xca\x04\x00abcd"),
        "zip: symbolic link": _rezip(sound, mode=0o120777),
        "zip: other dates": _rezip(sound, year=2020),
        "zip: something before it": b"#!/bin/sh\nexit\n" + sound,
        "zip: something behind it": sound + b"more",
        "zip: cut short": sound[:-30],
        "zip: two files over the same bytes": _overlap(sound),
        "zip: sizes that lie": _lie_about_sizes(sound),
    }
    for kind, forged in ways.items():
        yield kind, [partial(bytes, forged)]


def _rezip(
    sound: bytes,
    *,
    twice: bool = False,
    compression: int = zipfile.ZIP_STORED,
    comment: bytes = b"",
    file_comment: bytes = b"",
    extra: bytes = b"",
    mode: int = 0o100644,
    year: int = 1980,
) -> bytes:
    """The same files in a container that says something more."""
    out = io.BytesIO()
    files = unpack(sound).files
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w", compression) as archive:
        warnings.simplefilter("ignore")  # of a name that comes twice
        archive.comment = comment
        names = sorted(files)
        for name in [*names, *([PAGE] if twice else [])]:
            info = zipfile.ZipInfo(name, date_time=(year, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr, info.compress_type = 3, mode << 16, compression
            info.comment, info.extra = file_comment, extra
            archive.writestr(info, b"<p>forged</p>" if twice and name == PAGE and name not in names else files[name])
            if name in names:
                names = [other for other in names if other != name]
    return out.getvalue()


def _overlap(sound: bytes) -> bytes:
    """The second file of the directory points at the bytes of the first."""
    at = sound.index(b"PK\x01\x02")
    following = sound.index(b"PK\x01\x02", at + 4)
    return sound[: following + 42] + sound[at + 42 : at + 46] + sound[following + 46 :]


def _lie_about_sizes(sound: bytes) -> bytes:
    """The directory says that the first file is one byte shorter."""
    at = sound.index(b"PK\x01\x02") + 20
    size = int.from_bytes(sound[at : at + 4], "little") - 1
    return sound[:at] + size.to_bytes(4, "little") * 2 + sound[at + 8 :]
