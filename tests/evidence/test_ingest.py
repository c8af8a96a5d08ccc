"""Files come in whole, once, whatever happens to the reader or to us."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.evidence.kept import open_kept
from tests.evidence.samples import made, read_lines
from tests.record.kept import Kept

from foam.evidence.ingest import Imported, NotRead, add_paths, walk_files
from foam.evidence.library import Library
from foam.evidence.reading import Finished, Read, Refused, read_packed


def _written(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def _add(library: Library, *paths: Path, workers: int = 1, commit_documents: int = 1000) -> Imported:
    return add_paths(library, paths, reader=read_lines, workers=workers, commit_documents=commit_documents)


def test_copies_of_a_file_that_was_not_read_whole_are_named_too(library: Library, tmp_path: Path) -> None:
    same = {"a": "Good.\n!", "b": "Good.\n!", "c": "Good.\n!", "d": "Whole.", "e": "Whole."}
    folder = _written(tmp_path / "in", **same)
    for _ in range(2):
        outcome = _add(library, folder)
        told = [(Path(one.file).name, one.reason) for one in outcome.rejected]
        copy = f"the same bytes as {folder / 'a.txt'}, which could not be read whole"
        assert told == [("a.txt", "row 1: it is bad"), ("b.txt", copy), ("c.txt", copy)]
    assert (outcome.files, outcome.known_files) == (3, 2)


def test_a_folder_is_walked_in_order_without_hidden_files(tmp_path: Path) -> None:
    folder = _written(tmp_path / "in", b="", a="")
    _written(folder / "deep", c="")
    _written(folder / ".git", d="")
    (folder / ".hidden").write_text("")
    (folder / "~$lock.docx").write_text("")
    names = [Path(file).name for file in walk_files([folder, folder / "a.txt"]).files]
    assert names == ["a.txt", "b.txt", "c.txt"]


@pytest.mark.parametrize("workers", [1, 2])
def test_files_come_in_and_a_second_time_adds_nothing(library: Library, tmp_path: Path, workers: int) -> None:
    folder = _written(tmp_path / "in", a="One here.\nTwo here.", b="Three here.")
    first = _add(library, folder, workers=workers)
    assert (first.files, first.documents, first.rejected) == (2, 3, ())
    version = library.version
    second = _add(library, folder, workers=workers)
    assert (second.files, second.known_files, second.documents, second.version) == (0, 2, 0, version)


def test_a_copy_of_a_file_under_another_name_adds_nothing(library: Library, tmp_path: Path) -> None:
    folder = _written(tmp_path / "in", a="The same words.", b="The same words.")
    assert _add(library, folder).known_files == 1
    assert _add(library, _written(tmp_path / "elsewhere", c="The same words.")).known_files == 1
    assert len(library.appearances(library.ids()[0])) == 1


@pytest.mark.parametrize("workers", [1, 2])
def test_bad_input_is_reported_and_stops_nothing(library: Library, tmp_path: Path, workers: int) -> None:
    folder = _written(
        tmp_path / "in", a="Good one.", b="Half good.\n!\nThe other half.", c="Before.\nraise", d="Last one."
    )
    outcome = _add(library, folder, tmp_path / "absent.pdf", workers=workers)
    reasons = {Path(one.file).name: one.reason for one in outcome.rejected}
    assert reasons["b.txt"] == "row 1: it is bad"
    assert reasons["c.txt"] == "it could not be read: RuntimeError: the format's library gave up"
    assert reasons["absent.pdf"] == "No such file or directory"
    assert {document.text for document in library.documents()} >= {
        "Good one.",
        "Half good.",
        "The other half.",
        "Last one.",
    }
    assert list(library.damaged()) == []


def test_a_file_with_faults_is_read_again_next_time(library: Library, tmp_path: Path) -> None:
    folder = _written(tmp_path / "in", a="Good.\n!")
    first = _add(library, folder)
    again = _add(library, folder)
    assert first.rejected == again.rejected == (NotRead(file=str(folder / "a.txt"), reason="row 1: it is bad"),)
    assert (again.files, again.documents, again.known) == (1, 0, 1)


def test_a_reader_that_crashes_costs_its_file_alone(library: Library, tmp_path: Path) -> None:
    folder = _written(
        tmp_path / "in", a="crash", b="Safe one.", c="Lost with it.\ncrash", d="Safe two.", e="Safe three."
    )
    outcome = _add(library, folder, workers=2)
    assert sorted(Path(one.file).name for one in outcome.rejected) == ["a.txt", "c.txt"]
    assert all("crashed" in one.reason for one in outcome.rejected)
    assert outcome.documents == 3


def test_any_number_of_readers_tells_the_same_in_the_order_of_the_files(tmp_path: Path) -> None:
    folder = _written(tmp_path / "in", a="One.\n!\nTwo.", b="raise", c="")
    files, _ = walk_files([folder])
    told = [[event[:2] for event in read_packed(files, reader=read_lines, workers=n)] for n in (1, 2, 5)]
    assert told[0] == told[1] == told[2]
    events = [type(event) for event in read_packed(files, reader=read_lines)]
    assert events == [Read, Refused, Read, Finished, Refused, Finished, Finished]


def test_a_removed_document_comes_back_when_its_file_is_added_again(library: Library, tmp_path: Path) -> None:
    folder = _written(tmp_path / "in", a="One here.\nTwo here.")
    _add(library, folder)
    library.remove([made("One here.").id], at="now")
    assert _add(library, folder).documents == 1
    assert len(library.ids()) == 2


@settings(max_examples=25, deadline=None)
@given(texts=st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\r")), max_size=4))
def test_import_twice_is_import_once(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("law")
    _written(folder / "in", **{f"f{i}": text for i, text in enumerate(texts)})
    with Library.open(folder / "foam.db") as library:
        _add(library, folder / "in")
        once = (library.version, library.ids(), list(library.documents()))
        _add(library, folder / "in")
        assert (library.version, library.ids(), list(library.documents())) == once


_KILLED = """
import os, signal, sys
from pathlib import Path
from foam.evidence.ingest import add_paths
from tests.evidence.kept import open_at
from tests.evidence.samples import read_lines

