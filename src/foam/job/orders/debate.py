"""Orders about debates: play one, speak the next utterance, say one's turn, judge one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field

from foam.job.orders.order import SUBJECT, Order, RunOrder, Shown
from foam.perspective.node import Perspective
from foam.values import CleanLine, CleanText, Value

Speaker = Literal["r-debater", "plain", "retrieval", "four-roles"]
Debater = Literal[Speaker, "human"]
Without = Literal["", "revision", "logic", "schemes", "memory"]
Wording = Literal["code", "model"]
Method = Literal["inspire", "debatrix"]


ATTEMPTS = 2
QUESTIONS = 2


class DebaterChoices(Value):
    """How a debater speaks."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    group: ClassVar[str] = "How the debaters speak"

    without: Without = ""
    """Take one part of the r-debater away."""
    attempts: Annotated[int, Field(ge=1, le=10)] = ATTEMPTS
    """Drafts of a turn, at most; the last is not judged."""


class Debaters(DebaterChoices):
    """Who speaks on each side, and how."""

    group: ClassVar[str] = ""

    pro: Debater = "r-debater"
    """Who speaks for it."""
    con: Debater = "r-debater"
    """Who speaks against it."""
    questions: Annotated[int, Field(ge=0, le=10)] = QUESTIONS
    """Questions after a speech."""


class SpeechOrder(DebaterChoices, RunOrder):
    """What every order has by which speeches are made."""

    group: ClassVar[str] = DebaterChoices.group

    memory: bool = False
    """Recall from your own memory instead of the sample."""
    wording: Wording | None = None
    """Who words the speeches: the model, or the code around quotations [code for the embedded model]."""
    words: Annotated[int | None, Field(ge=20)] = None
    """The longest speech, in words; the others in proportion [the format's minutes]."""

    @property
    def manner(self) -> dict[str, Any]:
        """How its debaters speak, as the spec of a debate takes it."""
        return {"without": self.without, "attempts": self.attempts, "wording": self.wording}


class DebateOrder(Debaters, SpeechOrder):
    """A debate. Where a person speaks for a side and it is put into the queue, it is played to their first turn."""

    call: Literal["debate"] = "debate"
    motion: Annotated[CleanLine, SUBJECT] = ""
    """What is debated [the pack's sample question]."""
    pro_seat: CleanLine | Path | Perspective | None = None
    """The perspective as which pro speaks, with a model that writes."""
    con_seat: CleanLine | Path | Perspective | None = None
    """The perspective as which con speaks, with a model that writes."""
    format_name: Annotated[CleanLine, Shown("--format")] = "free"
    """The pack's format: free, policy, ld, pf, …"""
    words_per_minute: Annotated[float | None, Field(ge=1), Shown("--wpm")] = None
    """Words a minute [150]."""
    judge: bool | None = None
    """Have a judge say who won and on what [where models write and judge]."""

    @property
    def title(self) -> str:
        return self.motion


class UtteranceOrder(SpeechOrder):
    """The next utterance of one side in a debate."""

    debater: Annotated[Speaker, Shown("--as")] = "r-debater"
    """Who speaks."""


class EvaluationOrder(RunOrder):
    """What judges are asked about a debate."""

    methods: Annotated[tuple[Method, ...], Shown("--by")] = ()
    """The method [both]."""
    controls: bool = False
    """Have gibberish, assertions, a parrot and others marked too: a judge that cannot tell gives no mark."""
    as_printed: bool = False
    """InspireScore as the paper prints it, too."""


class TurnOrder(Order):
    """What a person says in their turn of a debate, which goes on to their next turn or to its end.

    Without words it only goes on where it was left.
    """

    call: Literal["turn"] = "turn"
    run: CleanLine
    """The run of the debate."""
    number: int
    """Which turn it is."""
    words: CleanText
    """What is said."""

    @property
    def title(self) -> str:
        return f"turn {self.number} of {self.run[3:11]}"
