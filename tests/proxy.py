"""A network that can be cut: a port that passes on to a server, until it is told not to."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from types import TracebackType
from typing import Self

_CHUNK = 65_536


class Proxy:
    """Listens on a port of this machine, and passes everything on to a socket file or to another port."""

    def __init__(self, target: str | int) -> None:
        self._target = target
        self._open: list[socket.socket] = []
        self._is_cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        """End every connection, and let nobody through."""
        self._is_cut = True
        opened, self._open = self._open, []
        for one in opened:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._is_cut = False

    def _listen(self) -> None:
        with suppress(OSError):  # it was closed
            while True:
                client, _ = self._listener.accept()
                if self._is_cut:
                    client.close()
                    continue
                server = self._connect()
                self._open += [client, server]
                for here, there in ((client, server), (server, client)):
                    threading.Thread(target=_pass_on, args=(here, there), daemon=True).start()

    def _connect(self) -> socket.socket:
        if isinstance(self._target, int):
            return socket.create_connection(("127.0.0.1", self._target))
        made = socket.socket(socket.AF_UNIX)
        made.connect(self._target)
        return made


def _pass_on(here: socket.socket, there: socket.socket) -> None:
    with suppress(OSError):
        while data := here.recv(_CHUNK):
            there.sendall(data)
    for one in (here, there):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
