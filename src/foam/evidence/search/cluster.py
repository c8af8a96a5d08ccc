"""The rows of shards, worked out by the machines of a Ray cluster. Needs `foam[ray]`, on every machine of it.

A worker of the cluster is sent the texts and sends rows back, so it needs neither the library nor the keys of an object
store; it does need the weights of the sentence vectors, under the same path.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import cycle, islice
from typing import Any

from foam.errors import FoamError, MissingExtra, ServiceError
from foam.evidence.search.arrow import Rows
from foam.evidence.search.crew import AHEAD, check_sendable, pack_rows, unpack_rows
from foam.evidence.search.shards import Shard
from foam.model.port import Embedder

try:
    ray: Any = import_module("ray")
except ImportError as absent:
    raise MissingExtra("ray", extra="ray") from absent

_TRIES = 3
"""How often a worker that died is started again, and its shard worked out again."""


class RayCrew:
    """So many workers of the cluster that `RAY_ADDRESS` names; without one, of a cluster that is started here."""

    def __init__(self, workers: int, open_embedder: Callable[[], Embedder]) -> None:
        check_sendable(open_embedder)
        self._started_here = not ray.is_initialized()
        if self._started_here:
            try:
                ray.init(include_dashboard=False, log_to_driver=False, logging_level="error")
            except (ConnectionError, RuntimeError, ValueError) as error:
                raise ServiceError(
                    f"no Ray cluster can be reached or started: {str(error)[:200]}",
                    hint="see RAY_ADDRESS, or build with --workers alone",
                ) from error
        worker = ray.remote(max_restarts=_TRIES, max_task_retries=_TRIES)(_Worker)
        self._workers = [worker.remote(open_embedder) for _ in range(workers)]

    def each(self, shards: Iterable[Shard]) -> Iterator[tuple[Shard, Rows]]:
        waiting = zip(shards, cycle(self._workers), strict=False)
        started = deque((shard, one.pack.remote(shard)) for shard, one in islice(waiting, AHEAD * len(self._workers)))
        while started:
            shard, rows = started.popleft()
            yield shard, unpack_rows(_wait_for(rows))
            started.extend((more, one.pack.remote(more)) for more, one in islice(waiting, 1))

    def close(self) -> None:
        for one in self._workers:
            ray.kill(one)
        if self._started_here:
            ray.shutdown()


class _Worker:
    """What runs in the cluster."""

    def __init__(self, open_embedder: Callable[[], Embedder]) -> None:
        self._embedder = open_embedder()

    def pack(self, shard: Shard) -> bytes:
        return pack_rows(self._embedder, shard)


def _wait_for(rows: Any) -> bytes:
    """The bytes; a worker's own error as it was, one of the cluster as ours."""
    try:
        return bytes(ray.get(rows))
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, FoamError):
            raise error.cause from error
        told = f"a worker of the cluster failed: {error.cause!r}"[:300]
        raise ServiceError(told, hint="build with --workers alone") from error
    except ray.exceptions.RayError as error:
        told = f"a worker of the cluster was lost: {type(error).__name__}"
        raise ServiceError(told, hint="what was finished is kept: do the same again") from error
