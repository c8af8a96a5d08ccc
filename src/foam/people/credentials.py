"""Secrets: passwords, codes, sessions and tokens, and what is kept of them.

Of a password an Argon2id hash is kept; of what is random and long a plain digest, which cannot be guessed back.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from functools import cache
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from foam.errors import InputError, MissingExtra

if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST, LONGEST = 12, 200
"""Characters of a password."""
_TOKEN_SIGN = "foam"
_CODE_BYTES = 10
_GROUP = 4
_AT_ONCE = BoundedSemaphore(2)
"""Each hash takes 64 MB for a moment."""


def hash_password(password: str) -> str:
    """What is kept of a password."""
    with _AT_ONCE:
        return _find_hasher().hash(_fold(password))


def check_password(kept: str, password: str) -> bool:
    """Whether this is the password. Where none is kept, as much time is taken and the answer is no."""
    from argon2.exceptions import Argon2Error, InvalidHashError

    try:
        with _AT_ONCE:
            return _find_hasher().verify(kept or _stand_in(), _fold(password)) and bool(kept)
    except (Argon2Error, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether a hash was made with weaker settings than today's."""
    return _find_hasher().check_needs_rehash(kept)


def check_new_password(name: str, password: str) -> None:
    """Refuse a password that is too easy to guess or too long to hash."""
    folded = _fold(password)
    if not SHORTEST <= len(folded) <= LONGEST:
        raise InputError(
            f"a password has {SHORTEST} to {LONGEST} characters", hint="a few words that you can remember will do"
        )
    if len(set(folded)) < 5 or (len(name) > 2 and name in folded.lower()):
        raise InputError(
            "this password is too easy to guess",
            hint="leave out your name, and do not say the same again and again",
        )


def make_code() -> str:
    """A code that a person can type: `k7qa-…`, 80 bits."""
    text = base64.b32encode(secrets.token_bytes(_CODE_BYTES)).decode().lower()
    return "-".join(text[at : at + _GROUP] for at in range(0, len(text), _GROUP))


def read_code(given: str) -> str:
    """A code as it was made, from however it was typed."""
    letters = "".join(one for one in given.lower() if one.isalnum())
    return "-".join(letters[at : at + _GROUP] for at in range(0, len(letters), _GROUP))


def make_secret() -> str:
    """A session's id: 256 random bits."""
    return secrets.token_urlsafe(32)


def make_token() -> tuple[str, str]:
    """A token's id, which may be shown, and the whole of it, which may not."""
    name = secrets.token_hex(6)
    return name, f"{_TOKEN_SIGN}_{name}_{make_secret()}"


def digest_secret(secret: str) -> str:
    """What is kept of a secret that is random and long."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _fold(password: str) -> str:
    """The same password, however a keyboard puts its letters together."""
    return unicodedata.normalize("NFKC", password)


@cache
def _find_hasher() -> PasswordHasher:
    try:
        from argon2 import PasswordHasher
    except ModuleNotFoundError as error:
        raise MissingExtra("argon2-cffi", extra="web", needed_for="passwords") from error
    return PasswordHasher()


@cache
def _stand_in() -> str:
    """A hash of nobody's password: whether a name is known must not show in how long an answer takes."""
    return _find_hasher().hash(make_secret())
