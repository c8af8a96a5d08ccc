"""A device in software that makes and uses passkeys as a real one does, and can be told to misbehave."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


def encode(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Device:
    """One passkey of one person."""

    origin: str
    """The page that the browser is on."""
    rp_id: str
    count: int = 0
    counts: bool = True
    """Whether it counts how often it was used."""
    flags: int = PRESENT | VERIFIED
    handle: bytes = b""
    credential: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def make(self, options: str) -> str:
        """A new passkey, in answer to what a server asks for."""
        asked = json.loads(options)
        self.handle = decode(asked["user"]["id"])
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        held = b"\x00" * 16 + struct.pack(">H", len(self.credential)) + self.credential + cbor2.dumps(public)
        about = self._describe(self.flags | HAS_KEY) + held
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": about})
        said = self._say("webauthn.create", asked["challenge"])
        return self._write({"clientDataJSON": encode(said), "attestationObject": encode(attested)})

    def use(self, options: str) -> str:
        """The signature with which somebody comes in."""
        if self.counts:
            self.count += 1
        said = self._say("webauthn.get", json.loads(options)["challenge"])
        about = self._describe(self.flags)
        signature = self.key.sign(about + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        told = {"clientDataJSON": encode(said), "authenticatorData": encode(about), "signature": encode(signature)}
        return self._write({**told, **({"userHandle": encode(self.handle)} if self.handle else {})})

    def _describe(self, flags: int) -> bytes:
        return hashlib.sha256(self.rp_id.encode()).digest() + struct.pack(">BI", flags, self.count)

    def _say(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _write(self, response: dict[str, Any]) -> str:
        name = encode(self.credential)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
