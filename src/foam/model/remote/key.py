"""The API key: sent in one header, masked wherever else it would appear."""

from __future__ import annotations

from urllib.parse import quote, quote_plus

from pydantic import SecretStr

from foam.errors import SettingError
from foam.model.remote.dialect import Api

_MASK = "[key]"
SHORTEST = 6
"""Shorter ones are placeholders (`none`, `EMPTY`) for local servers; masking them would spoil ordinary words."""


class Key:
    """An endpoint's key, or the lack of one."""

    def __init__(self, secret: SecretStr | None) -> None:
        self._secret = secret
        plain = secret.get_secret_value() if secret else ""
        if not (plain.isascii() and plain.isprintable()) or " " in plain:
            raise SettingError("the key has characters that no key has", hint="look for spaces, line breaks, accents")
        self._spellings = _spellings(plain) if len(plain) >= SHORTEST else ()

    def __repr__(self) -> str:
        return f"Key({_MASK if self._secret else ''})"

    def headers(self, api: Api = "openai") -> dict[str, str]:
        """The header that carries it, as the API has it."""
        plain = self._secret.get_secret_value() if self._secret else ""
        if not plain:
            return {}
        return {"x-api-key": plain} if api == "anthropic" else {"Authorization": f"Bearer {plain}"}

    def hide(self, text: str) -> str:
        """The text with the key masked, as it stands or as URLs and JSON spell it."""
        for spelling in self._spellings:
            text = text.replace(spelling, _MASK)
        return text


def _spellings(plain: str) -> tuple[str, ...]:
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return tuple(dict.fromkeys((plain, quote(plain, safe=""), quote_plus(plain), escaped, escaped.replace("/", "\\/"))))
