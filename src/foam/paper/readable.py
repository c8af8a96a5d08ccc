"""Values that people read. Each is composed of blocks once, and from that rendered, saved and shown in a notebook.

    @compose.register
    def compose_dossier(dossier: Dossier) -> Paper: ...

A value may have formats of its own beside the document's (`add_formats`): a graph, an exchange format, a Word template.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import singledispatch
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

from foam.errors import InputError
from foam.paper.blocks import Paper
from foam.paper.formats import ENDINGS, make_safe, render, require_extra, save, unknown_ending
from foam.paper.to_html import fragment

Writer: TypeAlias = Callable[..., str | bytes]
"""Takes the value, and whatever options `save` was given."""

_OWN_FORMATS: dict[type, Mapping[str, Writer]] = {}


@singledispatch
def compose(value: object, **options: Any) -> Paper:
    """The value as a document. Some kinds take options, such as the pace at which a case is read."""
    if isinstance(value, Readable):
        value.import_views()
    if compose.dispatch(type(value)) is compose.dispatch(object):
        raise TypeError(f"nothing says how a {type(value).__name__} is read")
    return compose(value, **options)


def add_formats(kind: type, formats: Mapping[str, Writer]) -> None:
    """Give a kind of value formats of its own, by the ending of the file; they stand above the document's."""
    _OWN_FORMATS[kind] = {**_OWN_FORMATS.get(kind, {}), **formats}


class Readable:
    """A value that people read."""

    view_modules: ClassVar[tuple[str, ...]] = ()
    """The modules that say how it is read and saved, where its own does not. They stand above it, so they are named."""

    @classmethod
    def import_views(cls) -> None:
        """Import what says how it is read and saved: only who reads or saves a value pays for that."""
        for module in cls.view_modules:
            import_module(module)

    @classmethod
    def endings(cls) -> tuple[str, ...]:
        """The endings of the files it can be saved to."""
        cls.import_views()
        return tuple(dict.fromkeys([*_OWN_FORMATS.get(cls, {}), *ENDINGS]))

    @classmethod
    def check_ending(cls, path: Path | str) -> str:
        """The longest known ending of a file's name. What could not be written is refused, before any work."""
        name = Path(path).name.lower()
        known = [ending for ending in cls.endings() if name.endswith(ending)]
        if not known:
            raise unknown_ending(Path(path), cls.endings())
        if not Path(path).absolute().parent.is_dir():
            raise InputError(f"cannot write {path}: there is no such folder", hint="name a folder that is there")
        require_extra(Path(path))
        return max(known, key=len)

    def render(self, form: Literal["html", "md", "text"], **options: Any) -> str:
        """The value as HTML, Markdown or plain text."""
        return render(compose(self, **options), form)

    def save(self, path: Path | str, **options: Any) -> Path:
        """Write it to a file; the ending of the name says how."""
        return save(Path(path), self._make(self.check_ending(path), **options))

    def write_bytes(self, path: Path | str, **options: Any) -> bytes:
        """What `save` would write to a file of this name."""
        made = make_safe(Path(path).suffix, self._make(self.check_ending(path), **options))
        return made.encode() if isinstance(made, str) else made

    def _make(self, ending: str, **options: Any) -> str | bytes:
        writer = _OWN_FORMATS.get(type(self), {}).get(ending)
        return writer(self, **options) if writer else render(compose(self, **options), ENDINGS[ending])

    def __str__(self) -> str:
        """The document as plain text."""
        return self.render("text")

    def _repr_html_(self) -> str:
        """The document, as notebooks show it."""
        return fragment(compose(self))
