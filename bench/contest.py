"""Contest: do right challenges win, and what does one cost beside the models?"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from statistics import fmean, median
from tempfile import TemporaryDirectory
from typing import Any

from tests.contest.stall import PLACE, Square, Stall

import foam
from bench.faults.beds import all_roles, make_bed
from bench.faults.planted import planted_faults
from bench.faults.trials import rates
from bench.harness import Row, benchmark
from foam.contest.challenge import Challenge
from foam.contest.filed.subject import FilePart
from foam.contest.kinds.not_so import NotSo
from foam.model.question import Written
from foam.model.scripted import Call, Said, ScriptedModel

HEARD = 7


@benchmark
def planted() -> Iterable[Row]:
    """Faults planted in written cases, which code settles: the right challenge wins, the wrong one loses."""
    beds = {name: make_bed(name) for name in {fault.pack for fault in planted_faults()}}
    for rate in rates(planted_faults(), lambda fault: beds[fault.pack], all_roles(ScriptedModel())):
        note = f"of {rate.faults}; " + "; ".join(rate.mistaken)
        yield Row(f"{rate.type}: right sustained", rate.right_sustained, "", note)
        yield Row(f"{rate.type}: wrong rejected", rate.wrong_rejected, "", f"of {rate.faults}")


@benchmark
def sixty() -> Iterable[Row]:
    """Sixty challenges to three invented files: by code alone, and with an evaluator that knows the file."""
    challenges = read_challenges()
    by_code = hear_all(challenges, models=None)
    wrong = [one for one, ends in by_code if one["right"] and ends in _LOST]
    yield Row("by code alone: right ones rejected", len(wrong), "", f"of 30; {_name(wrong)}")
    wrong = [one for one, ends in by_code if not one["right"] and ends in _WON]
    yield Row("by code alone: wrong ones sustained", len(wrong), "", f"of 30; {_name(wrong)}")
    yield Row("by code alone: settled", sum(ends != "for a person" for _, ends in by_code), "", "of 60")
    known = {one["because"]: not one["right"] for one in challenges}
    judged = hear_all(challenges, models=ScriptedModel(partial(judge_challenge, known), writes=True))
    for right, good, name in ((True, _WON, "right ones sustained"), (False, _LOST, "wrong ones rejected")):
        missed = [one for one, ends in judged if one["right"] is right and ends not in good]
        yield Row(f"with an evaluator: {name}", 30 - len(missed), "", f"of 30; {_name(missed)}")
    for sort in sorted({one.get("sort", "") for one in challenges} - {""}):
        rows = [ends in (_WON if one["right"] else _LOST) for one, ends in judged if one.get("sort") == sort]
        yield Row(f"with an evaluator: {sort}", sum(rows), "", f"of {len(rows)}")


_WON = ("sustained", "partly sustained")
_LOST = ("rejected", "already so")
_FILES = Path(__file__).parent / "challenges"


def read_challenges() -> list[dict[str, Any]]:
    """The key: what is challenged, why, and whether that is right."""
    return list(tomllib.loads((_FILES / "key.toml").read_text("utf-8"))["challenge"])


def hear_all(challenges: Iterable[dict[str, Any]], *, models: Any) -> list[tuple[dict[str, Any], str]]:
    """Each challenge with how it ends."""
    ended: list[tuple[dict[str, Any], str]] = []
    with TemporaryDirectory() as folder, foam.open(Path(folder), environ={}, models=models) as home:
        runs: dict[str, str] = {}
        for one in challenges:
            if (name := one["file"]) not in runs:
                decision, rules = (_FILES / name / f"{part}.txt" for part in ("decision", "rules"))
                runs[name] = home.examine(_FILES / name, decision=decision, rules=[rules]).run
            sentences = number_sentences(home, runs[name])
            node = next(part for part, (_, text) in sentences.items() if one["part"] in text)
            named: dict[str, Any] = {"steps": make_steps(one, sentences)} if "op" in one else {}
            named["words"] = one.get("words", "")
            heard = home.contest.open(runs[name], node, kind=one["kind"], because=one["because"], **named)
            ended.append((one, heard.view.outcome.disposition))
    return ended


def number_sentences(home: foam.Home, run: str) -> dict[str, tuple[str, str]]:
    """By the part of each sentence, its place as a working names it, and its words."""
    sentences = [one for one in home.contest.parts(run) if isinstance(one, FilePart) and one.kind == "sentence"]
    numbers = {name: f"{number:02}" for number, name in enumerate(dict.fromkeys(p.at.document for p in sentences), 1)}
    return {one.id: (f"{numbers[one.at.document]}#s{one.at.sentence}", one.text) for one in sentences}


def make_steps(one: dict[str, Any], sentences: dict[str, tuple[str, str]]) -> list[dict[str, Any]]:
    """A claimed working as a challenger gives it."""
    rows: list[dict[str, Any]] = []
    for op, given in (("figure", one.get("figures", ())), ("day", one.get("days", ()))):
        for value, words in given:
            at = next(place for place, text in sentences.values() if words in text)
            rows.append({"step": f"f{len(rows)}", "op": op, "value": value, "at": [at]})
    return [*rows, {"step": "last", "op": one["op"], "args": [row["step"] for row in rows], "value": one["comes_to"]}]


def judge_challenge(known: dict[str, bool], call: Call) -> Said:
    """Whether what is challenged stands, by the words of the challenge that is shown."""
    shown = str(call.question)
    stands = next(stands for because, stands in known.items() if because in shown)
    return Written(fields={"why": "So the file says.", "challenge": "rejected" if stands else "sustained", "at": ()})


def _name(challenges: Iterable[dict[str, Any]]) -> str:
    return "; ".join(f"{one['file']} {one['kind']}: {one['part']}" for one in challenges)


@benchmark
def leaf_challenge() -> Iterable[Row]:
    """A challenge to a leaf of an answer: admitted, heard, computed anew and redlined, beside a model of no cost.

    Processor time, since what else runs on the machine is not what is measured.
    """
    square, spent = Square(), []
    stall = Stall(says={"clear": "does not hold"}, now={"clear": ("false", PLACE)})
    for number in range(HEARD):
        start = time.process_time()
        heard = square.hear("clear", NotSo(at=(PLACE,)), stall=stall, because=f"Reason {number}.")
        assert heard.view.redline
        spent.append(time.process_time() - start)
    yield Row("a leaf challenged", 1000 * median(spent), "ms of processor", "at most 100 asked for")
    start = time.process_time()
    square.load(square.run)
    yield Row("loading the answer from the record", 1000 * (time.process_time() - start), "ms of processor")


@benchmark
def admissions() -> Iterable[Row]:
    """A thousand challenges admitted to one answer: is the cost of each the same at the end as at the start?"""
    square, times = Square(), []
    for number in range(1000):
        challenge = Challenge(node="clear", ground=NotSo(at=(PLACE,)), because=f"Reason number {number}.")
        start = time.process_time()
        square.admit(challenge, square.version)
        times.append(time.process_time() - start)
    yield Row("admission, mean", 1e6 * fmean(times), "µs", "1,000 challenges")
    yield Row("last hundred over first hundred", sum(times[-100:]) / sum(times[:100]), "x", "1 is linear")
