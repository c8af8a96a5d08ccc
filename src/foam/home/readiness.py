"""Whether a home is ready to serve: can its record be read, its disk be written, and is there somebody to answer?

Says yes or no to each and nothing of what the home holds. No model is asked.
"""

from __future__ import annotations

import os
import secrets

from foam.errors import FoamError
from foam.home.desk import Desk
from foam.model.embedded.pins import PINS
from foam.model.embedded.pull import is_pulled
from foam.private import make_folder
from foam.values import Value

_PROBE = b"ready\n"


class Readiness(Value):
    """What works now; a home serves where all of it does."""

    record: bool
    """The record can be read, and so can a library in a database."""
    disk: bool
    """The folder can be written."""
    model: bool
    """The weights of the embedded models are there; or, where another model answers, it is set. It is not asked."""

    @property
    def is_ready(self) -> bool:
        return self.record and self.disk and self.model


def find_readiness(desk: Desk) -> Readiness:
    """Look at record, disk and models."""
    return Readiness(record=_can_read(desk), disk=_can_write(desk), model=_has_model(desk))


def _can_read(desk: Desk) -> bool:
    """Whether the record opens and its head adds up; in a new home there is none to be read yet."""
    try:
        if desk.library_url:
            with desk.open_shared_library() as library:
                list(library.newest_ids(1))
        if desk.library_file.exists():
            desk.reading.head()
    except (FoamError, OSError):
        return False
    return True


def _can_write(desk: Desk) -> bool:
    """Whether a small file can be written whole to the home's disk; it is gone afterwards. A new home is made."""
    path = desk.folder / f".ready-{secrets.token_hex(8)}"
    try:
        make_folder(desk.folder)
        held = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        try:
            os.write(held, _PROBE)
            os.fsync(held)
        finally:
            os.close(held)
            path.unlink()
    except OSError:
        return False
    return True


def _has_model(desk: Desk) -> bool:
    try:
        config = desk.configure()
        if desk.is_embedded(config):
            return all(is_pulled(desk.folder, pin) for pin in PINS)
        desk.models_for(config)
    except (FoamError, OSError):
        return False
    return True
