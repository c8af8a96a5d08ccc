"""Who works out the rows of shards: this process, several processes of this machine, or those of a Ray cluster.

Embedding sentences and stemming words is most of the work of a build and needs nothing but the texts. The builder alone
writes; a crew hands it the rows in the order of the shards, so that the table is the same whoever worked.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Protocol

import pyarrow as pa  # type: ignore[import-untyped]

from foam.errors import InputError
from foam.evidence.search.arrow import Rows, make_rows
from foam.evidence.search.shards import Shard
from foam.model.pool import WorkerPool
from foam.model.port import Embedder

AHEAD = 2
"""Shards under way for each worker, so that none waits for the builder."""


class Crew(Protocol):
    """Works out the rows of shards."""

    def each(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Rows]]:
        """Every shard with its rows, in the order given."""
        ...

    def close(self) -> None:
        """End whatever works."""
        ...


class OwnProcess:
    """The builder's own process."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def each(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Rows]]:
        return ((shard, make_rows(shard.entered, self._embedder)) for shard in shards)

    def close(self) -> None:
        """There is nothing to end."""


class Processes:
    """So many processes of this machine. One that dies is replaced, and its shard is worked out again."""

    def __init__(
        self,
        workers: int,
        open_embedder: Callable[[], Embedder],
        *,
        tell_replaced: Callable[[int], None] = lambda count: None,
    ) -> None:
        check_sendable(open_embedder)
        self._pool = WorkerPool(workers, open_embedder, tell_replaced=tell_replaced)

    def each(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Rows]]:
        waiting = iter(shards)
        started = deque(
            (shard, self._pool.start(pack_rows, shard)) for shard in islice(waiting, AHEAD * self._pool.workers)
        )
        while started:
            shard, rows = started.popleft()
            packed = rows.result()
            self._pool.tell()
            yield shard, unpack_rows(packed)
            started.extend((more, self._pool.start(pack_rows, more)) for more in islice(waiting, 1))

    def list_pids(self) -> tuple[int, ...]:
        """The processes that run now."""
        return self._pool.list_pids()

    def close(self) -> None:
        self._pool.close()


def pack_rows(embedder: Embedder, shard: Shard) -> bytes:
    """The rows of a shard as bytes that another process can read."""
    rows = make_rows(shard.entered, embedder)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_table(rows)
    return bytes(sink.getvalue())


def unpack_rows(packed: bytes) -> Rows:
    """The rows that `pack_rows` packed."""
    return pa.ipc.open_stream(packed).read_all()


def check_sendable(open_embedder: Callable[[], Embedder]) -> None:
    """InputError when the embedder cannot be opened in another process."""
    try:
        pickle.dumps(open_embedder)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise InputError(
            f"these sentence vectors cannot be worked out in other processes: {error}", hint="leave out --workers"
        ) from error
