"""Large indexes that stay open: what the engine has read of one for a search serves the next."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from foam.errors import FoamError
from foam.evidence.library import Library
from foam.evidence.search.hybrid import Search
from foam.evidence.search.ledger import STATE_FILE
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.opening import IN_MEMORY, has_at_most, index_folder, open_index, open_large, open_small
from foam.evidence.search.place import SharedPlace, name_folder
from foam.evidence.search.port import Index
from foam.model.port import Embedder

if TYPE_CHECKING:
    from foam.evidence.search.lance import LanceIndex


class _Held(NamedTuple):
    """An index that is open."""

    opened: LanceIndex
    file: tuple[int, int] | None
    """Which file its state is in: while it is open, no other one has the same number."""
    version: int
    """The version of the library at which it was known to be a large one."""


class OpenIndexes:
    """The indexes that a process has open. Threads may share them; other processes may build or delete them.

    Small ones are read whole for each search, and one in a shared place is asked each time what state it is in: those
    are opened anew.
    """

    def __init__(
        self, *, in_memory: int = IN_MEMORY, aside: Callable[[Callable[[], None]], None] | None = None
    ) -> None:
        """`aside` does what nobody is to wait for: in a thread of its own, unless another way is given."""
        self._in_memory = in_memory
        self._aside = aside or _start_aside
        self._held: dict[Path, _Held] = {}
        self._lock = threading.Lock()

    def open(
        self, library: Library, home: Path | None, embedder: Embedder, *, shared: SharedPlace | None = None
    ) -> Index:
        """The index that `open_index` gives: the one that is open, as long as it is the one on the disk.

        One that is asked for again is asked often: it is warmed up, while it answers.
        """
        if home is None or shared is not None:
            return open_index(library, home, embedder, shared=shared, in_memory=self._in_memory)
        folder = index_folder(home) / name_folder(embedder)
        with self._lock:  # whoever comes second waits for the one that is being opened
            held, version = self._held.pop(folder, None), library.version
            if (held is None or held.version != version) and has_at_most(library, self._in_memory):
                return open_small(home, embedder)
            if held is not None and held.file is not None and held.file == _identify_file(folder):
                opened = held.opened
                if not opened.is_warm:
                    self._aside(opened.warm)
            else:
                opened = open_large(library, home, embedder, in_memory=self._in_memory)
            self._held[folder] = _Held(opened, _identify_file(folder), version)
            return opened

    def warm(self, library: Library, home: Path | None, embedder: Embedder) -> bool:
        """Open a large index that is there and up to the library, and read what its searches need.

        Says whether there was one; nothing is built."""
        if home is None or _identify_file(index_folder(home) / name_folder(embedder)) is None:
            return False
        opened = self.open(library, home, embedder)
        if isinstance(opened, MemoryIndex) or opened.version != library.version:
            return False
        Search(library, opened, embedder).find("warm")
        with self._lock:
            held = [one.opened for one in self._held.values() if one.opened is opened]
        for one in held:
            one.warm()
        return True

    def forget(self) -> None:
        """Let go of all of them; a search that is under way ends with the one that it has."""
        with self._lock:
            self._held.clear()


def _identify_file(folder: Path) -> tuple[int, int] | None:
    try:
        found = (folder / STATE_FILE).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _start_aside(work: Callable[[], None]) -> None:
    def do() -> None:
        with suppress(FoamError):  # whoever searches hears what is wrong
            work()

    threading.Thread(target=do, name="foam-index", daemon=True).start()
