"""Metrics by OpenTelemetry, read by Prometheus: counts and times by route template, status, queue and outcome.

They are served on a port of their own, never on that of the pages: on this machine alone, or to who has a token.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from typing import Any

from foam import InputError
from foam.web.security import LOOPBACK
from foam.web.watch import BECAME, METHODS, Queue, Watch, bound

PATH = "/metrics"
_SHORTEST_TOKEN = 16
_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""Bounds of the times that are told apart."""
_PATIENCE = 10.0
"""Seconds that a reader of the metrics may take to say what it wants."""


class Metrics:
    """Counters of one server, and the page on which they are read."""

    def __init__(self) -> None:
        sdk, prometheus, client = _import_packages()
        self._registry = client.CollectorRegistry()
        self._latest = client.generate_latest
        reader = prometheus.PrometheusMetricReader(disable_target_info=True, registry=self._registry)
        self._provider = sdk.MeterProvider(metric_readers=[reader], shutdown_on_exit=False)
        meter = self._provider.get_meter("foam")
        self._requests = meter.create_histogram(
            "http.server.request.duration", unit="s", description="Requests by route template and status",
            explicit_bucket_boundaries_advisory=SECONDS,
        )  # fmt: skip
        self._waits = meter.create_histogram(
            "foam.queue.wait", unit="s", description="Time that work stood in a queue",
            explicit_bucket_boundaries_advisory=SECONDS,
        )  # fmt: skip
        self._runs = meter.create_up_down_counter("foam.runs.going", description="Runs that work or wait")
        self._runs.add(0)
        self._challenges = meter.create_counter("foam.challenges", description="Challenges heard, by what became")

    def note_request(self, *, method: str, route: str, status: int, seconds: float) -> None:
        labels = {"method": bound(method, METHODS), "route": route, "status": str(status)}
        self._requests.record(seconds, labels)

    def note_wait(self, queue: Queue, seconds: float) -> None:
        self._waits.record(seconds, {"queue": queue})

    def note_runs(self, change: int) -> None:
        self._runs.add(change)

    def note_challenge(self, became: str) -> None:
        self._challenges.add(1, {"became": bound(became, BECAME)})

    def render(self) -> bytes:
        """Everything that was counted, as Prometheus reads it."""
        text: bytes = self._latest(self._registry)
        return text

    def close(self) -> None:
        self._provider.shutdown()


def make_place(port: int | None, host: str, token: str) -> MetricsPlace | None:
    """Where the metrics are to be read; None where nobody asked for them."""
    if port is None:
        return None
    check_metrics(host, token)
    _import_packages()  # so that what is missing is said before anything is opened
    return MetricsPlace(port, host, token)


def check_metrics(host: str, token: str) -> None:
    """Refuse metrics that anybody could read from another machine."""
    if token and len(token) < _SHORTEST_TOKEN:
        raise InputError(
            f"the token of the metrics has fewer than {_SHORTEST_TOKEN} characters", hint="openssl rand -hex 32"
        )
    if host not in LOOPBACK and not token:
        raise InputError(
            f"metrics on {host} could be read from other machines",
            hint="leave out --metrics-host, or set a token in METRICS_TOKEN",
        )


@dataclass(frozen=True)
class MetricsPlace:
    """Where the metrics of a server are read."""

    port: int
    host: str = LOOPBACK[0]
    token: str = field(default="", repr=False)

    @contextmanager
    def open(self) -> Iterator[Watch]:
        """Count, and let others read, until this is left."""
        metrics = Metrics()
        try:
            with expose(metrics.render, port=self.port, host=self.host, token=self.token):
                yield metrics
        finally:
            metrics.close()


@contextmanager
def expose(render: Callable[[], bytes], *, port: int, host: str = LOOPBACK[0], token: str = "") -> Iterator[int]:
    """Serve the metrics on a port of their own until this is left; gives the port."""
    check_metrics(host, token)
    try:
        server = ThreadingHTTPServer((host, port), _make_handler(render, token))
    except OSError as error:
        raise InputError(
            f"port {port} cannot be taken for the metrics: {error.strerror}", hint="name another --metrics-port"
        ) from error
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, name="foam-metrics", daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _make_handler(render: Callable[[], bytes], token: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        timeout = _PATIENCE

        def do_GET(self) -> None:
            status = self._check()
            content = render() if status == 200 else b""
            self.send_response(status)
            self.send_header("Content-Type", _TYPE)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def _check(self) -> int:
            given = self.headers.get("Authorization", "").removeprefix("Bearer ").strip()
            if token and not hmac.compare_digest(given.encode(), token.encode()):
                return 401
            name = self.headers.get("Host", "").rpartition(":")[0]
            if not token and name not in LOOPBACK:  # no other name can be pointed at this machine
                return 421
            return 200 if self.path == PATH else 404

        def version_string(self) -> str:
            return "foam"

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  (as the base class has it)
            """Nothing: who reads the metrics is of no interest."""

    return Handler


def _import_packages() -> tuple[Any, Any, Any]:
    names = ("opentelemetry.sdk.metrics", "opentelemetry.exporter.prometheus", "prometheus_client")
    try:
        sdk, prometheus, client = map(import_module, names)
    except ModuleNotFoundError as error:
        raise InputError(
            f"{error.name} is not installed; it is needed for metrics", hint="pip install 'foam[metrics]'"
        ) from error
    return sdk, prometheus, client
