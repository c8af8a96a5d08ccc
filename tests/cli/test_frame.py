"""What every command shares: one JSON document, progress on stderr, errors as one line and a hint, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import click
import pytest

from foam.cli.frame import Face, faced, leave, run_cli
from foam.errors import InputError, Unreachable, VerificationError


def _command(work: Callable[[Face], None]) -> click.Command:
    @click.command()
    @faced
    def command(face: Face) -> None:
        work(face)

    return command


def _run(work: Callable[[Face], None], *argv: str) -> int:
    with pytest.raises(SystemExit) as left:
        run_cli(_command(work), list(argv))
    return int(left.value.code or 0)


def _shows(face: Face) -> None:
    face.note("working")
    face.show("for people", {"for": "programs"})


def test_json_prints_one_document_and_nothing_else_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_shows, "--json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == {"for": "programs"}
    assert err == "working\n"


def test_people_get_text_and_quiet_silences_progress(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_shows, "--quiet") == 0
    assert capsys.readouterr() == ("for people\n", "")


@pytest.mark.parametrize(
    ("error", "code"),
    [(InputError("a", hint="b"), 2), (VerificationError("a", hint="b"), 1), (Unreachable("a", hint="b"), 3)],
)
def test_errors_are_one_line_and_a_hint_with_their_exit_code(
    capsys: pytest.CaptureFixture[str], error: Exception, code: int
) -> None:
    assert _run(_raiser(error)) == code
    assert capsys.readouterr() == ("", "error: a\nhint: b\n")


def test_an_error_under_json_is_a_document_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_raiser(InputError("a", hint="b")), "--json") == 2
    assert json.loads(capsys.readouterr().out) == {"error": "a", "hint": "b", "exit": 2}


def test_a_fault_of_our_own_shows_no_traceback_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_raiser(ZeroDivisionError("oops"))) == 70
    assert "Traceback" not in capsys.readouterr().err
    assert _run(_raiser(ZeroDivisionError("oops")), "--debug") == 70
    assert "Traceback" in capsys.readouterr().err


def test_wrong_usage_leaves_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_shows, "--nonsense") == 2


def test_an_interrupt_leaves_with_130() -> None:
    assert _run(_raiser(KeyboardInterrupt())) == 130


def _raiser(error: BaseException) -> Callable[[Face], None]:
    def work(_: Any) -> None:
        raise error

    return work


def test_what_did_not_hold_up_leaves_with_one() -> None:
    assert _run(lambda _: leave(False)) == 1
    assert _run(lambda _: leave(True)) == 0
