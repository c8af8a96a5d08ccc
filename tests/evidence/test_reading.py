"""A file that takes too much of anything is refused by itself, with a reason that says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.evidence.samples import name_citation, read_badly

from foam.errors import InputError, NotFound
from foam.evidence.document import Citation, Document
from foam.evidence.imports.base import Limits, Rejected, show_name
from foam.evidence.ingest import add_paths, read_paths, walk_files
from foam.evidence.library import Library
from foam.evidence.reading import Read, Refused, call_apart, read_documents, read_packed

QUICK = Limits(seconds=2, silent_seconds=120.0)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with Library.open(tmp_path / "home" / "foam.db") as library:
        yield library


def _reasons(tmp_path: Path, *words: str, limits: Limits = QUICK) -> dict[str, str]:
    """Read files that hold one word each, and a good one after each; the good ones must all be read."""
    files = []
    for number, word in enumerate(words):
        for name, text in ((f"{number}-{word}", word), (f"{number}-good", "Good words here.")):
            files.append(tmp_path / name)
            files[-1].write_text(text)
    events = list(read_packed(map(str, files), reader=read_badly, limits=limits))
    assert sum(len(event.rows) for event in events if isinstance(event, Read)) >= len(words)
    return {Path(event.file).name.partition("-")[2]: event.reason for event in events if isinstance(event, Refused)}


def test_each_limit_is_named_and_costs_its_file_alone(tmp_path: Path) -> None:
    told = _reasons(tmp_path, "memory", "spin", "crash", "exit", "shout", "raise")
    assert told == {
        "memory": "over the limit: it takes more than 224 MiB of memory to read; split it, or save it as plain text",
        "spin": "over the limit: it takes more than 2 seconds to read; split it, or save it as plain text",
        "crash": "its reader crashed (SIGSEGV); save the file in another format",
        "exit": "its reader crashed (status 3); save the file in another format",
        "raise": "it could not be read: RuntimeError: the format's library gave up",
    }


def test_a_reader_that_says_nothing_is_stopped(tmp_path: Path) -> None:
    told = _reasons(tmp_path, "sleep", limits=Limits(silent_seconds=4.0))
    expected = "over the limit: nothing came of it for 4 seconds; split it, or save it as plain text"
    assert told == {"sleep": expected}


def test_output_is_limited(tmp_path: Path) -> None:
    few = Limits(documents=2)
    assert "more than 2 documents" in _reasons(tmp_path, "many", limits=few)["many"]
    assert "more than 3,000 characters" in _reasons(tmp_path, "many", limits=Limits(file_chars=3000))["many"]


def test_refused_rows_are_named_up_to_a_number(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text("no JSON\n" * 250 + '{"text": "Good words here."}\n')
    found = list(read_documents([file]))
    assert sum(isinstance(one, Document) for one in found) == 1
    assert len(found) == 102
    assert "150 more rows" in str(found[-1])


def test_documents_come_in_the_order_of_files_though_the_first_takes_longest(tmp_path: Path) -> None:
    files = []
    for number in range(150):
        files.append(tmp_path / f"{number:03}.txt")
        files[-1].write_text("A word or two. " * (60_000 if number == 0 else 1) + str(number))
    events = read_packed(map(str, files), workers=3)
    assert [event.file for event in events if isinstance(event, Read)] == list(map(str, files))


def test_a_reader_does_not_import_from_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Some words here.")
    (tmp_path / "json.py").write_text("raise SystemExit('taken over')")
    script = (
        "import sys; sys.path = [p for p in sys.path if p];"
        "from foam.evidence.reading import read_documents;"
        "import os; os.chdir(sys.argv[1]); print(len(list(read_documents(['a.txt']))))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", script, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "1\n", done.stderr


def test_readers_end_with_the_program_that_started_them(tmp_path: Path) -> None:
    (tmp_path / "sleep").write_text("sleep")
    script = (
        "import sys, os, threading, time\n"
        "from foam.evidence.reading import read_packed, _idle\n"
        "from foam.evidence import reading\n"
        "list(reading.read_documents([sys.argv[1]]))\n"
        "print(_idle[0]._running.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path / "sleep")], capture_output=True, check=False)
    pid = int(done.stdout)
    for _ in range(100):
        if not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes():
            return
        time.sleep(0.1)
    pytest.fail(f"reader {pid} lives on")


def test_a_call_apart_returns_the_value_and_raises_the_error(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Words.")
    assert call_apart(name_citation, tmp_path / "a.txt", returns=Citation).title == "a"
    with pytest.raises(NotFound, match="nothing there"):
        call_apart(name_citation, tmp_path / "b.txt", returns=Citation)
    (tmp_path / "c.txt").write_text("raise")
    with pytest.raises(InputError, match=r"c\.txt.*RuntimeError"):
        call_apart(name_citation, tmp_path / "c.txt", returns=Citation)


# Names and places


@pytest.mark.skipif(sys.platform == "darwin", reason="names of files are UTF-8 there")
def test_a_name_that_is_no_text_costs_nothing(library: Library, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    Path(os.fsdecode(os.fsencode(folder) + b"/caf\xe9.txt")).write_text("The odd one here.")
    Path(os.fsdecode(os.fsencode(folder) + b"/bad\xff.txt")).write_bytes(b"\xff\x00")
    (folder / "evil\x1b[31m\n.txt").write_text("The evil one here.")
    (folder / "plain.txt").write_text("The plain one here.")
    outcome = add_paths(library, [folder])
    assert (outcome.documents, len(outcome.rejected)) == (3, 1)
    assert outcome.rejected[0].file.endswith("bad\\xff.txt")
    files = [Path(document.origin.file).name for document in library.documents()]
    assert sorted(files) == ["caf\\xe9.txt", "evil\\x1b[31m\\n.txt", "plain.txt"]
    assert add_paths(library, [folder]).known_files == 3
    assert outcome.model_dump_json()


def test_a_name_is_shown_without_what_moves_the_cursor() -> None:
    assert show_name("a\u202eb/\x1b[2Jc é.txt") == "a\\u202eb/\\x1b[2Jc é.txt"


def test_links_are_not_followed_out_of_a_folder(library: Library, tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "in"
    outside.mkdir()
    folder.mkdir()
    (outside / "secret.txt").write_text("A secret that was not given.")
    (folder / "own.txt").write_text("What was given.")
    (folder / "again.txt").symlink_to(folder / "own.txt")
    (folder / "file.txt").symlink_to(outside / "secret.txt")
    (folder / "folder").symlink_to(outside)
    (folder / "circle.txt").symlink_to(folder / "circle.txt")
    outcome = add_paths(library, [folder])
    reasons = {Path(one.file).name: one.reason for one in outcome.rejected}
    assert reasons["file.txt"] == "a link that leads out of the folder is not followed; name the file itself"
    assert reasons["folder"] == "a link to a folder is not followed; name the folder itself"
    assert set(reasons) == {"file.txt", "folder", "circle.txt"}
    assert [document.text for document in library.documents()] == ["What was given."]
    found = list(read_paths([folder]))
    assert sum(isinstance(one, Rejected) for one in found) == 3
    assert walk_files([folder / "file.txt"]).files == [str(folder / "file.txt")]


def test_what_is_no_plain_file_is_not_opened(library: Library, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    os.mkfifo(tmp_path / "in" / "pipe.txt")
    outcome = add_paths(library, [tmp_path / "in"])
    assert [one.reason for one in outcome.rejected] == ["not a plain file"]
    (found,) = read_documents([tmp_path / "in" / "pipe.txt"])
    assert isinstance(found, Rejected)


def test_halves_of_characters_cost_their_row_at_most(library: Library, tmp_path: Path) -> None:
    rows = [{"text": "One here.", "title": "\ud800"}, {"text": "Two here.", "k\udfff": "v"}, {"text": "Three \ud83d."}]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    outcome = add_paths(library, [file])
    assert (outcome.documents, outcome.rejected) == (3, ())


def test_a_first_row_of_other_columns_costs_itself_alone(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"note": "about this file"}\n{"text": "Good words here."}\n')
    bad, good = read_documents([file])
    assert isinstance(bad, Rejected)
    assert isinstance(good, Document)


def test_a_warm_reader_finds_files_after_a_change_of_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.txt").write_text(f"A sentence of the folder {name}.", "utf-8")
        monkeypatch.chdir(tmp_path / name)
        (document,) = read_documents(["a.txt"])
        assert isinstance(document, Document)
        assert name in document.text
