"""A run that waits for a person goes on from what lies on disk, whatever it does: nothing is asked twice, none lost."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.contest.test_filed import TEXTS
from tests.examination.observatory import Writer, say_finding, write_observatory

import foam
from foam.job.awaited import AwaitedQuestion
from foam.model.cast import ROLES
from foam.model.check import HOLDS
from foam.model.person import PersonModel
from foam.model.question import Written

REPORT = say_finding(
    "rain", "report", "Our steward wrote", "under its cover",
    says="The decision says that the steward wrote of rain, and his note says that the mount was dry.",
)  # fmt: skip
_, _, CONTRADICTS, _ = HOLDS
Fill = Callable[[AwaitedQuestion], dict[str, Any]]


def wait(home: foam.Home, ask: Callable[[], Any]) -> str:
    """The run that waits."""
    with pytest.raises(foam.Awaited, match="a person has yet to answer") as raised:
        ask()
    assert home.record.find(raised.value.run).closed is None
    return raised.value.run


def go_on(folder: Path, to: Path, run: str, fill: Fill, models: Any) -> tuple[foam.Home, Any, list[str]]:
    """What lies on disk now, as a process that is killed leaves it, opened elsewhere; each question answered as it
    comes, every time by a home of its own."""
    shutil.copytree(folder, to)
    acts: list[str] = []
    while True:
        with foam.open(to, environ={}, models=models) as home:
            (asked,) = home.list_awaited(run)
            home.answer_awaited(run, asked.key, fill(asked), by="Ann Lee")
        acts.append(asked.act)
        home = foam.open(to, environ={}, models=models)
        try:
            return home, home.resume(run), acts
        except foam.Awaited:
            home.close()


def test_an_examination_that_a_person_reads_waits_and_goes_on(tmp_path: Path) -> None:
    folder, here = write_observatory(tmp_path / "file"), tmp_path / "home"
    writer = Writer(REPORT, shows={"f1": "report"})

    def fill(asked: AwaitedQuestion) -> dict[str, Any]:
        reply = asyncio.run(writer.model.answer(asked.question, seed=1)).reply
        assert isinstance(reply, Written)
        return dict(reply.fields)

    models = dict.fromkeys(ROLES, PersonModel())
    with foam.open(here, environ={}, models=models) as home:
        run = wait(home, lambda: home.examine(folder, decision="refusal.txt", rules=["rules.txt"], model="person"))
        other, ran, acts = go_on(here, tmp_path / "other", run, fill, models)
    shutil.rmtree(folder)
    with other:
        assert (ran.run, acts) == (run, ["read", "second look"])
        assert [one.text for one in ran.view.reading.findings] == [REPORT["says"]]
        assert ran.asked == 0
        assert other.replay(run).ok
        assert other.resume(run).digest == ran.digest


def test_a_challenge_to_an_examination_that_a_person_reads_waits_and_goes_on(tmp_path: Path) -> None:
    here = tmp_path / "home"
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text(text, "utf-8")
    papers = [tmp_path / f"{name}.txt" for name in ("diver", "neighbour", "note")]
    with foam.open(here, environ={}, models=PersonModel()) as home:
        ran = home.examine(*papers, decision=tmp_path / "decision.txt", rules=[tmp_path / "rules.txt"])
        part = next(
            part for part in home.contest.parts(ran) if "does_not_follow" in part.kinds and "withdrawn" in part.text
        )
        said: Any = {"kind": "does_not_follow", "because": "I had no warning.", "by": "Tor Quist"}
        run = wait(home, lambda: home.contest.open(ran, part.id, **said))
        filled = {"why": "So it reads.", "challenge": "sustained", "at": ()}
        other, heard, acts = go_on(here, tmp_path / "other", run, lambda asked: filled, PersonModel())
    with other:
        assert (heard.run, acts) == (run, ["weigh"])
        assert heard.view.outcome.disposition == "sustained"
        assert other.replay(run).ok
