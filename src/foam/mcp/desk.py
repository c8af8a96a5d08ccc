"""What every tool works with: the home, how a run gets one, which files may be read, what tools take and give.

Words that came from a document, a model or a person are never plain text in what a tool gives: they are
objects with a field `untrusted`, so that whoever reads it can tell them from what FOAM itself says.
"""

from __future__ import annotations

import asyncio
import functools
import tempfile
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import BaseModel, ConfigDict, Field

from foam import FoamError, Home, InputError, NotFound
from foam.visible import clean_line
from foam.web.site import name_upload
from foam.web.works import AT_ONCE, Opener, Outcome, Work

P = ParamSpec("P")
R = TypeVar("R")
_TICK = 0.1
MOST_DOCUMENTS = 50


Told: TypeAlias = dict[str, Any]
"""What a tool gives."""
Writer: TypeAlias = Literal["document", "model", "person", "code"]
"""Who wrote something; what code works out or reports has words of documents in it."""


class GivenDocument(BaseModel):
    """A document that an assistant hands over to be examined."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(min_length=1, max_length=200, description="A file name with its ending, such as letter.txt.")
    text: str = Field(min_length=1, max_length=2_000_000)


@dataclass(frozen=True)
class Desk:
    """A home as assistants may use it."""

    home: Home
    open_home: Opener
    """Opens the same home for one run, with somebody who listens."""
    folders: tuple[Path, ...] = ()
    """Where files may be read from by their paths; nowhere if there are none."""
    allows_writing: bool = False
    offers_all: bool = False
    """Whether to offer what only some assistants need, such as writing cases."""
    turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    @contextmanager
    def lay_out(self, documents: Sequence[GivenDocument], files: Sequence[str]) -> Iterator[list[Path]]:
        """Documents that were handed over as files, and files that may be read; the former are gone afterwards."""
        if len(documents) + len(files) > MOST_DOCUMENTS:
            raise InputError(f"more than {MOST_DOCUMENTS} documents", hint="hand over fewer at once")
        with tempfile.TemporaryDirectory(prefix="foam-mcp-") as private:
            paths = []
            for number, one in enumerate(documents):
                path = Path(private) / str(number) / name_upload(one.name)
                path.parent.mkdir()
                path.write_text(one.text, encoding="utf-8", errors="surrogatepass")
                paths.append(path)
            yield [*paths, *(self._find_file(name) for name in files)]

    def _find_file(self, name: str) -> Path:
        """A file in one of the folders that may be read, wherever links lead."""
        for folder in self.folders:
            path = (folder / name).resolve()
            if path.is_relative_to(folder.resolve()) and path.exists():
                return path
        if not self.folders:
            hint = "hand over the text in `documents`, or start the server with --files FOLDER"
            raise InputError("this server may read no files", hint=hint)
        raise NotFound(f"there is no {clean_line(name)} in the folders that this server may read")

    async def run(self, context: Context, title: str, call: Callable[[Home], Coroutine[Any, Any, R]]) -> R:
        """Do what asks models with a home of its own, in a thread, and report how far it is.

        Whoever cancels the call stops the run after the question that is being answered; what is on record stays, and
        the same call goes on from there.
        """
        found: list[R] = []

        async def keep(home: Home) -> Outcome:
            found.append(await call(home))
            return Outcome(href="")

        work = Work("mcp", title, keep)
        async with self.turns:
            thread = asyncio.create_task(asyncio.to_thread(work.work, self.open_home))
            try:
                await _follow(context, work, thread)
            finally:
                work.cancel()  # nothing where it has ended
        ended = work.show()
        if ended.state != "done":
            raise ToolError(explain(ended.error or "it was stopped", ended.hint))
        return found[0]


async def _follow(context: Context, work: Work, thread: asyncio.Task[None]) -> None:
    """Report whenever another question was answered, until the work ends."""
    told = -1
    while True:
        done, _ = await asyncio.wait({thread}, timeout=_TICK)
        now = work.show()
        if now.done > told:
            told = now.done
            await context.report_progress(now.done, now.expected or None, now.step or None)
        if done:
            return


def explain(what: str, hint: str) -> str:
    """An error and the way forward, in a line or two."""
    return f"{clean_line(what)}\nWhat to do: {clean_line(hint)}" if hint else clean_line(what)


def explained(tool: Callable[P, R]) -> Callable[P, R]:
    """A tool whose errors say what to do; what is a fault of ours is told by its kind alone."""

    @functools.wraps(tool)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tool(*args, **kwargs)
        except FoamError as error:
            raise ToolError(explain(error.what, error.hint)) from error
        except OSError as error:
            raise ToolError(explain(f"a file cannot be read or written: {error.strerror}", "")) from error

    return call
