"""Where the command line prints: every text is cleaned on its way out, and an output that cannot be written says so."""

from __future__ import annotations

import errno
import io
import os
import sys
import textwrap
from shutil import get_terminal_size
from typing import TextIO

import click

from foam.visible import clean


class Unwritable(Exception):
    """Standard output took nothing more: its reader is gone, or its disk is full."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error.strerror or str(error))
        self.is_closed = error.errno == errno.EPIPE


def say(text: str, *, err: bool = False) -> None:
    """Print a text and a line end. What cannot be said on stderr is left unsaid: the work goes on."""
    draw(f"{clean(text)}\n", err=err)


def draw(text: str, *, err: bool = False) -> None:
    """Print as it is, for what the program itself made of clean parts and control codes."""
    try:
        click.echo(text, err=err, nl=False)
    except OSError as error:
        mute(sys.stderr if err else sys.stdout)
        if not err:
            raise Unwritable(error) from error


def fold_for_terminal(text: str, columns: int | None = None) -> str:
    """Long lines broken between words where the text is read on a terminal that is narrower."""
    if columns is None:
        if not sys.stdout.isatty():
            return text
        columns = get_terminal_size().columns
    return "\n".join(_fold(line, columns) for line in text.split("\n"))


def _fold(line: str, columns: int) -> str:
    if len(line) <= columns:
        return line
    inset = " " * min(len(line) - len(line.lstrip()), columns // 2)
    lines = textwrap.wrap(line, columns, subsequent_indent=inset, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)


class Stdout(io.TextIOBase):
    """Standard output as a stream to write clean lines to; nothing waits in it."""

    def write(self, text: str) -> int:
        draw(clean(text))
        return len(text)


def mute(stream: TextIO) -> None:
    """Send the rest to nowhere, or Python would try once more at its end, and complain."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    except (OSError, ValueError):  # a stream in memory has no number
        return
