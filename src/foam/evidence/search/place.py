"""Where an index lies: in the home, or in an object store or folder that several processes and machines share.

This knows no engine, so that settings can be checked before one is loaded.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from pydantic import SecretStr

from foam.errors import SettingError
from foam.model.port import Embedder
from foam.settings import LibraryPlace
from foam.values import Value

PATIENCE = 20
"""Seconds to go on trying to reach an object store, and for one answer of it."""
_HINT = "name it as s3://bucket/prefix or file:///path in the setting library.index"


class SharedPlace(Value):
    """An object store's bucket and prefix, or a folder, that holds the index for all who share it."""

    url: str
    endpoint: str = ""
    region: str = ""
    access_key: SecretStr = SecretStr("")
    secret_key: SecretStr = SecretStr("")

    @property
    def is_object_store(self) -> bool:
        return self.url.startswith("s3://")

    def list_options(self) -> dict[str, str]:
        """What the engine has to know to reach it, keys included: never to be printed or kept."""
        if not self.is_object_store:
            return {}
        given = {
            "endpoint": self.endpoint,
            "region": self.region,
            "aws_access_key_id": self.access_key.get_secret_value(),
            "aws_secret_access_key": self.secret_key.get_secret_value(),
            "allow_http": "true" if self.endpoint.startswith("http://") else "",
        }
        patience = {
            "client_max_retries": "3",
            "client_retry_timeout": str(PATIENCE),
            "connect_timeout": f"{PATIENCE // 4}s",
            "timeout": f"{PATIENCE}s",
        }
        return {**patience, **{name: value for name, value in given.items() if value}}


def find_place(settings: LibraryPlace) -> SharedPlace | None:
    """The shared place that the settings name; None when the index lies in the home."""
    url = settings.index.strip().rstrip("/")
    if not url:
        return None
    parts = urlsplit(url)
    if parts.scheme not in ("s3", "file"):
        raise SettingError(f"library.index: an index cannot lie at {_without_user(url)}", hint=_HINT)
    if "@" in parts.netloc or parts.query or parts.fragment:
        told = "keys belong into library.access_key and library.secret_key, not into the address"
        raise SettingError(f"library.index: {told}", hint=_HINT)
    if (parts.scheme == "s3") != bool(parts.netloc) or (parts.scheme == "file" and len(parts.path) < 2):
        raise SettingError(f"library.index: {url} names no bucket or no absolute path", hint=_HINT)
    return SharedPlace(
        url=url,
        endpoint=settings.endpoint,
        region=settings.region,
        access_key=settings.access_key,
        secret_key=settings.secret_key,
    )


def name_folder(embedder: Embedder) -> str:
    """The name of an embedder as that of a folder or table."""
    return re.sub(r"[^\w.-]+", "-", embedder.name)


def _without_user(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//", url)
