"""An ombudsman has a file and a public key, and nothing else: a sound bundle is whole, a changed one is named."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.appeal import ORDER, begin, take
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import open_home
from tests.behaviour.office.conftest import Office

import foam

After = Callable[[str], Office]
Files = dict[str, bytes]


@dataclass(frozen=True)
class HandedOut:
    """What the office hands out, and its own home."""

    bundle: Path
    key: Path
    home: Path
    run: str
    matter: str

    def verify(self, data: bytes, folder: Path) -> foam.BundleReport:
        """The bundle with these bytes, held against the office's key."""
        changed = folder / "changed.zip"
        changed.write_bytes(data)
        return foam.verify_bundle(changed, key=self.key)


@pytest.fixture(scope="session")
def handed_out(hold: Callable[[str], Held], tmp_path_factory: pytest.TempPathFactory) -> HandedOut:
    """The bundle of a decided appeal about a deliberation."""
    folder = tmp_path_factory.mktemp("office")
    held = hold("heating-grant")
    place = held.copy(folder / "home")
    with open_home(place, held.file.facts) as home:
        matter = begin(home, run=held.run)
        take(home, matter, *ORDER[1:-2])
        home.bundle.export(matter, folder / "file.zip")
        home.bundle.key(folder / "key.json")
    return HandedOut(folder / "file.zip", folder / "key.json", place, held.run, matter)


def test_a_sound_bundle_is_whole_in_an_empty_home(handed_out: HandedOut, tmp_path: Path) -> None:
    nothing = tmp_path / "nothing-here"
    told = read_foam(nothing, "bundle", "verify", handed_out.bundle, "--key", handed_out.key)
    assert (told["verdict"], told["findings"]) == ("whole", [])
    assert (told["run"], told["matter"]) == (handed_out.run, handed_out.matter)
    assert {
        "record.jsonl", "words.jsonl", "answer.json", "answer.html", "sources.jsonl", "annotations.jsonld",
        "notices/decision.html", "notices/outcome.html", "README.txt", "ro-crate-metadata.json",
    } <= set(told["files"])  # fmt: skip
    assert not nothing.exists(), "nothing was needed and nothing was left"


def test_who_trusts_no_key_is_told_that_the_signer_is_unknown(handed_out: HandedOut, tmp_path: Path) -> None:
    reader = tmp_path / "reader"
    shown = run_foam(reader, "bundle", "verify", handed_out.bundle, code=4).stdout
    assert shown.startswith("whole, signer unknown")
    run_foam(reader, "bundle", "trust", handed_out.key, "--as", "the heating aid office")
    assert read_foam(reader, "bundle", "verify", handed_out.bundle)["vouched_by"] == "the heating aid office"


def list_members(data: bytes) -> Files:
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def write_members(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as written:
        for name, content in sorted(files.items()):
            written.writestr(zipfile.ZipInfo(name), content)
    return out.getvalue()


def alter(data: bytes, member: str, old: bytes, new: bytes) -> bytes:
    """Words of one file changed for as many others, checksums of the container mended."""
    content = list_members(data)[member]
    assert len(old) == len(new)
    assert old in content
    changed = content.replace(old, new, 1)
    before, after = (struct.pack("<I", zlib.crc32(one)) for one in (content, changed))
    forged = data.replace(content, changed).replace(before, after)
    assert list_members(forged)[member] == changed
    return forged


def without_entry(files: Files) -> Files:
    lines = files["record.jsonl"].splitlines(keepends=True)
    return {**files, "record.jsonl": b"".join(lines[:-1])}


ALTERED = {
    "what the person said": ("words.jsonl", b"comes once a year", b"comes twice a yr."),
    "a figure of the decision": ("words.jsonl", b"1,890 crowns", b"1,980 crowns"),
    "a figure in a letter": ("notices/outcome.html", b"1,890 crowns", b"1,980 crowns"),
    "a quoted sentence": ("sources.jsonl", b"once a year", b"each month!"),
    "a sentence of the dossier": ("answer.json", b"should be reversed", b"should be rejected"),
    "the page of the dossier": ("answer.html", b"heating grant", b"heating grunt"),
    "an act on record": ("record.jsonl", b'"outcome":"reversed"', b'"outcome":"modified"'),
    "who decided": ("record.jsonl", b'"id":"judge-3"', b'"id":"judge-4"'),
    "when it was signed": ("attestation.dsse.json", b"A", b"B"),
}
REWRITTEN: dict[str, Callable[[Files], Files]] = {
    "a letter taken out": lambda files: {n: c for n, c in files.items() if n != "notices/outcome.html"},
    "a letter added": lambda files: {**files, "notices/second.html": files["notices/outcome.html"]},
    "an entry of the record taken out": without_entry,
    "the signature taken out": lambda files: {n: c for n, c in files.items() if n != "attestation.dsse.json"},
    "written anew by another program": lambda files: files,
}


@pytest.mark.parametrize("what", ALTERED)
def test_a_changed_file_is_found_and_named(handed_out: HandedOut, tmp_path: Path, what: str) -> None:
    member, old, new = ALTERED[what]
    report = handed_out.verify(alter(handed_out.bundle.read_bytes(), member, old, new), tmp_path)
    assert report.verdict == "damaged"
    assert any(member in str(one) for one in report.findings) or member == "attestation.dsse.json"


@pytest.mark.parametrize("what", REWRITTEN)
def test_a_bundle_of_other_files_is_damaged(handed_out: HandedOut, tmp_path: Path, what: str) -> None:
    files = REWRITTEN[what](list_members(handed_out.bundle.read_bytes()))
    assert handed_out.verify(write_members(files), tmp_path).verdict == "damaged"


@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.8, 0.999])
def test_a_flipped_bit_or_a_cut_is_found(handed_out: HandedOut, tmp_path: Path, share: float) -> None:
    data = handed_out.bundle.read_bytes()
    place = int(len(data) * share)
    flipped = data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :]
    for changed in (flipped, data[:place]):
        assert handed_out.verify(changed, tmp_path).verdict == "damaged"


