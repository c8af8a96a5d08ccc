"""Which endpoint, which model, and how it is asked: one frozen value, no key in it."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

from pydantic import Field, field_validator

from foam.model.remote.budget import Price
from foam.model.remote.patience import Patience
from foam.values import Value

_PATH = "/chat/completions"


class RemoteOptions(Value):
    """Everything about a remote model that is not a secret."""

    base_url: str
    """Where the endpoint is: `https://api.openai.com/v1`, `http://localhost:11434/v1`, …"""
    model: str = Field(min_length=1)
    version: str = "unpinned"
    """What to record as the version; an endpoint may change what stands behind a name without saying so."""
    family: str = ""
    """Empty: told by the name."""
    temperature: float = Field(default=0.0, ge=0)
    max_tokens: int = Field(default=1024, ge=1)
    concurrency: int = Field(default=8, ge=1)
    timeout: float = Field(default=60.0, gt=0)
    """Seconds for one attempt."""
    max_bytes: int = Field(default=4_000_000, ge=1)
    """A longer reply is not read."""
    patience: Patience = Patience()
    writes: bool = True
    """Whether it writes positions, claims, objections and answers itself, or chooses among what code drafts."""
    price: Price | None = None
    """What the model costs; a budget in money needs it."""

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, address: str) -> str:
        """Scheme, host and path: nothing that could be a secret, since the address is recorded and shown."""
        parts = urlsplit(address.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("an endpoint's address starts with http:// or https:// and names a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("an endpoint's address carries no user, password or query: give the key as the key")
        path = parts.path.rstrip("/").removesuffix(_PATH)
        return urlunsplit((parts.scheme, parts.netloc, path, "", ""))

    @property
    def address(self) -> str:
        """Where chat completions are posted."""
        return self.base_url + _PATH
