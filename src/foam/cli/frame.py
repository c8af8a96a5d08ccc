"""What every command shares: `--json`, `--quiet`, `--debug`, progress on stderr, errors as one line and a hint.

Knows no command. Exit codes: 0 done, 1 done and something failed verification, 2 bad input or setting,
3 a model or service could not be reached, 70 a fault of our own, 130 interrupted.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click

from foam.errors import FoamError

EXIT_FAULT = 70
EXIT_INTERRUPTED = 130

Command = TypeVar("Command", bound=Callable[..., Any])


class Face:
    """How one invocation talks: a text for people or one JSON document on stdout, everything else on stderr."""

    def __init__(self, *, as_json: bool, quiet: bool, debug: bool) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.debug = debug

    def show(self, text: str, data: dict[str, Any]) -> None:
        """Print the result, once: the JSON document with `--json`, else the text."""
        click.echo(json.dumps(data, ensure_ascii=False, indent=2) if self.as_json else text.rstrip("\n"))

    def note(self, line: str) -> None:
        """A plain line on stderr, unless quiet."""
        if not self.quiet:
            click.echo(line, err=True)

    @contextmanager
    def progress(self, label: str, total: int) -> Iterator[Callable[[int], None]]:
        """Yield `advance(n)`: a bar on a terminal, about ten plain lines otherwise, nothing when quiet."""
        if self.quiet:
            yield lambda _: None
        elif sys.stderr.isatty():
            with click.progressbar(length=total, label=label, file=sys.stderr) as bar:
                yield bar.update
        else:
            yield _Lines(label, total).advance

    def fail(self, error: FoamError) -> NoReturn:
        """Say what went wrong and what to do next; leave with the error's code."""
        if self.as_json:
            click.echo(json.dumps({"error": error.what, "hint": error.hint, "exit": error.exit_code}))
        click.echo(f"error: {_one_line(error.what)}", err=True)
        if error.hint:
            click.echo(f"hint: {_one_line(error.hint)}", err=True)
        sys.exit(error.exit_code)


class _Lines:
    """Progress for logs: a line each tenth of the way."""

    def __init__(self, label: str, total: int) -> None:
        self._label, self._total, self._done, self._said = label, max(1, total), 0, 0

    def advance(self, n: int) -> None:
        self._done += n
        tenth = 10 * self._done // self._total
        if tenth > self._said:
            self._said = tenth
            click.echo(f"{self._label}: {self._done}/{self._total}", err=True)


def faced(command: Command) -> Command:
    """Give a command the shared options, a `face` as its first argument, and errors that people can act on."""

    @functools.wraps(command)
    def wrapped(*args: Any, as_json: bool, quiet: bool, debug: bool, **kwargs: Any) -> Any:
        face = Face(as_json=as_json, quiet=quiet, debug=debug)
        try:
            return command(face, *args, **kwargs)
        except FoamError as error:
            if debug:
                traceback.print_exc()
            face.fail(error)
        except (click.ClickException, click.Abort, click.exceptions.Exit, BrokenPipeError, KeyboardInterrupt):
            raise
        except Exception as error:  # the roof: nothing above can catch it, and people never see a traceback
            _fault(face, error)

    for option in reversed(_OPTIONS):
        wrapped = option(wrapped)
    return wrapped  # type: ignore[return-value]


_OPTIONS = (
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else on stdout."),
    click.option("--quiet", is_flag=True, help="No progress on stderr."),
    click.option("--debug", is_flag=True, help="Show the traceback of an error."),
)


def _fault(face: Face, error: Exception) -> NoReturn:
    if face.debug:
        traceback.print_exc()
    click.echo(f"error: unexpected {type(error).__name__}: {_one_line(str(error))}", err=True)
    click.echo("hint: run it again with --debug and report the traceback", err=True)
    sys.exit(EXIT_FAULT)


def collect_seldom() -> None:
    """Look for garbage in cycles seldom: a command makes little of it, and each look walks all that is in memory."""
    gc.set_threshold(50_000)


def run_cli(group: click.Command, argv: list[str] | None = None) -> NoReturn:
    """Run the command line; usage errors leave with 2, a closed pipe and an interrupt quietly."""
    try:
        group.main(args=argv, standalone_mode=False, prog_name="foam")
        sys.exit(0)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted; what was recorded is kept", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)


def home() -> Path:
    """The folder that holds all state, for the process's environment."""
    from foam.settings import find_home

    return find_home(os.environ, Path.cwd(), Path.home())


def _one_line(text: str) -> str:
    return " ".join(text.split())
