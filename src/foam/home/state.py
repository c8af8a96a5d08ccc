"""The state of a home: its folder, its settings, its record with the keys of personal files, and what was read from it.

Knows nothing of models, packs and evidence; those are the desk's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from foam.errors import InputError, NotFound, SettingError
from foam.home.recollection import Memory
from foam.home.tombstones import end_begun, settle_erasures
from foam.job.events import Listener, StepProgress, ignore
from foam.private import mend_modes
from foam.record.acting import act_for, find_acting, look_as_house
from foam.record.away import Endurance
from foam.record.clock import Clock, utc_now
from foam.record.keys import FOLDER as VAULT
from foam.record.keys import KeyFolder, check_id
from foam.record.opening import is_database, open_home_record
from foam.record.personal import Seal, make_seal
from foam.record.runs import find_run
from foam.record.sqlite import FILE_NAME
from foam.record.store import ERASURE, RUN, Access, Store
from foam.settings import Config, find_home, load_config

if TYPE_CHECKING:
    from foam.people.store import PeopleStore

View = TypeVar("View")
Recalled = TypeVar("Recalled")
_KEY = re.compile(r"b2:[0-9a-f]{64}")
_REMEMBERED, _RECALLED, _KEPT = 24, 200, 2_000
"""Results that a home keeps in memory once they were computed from the record."""


class State:
    """The folder that holds all state, and what is read from it."""

    def __init__(
        self,
        folder: Path | None = None,
        *,
        clock: Clock = utc_now,
        listener: Listener = ignore,
        environ: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        """`settings` hold before those of files and of the environment."""
        self._environ = os.environ if environ is None else environ
        self.own_home = Path.home() / ".foam"
        self.folder = folder or find_home(self._environ, Path.cwd(), Path.home())
        self.has_mended = mend_modes(self.folder)
        """Whether others could read what is in the folder, until now."""
        self._settings = settings
        self.clock = clock
        self.listener = listener
        self._memory = Memory(_REMEMBERED)
        self._kept: dict[str, Any] = {}
        self._recalled: dict[tuple[str, str], Any] = {}

    def configure(self, **changes: Any) -> Config:
        """The settings as they hold for one call; None changes nothing."""
        given = {name: value for name, value in changes.items() if value is not None}
        flags = {**self._settings, **given}
        return load_config(self.folder, environ=self._environ, flags=flags, own=not self.is_local)

    @property
    def is_local(self) -> bool:
        """Whether the state is in the working directory, which may have come from somebody else."""
        return self.folder == Path.cwd() / ".foam" and self.folder.resolve() != self.own_home.resolve()

    @cached_property
    def person(self) -> str:
        """The personal file that everything is done in; empty for none."""
        named = self.configure().settings.person
        return check_id(named) if named else ""

    @cached_property
    def keys(self) -> KeyFolder:
        """The keys of personal files."""
        named = self.configure().settings.vault
        return KeyFolder(Path(named).expanduser() if named else self.folder / VAULT)

    @cached_property
    def store(self) -> Store:
        """The record. An erasure that was cut short is ended first."""
        return self._open_record(only=self.person)

    @cached_property
    def whole(self) -> Store:
        """The record for what is done about personal files, whichever one is worked in."""
        return self._open_record() if self.person else self.store

    @property
    def reading(self) -> Store:
        """The record for calls that only read: it is not made if it is not there, and may be on read-only media."""
        return self.store if "store" in self.__dict__ else self._readonly

    @cached_property
    def _readonly(self) -> Store:
        return self._open_record(readonly=True)

    def _open_record(self, *, readonly: bool = False, only: str = "") -> Store:
        with act_for(""):  # whoever comes first: what is brought in order here is everybody's
            end_begun(self.folder, self.keys, self.record_url)
            store = open_home_record(
                self.folder,
                self.record_url,
                readonly=readonly,
                keys=self.keys,
                only=only,
                endurance=self.endurance,
                access=self.access,
            )
            if is_database(self.record_url) and not self.access.acts_for:
                settle_erasures(store, self.folder, self.keys, self.record_url)
            return store

    @cached_property
    def endurance(self) -> Endurance:
        """How long work waits for storage that went away; the listener hears for how long it has been."""

        def tell(waited: float) -> None:
            self.listener(StepProgress(step="seconds that storage is away", done=round(waited)))

        return Endurance(self.configure().settings.outage, tell)

    @cached_property
    def access(self) -> Access:
        """Whether the database that holds the record holds back what people may not see."""
        place = self.configure().settings.record
        if (place.by_case or place.acts_for) and not is_database(self.record_url):
            raise SettingError(
                "record.by_case and record.acts_for are for a record in a PostgreSQL database",
                hint="set record.url, or leave them out: see docs/postgres.md",
            )
        return Access(by_case=place.by_case, acts_for=place.acts_for)

    @property
    def reader(self) -> str:
        """The person whose eyes the record is read with at this moment; empty where the database holds nothing back."""
        return find_acting().reader if self.access.by_case else ""

    @cached_property
    def record_url(self) -> str:
        """The address of the database that holds the record; empty where a file of the home does."""
        return self.configure().settings.record.url.get_secret_value()

    @cached_property
    def library_url(self) -> str:
        """The address of the database that holds the library; empty where the file of the home does."""
        url = self.configure().settings.library.url.get_secret_value()
        if url and not is_database(url):
            raise SettingError(
                "library.url is no address of a PostgreSQL database",
                hint="give postgresql://user@host/database, or leave it empty for the file in the home",
            )
        return url

    @cached_property
    def people(self) -> PeopleStore:
        """Accounts and who read what, beside the record."""
        from foam.people.store import PeopleStore  # few calls need what it imports

        url = self.record_url if is_database(self.record_url) else ""
        return PeopleStore.open(self.library_file, url, self.access)

    def find_owner(self, key: str) -> str:
        """The personal file that an entry belongs to; empty when it belongs to none."""
        seal = self.reading.find_seal(key) if key else None
        return seal.person if seal else ""

    def find_seal(self, of: str = "") -> Seal | None:
        """The seal for what is recorded next: of the personal file that `of` belongs to, else of the present one."""
        found = self.reading.find_seal(of) if of else None
        return found or (make_seal(self.keys, self.person) if self.person else None)

    def refuse_in_person(self, what: str, hint: str = "do it without FOAM_PERSON") -> None:
        """Refuse what would keep words outside of the personal file that everything is done in."""
        if self.person:
            raise InputError(f"{what} are kept outside of the personal file {self.person}", hint=hint)

    @property
    def library_file(self) -> Path:
        """The file of record and library, unless they are in a database; it may not be there yet."""
        return self.folder / FILE_NAME

    def find_run(self, run: Any) -> str:
        """The key of a run, from its first digits, from a result, or from anything that has a `run`."""
        return find_run(self.reading, str(getattr(run, "run", run)))

    async def remember(self, run: str, compute: Callable[[], Awaitable[View]]) -> View:
        """What `compute` reads of a run off the record, kept in memory: a closed run never reads otherwise.

        Whoever asks while somebody else reads it waits for that. Once words were erased, by whomever, nothing that was
        read before is given out again; what was not asked for longest goes first. Where the database holds back what
        people may not see, it says first whether the run is shown to who asks; then one reads it for all.
        """
        self._require_seen(run)
        with look_as_house():
            found: View = await self._memory.find(run, compute, since=self.count_erasures())
            return found

    def keep(self, name: str, compute: Callable[[], Recalled | None]) -> Recalled | None:
        """Something small that never changes once it is there, such as the outcome of a challenge; kept likewise."""
        self._require_seen(name)
        with look_as_house():
            erasures = self.count_erasures()
            kept: tuple[int, Recalled] | None = self._kept.get(name)
            if kept is not None and kept[0] == erasures:
                return kept[1]
            found = compute()
        if len(self._kept) >= _KEPT:
            self._kept = {}
        if found is not None:
            self._kept[name] = erasures, found
        return found

    def _require_seen(self, name: str) -> None:
        """Refuse what is remembered of a run that the database does not show to the one who asks."""
        if self.reader and not all(self.reading.find(key, kind=RUN) for key in _KEY.findall(name) or [name]):
            raise NotFound("no such run", hint="see: foam record list")

    def count_erasures(self) -> int:
        """How often words were erased from the record, by whomever."""
        with look_as_house():
            return sum(1 for _ in self.reading.entries(kind=ERASURE))

    def recall(self, name: str, compute: Callable[[], Recalled]) -> Recalled:
        """What follows from the record alone, kept in memory until something is appended to it or taken out of it.

        Where the database holds back what people may not see, it is another thing for each who reads, and for the same
        person after their part in a case has changed.
        """
        sight = f"{self.reader} {self.people.find_mark(self.reader)}" if self.reader else ""
        wanted = (self.reading.head().root, f"{sight} {name}")
        if wanted not in self._recalled:
            if len(self._recalled) >= _RECALLED:
                self._recalled = {}
            self._recalled[wanted] = compute()
        kept: Recalled = self._recalled[wanted]
        return kept

    def progress(self, step: str, total: int) -> Callable[[int], None]:
        """A counter for work without a job: it is told how many more parts are done, and tells the listener."""
        done = 0

        def advance(more: int) -> None:
            nonlocal done
            done += more
            self.listener(StepProgress(step=step, done=done, total=total))

        advance(0)
        return advance

    def close(self) -> None:
        """Let go of the record and of what stands beside it."""
        for name in ("queue", "people", "whole", "store", "_readonly"):
            if name in self.__dict__:
                self.__dict__.pop(name).close()