left = int(sys.argv[3])

def progress(n):
    global left
    left -= n
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    with open_at(sys.argv[1]) as library:
        add_paths(library, [Path(sys.argv[2])], reader=read_lines, workers=2, commit_documents=3, progress=progress)
"""


def _start(folder: Path, kept: Kept, files_before_death: int) -> subprocess.Popen[bytes]:
    """Another process that imports the folder, and dies when so many files are read; 0 lets it live."""
    script = folder.with_suffix(".py")
    script.write_text(_KILLED)
    command = [sys.executable, str(script), kept.url, str(folder), str(files_before_death)]
    root = Path(__file__).parents[2]
    environment = {"PYTHONPATH": f"{root}:{root / 'src'}", "PATH": ""}
    return subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)


@pytest.mark.parametrize("files_before_death", [1, 8, 20])
def test_a_writer_killed_mid_import_leaves_a_library_that_opens_verifies_and_resumes(
    kept: Kept, tmp_path: Path, files_before_death: int
) -> None:
    texts = {f"f{i:02}": f"File {i} line one.\nFile {i} line two." for i in range(20)}
    folder = _written(tmp_path / "in", **texts)
    killed = _start(folder, kept, files_before_death)
    _, said = killed.communicate()
    assert killed.returncode == -signal.SIGKILL, said.decode()
    with open_kept(kept) as library:
        assert list(library.damaged()) == []
        held = library.stats().documents
        assert 0 <= held < 40 or files_before_death == 20
        outcome = _add(library, folder)
        assert outcome.documents == 40 - held
        assert sorted(d.text for d in library.documents()) == sorted(x for t in texts.values() for x in t.split("\n"))
        assert list(library.damaged()) == []


def test_two_processes_that_import_at_once_lose_nothing_and_number_each_document_once(
    kept: Kept, tmp_path: Path
) -> None:
    """Half of what each brings the other brings, too, under another name."""
    both = {f"b{i:02}": f"Both bring {i}, line one.\nBoth bring {i}, line two." for i in range(20)}
    own = [{f"o{i:02}": f"Only {who} brings {i}." for i in range(20)} for who in ("the first", "the second")]
    folders = [_written(tmp_path / f"in{n}", **both, **mine) for n, mine in enumerate(own)]
    started = [_start(folder, kept, 0) for folder in folders]
    for one in started:
        _, said = one.communicate()
        assert one.returncode == 0, said.decode()
    with open_kept(kept) as library:
        texts = [document.text for document in library.documents()]
        assert sorted(texts) == sorted(line for text in {**both}.values() for line in text.split("\n")) + sorted(
            line for mine in own for line in mine.values()
        )
        assert library.stats().documents == library.document_count() == 80
        assert len(library.ids()) == len(set(library.ids())) == 80
        assert [one.version for one in library.versions()] == list(range(1, library.version + 1))
        assert list(library.damaged()) == []
