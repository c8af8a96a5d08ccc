"""The log, its heads and its proofs: what is taken away is found, whoever hides it."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from foam.errors import FoamError, InputError, NotFound
from foam.record import tree
from foam.record.entry import Decider, Draft, Entry
from foam.record.log import ENTRY, Head, Line, TableLog
from foam.record.proof import Proof, check_growth, prove, prove_moment
from foam.record.runs import close_run
from foam.record.sqlite import SqliteStore
from foam.record.store import RESTORED, Store
from foam.record.verify import verify

CLERK = Decider(type="person", id="clerk", version="")


def _fill(store: Store, make_entry: Any, run_entry: Entry, count: int = 6) -> list[Entry]:
    run = store.append(run_entry)
    kept = [run]
    for n in range(count):
        kept.append(store.append(make_entry(n, *kept[1:][-2:]), run=run.key))
    return kept


def _reasons(path: Path, head: Head | None = None) -> str:
    with closing(SqliteStore(path, readonly=True)) as store:
        return "\n".join(damage.reason for damage in verify(store, head=head).damage)


# Both stores


def test_every_append_is_a_line_and_repeats_are_none(store: Store, make_entry: Any, run_entry: Entry) -> None:
    run = store.append(run_entry).key
    one = store.append(make_entry(1), run=run)
    assert store.head().size == 2
    store.append(make_entry(1), run=run)
    store.attach(one.key, run=run)
    assert store.head().size == 2, "known already, and a member already"
    lone = store.append(make_entry(2))
    store.attach(lone.key, run=run)
    assert store.head().size == 4
    assert store.members(run) == (one.key, lone.key)


def test_earlier_heads_and_the_proof_from_one_to_now(store: Store, make_entry: Any, run_entry: Entry) -> None:
    heads = [store.head()]
    run = store.append(run_entry).key
    for n in range(20):
        heads.append(store.head())
        store.append(make_entry(n), run=run)
    for head in heads[1:]:
        assert store.head(head.size) == head
        assert prove(store, head).holds
        forged = prove(store, head).model_copy(update={"earlier": Head(size=head.size, root="0" * 64)})
        assert not forged.holds
    with pytest.raises(NotFound):
        store.head(99)
    with pytest.raises(InputError, match="begin"):
        prove(store, Head(size=5, root="0" * 64))
    with pytest.raises(InputError, match="none"):
        prove(store, Head(size=99, root="0" * 64))


def test_an_entry_is_shown_to_be_in_the_log(store: Store, make_entry: Any, run_entry: Entry) -> None:
    entries = _fill(store, make_entry, run_entry)
    head = store.head()
    for entry in entries:
        proof = store.prove_inclusion(entry.key, head.size)
        leaf = Line(ENTRY, entry.key, proof.run, entry.seal).leaf
        path = [bytes.fromhex(one) for one in proof.path]
        assert tree.check_inclusion(leaf, proof.number, head.size, path, bytes.fromhex(head.root))


def test_erased_words_are_gone_and_all_still_verifies(
    store: Store, make_entry: Any, run_entry: Entry, clock: Callable[[], datetime]
) -> None:
    run = store.append(run_entry).key
    said = store.append(make_entry(1, answer={"says": "Ada Example owes nothing", "count": 3}), run=run)
    other = store.append(make_entry(2, said, answer={"says": "no names here"}), run=run)
    outcome = close_run(store, run, {"dossier": "b2:" + "d" * 64}, clock=clock)
    before = store.head()
    draft = Draft(kind="erasure", question={"what": "a person", "because": "asked for"}, decider=CLERK)
    done = store.erase(draft, lambda text: "[erased]" if "Ada" in text else text, at=clock().isoformat())
    assert list(done.answer["entries"]) == [said.key]
    left = store.get(said.key)
    assert left is not None
    assert (left.key, left.digest, left.draft.key) == (said.key, said.digest, said.key)
    assert left.answer == {"says": "[erased]", "count": 3}
    assert store.get(other.key) == other
    assert store.get(outcome.key) == outcome
    report = verify(store, head=before)
    assert report.damage == ()
    assert report.notes == (
        f"the record begins with all that was under {before}",
        "2026-03-01: words of 1 entries were erased (a person) by clerk: asked for",
    )
    assert prove(store, before).holds


# The file


def test_erased_words_are_in_no_byte_of_the_file(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    for n in range(300):
        store.append(make_entry(n, answer={"says": f"planted-{n}-words " * 40}))
    draft = Draft(kind="erasure", question={"what": "all", "because": "asked for"}, decider=CLERK)
    store.erase(draft, lambda text: "[erased]" if "planted" in text else text, at="2026-03-01T12:00:00.000+00:00")
    for file in path.parent.iterdir():
        assert b"planted" not in file.read_bytes(), file
    assert verify(store).ok
    store.close()
    assert b"planted" not in path.read_bytes()


def test_an_erasure_that_nobody_logged_is_found(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    victim = store.append(make_entry(1, answer="something inconvenient"))
    store.close()
    forged = victim.model_copy(update={"answer": "[erased]"})
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        body = forged.model_dump_json().encode()
        db.execute("UPDATE entries SET body = ?, seal = ?, erased = 1", (body, forged.seal))
    assert _reasons(path)


def test_an_older_copy_put_back_is_found(path: Path, make_entry: Any, run_entry: Entry) -> None:
    store = SqliteStore(path)
    _fill(store, make_entry, run_entry, 3)
    store.close()
    older = path.with_name("older")
    shutil.copy(path, older)
    store = SqliteStore(path)
    store.append(make_entry(77))
    head = store.head()
    store.close()
    shutil.copy(older, path)
    assert "4 lines" in _reasons(path)
    path.with_suffix(".heads").write_text("\n".join(path.with_suffix(".heads").read_text().splitlines()[:4]) + "\n")
    assert _reasons(path) == "", "rolled back with its heads: it holds together"
    assert "4 lines" in _reasons(path, head), "and a head noted elsewhere tells"


def test_a_history_written_anew_is_found(path: Path, make_entry: Any) -> None:
    """All digests recomputed, one entry left out: only the heads tell."""
    store = SqliteStore(path)
    entries = [store.append(make_entry(n)) for n in range(6)]
    head = store.head()
    store.close()
    heads = path.with_suffix(".heads").read_bytes()
    path.unlink()
    path.with_suffix(".heads").unlink()
    forger = SqliteStore(path)
    for entry in entries[1:]:
        forger.append(entry)
    forger.append(make_entry(99))
    forger.close()
    assert _reasons(path) == ""
    assert _reasons(path, head)
    path.with_suffix(".heads").write_bytes(heads)
    assert _reasons(path)


def test_noted_heads_that_are_gone_or_changed_are_found(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    for n in range(4):
        store.append(make_entry(n))
    store.close()
    heads = path.with_suffix(".heads")
    kept = heads.read_text()
    heads.unlink()
    assert "is gone" in _reasons(path)
    for changed in (kept.replace("3-", "2-"), kept[:-10], kept.replace("\n", "x\n", 1), "nonsense\n" + kept):
        heads.write_text(changed)
        assert _reasons(path), changed
    heads.write_text(kept)
    assert not _reasons(path)


def test_a_declared_loss_is_a_note_and_no_longer_damage(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    store.append(make_entry(1))
    store.close()
    older = path.with_name("older")
    shutil.copy(path, older)
    store = SqliteStore(path)
    store.append(make_entry(2))
    lost = store.head()
    store.close()
    shutil.copy(older, path)
    store = SqliteStore(path)
    question = {"lost": str(lost), "because": "the disk failed", "by": "operator"}
    store.append(Entry(draft=Draft(kind=RESTORED, question=question, decider=CLERK), answer={}, at="2026-03-02"))
    store.append(make_entry(3))
    report = verify(store)
    assert report.ok
    assert "the disk failed" in report.notes[-1]
    assert not verify(store, head=lost).ok, "who holds the lost head is told all the same"
    store.close()
    shutil.copy(older, path)
    assert _reasons(path), "a second loss is damage again"


def test_a_log_that_cannot_be_continued_is_not_continued(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    for n in range(4):
        store.append(make_entry(n))
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DELETE FROM log WHERE seq = 4")
        db.execute("DELETE FROM log WHERE seq = 2")
    store = SqliteStore(path)
    with pytest.raises(FoamError, match="log"):
        store.append(make_entry(9))
    store.close()


# Proofs and heads as people hold them


def test_a_proof_in_a_file(path: Path, make_entry: Any, tmp_path: Path) -> None:
    store = SqliteStore(path)
    store.append(make_entry(1))
    store.append(make_entry(2))
    early = store.head()
    for n in range(3, 9):
        store.append(make_entry(n))
    late = store.head()
    proof = prove(store, Head.parse(str(early)[:30]))
    store.close()
    file = tmp_path / "proof.json"
    file.write_text(proof.model_dump_json())
    assert check_growth(file, earlier=str(early), later=str(late)).ok
    assert not check_growth(file, earlier=f"2-{'0' * 64}", later=str(late)).ok
    assert not check_growth(file, earlier=str(early), later=f"8-{'0' * 64}").ok
    broken = proof.model_copy(update={"path": proof.path[::-1]})
    file.write_text(broken.model_dump_json())
    assert not check_growth(file, earlier=str(early), later=str(late)).ok
    file.write_text("{}")
    with pytest.raises(InputError):
        check_growth(file, earlier=str(early), later=str(late))
    assert not Proof(earlier=early, later=late, path=("zz",)).holds


@pytest.mark.parametrize("text", ["", "12", "12-", "12-abc", "x-" + "a" * 64, "-1-" + "a" * 64, "12-" + "g" * 20])
def test_what_is_no_head_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="no head"):
        Head.parse(text)


def test_the_log_of_a_database_reads_what_it_wrote(path: Path, make_entry: Any) -> None:
    store = SqliteStore(path)
    for n in range(9):
        store.append(make_entry(n))
    store.close()
    with closing(sqlite3.connect(path)) as db:
        log = TableLog(db)
        assert log.size() == 9
        assert log.head() == log.head(9)
        assert [Head.parse(line) for line in path.with_suffix(".heads").read_text().split()] == [
            log.head(size) for size in range(1, 10)
        ]


def test_a_proof_that_is_not_there_is_said(tmp_path: Path) -> None:
    head = Head(size=1, root="a" * 64)
    with pytest.raises(InputError, match=r"cannot read .*nowhere"):
        check_growth(tmp_path / "nowhere.json", earlier=head, later=head)


def test_the_moment_of_an_entry_is_the_head_right_after_it(store: Store, make_entry: Any) -> None:
    kept = [store.append(make_entry(n)) for n in range(6)]
    later = store.head(5)
    for number, entry in enumerate(kept[:5], 1):
        proof = prove_moment(store, entry.key, later)
        assert (proof.earlier, proof.later, proof.holds) == (store.head(number), later, True)
        assert proof.path == tuple(one.hex() for one in store.prove_consistency(number, 5))


def test_only_a_head_of_this_record_is_proved_from(store: Store, make_entry: Any) -> None:
    for n in range(3):
        store.append(make_entry(n))
    now = store.head()
    assert prove(store, now).earlier == prove(store, now).later == now
    assert prove(store, Head(size=1, root=store.head(1).root[:12])).earlier == store.head(1)
    for size in (0, 4):
        with pytest.raises(InputError, match="none of this record"):
            prove(store, Head(size=size, root=now.root))
    with pytest.raises(InputError, match="does not begin with"):
        prove(store, Head(size=2, root=now.root))
