"""An object store for tests: a real server of S3's interface in a thread, that can be stopped and started again."""

from __future__ import annotations

import itertools
import json
import urllib.request
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from foam.evidence.search.place import SharedPlace

BUCKET = "evidence"
SECRET = "not-to-be-printed"


class ObjectStore:
    """A store on a port of this machine. What it holds outlives a stop: it is in the memory of this process."""

    def __init__(self) -> None:
        self._server: Any = None
        self._port = 0
        self._numbers = itertools.count()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def port(self) -> int:
        return self._port

    def start(self) -> None:
        server: Any = import_module("moto.server")  # loading it takes seconds
        self._server = server.ThreadedMotoServer(ip_address="127.0.0.1", port=self._port, verbose=False)
        self._server.start()
        self._port = self._server.get_host_and_port()[1]

    def stop(self) -> None:
        self._server.stop()

    def make_bucket(self) -> None:
        with urllib.request.urlopen(urllib.request.Request(f"{self.endpoint}/{BUCKET}", method="PUT")):
            pass

    def make_place(self) -> SharedPlace:
        """A prefix that nobody has used."""
        return self.place(f"prefix-{next(self._numbers)}")

    def place(self, prefix: str) -> SharedPlace:
        return SharedPlace(
            url=f"s3://{BUCKET}/{prefix}",
            endpoint=self.endpoint,
            region="us-east-1",
            access_key=SecretStr("key"),
            secret_key=SecretStr(SECRET),
        )


def dump_place(place: Path | SharedPlace) -> dict[str, str]:
    """A place as another process of a test is told it, keys included: they are made up."""
    if isinstance(place, Path):
        return {"folder": str(place)}
    keys = {"access_key": place.access_key.get_secret_value(), "secret_key": place.secret_key.get_secret_value()}
    return {"url": place.url, "endpoint": place.endpoint, "region": place.region, **keys}


def load_place(text: str) -> Path | SharedPlace:
    """The place that `dump_place` told, read from JSON."""
    told = json.loads(text)
    return Path(told["folder"]) if "folder" in told else SharedPlace.model_validate(told)