def test_a_tampered_bundle_ends_the_command_with_1(handed_out: HandedOut, tmp_path: Path) -> None:
    changed = tmp_path / "changed.zip"
    changed.write_bytes(alter(handed_out.bundle.read_bytes(), *ALTERED["a figure in a letter"]))
    told = read_foam(tmp_path / "home", "bundle", "verify", changed, "--key", handed_out.key, code=1)
    assert told["verdict"] == "damaged"
    assert "notices/outcome.html" in str(told["findings"])


def test_another_offices_bundle_is_not_taken_for_this_one(
    handed_out: HandedOut, office_after: After, tmp_path: Path
) -> None:
    other = office_after("decide")
    other.home.bundle.export(other.matter, tmp_path / "other.zip")
    told = read_foam(tmp_path / "none", "bundle", "verify", tmp_path / "other.zip", "--key", handed_out.key, code=1)
    assert told["verdict"] == "damaged"


def test_a_key_has_its_days(handed_out: HandedOut, tmp_path: Path) -> None:
    words = ("bundle", "verify", handed_out.bundle, "--key", handed_out.key, "--on", "2199-01-01")
    assert read_foam(tmp_path / "none", *words, code=1)["verdict"] == "damaged"


def test_who_pinned_the_old_key_follows_it_to_the_new_one_until_it_is_revoked(
    office_after: After, tmp_path: Path
) -> None:
    office, reader = office_after("decide"), tmp_path / "reader"
    key, step, bundle = tmp_path / "key.json", tmp_path / "step.json", tmp_path / "file.zip"
    run_foam(office.folder, "bundle", "key", "--out", key)
    run_foam(reader, "bundle", "trust", key, "--as", "the office")
    run_foam(office.folder, "bundle", "rotate", "--out", step)
    run_foam(office.folder, "bundle", "export", office.matter, bundle)
    assert read_foam(reader, "bundle", "verify", bundle)["verdict"] == "whole"
    new = read_foam(office.folder, "bundle", "key")
    revoked: dict[str, Any] = read_foam(office.folder, "bundle", "revoke", new["keyid"], "--because", "stolen")
    assert revoked
    assert read_foam(office.folder, "bundle", "verify", bundle, code=1)["verdict"] == "damaged"


def test_the_deliberation_alone_can_be_handed_out(handed_out: HandedOut, tmp_path: Path) -> None:
    out = tmp_path / "run.zip"
    run_foam(handed_out.home, "bundle", "export", handed_out.run, out)
    told = read_foam(tmp_path / "none", "bundle", "verify", out, "--key", handed_out.key)
    assert (told["verdict"], told["run"], told["matter"]) == ("whole", handed_out.run, "")


def test_what_is_no_bundle_is_said_in_a_line(handed_out: HandedOut, tmp_path: Path) -> None:
    assert read_foam(tmp_path / "none", "bundle", "verify", handed_out.key, code=1)["verdict"] == "damaged"
    missing = read_foam(tmp_path / "none", "bundle", "verify", tmp_path / "none.zip", code=2)
    assert "none.zip" in missing["error"]
