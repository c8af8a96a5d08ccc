"""Serving on this machine: a port, an address with a token in it, and a server until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import uvicorn

from foam import Home, InputError
from foam.web.application import make_application
from foam.web.security import LOOPBACK, Keys
from foam.web.works import Opener

PORT = 8642
"""Where pages are served if nobody names another port and this one is free."""


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
    tell: Callable[[Address], None],
) -> None:
    """Serve a home's pages until the process is stopped; `tell` gets the address once the port is taken.

    With `debug`, what a fault of ours leaves is printed, which may hold words of documents.
    """
    check_host(host)
    with closing(take_port(port)) as taken:
        keys = Keys(port=taken.getsockname()[1])
        app = make_application(home, keys=keys, open_home=open_home)
        config = uvicorn.Config(
            app, log_level="error" if debug else "critical", access_log=False, server_header=False, proxy_headers=False,
            timeout_keep_alive=30, timeout_graceful_shutdown=2, limit_concurrency=200,
        )  # fmt: skip
        tell(Address(port=keys.port, url=f"http://{LOOPBACK[0]}:{keys.port}/?token={keys.token}"))
        uvicorn.Server(config).run(sockets=[taken])


def check_host(host: str) -> None:
    """Refuse every address that others could reach: there are no accounts, and whoever comes in is you."""
    if host not in LOOPBACK:
        raise InputError(
            f"{host} can be reached from other machines, and these pages have no accounts",
            hint="leave out --host; from another machine, go through ssh -L",
        )


def take_port(port: int | None) -> socket.socket:
    """A socket on this machine alone; without a port, the usual one or whichever is free."""
    wanted = (PORT, 0) if port is None else (port,)
    for number in wanted:
        # Named as TCP, or else the event loop does not switch off the wait for fuller packets: 40 ms an answer.
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((LOOPBACK[0], number))
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
