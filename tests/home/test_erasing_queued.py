"""What is erased does not come back with files that wait in the queue to be taken into the library."""

from __future__ import annotations

import asyncio
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cluster import Cluster
from tests.home.workshop import wait_until

import foam
from foam.job.orders.work import ImportOrder
from foam.job.queue import WorkProgress, WorkQueue

Open = Callable[..., foam.Home]
HERS = "Mrs Ottilie Brandreth asked twice for a ramp at the baths. The ramp was never built."
OTHERS = "The baths open at seven. A ramp costs what a winter of heating costs."


@pytest.fixture
def open_home(database: str, tmp_path: Path) -> Open:
    def make(name: str, **more: Any) -> foam.Home:
        given: dict[str, Any] = {"record.url": database, "library.url": database, **more}
        return foam.open(tmp_path / name, environ={}, embedder=foam.HashingEmbedder(), **given)

    return make


def write(folder: Path, **files: str) -> Path:
    folder.mkdir()
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def write_docx(path: Path, text: str) -> None:
    """A file whose words stand compressed."""
    body = "".join(f"<w:p><w:r><w:t>{line}</w:t></w:r></w:p>" for line in text.split("\n"))
    name = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{name}"><w:body>{body}</w:body></w:document>')


def erase(home: foam.Home, **named: Any) -> Any:
    return home.erase(because="request 3 of June", **named)


def list_files(home: foam.Home) -> list[str]:
    return sorted(Path(one.file).name for one in home.library.list().documents)


def test_a_waiting_file_that_names_an_erased_person_is_gone_and_the_others_come_in(
    open_home: Open, tmp_path: Path, database: str, cluster: Cluster
) -> None:
    letters = write(tmp_path / "letters", before=OTHERS, hers=HERS, after="The roof of the baths leaks in two places.")
    write_docx(letters / "scan.docx", HERS.replace("twice", "again"))
    with open_home("here") as home:
        home.library.add(write(tmp_path / "known", known=HERS.replace("twice", "once")))
        work = home.work.documents(letters)
        planned = erase(home, person="Ottilie Brandreth", plan=True)
        assert (planned.queued, len(planned.documents)) == (2, 1)
        assert b"Ottilie" in home._desk.queue.fetch_file(work.id, 2), "a plan changes nothing"
        done = erase(home, person="Ottilie Brandreth")
        assert (done.queued, done.left) == (2, ())
        assert not any(b"Brandreth" in data for data in cluster.read_bytes(str(cluster.find_folder(database))))
        with open_home("there") as worker:
            assert worker.worker(until_empty=True) == 1
        ended = home.work.find(work.id)
        assert (ended.state, ended.progress.result["documents"]) == ("done", 2)
        assert list_files(home) == ["after.txt", "before.txt"]
        refused = ended.progress.result["rejected"]
        assert [one["file"] for one in refused] == ["[erased]", "[erased]"]
        assert all("by an erasure" in one["reason"] for one in refused)
        assert home.record.verify().ok


def test_a_waiting_copy_of_an_erased_document_is_gone(open_home: Open, tmp_path: Path, database: str) -> None:
    with open_home("here") as home:
        home.library.add(write(tmp_path / "known", known=HERS))
        work = home.work.documents(write(tmp_path / "letters", copy=HERS))
        (document,) = home.library.list().documents
        assert erase(home, document=document.id).queued == 1
        assert home.work.list() == (), "nothing was left of the order"
        with pytest.raises(foam.NotFound, match="gone from the queue"):
            home._desk.queue.fetch_file(work.id, 0)


def test_what_others_wrote_is_not_taken_for_hers(open_home: Open, tmp_path: Path) -> None:
    """A document of the library is spared for a few words that it shares with what goes; so is one that waits."""
    with open_home("here") as home:
        home.library.add(write(tmp_path / "known", known=HERS))
        home.work.documents(write(tmp_path / "letters", other="Mr Pell wrote that the ramp was never built."))
        assert erase(home, person="Ottilie Brandreth").queued == 0
        assert home.worker(until_empty=True) == 1
        assert list_files(home) == ["other.txt"]


def test_files_that_are_being_taken_in_must_end_first(open_home: Open, tmp_path: Path, database: str) -> None:
    with open_home("here") as home:
        home.library.add(write(tmp_path / "known", known=HERS))
        work = home.work.documents(write(tmp_path / "letters", hers=HERS.replace("twice", "again"), other=OTHERS))
        queue = WorkQueue(database)
        assert queue.take("busy") is not None
        for plan in (True, False):
            with pytest.raises(foam.InputError, match=f"{work.id} is being done") as refused:
                erase(home, person="Ottilie Brandreth", plan=plan)
            assert f"foam work cancel {work.id}" in refused.value.hint
        assert list_files(home) == ["known.txt"], "nothing was erased"
        queue.end(work.id, "busy", "failed", WorkProgress(), error="a fault")
        assert erase(home, person="Ottilie Brandreth").left == ()
        assert list_files(home) == []
        queue.close()


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_files_of_a_worker_that_died_wait_again(
    open_home: Open, tmp_path: Path, database: str, is_cancelled: bool
) -> None:
    letters = write(tmp_path / "letters", hers=HERS, other=OTHERS)
    with open_home("here") as home:
        work = home.work.documents(letters)
        queue = WorkQueue(database)
        assert queue.take("dead", lease=0.01) is not None
        if is_cancelled:
            home.work.cancel(work.id)
        wait_until(lambda: [one.state for one in queue.list_imports()] == ["waiting"])
        assert home.work.find(work.id).state == "running"
        assert erase(home, person="Ottilie Brandreth").queued == 1
        assert not queue.renew(work.id, "dead", WorkProgress()), "a worker that was only halted has lost it"
        assert not queue.is_held(work.id, "dead")
        with open_home("there") as worker:
            assert worker.worker(until_empty=True) == (not is_cancelled)
        assert home.work.find(work.id).state == ("cancelled" if is_cancelled else "done")
        assert list_files(home) == ([] if is_cancelled else ["other.txt"])
        queue.close()


