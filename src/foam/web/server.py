"""Serving: a port, an address, and a server until it is stopped.

For one person the address has a token in it, and only this machine can reach it. Where people have accounts, a proxy
that speaks TLS may stand in front, and then other machines can.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from urllib.parse import urlsplit

import uvicorn

from foam import Home, InputError, __version__
from foam.web.application import make_application
from foam.web.metrics import MetricsPlace
from foam.web.provider import Provider
from foam.web.reckoner import ProcessReckoner
from foam.web.security import LOOPBACK, Keys
from foam.web.watch import Log
from foam.web.works import Opener

PORT = 8642
"""Where pages are served if nobody names another port and this one is free."""

MOST_AT_ONCE = 1_000
"""Connections that are kept open at once; a browser keeps one or more for each visitor."""


@dataclass(frozen=True)
class Address:
    """Where the pages are, for those who may see them."""

    port: int
    url: str


def serve(
    home: Home,
    *,
    open_home: Opener,
    host: str = LOOPBACK[0],
    port: int | None = None,
    debug: bool = False,
    people: bool = False,
    behind_proxy: str = "",
    provider: Provider | None = None,
    workers: int = 0,
    log: Log | None = None,
    metrics: MetricsPlace | None = None,
    tell: Callable[[Address], None],
) -> None:
    """Serve a home's pages until the process is stopped; `tell` gets the address once the port is taken.

    With `people`, everybody logs in, with a password or vouched for by a `provider`; `behind_proxy` is then the address
    of a proxy that speaks TLS. With `workers`, so many processes beside this one do what computes long; `open_home` has
    to be something that can be sent to them. With `debug`, what a fault of ours leaves is printed, which may hold words
    of documents.
    `log` is told of every request; `metrics` says where they are counted for others to read.
    """
    check_host(host, people=people, behind_proxy=behind_proxy)
    if people:
        require_people(home)
    log = log or Log("none", print)
    with ExitStack() as held:
        taken = held.enter_context(closing(take_port(port, host)))
        watch = held.enter_context(metrics.open()) if metrics else None
        keys = Keys(port=taken.getsockname()[1], public=behind_proxy.rstrip("/"))
        reckoner = ProcessReckoner(open_home, workers) if workers else None
        app = make_application(
            home, keys=keys, open_home=open_home, people=people, provider=provider, reckoner=reckoner,
            watch=watch, log=log,
        )  # fmt: skip
        config = uvicorn.Config(
            app, log_level="error" if debug else "critical", access_log=False, server_header=False, proxy_headers=False,
            timeout_keep_alive=30, timeout_graceful_shutdown=2, limit_concurrency=MOST_AT_ONCE,
        )  # fmt: skip
        own = keys.public or f"http://{LOOPBACK[0]}:{keys.port}"
        tell(Address(port=keys.port, url=f"{own}/" if people else f"{own}/?token={keys.token}"))
        log.tell("started", port=keys.port, version=__version__)
        uvicorn.Server(config).run(sockets=[taken])


def check_host(host: str, *, people: bool = False, behind_proxy: str = "") -> None:
    """Refuse an address that others could reach, unless people log in and their passwords travel by TLS."""
    if not people:
        if host not in LOOPBACK:
            raise InputError(
                f"{host} can be reached from other machines, and these pages have no accounts",
                hint="leave out --host, or give people accounts: foam people add, then foam serve --people",
            )
        if behind_proxy:
            raise InputError("a proxy is for pages on which people log in", hint="foam serve --people")
        return
    if behind_proxy:
        _check_proxy(behind_proxy)
    elif host not in LOOPBACK:
        raise InputError(
            f"{host} can be reached from other machines, and passwords would travel there for all to read",
            hint="put a proxy that speaks TLS in front, and name its address: --behind-proxy https://NAME",
        )


def _check_proxy(address: str) -> None:
    """Refuse what is not plainly the address of a site by TLS."""
    parts = urlsplit(address)
    if parts.scheme != "https" or not parts.hostname or parts.path.strip("/") or parts.query or parts.username:
        raise InputError(f"{address} is not the address of a site by TLS", hint="write it as https://cases.example.org")


def require_people(home: Home) -> None:
    """Refuse to serve pages that nobody can log in to, or whose database would hold back nothing though it should."""
    if not home.people.list():
        raise InputError("nobody has an account in this home", hint="foam people add NAME --role administrator")
    home.people.require_held()


def take_port(port: int | None, host: str = LOOPBACK[0]) -> socket.socket:
    """A socket, on this machine alone unless another address is named; without a port, the usual one or a free one."""
    wanted = (PORT, 0) if port is None else (port,)
    place = LOOPBACK[0] if host in LOOPBACK else host
    family = socket.AF_INET6 if ":" in place else socket.AF_INET
    for number in wanted:
        # Named as TCP, or else the event loop does not switch off the wait for fuller packets: 40 ms an answer.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((place, number))
            made.listen()  # whoever is told the address may come at once
        except OSError as error:
            made.close()
            if number == wanted[-1]:
                raise InputError(
                    f"port {number} cannot be taken: {error.strerror}", hint="name another --port"
                ) from error
            continue
        return made
    raise AssertionError("a free port is always found or refused")
