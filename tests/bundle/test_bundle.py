"""Bundles: a sound one verifies with nothing else; any change is caught and named, whoever made it."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given, settings
from hypothesis import strategies as st
from prov.constants import PROV as PROV_TERMS
from prov.model import ProvAgent
from tests.appeal.office import TODAY, Office
from tests.deliberation.table import Table

from foam.appeal.kept import KeptView, collect_answer
from foam.bundle.bundle import Contents, write_bundle
from foam.bundle.container import pack, unpack
from foam.bundle.crate import METADATA
from foam.bundle.data import BundleData
from foam.bundle.finding import Finding
from foam.bundle.keys import PublicKey, SigningKey, make_key
from foam.bundle.layout import ANNOTATIONS, ANSWER, ATTESTATION, PROV, RECORD, SOURCES, WORDS
from foam.bundle.pages import render_crate
from foam.bundle.statement import Statement, list_subjects, read_envelope, sign_statement
from foam.bundle.verify import Report, verify_bundle
from foam.canonical import write_canonical
from foam.cli.main import foam
from foam.errors import RecordDamaged, VerificationError
from foam.evidence.excerpt import Excerpt
from foam.record.entry import Entry
from foam.record.memory import MemoryStore
from foam.record.prov import Operator, find_complaints, to_prov
from foam.values import short
from foam.version import __version__

Files = dict[str, bytes]


@cache
def small() -> tuple[Office, bytes]:
    """A decided matter without a deliberation: small enough to flip through."""
    office = Office().decided()
    return office, office.bundle()


@cache
def deliberate() -> tuple[MemoryStore, str, KeptView]:
    table = Table()
    ran = table.deliberate()
    assert isinstance(table.store, MemoryStore)
    return table.store, ran.run, collect_answer(ran.view, table.corpus)


@cache
def large() -> tuple[Office, bytes]:
    """A decided matter about a whole deliberation."""
    store, run, kept = deliberate()
    office = Office(store.copy(), run=run).decided()
    return office, office.bundle(kept=kept)


def found(data: bytes, **given: Any) -> tuple[Finding, ...]:
    return verify_bundle(data, today=given.pop("today", TODAY), **given).findings


def resigned(files: Files, key: SigningKey) -> bytes:
    """The files signed anew by somebody who has the key: an insider's forgery."""
    _, statement = read_envelope(files[ATTESTATION])
    inside = {name: content for name, content in files.items() if name != ATTESTATION}
    fresh = Statement(
        subject=list_subjects(inside), predicate=statement.predicate.model_copy(update={"key": key.public})
    )
    return pack({**inside, ATTESTATION: sign_statement(fresh, key)})


@pytest.mark.parametrize("made", [small, large])
def test_a_sound_bundle_verifies(made: Callable[[], tuple[Office, bytes]]) -> None:
    office, data = made()
    report = verify_bundle(data, today=TODAY, key=office.key.public)
    assert report.findings == ()
    assert report.ok
    assert report.vouched
    assert report.matter == office.matter.key


def test_without_a_key_of_the_readers_nobody_vouches() -> None:
    report = verify_bundle(small()[1], today=TODAY)
    assert report.whole
    assert report.verdict == "whole, signer unknown"
    assert not report.vouched
    assert not report.ok


def test_the_same_matter_signed_at_the_same_time_gives_the_same_files() -> None:
    office, data = small()
    assert office.bundle() == data


def test_it_holds_what_was_promised() -> None:
    files = unpack(large()[1]).files
    assert {ANSWER, RECORD, SOURCES, WORDS, ANNOTATIONS, METADATA, ATTESTATION, *PROV.values()} <= set(files)
    envelope = json.loads(files[ATTESTATION])
    assert envelope["payloadType"] == "application/vnd.in-toto+json"
    _, statement = read_envelope(files[ATTESTATION])
    assert {subject.name for subject in statement.subject} == set(files) - {ATTESTATION}


