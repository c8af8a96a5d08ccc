"""Where a private key can lie other than in a file: the system's keyring. Needs the extra `keyring`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from foam.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

SERVICE = "foam bundle key"
_HINT = "keep the key in a file under a passphrase instead: foam bundle protect --passphrase"


class SecretBox(Protocol):
    """Keeps short texts under names."""

    def get(self, name: str) -> str | None: ...

    def put(self, name: str, text: str) -> None: ...

    def remove(self, name: str) -> None:
        """Forget a text; nothing happens when there is none."""
        ...


class SystemKeyring:
    """The keyring of the system, or any backend of the `keyring` package."""

    def __init__(self, backend: KeyringBackend | None = None) -> None:
        self._given = backend

    def get(self, name: str) -> str | None:
        found: str | None = self._ask("get_password", name)
        return found

    def put(self, name: str, text: str) -> None:
        self._ask("set_password", name, text)
        if self.get(name) != text:
            raise InputError("the system's keyring did not keep the key", hint=_HINT)

    def remove(self, name: str) -> None:
        if self.get(name) is not None:
            self._ask("delete_password", name)

    def _ask(self, what: str, *arguments: str) -> Any:
        try:
            import keyring
        except ModuleNotFoundError as error:
            raise MissingExtra("keyring", extra="keyring", needed_for="a key in the system's keyring") from error
        backend = self._given or keyring.get_keyring()
        try:
            return getattr(backend, what)(SERVICE, *arguments)
        except Exception as error:  # backends raise errors of their own beside KeyringError
            said = (str(error).splitlines() or [type(error).__name__])[0]
            raise InputError(f"the system's keyring does not answer: {said}", hint=_HINT) from error
