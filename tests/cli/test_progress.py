"""The progress line: what is done of what is expected, the last words, cut to the terminal, and never on stdout."""

from __future__ import annotations

import threading

import pytest

from foam.cli.progress import ProgressLine, cut_to_width
from foam.job.events import (
    AnswerReused,
    Event,
    QuestionAnswered,
    QuestionAsked,
    RunFinished,
    RunPlanned,
    RunStarted,
    StepProgress,
)
from foam.model.question import Usage

EVENTS: tuple[Event, ...] = (
    RunPlanned(job="deliberate", questions=90),
    QuestionAsked(step="proposal", decider="house"),
    QuestionAsked(step="proposal", decider="house"),
    QuestionAnswered(step="proposal", entry="b2:1", decider="house", said="The fee\x1b[31m should\nfall."),
    StepProgress(step="seats", done=1, total=4),
    AnswerReused(step="critique", entry="b2:2"),
)


class _Clock:
    """Goes on by so many seconds each time somebody looks."""

    def __init__(self, step: float) -> None:
        self.now, self._step = 100.0, step

    def __call__(self) -> float:
        self.now += self._step
        return self.now


def _hear(events: tuple[Event, ...], *, tty: bool, step: float) -> None:
    line = ProgressLine(tty=tty, columns=40, clock=_Clock(step))
    line.begin("foam deliberate")
    for event in events:
        line(event)
    line.clear()


def test_plain_lines_say_what_is_done_of_what_is_expected(capsys: pytest.CaptureFixture[str]) -> None:
    _hear(EVENTS, tty=False, step=3.0)
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert lines[0] == "foam deliberate: starting"
    assert lines[1] == "0 of about 90 answered"
    last = "seats 1/4; 2 of about 90 answered (1 known), 1 asked; critique; “The fee·[31m should fall.”"
    assert lines[-1] == last


def test_plain_lines_are_seldom_and_the_first_is_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    _hear(EVENTS, tty=False, step=0.01)
    assert capsys.readouterr().err.splitlines() == ["foam deliberate: starting", "0 of about 90 answered"]


def test_a_terminal_has_one_line_that_changes_and_goes(capsys: pytest.CaptureFixture[str]) -> None:
    _hear((*EVENTS, RunFinished(job="deliberate", run="b2:0", asked=2, reused=1)), tty=True, step=1.0)
    out, err = capsys.readouterr()
    assert out == ""
    assert "\n" not in err
    drawn = err.split("\r")[1:]
    assert len(drawn) == len(EVENTS) + 2
    assert max(map(len, drawn)) == 39
    assert drawn[-1] == ""


def test_more_answers_than_expected_are_not_measured_by_it(capsys: pytest.CaptureFixture[str]) -> None:
    few = RunPlanned(job="deliberate", questions=1)
    _hear((few, *EVENTS[1:]), tty=False, step=3.0)
    assert "of about" not in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    ("line", "columns", "shown"),
    [
        ("short", 10, "short"),
        ("just right", 10, "just right"),
        ("a line too long", 10, "a line to…"),
        ("漢字漢字", 5, "漢字…"),
    ],
)
def test_a_line_is_cut_by_columns(line: str, columns: int, shown: str) -> None:
    assert cut_to_width(line, columns) == shown


def test_before_anything_is_heard_the_line_says_what_runs_and_since_when(capsys: pytest.CaptureFixture[str]) -> None:
    clock = _Clock(0.0)
    line = ProgressLine(tty=False, clock=clock)
    line.begin("foam examine")
    for event in ((), (RunStarted(job="examine", run="b2:0"),)):
        clock.now += 36.0
        for one in event:
            line(one)  # that a run has begun says nothing of what it does
        clock.now += 4.0
        line.show_wait()
    line.clear()
    assert capsys.readouterr().err.splitlines() == [
        "foam examine: starting",
        "foam examine: at work for 40 s",
        "foam examine: at work for 80 s",
    ]


def test_a_line_that_waits_for_an_answer_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(tty=False, clock=(clock := _Clock(0.0)))
    line(QuestionAsked(step="proposal", decider="house"))
    clock.now += 14.0
    line.show_wait()
    assert capsys.readouterr().err.splitlines()[-1] == "0 answered, 1 asked; no answer for 14 s; proposal"


def test_a_line_that_stands_says_for_how_long_it_does(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(tty=False, clock=(clock := _Clock(0.0)))
    line(StepProgress(step="objections", done=2, total=8))
    clock.now += 1.0
    line.show_wait()
    assert "at work" not in capsys.readouterr().err
    clock.now += 13.0
    line.show_wait()
    assert capsys.readouterr().err.splitlines()[-1] == "objections 2/8; still at work after 14 s"
    line.clear()
    clock.now += 10.0
    line.show_wait()
    assert capsys.readouterr().err == ""


def test_lines_that_only_say_that_work_goes_on_are_seldom_where_they_stay(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for tty, least, most in ((False, 4, 5), (True, 50, 70)):
        line = ProgressLine(tty=tty, columns=80, clock=(clock := _Clock(0.0)))
        line(StepProgress(step="objections", done=2, total=8))
        for _ in range(120):
            clock.now += 1.0
            line.show_wait()
        assert least <= capsys.readouterr().err.count("still at work") // (2 if tty else 1) <= most


def test_somebody_looks_after_the_line_from_the_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = threading.Event()
    monkeypatch.setattr("foam.cli.progress._LINE_EVERY", 0.02)
    monkeypatch.setattr(ProgressLine, "show_wait", lambda _: shown.set())
    line = ProgressLine(tty=False)
    line.begin("foam deliberate")
    assert shown.wait(5)
    line.clear()


def test_the_line_says_what_was_spent_and_how_long_the_rest_takes(capsys: pytest.CaptureFixture[str]) -> None:
    clock = _Clock(0.0)
    line = ProgressLine(tty=False, clock=clock)
    for done in range(1, 21):
        clock.now += 3.0
        spent = Usage(prompt=900, completion=100)
        line(QuestionAnswered(step="label", entry="b2:1", decider="house", usage=spent, money=0.001))
        line(StepProgress(step="cases played", done=done, total=60))
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("cases played 19/60; about 2 min left")
    assert "20,000 tokens, 0.0200 in money" in last
    line(StepProgress(step="other", done=1, total=5))
    clock.now += 3.0
    line(StepProgress(step="other", done=2, total=5))
    assert "left" not in capsys.readouterr().err.splitlines()[-1], "of a step that has just begun nothing is known"


def test_nothing_is_drawn_while_somebody_else_writes(capsys: pytest.CaptureFixture[str]) -> None:
    line = ProgressLine(tty=True, columns=80, clock=(clock := _Clock(0.0)))
    clock.now += 1.0
    line(StepProgress(step="speeches", done=1, total=8))
    assert capsys.readouterr().err.endswith("speeches 1/8")
    with line.rest():
        assert capsys.readouterr().err.startswith("\r"), "the line makes room"
        clock.now += 30.0
        line(StepProgress(step="speeches", done=2, total=8))
        line.show_wait()
        assert capsys.readouterr().err == ""
    clock.now += 5.0
    line.show_wait()
    assert "still at work after 5 s" in capsys.readouterr().err, "the rest was no waiting"