def test_the_signature_is_dsse_as_others_check_it() -> None:
    """By hand: the pre-authentication encoding, and Ed25519 from another library."""
    office, data = small()
    envelope = json.loads(unpack(data).files[ATTESTATION])
    payload = base64.b64decode(envelope["payload"])
    kind = envelope["payloadType"].encode()
    encoded = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
    (signature,) = envelope["signatures"]
    public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(office.key.public.public))
    public.verify(base64.b64decode(signature["sig"]), encoded)
    with pytest.raises(InvalidSignature):
        public.verify(base64.b64decode(signature["sig"]), encoded + b" ")
    statement = json.loads(payload)
    assert statement["_type"] == "https://in-toto.io/Statement/v1"
    assert {"name", "digest"} == set(statement["subject"][0])
    assert statement["predicate"]["matter"] == office.matter.key


def test_the_crate_describes_every_file_and_the_run_that_made_them() -> None:
    files = unpack(large()[1]).files
    graph = {node["@id"]: node for node in json.loads(files[METADATA])["@graph"]}
    assert graph[METADATA]["about"] == {"@id": "./"}
    assert {part["@id"] for part in graph["./"]["hasPart"]} == set(files) - {METADATA, ATTESTATION}
    action = graph["#action"]
    assert action["@type"] == "CreateAction"
    assert action["startTime"] <= action["endTime"]
    assert {"@id": ANSWER} in action["result"]
    assert all(link["@id"] in graph for link in (*action["instrument"], *action["object"], action["agent"]))


NOT_NEEDED = ("prov", "rdflib", "pyshacl", "typst", "lancedb", "pyarrow", "gguf", "tokenizers", "trafilatura", "lxml")
_ALONE = """
import sys
for name in {absent!r}:
    sys.modules[name] = None
from foam.cli.main import foam
foam.main(["bundle", "verify", sys.argv[1], "--json"])
"""


def test_it_is_checked_without_the_extras_the_search_engine_or_any_model(tmp_path: Path) -> None:
    bundle = tmp_path / "b.zip"
    bundle.write_bytes(large()[1])
    ran = subprocess.run(
        [sys.executable, "-c", _ALONE.format(absent=NOT_NEEDED), str(bundle)],
        capture_output=True, text=True, check=False, env={**os.environ, "FOAM_HOME": str(tmp_path / "none")},
    )  # fmt: skip
    findings = json.loads(ran.stdout)["findings"]
    assert all(finding["check"] == "key" for finding in findings), ran.stderr  # the test's key is of 2026
    assert not (tmp_path / "none").exists()


def test_the_provenance_of_a_matter_keeps_our_rules() -> None:
    office, _ = small()
    document = to_prov(office.store, office.matter.key, operator=Operator(name="The Office"))
    assert find_complaints(document) == ()
    people = [agent for agent in document.get_records(ProvAgent) if PROV_TERMS["Person"] in agent.get_asserted_types()]
    assert len(people) == len({filed.act.by.id for filed in office.matter.acts})


def _regions(data: bytes) -> dict[str, int]:
    """Where each file's content begins."""
    return {name: data.index(content) for name, content in unpack(data).files.items()}


def test_a_flipped_byte_anywhere_is_caught() -> None:
    """Every 127th byte of the container, headers and directory included."""
    data = small()[1]
    for place in range(0, len(data), 127):
        assert found(_flipped(data, place)), place


def test_every_byte_of_the_directory_is_guarded() -> None:
    data = small()[1]
    start = data.index(b"PK\x01\x02")
    for place in range(start, len(data), 7):
        assert found(_flipped(data, place)), place


@given(st.integers(0), st.integers(1, 255))
@settings(max_examples=60, deadline=None)
def test_any_change_of_any_byte_is_caught(place: int, change: int) -> None:
    data = small()[1]
    assert found(_flipped(data, place % len(data), change))


