"""A Word file as parts of XML, opened with care: no bombs, no entities, no passwords."""

from __future__ import annotations

import posixpath
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from lxml import etree

from foam.evidence.imports.base import Limits, Unreadable

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
_TRANSITIONAL = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_SMALL = 10 * 2**20
"""Below this a large ratio of expansion does no harm: XML of repeated styles packs well."""


class Package:
    """The parts of one Word file."""

    def __init__(self, archive: ZipFile, limits: Limits) -> None:
        self._archive = archive
        self._left = limits.expanded_bytes
        self.main = self._main_part()

    def part(self, name: str) -> etree._Element | None:
        """The root of a part beside the main one (`styles.xml`), or nothing."""
        return self._xml(posixpath.join(posixpath.dirname(self.main), name))

    def body(self) -> etree._Element:
        root = self._xml(self.main)
        body = root.find(f"{W}body") if root is not None else None
        if body is None:
            raise Unreadable("damaged: the Word file has no document part")
        return body

    def title_and_author(self) -> tuple[str, str]:
        """Title and author of the file's own properties."""
        core = self._xml("docProps/core.xml")
        if core is None:
            return "", ""
        dublin = "{http://purl.org/dc/elements/1.1/}"
        return core.findtext(f"{dublin}title") or "", core.findtext(f"{dublin}creator") or ""

    def _main_part(self) -> str:
        relations = self._xml("_rels/.rels")
        for relation in relations.iter(_RELATION) if relations is not None else ():
            if relation.get("Type", "").endswith("/officeDocument"):
                return relation.get("Target", "").lstrip("/")
        return "word/document.xml"

    def _xml(self, name: str) -> etree._Element | None:
        try:
            data = _as_utf8(self._bytes(self._archive.getinfo(name)))
        except KeyError:
            return None
        if b"<!DOCTYPE" in data[:4096] or b"<!ENTITY" in data:
            raise Unreadable(f"refused: {name} declares entities")
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True)
        try:
            return etree.fromstring(data.replace(_STRICT, _TRANSITIONAL), parser)
        except etree.XMLSyntaxError as error:
            raise Unreadable(f"damaged: {name} is not well formed") from error

    def _bytes(self, info: ZipInfo) -> bytes:
        """The part unpacked; what the archive says of its size is not trusted."""
        with self._archive.open(info) as file:
            data = file.read(self._left + 1)
        if len(data) > self._left:
            raise Unreadable("refused: the file expands beyond the limit (a zip bomb?)")
        self._left -= len(data)
        return data


def _as_utf8(data: bytes) -> bytes:
    """A part in UTF-16 as the same part in UTF-8, so that whatever is looked for in its bytes is found."""
    if not data.startswith((*_UTF16, b"<\0", b"\0<")):
        return data
    encoding = "utf-16" if data.startswith(_UTF16) else "utf-16-le" if data[0] else "utf-16-be"
    try:
        return _DECLARATION.sub("", data.decode(encoding), count=1).encode()
    except UnicodeDecodeError as error:
        raise Unreadable("damaged: a part of the Word file is no whole UTF-16") from error


@contextmanager
def open_package(path: Path, limits: Limits) -> Iterator[Package]:
    """The file's parts; whatever is wrong with the archive is refused."""
    try:
        with ZipFile(path) as archive:
            _check(archive, path.stat().st_size, limits)
            yield Package(archive, limits)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeDecodeError) as error:
        raise Unreadable(f"damaged: not a readable Word file ({error})") from error


def _check(archive: ZipFile, size: int, limits: Limits) -> None:
    entries = archive.infolist()
    if any(entry.flag_bits & 1 for entry in entries):
        raise Unreadable("encrypted: the file needs a password")
    expanded = sum(entry.file_size for entry in entries)
    if expanded > limits.expanded_bytes or (expanded > _SMALL and expanded > size * limits.expansion):
        raise Unreadable(f"refused: {size:,} bytes expand to {expanded:,} (a zip bomb?)")
