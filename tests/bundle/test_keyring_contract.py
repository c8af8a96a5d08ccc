"""The box for private keys: its contract, on every implementation; and keyrings that do not work."""

from __future__ import annotations

import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as FailingKeyring
from keyring.backends.null import Keyring as NullKeyring
from keyring.errors import PasswordDeleteError
from tests.bundle.boxes import MemoryBox

from foam.bundle.keys import SERVICE, SecretBox, SystemKeyring
from foam.errors import InputError


class KeyringInMemory(KeyringBackend):
    """A backend as the `keyring` package documents it."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError("no such password")
        del self.kept[service, username]


@pytest.fixture(params=["memory", "keyring"])
def box(request: pytest.FixtureRequest) -> SecretBox:
    return MemoryBox() if request.param == "memory" else SystemKeyring(KeyringInMemory())


def test_what_is_put_is_got_until_it_is_removed(box: SecretBox) -> None:
    assert box.get("a") is None
    box.put("a", "one")
    box.put("b", "two")
    assert (box.get("a"), box.get("b")) == ("one", "two")
    box.put("a", "three")
    assert box.get("a") == "three"
    box.remove("a")
    box.remove("a")
    assert (box.get("a"), box.get("b")) == (None, "two")


def test_it_lies_under_our_own_service() -> None:
    backend = KeyringInMemory()
    SystemKeyring(backend).put("a", "one")
    assert backend.kept == {(SERVICE, "a"): "one"}


def test_a_keyring_that_keeps_nothing_is_found_out() -> None:
    with pytest.raises(InputError, match="did not keep the key") as caught:
        SystemKeyring(NullKeyring()).put("a", "one")  # type: ignore[no-untyped-call]
    assert "foam bundle protect --passphrase" in caught.value.hint


def test_where_there_is_no_keyring_the_error_says_what_to_do() -> None:
    box = SystemKeyring(FailingKeyring())  # type: ignore[no-untyped-call]
    for attempt in (lambda: box.put("a", "one"), lambda: box.get("a"), lambda: box.remove("a")):
        with pytest.raises(InputError, match="does not answer") as caught:
            attempt()  # type: ignore[no-untyped-call]
        assert "foam bundle protect --passphrase" in caught.value.hint
