"""An object store that may be killed: moto as a process of its own, which writes down every change before it says yes.

`python -m tests.evidence.search.kept_store PORT FILE` does all changes in the file again and then serves. So what was
acknowledged outlives `kill -9`, as it does in a real store, and what was not is there or not.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import SecretStr
from tests.evidence.search.stores import BUCKET, SECRET
from tests.loopback import closed_port

from foam.evidence.search.place import SharedPlace

_CHANGES = ("PUT", "POST", "DELETE")
_KEPT = ("CONTENT_TYPE", "HTTP_HOST", "HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_X_AMZ_COPY_SOURCE")
_READY_AFTER = 60.0


class KeptStore:
    """A store on a port of this machine that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "changes"
        self._port = closed_port()
        self._process: subprocess.Popen[bytes] | None = None
        self.start()
        self._ask("PUT", f"/{BUCKET}")

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.evidence.search.kept_store", str(self._port), str(self._file)]
        self._process = subprocess.Popen(command, cwd=Path(__file__).parents[3], stderr=subprocess.DEVNULL)
        end = time.monotonic() + _READY_AFTER
        while not self._answers():
            assert time.monotonic() < end, "the object store never came"
            time.sleep(0.05)

    def kill(self) -> None:
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def place(self, prefix: str) -> SharedPlace:
        return SharedPlace(
            url=f"s3://{BUCKET}/{prefix}",
            endpoint=self.endpoint,
            region="us-east-1",
            access_key=SecretStr("key"),
            secret_key=SecretStr(SECRET),
        )

    def _answers(self) -> bool:
        try:
            self._ask("GET", "/")
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def _ask(self, method: str, path: str) -> None:
        with urllib.request.urlopen(urllib.request.Request(self.endpoint + path, method=method), timeout=5):
            pass


class Written:
    """Moto behind a file of changes."""

    def __init__(self, app: Any, file: Path) -> None:
        self._app = app
        self._lock = threading.Lock()
        for environ in read_changes(file):
            list(app(_open_body(environ), lambda *_: lambda _: None))
        self._out = file.open("ab", buffering=0)

    def __call__(self, environ: dict[str, Any], respond: Any) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] not in _CHANGES:
            with self._lock:
                return list(self._app(environ, respond))
        assert "upload" not in environ["QUERY_STRING"], "uploads in parts get other names when they are done again"
        names = ("REQUEST_METHOD", "SCRIPT_NAME", "PATH_INFO", "RAW_URI", "QUERY_STRING", *_KEPT)
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        kept = {name: environ[name] for name in names if name in environ} | {"body": body}
        said: list[Any] = []

        def note(status: str, headers: Any, *rest: Any) -> Any:
            said[:] = [status, headers, *rest]
            return lambda _: None

        with self._lock:  # so that changes stand in the file in the order in which they were made
            answer = list(self._app({**environ, **_open_body(kept)}, note))
            if said[0].startswith("2"):
                self._out.write(pickle.dumps(kept))
        respond(*said)
        return answer


def read_changes(file: Path) -> Iterator[dict[str, Any]]:
    """Every change that was written down whole."""
    if not file.exists():
        return
    with file.open("rb") as changes:
        whole = 0
        while True:
            try:
                yield pickle.load(changes)
            except (EOFError, pickle.UnpicklingError):
                break
            whole = changes.tell()
    os.truncate(file, whole)


def _open_body(kept: dict[str, Any]) -> dict[str, Any]:
    from werkzeug.test import EnvironBuilder

    body = kept["body"]
    made = EnvironBuilder(path="/", method=kept["REQUEST_METHOD"], data=body).get_environ()
    return {**made, **{name: value for name, value in kept.items() if name != "body"}, "CONTENT_LENGTH": str(len(body))}


def main(port: str, file: str) -> None:
    server, app = import_module("werkzeug.serving"), import_module("moto.moto_server.werkzeug_app")
    made = Written(app.DomainDispatcherApplication(app.create_backend_app), Path(file))
    server.make_server("127.0.0.1", int(port), made, True, request_handler=app.MotoRequestHandler).serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
