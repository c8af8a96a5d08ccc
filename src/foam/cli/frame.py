"""What every command shares: the home it works in, `--json`, `--quiet`, `--debug`, progress on stderr, errors as one
line and a hint.

Exit codes: 0 done, 1 done and something failed verification, 2 bad input or setting,
3 a model or service could not be reached, 4 a bundle is whole and its signer unknown, 70 a fault of our own,
74 the output could not be written, 130 interrupted.
"""

from __future__ import annotations

import functools
import gc
import io
import math
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

import click

import foam
from foam import FoamError
from foam.cli.output import Unwritable, fold_for_terminal, mute, say
from foam.cli.progress import ProgressLine
from foam.visible import clean_line, dump_json

if TYPE_CHECKING:
    from foam import Home

_EXIT_FAULT = 70
_EXIT_UNWRITTEN = 74
_EXIT_INTERRUPTED = 130

Command = TypeVar("Command", bound=Callable[..., Any])


class FileOption(click.Option):
    """An option that names a file to write. Its help lists the endings that it may have."""

    def __init__(self, declared: Sequence[str], *, endings: Sequence[str], help: str, **options: Any) -> None:  # noqa: A002
        described = f"{help}; its ending says how: {', '.join(endings)}."
        path = click.Path(dir_okay=False, path_type=Path)
        super().__init__(declared, **{"type": path, "help": described, **options})


class Face:
    """How one invocation talks: a text for people or one JSON document on stdout, everything else on stderr."""

    def __init__(self, *, as_json: bool, quiet: bool, debug: bool) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.debug = debug
        self._line = ProgressLine()

    @contextmanager
    def home(self, *, waits: bool = False, **settings: Any) -> Iterator[Home]:
        """The home that this command works in, opened. Settings that are None change nothing.

        `waits` shows at once, and while nothing is heard, that something goes on, as commands that run a job do.

        Whoever calls a command from code may pass arguments of `foam.open` (models, clock, …) as click's `obj`.
        """
        context = click.get_current_context()
        given = context.find_object(dict) or {}
        settings |= context.meta.get(_BUDGET, {})
        listener = {} if self.quiet else {"listener": self._line}
        if (waits or _BUDGET in context.meta) and not self.quiet:
            self._line.begin(context.command_path)
        with foam.open(**{**listener, **{k: v for k, v in settings.items() if v is not None}, **given}) as home:
            if home.remark:
                self.note(home.remark)
            try:
                yield home
            finally:
                self._line.clear()

    def show(self, text: str, data: dict[str, Any]) -> None:
        """Print the result, once: the JSON document with `--json`, else the text."""
        say(dump_json(data) if self.as_json else fold_for_terminal(text.rstrip("\n")))

    def note(self, line: str) -> None:
        """A plain line on stderr, unless quiet."""
        if not self.quiet:
            with self._line.rest():
                say(line, err=True)

    def rest(self) -> AbstractContextManager[None]:
        """While somebody at the terminal reads and writes, no progress is shown."""
        return self._line.rest()

    def fail(self, error: FoamError) -> NoReturn:
        """Say what went wrong and what to do next; leave with the error's code."""
        if self.as_json:
            say(dump_json({"error": error.what, "hint": error.hint, "exit": error.exit_code}, indent=None))
        say(f"error: {clean_line(error.what)}", err=True)
        if error.hint:
            say(f"hint: {clean_line(error.hint)}", err=True)
        sys.exit(error.exit_code)


