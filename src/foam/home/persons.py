"""Calls about personal files: what is kept under one key, and can be erased by destroying it."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from foam.appeal.chain import list_matter_keys
from foam.appeal.removal import check_reason
from foam.errors import InputError, NotFound
from foam.home.calls import quick
from foam.home.desk import Desk
from foam.home.examinations import read_files
from foam.home.holdings import PersonalHoldings, gather_holdings, list_telling
from foam.home.imports import find_held
from foam.home.personal import (
    DOCUMENT,
    HOLD,
    RELEASE,
    Hold,
    PersonalDetails,
    draft_root,
    file_entry,
    find_hold,
    open_file,
    read_details,
    read_documents,
)
from foam.home.strings import find_strings, make_finder
from foam.home.tombstones import end_erasure, end_erasures
from foam.record.acting import look_as_house
from foam.record.clock import stamp
from foam.record.entry import Entry
from foam.record.keys import Tombstone, check_id, explain_missing
from foam.record.opening import is_database
from foam.record.personal import Seal, make_seal
from foam.values import Rows, Value

CLERK = "records-clerk"
_RETENTION = "retention"


class PersonalFile(Value):
    """A personal file, as a list shows it."""

    person: str
    names: tuple[str, ...]
    kind: str
    documents: int
    entries: int
    last: str
    """When something was last recorded in it."""
    hold: Hold | None = None


class FiledDocuments(Value):
    """Documents that were put into a personal file, and what could not be read."""

    person: str
    documents: tuple[str, ...]
    rejected: tuple[str, ...] = ()


class PersonErasure(Value):
    """A personal file that was erased, or would be."""

    person: str
    because: str
    rule: str
    by: str
    at: str
    entries: int
    """Recorded decisions that are stubs now."""
    entry: str = ""
    """The entry that says so; empty when it was only planned."""
    left: tuple[str, ...] | None = None
    """Files of the home, and tables of a database, in which words of it stand in the open; None when nobody could look
    for them any more."""
    runs: tuple[str, ...] = ()
    """Runs outside of the file that its matters rest on: they are kept in the open, and nobody sees them on pages."""

    @property
    def ok(self) -> bool:
        return not self.left and not self.runs


class PersonCalls:
    """`home.person`: personal files, opened, held, handed out and erased."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def open(self, *names: str, kind: str = "case", by: str = CLERK) -> PersonalFile:
        """Open a personal file about these people; work in it with `foam.open(person=…)` or `FOAM_PERSON`."""
        if not any(name.strip() for name in names):
            raise InputError("nobody is named", hint="whom is the file about?")
        details = PersonalDetails(names=tuple(names), kind=kind)
        seal = open_file(self._desk.whole, self._desk.keys, details, by=by, at=stamp(self._desk.clock))
        return self._describe(seal.person)

    @quick
    def list(self) -> Rows[PersonalFile]:
        """Every personal file whose key is here."""
        if self._desk.keys.list_kept():
            _ = self._desk.reading  # opened first: it may say that some were erased from another home
        return Rows(self._describe(one) for one in self._desk.keys.list_kept() if self._is_seen(one))

    @quick
    def show(self, person: str) -> PersonalFile:
        """One personal file."""
        return self._describe(self._find(person))

    @quick
    def matters(self) -> dict[str, tuple[str, ...]]:
        """The matters of each personal file that has some, by the id of the file."""

        def compute() -> dict[str, tuple[str, ...]]:
            found: dict[str, tuple[str, ...]] = {}
            for key in list_matter_keys(self._desk.reading):
                if owner := self._desk.find_owner(key):
                    found[owner] = (*found.get(owner, ()), key)
            return found

        return self._desk.recall("matters of files", compute)

    @quick
    def erased(self) -> tuple[Tombstone, ...]:
        """What stays of every personal file that was erased."""
        return self._desk.keys.list_buried()

    @quick
    def add(self, person: str, *paths: Path | str, by: str = CLERK) -> FiledDocuments:
        """Put documents into a personal file. They are searched in memory and stand in no index."""
        seal = self._seal(self._find(person))
        for path in map(Path, paths):
            if not path.exists():
                raise NotFound(f"there is no {path}", hint="name files or folders that are there")
        read = read_files(map(Path, paths))
        known = {one.id for one in read_documents(self._desk.store, seal)}
        taken = [one for one in (*read.documents, *read.tables) if one.id not in known]
        for one in taken:
            self._put(seal, DOCUMENT, one, by)
        refused = tuple(map(str, read.refused))
        return FiledDocuments(person=seal.person, documents=tuple(one.id for one in taken), rejected=refused)

    @quick
    def hold(self, person: str, *, because: str, by: str = CLERK) -> Hold:
        """Stop every erasure of a personal file, by request or by retention, until it is released."""
        return self._put_hold(person, HOLD, because, by)

    @quick
    def release(self, person: str, *, because: str, by: str = CLERK) -> Hold:
        """End a legal hold."""
        if find_hold(self._desk.reading, self._seal(self._find(person))) is None:
            raise InputError(f"{person} is not held", hint="foam person show says whether a file is")
        return self._put_hold(person, RELEASE, because, by)

    @quick
    def export(self, person: str) -> PersonalHoldings:
        """Everything that is held on a person: it can be rendered, and saved as JSON, PDF and more."""
        return gather_holdings(self._desk, self._seal(self._find(person)))

    @quick
    def erase(
        self,
        person: str,
        *,
        because: str,
        rule: str,
        by: str = CLERK,
        accounts: Sequence[str] = (),
        plan: bool = False,
    ) -> PersonErasure:
        """Erase a personal file for good: its key is destroyed, and everything that was kept under it.

        `accounts` are forgotten with it. Called again after it was cut short, it ends what was begun.
        """
        buried = {one.person: one for one in self._desk.keys.list_buried()}
        if person in buried:
            return self._finish(buried[person])
        seal = self._seal(self._find(person))
        details = read_details(self._desk.reading, seal)
        _check_grounds(because, rule, by, details.names)
        if held := find_hold(self._desk.reading, seal):
            what = f"{seal.person} is held since {held.at[:10]} by {held.by}: {held.because}"
            raise InputError(what, hint="it can be erased when the hold is released: foam person release")
        planned = PersonErasure(
            person=seal.person,
            because=because,
            rule=rule,
            by=by,
            at=stamp(self._desk.clock),
            entries=self._desk.reading.count_owned(seal.person).entries,
        )
        with look_as_house():  # where words of it remain, is looked for everywhere
            return planned if plan else self._erase(planned, seal, accounts)

    @quick
    def due(self) -> tuple[PersonalFile, ...]:
        """Personal files that are past the days of their kind (`retention` in the settings) and not held."""
        days = self._desk.configure().settings.retention
        now = self._desk.clock()
        files = (one for one in self.list() if one.kind in days and one.hold is None)
        return tuple(one for one in files if now - datetime.fromisoformat(one.last) > timedelta(days=days[one.kind]))

    @quick
    def retain(self, *, by: str = CLERK, plan: bool = False) -> tuple[PersonErasure, ...]:
        """Erase every personal file that is due; with `plan`, only say which."""
        days = self._desk.configure().settings.retention
        return tuple(
            self.erase(
                one.person,
                because=f"no work on it for {days[one.kind]} days",
                rule=f"{_RETENTION}: {one.kind}, {days[one.kind]} days",
                by=by,
                plan=plan,
            )
            for one in self.due()
        )

    def _erase(self, planned: PersonErasure, seal: Seal, accounts: Sequence[str]) -> PersonErasure:
        strings = builtins.list(list_telling(self._desk, seal))
        tombstone = Tombstone(
            person=planned.person,
            at=planned.at,
            by=planned.by,
            because=planned.because,
            rule=planned.rule,
            accounts=tuple(accounts),
        )
        entry = self._end(tombstone)
        left = (*find_strings(self._desk.folder, strings), *self._search_databases(make_finder(strings)))
        found = {"left": left, "entries": len(entry.answer["entries"])}
        runs = self._desk.reading.list_orphans(planned.person)
        return planned.model_copy(update={"entry": entry.key, "runs": runs, **found})

    def _search_databases(self, finds: Callable[[bytes], bool]) -> Iterable[str]:
        """Tables that hold such words outside of the file: of the record, and of a library in a database.

        Of the queue, works whose files hold them, which may stand compressed there.
        """
        found = dict.fromkeys(self._desk.whole.search(finds))
        if self._desk.library_url:
            with self._desk.open_shared_library() as library:
                found |= dict.fromkeys(library.tables.search(finds))
        if is_database(self._desk.record_url):
            held = find_held(self._desk.queue, lambda text: finds(text.encode("utf-8", "replace")))
            found |= dict.fromkeys(one.place for one in held if one.holds)
        return found

    def _finish(self, tombstone: Tombstone) -> PersonErasure:
        """What was begun is ended; its words are unreadable since it was begun, so nobody can look for them."""
        end_erasures(self._desk.whole, self._desk.folder, self._desk.keys, self._desk.record_url)
        entry = self._end(tombstone)
        return PersonErasure(
            person=tombstone.person,
            because=tombstone.because,
            rule=tombstone.rule,
            by=tombstone.by,
            at=tombstone.at,
            entry=entry.key,
            entries=len(entry.answer["entries"]),
            runs=self._desk.reading.list_orphans(tombstone.person),
        )

    def _end(self, tombstone: Tombstone) -> Entry:
        return end_erasure(self._desk.whole, self._desk.folder, self._desk.keys, tombstone, self._desk.record_url)

    def _put_hold(self, person: str, kind: str, because: str, by: str) -> Hold:
        if not because.strip():
            raise InputError("no reason is given", hint="say why: --because")
        said = Hold(at=stamp(self._desk.clock), by=by, because=because)
        self._put(self._seal(self._find(person)), kind, said, by)
        return said

    def _put(self, seal: Seal, kind: str, value: Value, by: str) -> None:
        at = stamp(self._desk.clock)
        file_entry(self._desk.whole, seal, kind, value.json_value(), by=by, at=at)

    def _find(self, prefix: str) -> str:
        """The personal file whose id starts so, or that this run or matter belongs to."""
        if not prefix.startswith("p-") and (owner := self._desk.find_owner(self._desk.find_run(prefix))):
            return owner
        kept = (one for one in self._desk.keys.list_kept() if one.startswith(prefix) and prefix)
        found = [one for one in kept if self._is_seen(one)]
        if len(found) == 1:
            return found[0]
        if found:
            raise NotFound(f"{prefix!r} is ambiguous", hint="give more digits")
        raise explain_missing(self._desk.keys, check_id(prefix))

    def _seal(self, person: str) -> Seal:
        return make_seal(self._desk.keys, person)

    def _is_seen(self, person: str) -> bool:
        """Whether the database shows the file to who asks, where it holds back what they may not see."""
        return not self._desk.reader or self._desk.reading.get(draft_root(self._seal(person)).key) is not None

    def _describe(self, person: str) -> PersonalFile:
        """In numbers: all that is in it, also what the one who asks is not shown."""
        with look_as_house():
            store, seal = self._desk.reading, self._seal(person)
            details, held = read_details(store, seal), store.count_owned(person)
            return PersonalFile(
                person=person,
                names=details.names,
                kind=details.kind,
                documents=len(read_documents(store, seal)),
                entries=held.entries,
                last=held.last,
                hold=find_hold(store, seal),
            )


def _check_grounds(because: str, rule: str, by: str, names: Iterable[str]) -> None:
    """Refuse an erasure without reason or rule, or one whose reason, which stays, tells who it was about."""
    if not because.strip() or not rule.strip():
        hint = "on whose request (--because), and under which rule (--rule)"
        raise InputError("no reason or no rule is given", hint=hint)
    for said in (because, rule, by):
        check_reason(said, names)
