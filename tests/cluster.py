"""A private PostgreSQL server for tests: in a temporary folder, on a socket, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest

_PLACES = ("/usr/lib/postgresql/*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin")
_USERS = ("postgres", "nobody")


class Cluster:
    """A server of our own; each database in it is fresh."""

    def __init__(self, *, durable: bool = False, options: str = "") -> None:
        """A `durable` one waits for the disk, as a real one does. `options` are given to the server."""
        self._bin = _find_programs()
        self._durable = durable
        self._options = options
        self.folder = Path(tempfile.mkdtemp(prefix="foam-pg-", dir="/tmp"))
        self.data = self.folder / "data"
        self._as = _choose_user(self.folder)
        self._numbers = count(1)
        try:
            self._run("initdb", "-D", str(self.data), "-U", "foam", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def start(self) -> None:
        speed = "" if self._durable else "-c fsync=off -c full_page_writes=off"
        options = f"-k {self.folder} -c listen_addresses='' -c max_connections=60 -c shared_buffers=32MB {speed}"
        options = f"{options} {self._options}"
        self._run("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        """`immediate` is a crash: nothing is folded into the tables."""
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", mode, "stop")

    def kill(self) -> None:
        """End the server and all of its processes by `kill -9`, as a machine out of memory would."""
        main = int((self.data / "postmaster.pid").read_text().split()[0])
        children = [pid for pid, parent in _list_processes() if parent == main]
        for pid in (main, *children):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while any(pid in (main, *children) for pid, _ in _list_processes()):
            time.sleep(0.01)
        # Nobody may have taken note of its end yet, and then the next server would take it for alive.
        for lock in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*.lock")):
            lock.unlink()

    def make_database(self) -> str:
        """A new, empty database; its address."""
        import psycopg

        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def copy_database(self, url: str) -> str:
        """Another database with all that is in this one, to which nobody may be connected."""
        import psycopg

        name = f"test{next(self._numbers)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name} TEMPLATE {_name_database(url)}")
        return self.address(name)

    def drop_database(self, url: str) -> None:
        """Drop it, whoever is still connected."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f"DROP DATABASE {_name_database(url)} WITH (FORCE)")

    def dump_database(self, url: str, path: Path) -> None:
        """Its tables as SQL, in a new file."""
        made = self.folder / "dump.sql"
        self._run("pg_dump", "-d", url, "-f", str(made))
        shutil.move(made, path)

    def find_folder(self, url: str) -> Path:
        """Where the files of a database lie."""
        import psycopg

        with psycopg.connect(url) as db:
            row = db.execute("SELECT oid FROM pg_database WHERE datname = current_database()").fetchone()
        assert row is not None
        return self.data / "base" / str(row[0])

    def settle(self) -> None:
        """Begin a new file of the server's log and write everything that is in memory to the disk."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute("SELECT pg_switch_wal()")
            db.execute("CHECKPOINT")

    def read_bytes(self, *folders: str) -> Iterator[bytes]:
        """Every file of the server after a checkpoint, or those in these folders: tables, indexes, catalogues, log."""
        self.settle()
        places = [self.data / folder for folder in folders] or [self.data]
        for path in sorted(path for place in places for path in place.rglob("*")):
            with suppress(FileNotFoundError):  # the server goes on
                if path.is_file():
                    yield path.read_bytes()

    def address(self, database: str, *, user: str = "foam") -> str:
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def remove(self) -> None:
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *options: str) -> None:
        done = subprocess.run(
            [*self._as, str(self._bin / program), *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.decode(errors='replace')}")


def start_cluster(*, durable: bool = False, options: str = "") -> Cluster:
    """A server, or a skipped test that says loudly what is missing."""
    try:
        import psycopg  # noqa: F401
    except ModuleNotFoundError:
        pytest.skip("MISSING PSYCOPG: pip install 'foam[postgres]' to run this test")
    if _find_programs(quiet=True) is None:
        pytest.skip("MISSING POSTGRESQL: install the server's programs (Debian: postgresql) to run this test")
    return Cluster(durable=durable, options=options)


def _list_processes() -> Iterator[tuple[int, int]]:
    """Every process that runs, with its parent."""
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended meanwhile
            state, parent = (place / "stat").read_text().rpartition(")")[2].split()[:2]
            if state != "Z":
                yield int(place.name), int(parent)


def _name_database(url: str) -> str:
    return url.partition("@/")[2].partition("?")[0]


def _find_programs(*, quiet: bool = False) -> Path:
    given = [Path(found).parent] if (found := shutil.which("initdb")) else []
    places = [place for pattern in _PLACES for place in sorted(Path("/").glob(pattern[1:]), reverse=True)]
    for place in (*given, *places):
        if (place / "initdb").exists() and (place / "pg_ctl").exists():
            return (place / "initdb").resolve().parent  # where the other programs are, too
    if quiet:
        return None  # type: ignore[return-value]
    raise FileNotFoundError("initdb")


def _choose_user(folder: Path) -> list[str]:
    """How to run a program as somebody who may start a server: root may not."""
    if os.geteuid() != 0:
        return []
    known = {one.pw_name: one for one in pwd.getpwall()}
    user = next(known[name] for name in _USERS if name in known)
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