def test_a_flip_in_a_file_names_that_file() -> None:
    data = small()[1]
    files = unpack(data).files
    for name, start in _regions(data).items():
        for place in {0, len(files[name]) // 2, len(files[name]) - 1}:
            named = found(_flipped(data, start + place))
            assert any(name in finding.where for finding in named), (name, place, named)


def _flipped(data: bytes, place: int, change: int = 1) -> bytes:
    return data[:place] + bytes([data[place] ^ change]) + data[place + 1 :]


def test_a_bundle_cut_short_or_lengthened_is_caught() -> None:
    data = small()[1]
    for cut in (0, 1, 100, len(data) // 2, len(data) - 1):
        assert found(data[:cut])[0].check == "container"
    assert found(data + b"x")


@pytest.mark.parametrize("name", sorted(unpack(small()[1]).files))
def test_a_removed_file_is_named(name: str) -> None:
    files = unpack(small()[1]).files
    del files[name]
    named = found(pack(files))
    expected = "attestation" if name == ATTESTATION else "file"
    assert (expected, name) in {(finding.check, finding.where) for finding in named}


def test_an_added_file_is_named() -> None:
    files = {**unpack(small()[1]).files, "extra.txt": b"hello"}
    assert ("file", "extra.txt", "added: nobody signed for it") in {
        tuple(f.json_value().values()) for f in found(pack(files))
    }


def test_a_removed_entry_is_named_even_when_an_insider_signs_anew() -> None:
    office, data = small()
    files = unpack(data).files
    lines = files[RECORD].splitlines(keepends=True)
    for gone in range(len(lines)):
        files[RECORD] = b"".join(line for n, line in enumerate(lines) if n != gone)
        named = found(resigned(files, office.key))
        assert any(finding.check in {"record", "chain", "prov", "words"} for finding in named), gone


def test_a_changed_act_is_named_even_when_an_insider_signs_anew() -> None:
    office, data = small()
    files = unpack(data).files
    changed = files[RECORD].replace(b'"outcome":"reversed"', b'"outcome":"upheld"')
    assert changed != files[RECORD]
    named = found(resigned({**files, RECORD: changed}, office.key))
    decision = office.matter.acts[-1].key
    assert any(f.check == "record" and decision in f.where for f in named)


def test_a_signature_of_another_bundle_is_caught() -> None:
    files = unpack(small()[1]).files
    other = unpack(Office().bundle()).files
    named = found(pack({**files, ATTESTATION: other[ATTESTATION]}))
    assert {finding.check for finding in named} >= {"file"}
    swapped = json.loads(files[ATTESTATION])
    swapped["signatures"] = json.loads(other[ATTESTATION])["signatures"]
    named = found(pack({**files, ATTESTATION: write_canonical(swapped) + b"\n"}))
    assert [f.check for f in named if f.where == ATTESTATION] == ["signature"]


def test_a_signature_by_another_key_is_caught_when_the_reader_has_the_right_one() -> None:
    office, data = small()
    thief = make_key("The Office", today=date(2026, 1, 1), days=365)
    forged = resigned(unpack(data).files, thief)
    assert found(forged) == ()  # whole in itself: only the reader's own key can tell
    (named,) = found(forged, key=office.key.public)
    assert named.check == "key"
    assert short("b2:" + office.key.public.keyid)[3:] in named.what


def test_a_bundle_of_an_older_format_is_refused_in_one_line() -> None:
    data = small()[1]
    envelope = json.loads(unpack(data).files[ATTESTATION])
    statement = json.loads(base64.b64decode(envelope["payload"])) | {"predicateType": "urn:foam:bundle:v1"}
    envelope["payload"] = base64.b64encode(write_canonical(statement)).decode()
    (named,) = found(pack({**unpack(data).files, ATTESTATION: write_canonical(envelope) + b"\n"}))
    assert named.check == "format"
    assert "check it with the FOAM that wrote it" in named.what


def test_a_signature_claimed_for_a_key_that_did_not_make_it() -> None:
    data = small()[1]
    envelope = json.loads(unpack(data).files[ATTESTATION])
    envelope["signatures"][0]["keyid"] = "0" * 64
    (named,) = found(pack({**unpack(data).files, ATTESTATION: write_canonical(envelope) + b"\n"}))
    assert named.check == "signature"
    assert "signed by key 000000000000" in named.what


@pytest.mark.parametrize(
    ("today", "said"),
    [(date(2027, 1, 2), "the key has expired"), (date(2031, 1, 1), "the key has expired")],
)
def test_an_expired_key_is_named(today: date, said: str) -> None:
    (named,) = found(small()[1], today=today)
    assert named.check == "key"
    assert named.what.startswith(said)


def test_a_signature_made_outside_the_keys_days_is_named() -> None:
    office, _ = small()
    early = SigningKey(
        office.key.private,
        office.key.public.model_copy(update={"not_before": date(2026, 7, 1), "not_after": date(2027, 7, 1)}),
    )
    contents = Contents(matter=office.matter)
    data = write_bundle(office.store, contents, office.vault, early, at=datetime(2026, 6, 1, tzinfo=UTC))
    (named,) = found(data, today=date(2026, 8, 1))
    assert named.what == "signed on 2026-06-01, but the key holds 2026-07-01 to 2027-07-01"


def test_days_that_were_changed_with_the_key_kept_are_named() -> None:
    """Who stole an old key gives it new days: the reader's copy of the key says otherwise."""
    office, data = small()
    longer = SigningKey(office.key.private, office.key.public.model_copy(update={"not_after": date(2050, 1, 1)}))
    named = found(resigned(unpack(data).files, longer), key=office.key.public)
    assert [f.what for f in named] == ["the key's holder or days were changed"]


def test_removed_words_leave_a_stub_that_verifies() -> None:
    office = Office().decided()
    person = office.matter.standing.opening.person.commitment
    office.do("redact", "records_clerk", "clerk", remove=[person], remove_because="asked for")
    data = office.bundle()
    assert found(data) == ()
    assert b"Ada Example" not in data
    rows = {row["commitment"]: row for row in map(json.loads, unpack(data).files[WORDS].splitlines())}
    assert rows[person] == {"commitment": person, "removed": True}


def test_words_taken_out_without_an_act_are_named() -> None:
    office, data = small()
    files = unpack(data).files
    rows = [json.loads(line) for line in files[WORDS].splitlines()]
    for change, said in (
        ({"removed": True}, "the words are missing, and no act of the file removed them"),
        ({"salt": rows[0]["salt"], "text": "Eve"}, "the words are not those that were committed to"),
    ):
        changed = [{"commitment": rows[0]["commitment"], **change}, *rows[1:]]
        words = b"".join(write_canonical(row) + b"\n" for row in changed)
        named = [f for f in found(resigned({**files, WORDS: words}, office.key)) if f.check == "words"]
        assert [f.what for f in named] == [said]
        assert rows[0]["commitment"] in named[0].where


def test_a_vault_that_lost_words_cannot_be_exported() -> None:
    office = Office().decided()
    office.vault.remove(office.matter.standing.words[0])
    with pytest.raises(RecordDamaged, match="no act removed them"):
        office.bundle()


def _in_large(name: str, change: Callable[[bytes], bytes]) -> set[str]:
    office, data = large()
    files = unpack(data).files
    changed = change(files[name])
    assert changed != files[name]
    return {f.check for f in found(resigned({**files, name: changed}, office.key))}


def test_an_answer_that_the_record_does_not_give_is_named() -> None:
    assert "view" in _in_large(ANSWER, lambda text: text.replace(b'"question": "', b'"question": "Not: ', 1))


def test_a_quotation_that_its_source_does_not_hold_is_named() -> None:
    def unquoted(text: bytes) -> bytes:
        answer = json.loads(text)
        answer["file"]["documents"][0]["sentences"][0]["text"] = "Nobody ever wrote this."
        return json.dumps(answer).encode()

    assert "sources" in _in_large(ANSWER, unquoted)


def test_a_missing_source_is_named() -> None:
    assert {"sources", "annotations"} <= _in_large(SOURCES, lambda text: b"")


def test_provenance_of_other_decisions_is_named() -> None:
    assert "prov" in _in_large(
        PROV["run"], lambda text: text.replace(b'"foam:digest": "b2:', b'"foam:digest": "b2:0', 1)
    )


def test_metadata_that_describes_other_files_is_named() -> None:
    assert "crate" in _in_large(METADATA, lambda text: text.replace(b'"sha256": "', b'"sha256": "0', 1))


RUBBISH = (b"\x00\xff", b'{"a": 1}', b"[" * 100_000, b"null")


@pytest.mark.parametrize(
    ("name", "rubbish"),
    [*zip((ANSWER, SOURCES, ANNOTATIONS, PROV["run"], METADATA, WORDS, RECORD), RUBBISH * 2, strict=False)],
)
def test_files_that_are_no_json_are_named_and_nothing_breaks(name: str, rubbish: bytes) -> None:
    assert _in_large(name, lambda text: rubbish)


def test_lines_of_a_strange_shape_are_named_and_nothing_breaks() -> None:
    office, data = small()
    files = unpack(data).files
    first, *rest = files[RECORD].splitlines(keepends=True)
    row = json.loads(first)
    shapes: tuple[dict[str, object], ...] = (
        {"member_of": [[{"a": 1}, 1]]},
        {"key": 7},
        {"body": []},
        {"seal": None},
        {"member_of": "xy"},
    )
    for strange in shapes:
        line = write_canonical({**row, **strange}) + b"\n"
        named = found(resigned({**files, RECORD: b"".join((line, *rest))}, office.key), mark=short(office.matter.tip))
        assert "record" in {finding.check for finding in named}, strange


def test_a_cut_off_end_is_caught_by_the_mark_of_a_letter() -> None:
    """The last acts dropped and everything made anew: whole in itself, but not for who has the later letter."""
    office = Office()
    office.do("issue_notice", "original_decider", "worker")
    short_of_it = office.bundle()
    office.do("file", "affected_person", "ada", grounds=[{"kind": "other", "says": "No."}])
    mark = short(office.matter.tip)
    assert found(office.bundle(), mark=mark) == ()
    (named,) = found(short_of_it, mark=mark)
    assert named.what == f"the act marked {mark} is gone"


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04", b"PK\x05\x06" + b"\0" * 18, b"\0" * 5000])
def test_what_is_no_bundle_is_said_to_be_none(data: bytes) -> None:
    report: Report = verify_bundle(data, today=TODAY)
    assert not report.ok


def test_nothing_compressed_is_opened() -> None:
    import io
    import zipfile

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.txt", b"0" * 10_000_000)
    with pytest.raises(VerificationError, match="compressed"):
        unpack(out.getvalue())


def test_a_key_holds_on_its_days_only() -> None:
    key: PublicKey = make_key("x", today=TODAY, days=10).public
    assert key.holds_on(TODAY)
    assert key.holds_on(TODAY + timedelta(days=10))
    assert not key.holds_on(TODAY + timedelta(days=11))
    assert not key.holds_on(TODAY - timedelta(days=1))


def test_a_page_that_an_insider_changed_is_named() -> None:
    """Digests and signature are right; only rendering the page again tells."""
    files = unpack(large()[1]).files
    for changed in (("answer.html", "notices/outcome.html", "README.txt", PROV["run"]), (METADATA,)):
        named = _signed_as(__version__, {**files, **{name: files[name] + b"\n" for name in changed}}).findings
        assert {("page", name) for name in changed} <= {(finding.check, finding.where) for finding in named}, named


def _signed_as(version: str, files: Files) -> Report:
    """Signed as by another version of FOAM, with metadata that fit the files."""
    office, _ = large()
    _, statement = read_envelope(files[ATTESTATION])
    about = statement.predicate.model_copy(update={"foam": version})
    inside = {name: content for name, content in files.items() if name not in (ATTESTATION, METADATA)}
    sound = files[METADATA] == unpack(large()[1]).files[METADATA]
    inside[METADATA] = render_crate(BundleData(inside, about), inside) if sound else files[METADATA]
    fresh = Statement(subject=list_subjects(inside), predicate=about)
    data = pack({**inside, ATTESTATION: sign_statement(fresh, office.key)})
    return verify_bundle(data, today=TODAY, key=office.key.public)


def test_pages_of_another_version_that_come_out_otherwise_are_noted() -> None:
    files = unpack(large()[1]).files
    report = _signed_as("0.0.1", {**files, "answer.html": files["answer.html"] + b"\n"})
    assert report.ok
    (note,) = report.notes
    assert "FOAM 0.0.1 wrote it" in note
    assert note.endswith("answer.html")
    assert _signed_as("0.0.1", files).notes == (), "what comes out the same needs no note"


def test_a_bundle_says_where_the_log_stood() -> None:
    office = Office().decided()
    assert verify_bundle(office.bundle(), today=TODAY).head == str(office.store.head())


def test_an_answer_that_the_log_does_not_hold_is_found_though_every_digest_of_its_own_fits() -> None:
    """Whoever has the key can sign anything; but the head that others noted is of a log without it."""
    office, data = small()
    files = unpack(data).files
    rows = [json.loads(line) for line in files[RECORD].splitlines()]
    victim = next(row for row in rows if row["body"]["draft"]["kind"] == "act")
    forged = Entry.model_validate(victim["body"]).model_copy(update={"answer": {"state": "closed"}})
    victim |= {"body": forged.json_value(), "digest": forged.digest, "seal": forged.seal}
    record = b"".join(write_canonical(row) + b"\n" for row in rows)
    named = found(resigned({**files, RECORD: record}, office.key))
    assert "the log whose head the bundle bears does not hold it so" in {finding.what for finding in named}


def test_a_bundle_holds_what_is_cited_and_a_few_sentences_around_it() -> None:
    files = unpack(large()[1]).files
    answer = json.loads(files[ANSWER])
    shown = [one["pointer"] for document in answer["file"]["documents"] for one in document["sentences"]]
    cited = {(one["document"], one["sentence"]) for one in shown}
    for line in files[SOURCES].splitlines():
        excerpt = Excerpt.model_validate_json(line)
        near = {number + step for name, number in cited if name == excerpt.id for step in range(-2, 3)}
        assert set(excerpt.by_number) == near & set(range(len(excerpt.commitments)))


def test_whole_sources_only_when_they_are_asked_for() -> None:
    store, run, kept = deliberate()
    office = Office(store.copy(), run=run)
    few, whole = office.bundle(kept=kept), office.bundle(kept=kept, whole_sources=True)
    assert found(few) == found(whole) == ()
    documents = {document.id: document for document in kept.documents}
    every = [Excerpt.model_validate_json(line) for line in unpack(whole).files[SOURCES].splitlines()]
    assert all(excerpt.text == documents[excerpt.id].text for excerpt in every)
    assert not all(Excerpt.model_validate_json(line).is_whole for line in unpack(few).files[SOURCES].splitlines())


def test_who_has_the_documents_checks_hidden_sentences_too() -> None:
    store, run, kept = deliberate()
    documents = {document.id: document for document in kept.documents}
    data = Office(store.copy(), run=run).bundle(kept=kept)
    assert found(data, documents=documents.get) == ()
    moved = {name: one.model_copy(update={"ends": (one.ends[0] - 1, *one.ends[1:])}) for name, one in documents.items()}
    assert {f.what for f in found(data, documents=moved.get)} == {"it is no excerpt of the document that you have"}
    cited = documents[Excerpt.model_validate_json(unpack(data).files[SOURCES].splitlines()[0]).id]
    other = cited.model_copy(update={"citation": cited.citation.model_copy(update={"author": "Somebody Else"})})
    (named,) = found(data, documents={**documents, cited.id: other}.get)
    assert named.what == "its citation is not that of the document that you have"


def test_words_in_a_bundle_without_a_matter_are_named() -> None:
    """Data that belong to nothing are not looked at by any other check."""
    store, run, kept = deliberate()
    office = Office(store.copy())
    contents = Contents(run=run, kept=kept)
    data = write_bundle(office.store, contents, office.vault, office.key, at=datetime(2026, 6, 1, tzinfo=UTC))
    assert found(data) == ()
    line = write_canonical({"commitment": "b2:" + "0" * 64, "salt": "0", "text": "She owes us."}) + b"\n"
    named = found(resigned({**unpack(data).files, WORDS: line}, office.key))
    assert "a bundle holds words where it holds a matter, and only there" in {finding.what for finding in named}


def test_names_and_reasons_of_strangers_do_not_act_on_the_terminal(tmp_path: Path) -> None:
    bundle = tmp_path / "a.zip"
    key = make_key("\x1b[2J\u202eoffice", today=date(2026, 1, 1), days=3650)
    office = Office()
    bundle.write_bytes(
        write_bundle(office.store, Contents(matter=office.matter), office.vault, key, at=datetime.now(UTC))
    )
    shown = CliRunner(env={"FOAM_HOME": str(tmp_path / "none")}).invoke(foam, ["bundle", "verify", str(bundle)])
    assert shown.exit_code == 4
    assert not {"\x1b", "\u202e"} & set(shown.output)
