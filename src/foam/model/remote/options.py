"""Which endpoint, which model, and how it is asked: one frozen value, no key in it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from pydantic import Field, field_validator, model_validator

from foam.model.remote.budget import Price
from foam.model.remote.dialect import Api
from foam.model.remote.patience import Patience
from foam.values import Value

_PATHS: dict[Api, str] = {"openai": "/chat/completions", "anthropic": "/messages"}


_ANTHROPIC = "api.anthropic.com"
Effort: TypeAlias = Literal["", "low", "medium", "high"]


class RemoteOptions(Value):
    """Everything about a remote model that is not a secret."""

    base_url: str
    """Where the endpoint is: `https://api.openai.com/v1`, `http://localhost:11434/v1`, …"""
    api: Api = "openai"
    """Told by the address where it is not given: see `guess_api`."""
    model: str = Field(min_length=1)
    version: str = "unpinned"
    """What to record as the version; an endpoint may change what stands behind a name without saying so."""
    family: str = ""
    """Empty: told by the name."""
    temperature: float = Field(default=0.0, ge=0)
    """For the roles that write. Those that judge are asked at 0."""
    reasoning_effort: Effort = ""
    """How much the model is asked to think; empty leaves it to the endpoint."""
    max_tokens: int = Field(default=32_768, ge=1)
    """The most that any answer may take, thoughts included. A question asks for what its form needs, and room."""
    concurrency: int = Field(default=8, ge=1)
    timeout: float = Field(default=180.0, gt=0)
    """Seconds for one attempt."""
    max_bytes: int = Field(default=4_000_000, ge=1)
    """A longer reply is not read."""
    patience: Patience = Patience()
    writes: bool = True
    """Whether it writes positions, claims, objections and answers itself, or chooses among what code drafts."""
    price: Price | None = None
    """What the model costs; a budget in money needs it."""

    @model_validator(mode="before")
    @classmethod
    def _told_by_address(cls, given: Any) -> Any:
        """An API that is not given is told by the whole address, before its last part is taken off."""
        if isinstance(given, dict) and not given.get("api") and isinstance(given.get("base_url"), str):
            return {**given, "api": guess_api(given["base_url"])}
        return given

    @field_validator("base_url")
    @classmethod
    def _plain_address(cls, address: str) -> str:
        """Scheme, host and path: nothing that could be a secret, since the address is recorded and shown."""
        parts = urlsplit(address.strip())
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("an endpoint's address starts with http:// or https:// and names a host")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("an endpoint's address carries no user, password or query: give the key as the key")
        path = parts.path.rstrip("/")
        for end in _PATHS.values():
            path = path.removesuffix(end)
        if not path and parts.hostname == _ANTHROPIC:
            path = "/v1"
        return urlunsplit((parts.scheme, parts.netloc, path, "", ""))

    @property
    def address(self) -> str:
        """Where questions are posted."""
        return self.base_url + _PATHS[self.api]


def guess_api(address: str) -> Api:
    """Which API an address speaks: what its path says, else whose host it is."""
    parts = urlsplit(address.strip())
    path, host = parts.path.rstrip("/"), parts.hostname or ""
    if path.endswith(_PATHS["openai"]):
        return "openai"
    return "anthropic" if host == _ANTHROPIC or path.endswith(_PATHS["anthropic"]) else "openai"