def test_a_worker_that_was_halted_for_too_long_brings_nothing_back(
    open_home: Open, tmp_path: Path, database: str
) -> None:
    """It has read a file and is about to write it, while the file is erased."""
    letters = write(tmp_path / "letters", hers=HERS, other=OTHERS)
    with open_home("here") as home:
        work = home.work.documents(letters)
        queue = WorkQueue(database)
        taken = queue.take("halted", lease=0.01)
        assert taken is not None
        assert isinstance(taken.order, ImportOrder)

        def erase_meanwhile(event: Any) -> None:
            if getattr(event, "done", 0) == 2:
                wait_until(lambda: [one.state for one in queue.list_imports()] == ["waiting"])
                assert erase(home, person="Ottilie Brandreth").queued == 1

        with open_home("there", listener=erase_meanwhile) as halted, pytest.raises(asyncio.CancelledError):
            halted.work.carry_in(work.id, taken.order, worker="halted")
        assert list_files(home) == []
        queue.close()


def test_a_file_that_cannot_be_read_here_stops_an_erasure(open_home: Open, tmp_path: Path) -> None:
    letters = write(tmp_path / "letters", other=OTHERS)
    (letters / "photograph.png").write_bytes(b"\x89PNG\x00\xff\xfe")
    (letters / "empty.txt").write_bytes(b"")
    with open_home("here") as home:
        home.library.add(write(tmp_path / "known", known=HERS))
        work = home.work.documents(letters)
        with pytest.raises(foam.InputError, match=r"photograph\.png.* cannot be read here") as refused:
            erase(home, person="Ottilie Brandreth")
        assert work.id in refused.value.hint
        assert list_files(home) == ["known.txt"], "nothing was erased"
        home.work.cancel(work.id)
        assert erase(home, person="Ottilie Brandreth").left == ()


def test_names_of_files_are_looked_at_too(open_home: Open, tmp_path: Path, database: str) -> None:
    letters = write(tmp_path / "letters", other=OTHERS)
    (letters / "Ottilie Brandreth.txt").write_text("The ramp is needed.", "utf-8")
    (letters / "gone Ottilie Brandreth.txt").symlink_to("/etc/hostname")
    with open_home("here") as home:
        work = home.work.documents(letters)
        assert erase(home, person="Ottilie Brandreth").queued == 1
        assert "Brandreth" not in json.dumps(home.work.find(work.id).json_value())
        assert home.worker(until_empty=True) == 1
        assert list_files(home) == ["other.txt"]


def test_what_an_import_that_has_ended_says_of_a_person_is_gone(open_home: Open, tmp_path: Path, database: str) -> None:
    with open_home("here") as home:
        work = home.work.documents(write(tmp_path / "letters", other=OTHERS))
        queue = WorkQueue(database)
        assert queue.take("one") is not None
        result = {"rejected": [{"file": "a.csv", "reason": "row 3: no date in 'Ottilie Brandreth'"}]}
        queue.end(work.id, "one", "done", WorkProgress(result=result))
        erase(home, person="Ottilie Brandreth")
        assert home.work.list() == ()
        queue.close()


def test_an_import_that_comes_while_words_are_erased_is_named(open_home: Open, tmp_path: Path) -> None:
    letters = write(tmp_path / "letters", hers=HERS)
    with open_home("here") as home:
        given: list[Any] = []

        def hand_over_meanwhile(event: Any) -> None:
            if not given and getattr(event, "step", "") == "erasing":
                with open_home("other") as other:
                    given.append(other.work.documents(letters))

        with open_home("there", listener=hand_over_meanwhile) as clerk:
            done = erase(clerk, person="Ottilie Brandreth")
        assert done.left == (f"work {given[0].id} of the queue",)
        assert not done.ok
        assert erase(home, person="Ottilie Brandreth").queued == 1


def test_erasing_a_personal_file_names_work_that_holds_its_words(open_home: Open, tmp_path: Path) -> None:
    letters = write(tmp_path / "letters", other=OTHERS)
    write_docx(letters / "hers.docx", HERS)
    with open_home("here") as home:
        person = home.person.open("Ottilie Brandreth").person
        work = home.work.documents(letters)
        done = home.person.erase(person, because="request 3 of June", rule="GDPR article 17")
        assert done.left == (f"work {work.id} of the queue",)
