"""The plan of a study: which models speak in which arms, on what, how often, and who marks them.

A TOML file; docs/debate.md has one. Its task is the next speech, marked by InspireScore, or whole debates, marked by
Debatrix, too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field, ValidationError, model_validator

from foam.debate.memory.values import TOP
from foam.debate.transcript import SIDES, Side, Transcript
from foam.errors import InputError
from foam.job.orders.debate import ATTEMPTS, QUESTIONS, Without
from foam.pack.formats import PACE
from foam.values import CleanLine, Value, short

Speaker = Literal["r-debater", "plain", "retrieval", "four-roles"]


class StudyArm(Value):
    """One way to speak."""

    name: CleanLine
    debater: Speaker = "r-debater"
    against: Speaker = "four-roles"
    """Who speaks for the other side of a whole debate."""
    without: Without = ""
    """The part of the r-debater that is taken away."""


class StudyPlan(Value):
    """Everything that the rows of a study depend on, beside the settings of its models."""

    name: CleanLine
    task: Literal["next", "debate"] = "next"
    motions: tuple[str, ...] = ()
    transcripts: tuple[str, ...] = ()
    """Files of debates, beside the plan."""
    start: int | None = Field(default=None, ge=0)
    """How many turns of a transcript were said before; None: all of them for the next speech, none for a debate."""
    sides: tuple[Side, ...] = Field(default=SIDES, min_length=1)
    """The sides for which each arm speaks, one after the other."""
    formats: tuple[str, ...] = Field(default=("free",), min_length=1)
    models: tuple[str, ...] = ("",)
    """Models of the settings; none named: the settings' own."""
    judge: str = ""
    """Who marks; empty: whoever spoke."""
    arms: tuple[StudyArm, ...] = Field(validation_alias=AliasChoices("arms", "arm"), min_length=1)
    runs: int = Field(default=1, ge=1, le=1000)
    seed: int = Field(default=0, ge=0)
    """The seed of the first run; each run after it has the next."""
    temperature: float | None = Field(default=None, ge=0, le=2)
    """Of the models that speak; None: as in the settings."""
    top_k: int = Field(default=TOP, ge=1, le=100)
    """Utterances of the memory that are recalled."""
    memory: bool = False
    """Whether they are recalled from the user's own memory, and not from the shipped sample."""
    library: bool = False
    pack: str | None = None
    pace: float = Field(default=PACE, ge=1)
    words: int | None = Field(default=None, ge=20)
    """The longest speech, in words."""
    attempts: int = Field(default=ATTEMPTS, ge=1, le=10)
    questions: int = Field(default=QUESTIONS, ge=0, le=10)
    controls: bool = False
    """Whether controls are marked with each debate, so that a judge which cannot tell gives no mark."""
    as_printed: bool = False
    """Whether InspireScore is also given as the paper prints it."""
    read: dict[str, str] = Field(default_factory=dict)
    """Digests of the transcripts, as they were read."""

    @model_validator(mode="after")
    def _check(self) -> StudyPlan:
        if not (self.motions or self.transcripts):
            raise ValueError("it has neither motions nor transcripts")
        if len({arm.name for arm in self.arms}) < len(self.arms):
            raise ValueError("two of its arms have one name")
        return self


class StudyCell(Value):
    """One speech or debate of a study."""

    model: str
    format: str
    about: str
    """The motion, or the file of the transcript."""
    side: Side
    run: int
    """From 1."""
    arm: str

    @property
    def id(self) -> str:
        """The name under which its row is kept."""
        return short(self.digest).split(":")[-1]

    @property
    def item(self) -> str:
        """What all arms were given alike: the cells that differ in their arm alone have one item."""
        return short(self.model_copy(update={"arm": ""}).digest).split(":")[-1]


def list_cells(plan: StudyPlan) -> Iterator[StudyCell]:
    """Every cell in the order in which they are played: run by run, so that a part of a study is a smaller study."""
    about = (*plan.motions, *plan.transcripts)
    formats = plan.formats if plan.task == "debate" else ("next",)
    for run, topic, model, form, side in product(range(plan.runs), about, plan.models, formats, plan.sides):
        for arm in plan.arms:
            yield StudyCell(model=model, format=form, about=topic, side=side, run=run + 1, arm=arm.name)


def read_plan(path: Path) -> StudyPlan:
    """The plan in a file."""
    try:
        return StudyPlan.model_validate(tomllib.loads(path.read_text("utf-8")))
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}", hint="name the TOML file of a plan") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError(f"{path} is no TOML: {error}", hint="mend the file") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        told = first["msg"].removeprefix("Value error, ")
        raise InputError(f"{path}: {where} {told}".replace(":  ", ": "), hint="see docs/debate.md, Studies") from error


def begin_at(plan: StudyPlan, heard: Mapping[str, Transcript], cell: StudyCell) -> Transcript:
    """What was said before a cell begins."""
    found = heard.get(cell.about) or Transcript(motion=cell.about, utterances=())
    whole = len(found.utterances) if plan.task == "next" else 0
    return found.model_copy(update={"utterances": found.utterances[: whole if plan.start is None else plan.start]})
