"""Passkeys: what a browser is asked for, and whether what it brings holds (WebAuthn).

A passkey is a key pair of somebody's device; the public half is kept here. Who may ask for it, the relying party, comes
from the settings of the server and never from a request.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from foam.errors import InputError, MissingExtra
from foam.people.values import NewPasskey, Passkey, RelyingParty

_LONGEST_RESPONSE = 20_000
"""Characters of what a browser brings."""
_MILLISECONDS = 120_000
"""How long a browser waits for its person."""


class PasskeyRefused(Exception):
    """What a browser brought does not hold."""


def name_party(origin: str) -> RelyingParty:
    """Who asks for passkeys: the one address of the pages, and its name, which is what browsers hold them for."""
    return RelyingParty(id=urlsplit(origin).hostname or "", origin=origin)


def _name_user(person: str) -> bytes:
    """What a device calls somebody: it does not hold the name."""
    return hashlib.sha256(f"foam passkey {person}".encode()).digest()


def ask_for_new(party: RelyingParty, person: str, challenge: bytes, known: Iterable[Passkey]) -> str:
    """What a browser needs to make a passkey, as JSON; a device that has one of `known` makes no other."""
    lib, structs = _import_library()
    options = lib.generate_registration_options(
        rp_id=party.id,
        rp_name=party.name,
        user_id=_name_user(person),
        user_name=person,
        challenge=challenge,
        timeout=_MILLISECONDS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=_decode(one.credential)) for one in known],
    )
    told: str = lib.options_to_json(options)
    return told


def check_new(party: RelyingParty, challenge: bytes, response: str) -> NewPasskey:
    """The passkey that a browser made; raises PasskeyRefused where it is not for us, or not in answer to this."""
    lib, _ = _import_library()
    try:
        found = lib.verify_registration_response(
            credential=_parse(response), expected_challenge=challenge, expected_rp_id=party.id,
            expected_origin=party.origin, require_user_verification=True,
        )  # fmt: skip
    except Exception as error:  # the library raises many kinds, also for what cannot be read
        raise PasskeyRefused(type(error).__name__) from error
    return NewPasskey(
        credential=_encode(found.credential_id), public_key=_encode(found.credential_public_key), count=found.sign_count
    )


def ask_for_entry(party: RelyingParty, challenge: bytes) -> str:
    """What a browser needs to let somebody choose one of their passkeys, as JSON; nobody is named."""
    lib, structs = _import_library()
    options = lib.generate_authentication_options(
        rp_id=party.id, challenge=challenge, timeout=_MILLISECONDS,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )  # fmt: skip
    told: str = lib.options_to_json(options)
    return told


def find_credential(response: str) -> str:
    """Which passkey a browser says it used; empty where it says none."""
    try:
        return _encode(_decode(str(_parse(response)["rawId"])))
    except (PasskeyRefused, KeyError, ValueError):
        return ""


def check_entry(party: RelyingParty, challenge: bytes, response: str, passkey: Passkey, public_key: str) -> int:
    """How often the passkey says it was used; raises PasskeyRefused where signature, owner or count is wrong.

    A count that did not grow means that there is a copy of the key somewhere.
    """
    lib, _ = _import_library()
    try:
        parsed = _parse(response)
        found = lib.verify_authentication_response(
            credential=parsed, expected_challenge=challenge, expected_rp_id=party.id, expected_origin=party.origin,
            credential_public_key=_decode(public_key), credential_current_sign_count=passkey.count,
            require_user_verification=True,
        )  # fmt: skip
        handle = parsed["response"].get("userHandle")
        is_theirs = handle is None or _decode(str(handle)) == _name_user(passkey.person)
    except Exception as error:
        raise PasskeyRefused(type(error).__name__) from error
    if not is_theirs:
        raise PasskeyRefused("another person's")
    count: int = found.new_sign_count
    return count


def _parse(response: str) -> dict[str, Any]:
    if len(response) > _LONGEST_RESPONSE:
        raise PasskeyRefused("too long")
    try:
        found = json.loads(response)
    except ValueError as error:
        raise PasskeyRefused("not JSON") from error
    if not isinstance(found, dict):
        raise PasskeyRefused("no object")
    return found


def _encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _import_library() -> tuple[Any, Any]:
    try:
        return import_module("webauthn"), import_module("webauthn.helpers.structs")
    except ModuleNotFoundError as error:
        raise MissingExtra("webauthn", extra="web", needed_for="passkeys") from error


def check_title(title: str) -> str:
    """What somebody calls a passkey, to know it again."""
    named = " ".join(title.split())[:80]
    if not named:
        raise InputError("a passkey needs a name", hint="say which device it is on: work laptop, blue key")
    return named