def join_options(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """One decorator for options that several commands share; help shows them in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def faced(command: Command) -> Command:
    """Give a command the shared options, a `face` as its first argument, and errors that people can act on."""

    @functools.wraps(command)
    def wrapped(*args: Any, as_json: bool, quiet: bool, debug: bool, **kwargs: Any) -> Any:
        face = Face(as_json=as_json, quiet=quiet, debug=debug)
        try:
            return command(face, *args, **kwargs)
        except FoamError as error:
            if debug:
                say(traceback.format_exc(), err=True)
            face.fail(error)
        except (click.ClickException, click.Abort, click.exceptions.Exit, Unwritable, KeyboardInterrupt):
            raise
        except OSError as error:
            if debug:
                say(traceback.format_exc(), err=True)
            face.fail(_explain(error))
        except Exception as error:  # the roof: nothing above can catch it, and people never see a traceback
            _fault(face, error)

    return _shared_options(wrapped)  # type: ignore[return-value]


_shared_options = join_options(
    click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else on stdout."),
    click.option("--quiet", is_flag=True, help="No progress on stderr."),
    click.option("--debug", is_flag=True, help="Show the traceback of an error."),
)


def _fault(face: Face, error: Exception) -> NoReturn:
    if face.debug:
        say(traceback.format_exc(), err=True)
    say(f"error: unexpected {type(error).__name__}: {clean_line(str(error))}", err=True)
    say("hint: run it again with --debug and report the traceback", err=True)
    sys.exit(_EXIT_FAULT)


def _explain(error: OSError) -> FoamError:
    """What the system would not do, as people read it."""
    where = f" {os.fsdecode(error.filename)}" if isinstance(error.filename, str | bytes) else ""
    return FoamError(
        f"cannot read or write{where}: {error.strerror or error}",
        hint="check that the disk has room and the place may be written; --debug shows where it happened",
    )


def collect_seldom() -> None:
    """Look for garbage in cycles seldom: a command makes little of it, and each look walks all that is in memory."""
    gc.set_threshold(50_000)


def run_cli(group: click.Command, argv: list[str] | None = None) -> NoReturn:
    """Run the command line; usage errors leave with 2, a closed pipe and an interrupt quietly."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a terminal that is not UTF-8 still shows every text
    try:
        code = group.main(args=argv, standalone_mode=False, prog_name="foam")
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        shown = io.StringIO()
        error.show(shown)
        say(shown.getvalue().rstrip("\n"), err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        say("interrupted; what was recorded is kept, and the same command goes on from there", err=True)
        sys.exit(_EXIT_INTERRUPTED)
    except OSError as error:  # of click's own printing, such as --help
        mute(sys.stdout)
        _leave_unwritten(Unwritable(error))
    except Unwritable as error:
        _leave_unwritten(error)


def run_program(group: click.Command) -> NoReturn:
    """Run the command line as a process of its own: interrupted, it ends at once."""
    try:
        run_cli(group)
    except SystemExit as left:
        if left.code != _EXIT_INTERRUPTED:
            raise
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        # Python would wait for the threads that still answer questions; nobody wants these answers any more, and the
        # home is closed.
        os._exit(_EXIT_INTERRUPTED)


def _leave_unwritten(error: Unwritable) -> NoReturn:
    if error.is_closed:  # whoever read has seen enough
        sys.exit(0)
    say(f"error: the output could not be written: {error}", err=True)
    sys.exit(_EXIT_UNWRITTEN)


def _read_budget(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> None:
    """Keep the budget for the home that the command opens; also the mark of a command that asks models."""
    settings: dict[str, int | float] = {}
    for words in given:
        money = words.startswith("money:")
        try:
            amount = float(words.removeprefix("money:")) if money else int(words)
        except ValueError:
            amount = 0
        if not 0 < amount < math.inf:
            what = f"{words!r} is no budget: write 200000 for tokens, or money:2.50 for money"
            raise click.BadParameter(what, context, option)
        settings["money_budget" if money else "token_budget"] = amount
    context.meta[_BUDGET] = settings


_BUDGET = "foam.budget"
BUDGET = click.option(
    "--budget", multiple=True, metavar="TOKENS|money:AMOUNT", expose_value=False, callback=_read_budget,
    help="Stop when so many tokens or so much money is spent at endpoints; what was finished is kept "
    "[the settings `token_budget` and `money_budget`].",
)  # fmt: skip
"""What every command takes that asks models."""
SEED = click.option("--seed", type=int, help="Same seed, same record [the setting `seed`].")
DRY_RUN = click.option(
    "--dry-run", is_flag=True, help="Only estimate questions, tokens and money; nobody is asked, nothing is written."
)


WORKERS = click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True,
    help="Processes that compute for the embedded model, at most one a core; the result is the same.",
)  # fmt: skip
"""What commands take that judge many things."""


def tell_missing(
    face: Face, home: Home, *, model: str | None = None, vectors: Literal["static", "minilm"] = "static"
) -> None:
    """Say at once which weights a run will need that are not here: an estimate and an import need none."""
    if missing := home.model.describe_missing(model, vectors=vectors):
        face.note(missing)


def tell_estimate(face: Face, home: Home, found: Any, model: str | None) -> None:
    """What a run would take, and which weights it will need that are not here."""
    tell_missing(face, home, model=model)
    face.show(home.estimate.describe(found), home.estimate.data(found))


def tell_cost(home: Home, ran: Any) -> tuple[list[str], dict[str, Any]]:
    """What a run cost, as a line for people, where anything was asked of an endpoint; and as data."""
    found = home.record.cost(ran)
    when = "cost: " if getattr(ran, "asked", 1) else "cost: nothing this time; what is on record took "
    return ([f"{when}{found}"] if found.total.is_paid else []), {"cost": found.total.json_value()}


def read_pairs(context: click.Context, option: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """`NAME=VALUE`, given any number of times, as a mapping."""
    pairs = [one.partition("=") for one in given]
    for name, _, value in pairs:
        if not (name.strip() and value.strip()):
            raise click.BadParameter(f"write {option.make_metavar(context)}", context, option)
    return {name.strip(): value.strip() for name, _, value in pairs}


def leave(ok: bool) -> None:
    """Exit code 1 says: done, and something did not hold up."""
    if not ok:
        click.get_current_context().exit(1)
