"""The bundle's container: a zip that is written in one way only, so that no byte of it can differ unnoticed.

Nothing is compressed, so nothing can expand; names are plain; times are fixed. Reading compares the bytes with what
would be written from the content.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping
from typing import NamedTuple

from foam.errors import VerificationError

_UNREADABLE = (ValueError, NotImplementedError, OSError, OverflowError, EOFError, IndexError, struct.error)
"""What the zip library raises on bytes that are no zip."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_UNIX, _PLAIN_FILE = 3, 0o100644 << 16


class Opened(NamedTuple):
    """What a container holds, and at which byte it differs from how we write it; None when it does not."""

    files: dict[str, bytes]
    differs_at: int | None


def pack(files: Mapping[str, bytes]) -> bytes:
    """The files as one container."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, date_time=_EPOCH)
            info.create_system, info.external_attr = _UNIX, _PLAIN_FILE
            archive.writestr(info, files[name])
    return out.getvalue()


def unpack(data: bytes) -> Opened:
    """The files of a container; VerificationError when it cannot be read at all. Damaged content is still given."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = {info.filename: _content(data, info) for info in archive.infolist()}
    except (*_UNREADABLE, zipfile.BadZipFile) as error:
        raise VerificationError(
            f"the container cannot be read: {error}", hint="it was cut short or changed; get it again"
        ) from error
    written = pack(files)
    return Opened(files, None if written == data else _first_difference(written, data))


def _content(data: bytes, info: zipfile.ZipInfo) -> bytes:
    """The bytes as they lie there, right or wrong: the digests in the statement judge them, not a checksum."""
    if info.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{info.filename!r} is compressed, and a bundle holds nothing compressed")
    start = info.header_offset + 30
    names = int.from_bytes(data[start - 4 : start - 2], "little") + int.from_bytes(data[start - 2 : start], "little")
    content = data[start + names : start + names + info.compress_size]
    if len(content) != info.compress_size:
        raise ValueError(f"{info.filename!r} is cut short")
    return content


def _first_difference(one: bytes, other: bytes) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
