"""Four open files of three faults each as an able reader reads them: filled forms, written from the papers alone.

Whoever wrote the readings had not seen the sheets. What the acts and the checks of code make of them is scored like
the checks alone, so that it is shown that the forms hold what there is to be found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from foam.examination.file import CaseFile
from foam.examination.finding import Finding
from foam.examination.job import ExamineSpec, examine
from foam.job.job import run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.cast import ROLES
from foam.model.form import ListField
from foam.model.question import Write, Written
from foam.model.scripted import Call, ScriptedModel
from foam.pack.loader import load_pack
from foam.record.memory import MemoryStore

READINGS = Path(__file__).parent / "readings.toml"
_STEP = {"args": (), "value": "", "unit": "", "at": ()}


class Examined(NamedTuple):
    """What came of a reading."""

    findings: tuple[Finding, ...]
    decision: str
    requests: int


def load_readings() -> dict[str, dict[str, Any]]:
    """The readings by the names of their files."""
    return tomllib.loads(READINGS.read_text("utf-8"))


def examine_by_hand(file: CaseFile, reading: dict[str, Any]) -> Examined:
    """The examination of a file by code and by such a reading."""
    model = ScriptedModel(lambda call: Written(fields=_fill(call, reading)), name="by-hand", writes=True)
    given = {file.digest: file.json_value()}
    tools = Tools(models=dict.fromkeys(ROLES, model), pack=load_pack("benefits-appeal"), given=given)
    spec = ExamineSpec(**tools.describe(), file=file.digest, asks=True)
    view = complete(run(examine, spec, tools, store=MemoryStore())).view
    assert view.reading
    return Examined(view.findings, view.reading.decision, len(model.calls))


def _fill(call: Call, reading: dict[str, Any]) -> dict[str, Any]:
    question = call.question
    assert isinstance(question, Write)
    if question.template == "acts/read":
        return {**_read(reading), "sources": tuple(_list_sources(question, reading["decision"]))}
    looked = tuple(
        {"of": of, "because": "The sentences say so.", "shows": shows} for of, shows in _look(question, reading)
    )
    decides = next(
        (one.id for one in question.material if reading["decides"] and reading["decides"] in one.text), "none"
    )
    return {"looked": looked, "decides": decides, "speaks": reading["speaks"]}


def _read(reading: dict[str, Any]) -> dict[str, Any]:
    named = [{**one, "name": (one["name"],), "at": tuple(one["at"])} for one in reading.get("findings", ())]
    return {
        "decides": "rules",
        "findings": tuple({name: one[name] for name in ("name", "kind", "at", "says")} for one in named),
        "conflicts": tuple({"at": tuple(one["at"]), "says": one["says"]} for one in reading.get("conflicts", ())),
        "steps": tuple(
            {**_STEP, **one, "of": (one["of"],), "step": (one["step"],), "args": tuple(one.get("args", ())),
             "at": tuple(one.get("at", ()))}
            for one in reading.get("steps", ())
        ),
        "missing": tuple(reading.get("missing", ())),
        "strange": (),
    }  # fmt: skip


def _list_sources(question: Write, decision: str) -> Iterator[dict[str, str]]:
    listed = next(one for one in question.fields if isinstance(one, ListField) and one.name == "sources")
    for number in getattr(listed.fields[0], "labels", ()):
        yield {"document": number, "role": "decision" if number == decision else "record", "knows": "own_act"}


def _look(question: Write, reading: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """What each statement shows: by the finding whose words it has."""
    shows = {one["says"]: one["shows"] for one in (*reading.get("findings", ()), *reading.get("conflicts", ()))}
    for one in question.material:
        yield one.id, next((kind for says, kind in shows.items() if says in one.text), "missing")
