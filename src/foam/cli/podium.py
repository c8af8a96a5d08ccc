"""Where a person speaks in a debate: words at the terminal, from a file or from an editor, with the time they took."""

from __future__ import annotations

import signal
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

import foam
from foam.cli.output import say
from foam.visible import clean_line

_WIDTH = 100
_ASKED = {"speech": "Your speech", "question": "Your question", "answer": "Your answer"}
_HOW = (
    "  end with an empty line; @FILE reads a file, ! opens your editor; Ctrl-C leaves, and the same command goes on\n"
    "  each paragraph, or line without marks that ends a sentence, is a point of yours; of a single line, each "
    "statement; [point] opens one, [weigh] a weighing that nobody has to answer\n"
    "  [1.2] before what answers their point 1.2, up to the next mark or the end of the paragraph; [concede 1.2] or "
    "[grant 1.2] where you give it or a part of it its due; [2.1] before what takes up your own 2.1 again, "
    "[let go 2.1] where you leave it; [d:3f9a2c#s47] reads a card"
)
_HOW_TO_ASK = "  [1.3] before the question names the statement that it is about; else you are asked which"
_HOW_TO_ANSWER = (
    "  [concede] before the answer gives the point up, [grant] grants what is asked and keeps the point, [qualify] "
    "narrows it; without a mark you stand by it"
)


def make_podium(
    home: foam.Home, *, heard: bool, quiet: Callable[[], AbstractContextManager[None]] = nullcontext
) -> Callable[[Any, Any], str]:
    """Asks the person for the words of a turn; what was said before is shown unless they have heard it already.

    While the person reads and writes it is `quiet`: nobody else draws on the terminal.
    """
    taken = {"prep": 0.0, "speech": 0.0}

    def listen(floor: Any, kind: Any) -> str:
        with quiet(), _ended_by_interrupt():
            return listen_in_quiet(floor, kind)

    def listen_in_quiet(floor: Any, kind: Any) -> str:
        if floor.turns and not heard:
            say(home.debate.describe(floor.turns[-1]) + "\n", err=True)
        open_points = [_fold(f"{point.id} {point.headline}", indent="  ") for point in floor.owed]
        if kind == "speech" and open_points:
            say("Not answered yet, and dropped if you leave it:\n" + "\n".join(open_points), err=True)
        for line in _tell_cross(home, floor, kind):
            say(line, err=True)
        say(clean_line(f"{_ASKED[kind]} for: {floor.position} (at most {floor.limit} words)"), err=True)
        say({"speech": _HOW, "question": _HOW_TO_ASK, "answer": _HOW_TO_ANSWER}[kind], err=True)
        began = time.monotonic()
        first = _read_line()
        prepared = time.monotonic()
        said = _complete(first, alone=kind != "speech")
        said = _keep_within(home, floor, said, alone=kind != "speech")
        said = _name_statement(home, floor, said) if kind == "question" else said
        spoken = time.monotonic()
        taken["prep"] += prepared - began
        taken["speech"] += spoken - prepared
        times = (
            f"preparation {_show(prepared - began)} ({_show(taken['prep'])} since you sat down), "
            f"speech {_show(spoken - prepared)}"
        )
        say(f"{_tell_length(home, floor, said, spoken=True)}; {times}", err=True)
        return said

    return listen


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """While a person reads and writes, one Ctrl-C ends the command; the loop would only note the first."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _interrupt(number: int, frame: Any) -> None:
    say("\nthe same command takes the debate up where it was", err=True)
    signal.default_int_handler(number, frame)


def _keep_within(home: foam.Home, floor: Any, said: str, *, alone: bool) -> str:
    """What is said, once nothing is wrong with its length and marks or the person has heard what is and keeps it."""
    while wrong := _list_wrong(home, floor, said, alone=alone):
        say("\n".join(map(_fold, wrong)), err=True)
        say("An empty line keeps it so; or say it again:", err=True)
        line = sys.stdin.readline().strip()
        if not line:
            return said
        said = _complete(line, alone=alone)
    return said


def _list_wrong(home: foam.Home, floor: Any, said: str, *, alone: bool) -> list[str]:
    """What a person hears before a turn counts: that it is too long, and of a speech which marks lead nowhere and what
    code finds no source for."""
    found = home.debate.measure(floor, said)
    beyond = f"this would not be spoken: “{found.unspoken}”" if found.unspoken else "it is told as over the limit"
    wrong = [f"{_tell_length(home, floor, said)}: {beyond}"] if found.words > floor.limit else []
    return wrong if alone else [*wrong, *found.wrong_marks, *home.debate.foresee_marks(floor, said)]


def _tell_length(home: foam.Home, floor: Any, said: str, *, spoken: bool = False) -> str:
    found = home.debate.measure(floor, said)
    cards = ", cards included" if found.reads_cards else ""
    return f"{found.spoken if spoken else found.words} of at most {floor.limit} words{cards}"


def _tell_cross(home: foam.Home, floor: Any, kind: str) -> Iterator[str]:
    """What a person needs to know before they ask or answer: the statements, or the one that was asked about."""
    if kind == "question":
        yield "Their statements:"
        for one in home.debate.askable(floor):
            told = ["" if one.answered else "nobody has answered it", "asked about before" if one.asked else ""]
            found = "; ".join(filter(None, (*told, *one.marks)))
            yield _fold(f"{one.point} {one.says}{f' ({found})' if found else ''}", indent="  ")
    if kind == "answer" and floor.turns:
        about = floor.turns[-1].about
        own = next((point for turn in floor.turns for point in turn.points if point.id == about), None)
        if own is not None:
            yield _fold(f"You are asked about your {own.id}: {own.headline}")


def _name_statement(home: foam.Home, floor: Any, said: str) -> str:
    """The question with the statement that it counts for: where it is open which is meant, the person says."""
    found = home.debate.read_question(floor, said)
    if found is None:
        return said
    known = [one.point for one in home.debate.askable(floor)]
    if not found.open:
        say(_fold(f"it counts for {found.point.id}: {found.point.headline}"), err=True)
        return said
    asked, words = f"Which statement is it about? ({', '.join(known)})", found.words
    for note in found.notes[:-1]:
        say(note, err=True)
    while True:
        say(asked, err=True)
        named = _read_line().strip(" []")
        if named in known:
            return f"[{named}] {words}"
        again = home.debate.read_question(floor, f"[{named}] {words}")
        if again is not None and not again.open:
            say(_fold(f"it counts for {again.point.id}: {again.point.headline}"), err=True)
            return f"[{again.point.id}] {words}"
        say(f"{named} is no statement on which the other side stands", err=True)


def _complete(first: str, *, alone: bool) -> str:
    """The whole turn that begins with this line: a file, what an editor gave, or lines up to an empty one."""
    if first.startswith("@"):
        path = Path(first[1:].strip()).expanduser()
        try:
            return path.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            say(f"{path}: {error}; say it here", err=True)
            return _complete(_read_line(), alone=alone)
    if first.strip() == "!":
        edited = (click.edit("") or "").strip()
        return edited or _complete(_read_line(), alone=alone)
    lines = [first]
    while not alone and (line := sys.stdin.readline()).strip():
        lines.append(line.strip())
    return "\n".join(lines)


def _read_line() -> str:
    """The next line that says something."""
    for line in sys.stdin:
        if line.strip():
            return line.strip()
    raise click.Abort


def _show(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _fold(text: str, *, indent: str = "") -> str:
    """The whole of a text in lines: of a claim that is cut nobody can tell what it says."""
    return textwrap.fill(clean_line(text), _WIDTH, initial_indent=indent, subsequent_indent=indent)
