"""Orders for a case."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from foam.argument.flow import Flow
from foam.job.orders.order import SUBJECT, RunOrder, Shown
from foam.perspective.node import Perspective
from foam.values import CleanLine, Value


def _split_at_commas(given: Any) -> Any:
    """Names that are given one by one, or several in a text with commas between them."""
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, Iterable) or not all(isinstance(one, str) for one in texts):
        return given
    return tuple(part.strip() for text in texts for part in text.split(",") if part.strip())


class Wishes(Value):
    """What a speaker asks for in a case of cards of their own."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    group: ClassVar[str] = "Your own cards"

    plan: CleanLine = ""
    """The plan text [that of the debater's file, or the resolution]."""
    advantages: Annotated[tuple[CleanLine, ...], Shown("--advantage")] = ()
    """An advantage, by the heading of a block of your library or as steps: “Food: trade → yields → famine”."""
    pins: Annotated[dict[str, str], Shown("--pin", "SLOT=CARD")] = Field(default_factory=dict)
    """Read this card in this slot, by the first digits of its id or by a pointer."""
    tags: Annotated[dict[str, CleanLine], Shown("--tag", "SLOT=TAG")] = Field(default_factory=dict)
    """Read the card of this slot under this tag."""
    drops: Annotated[tuple[str, ...], Shown("--drop", "SLOT")] = ()
    """Leave out a slot, or a whole part by its id."""

    @property
    def any(self) -> bool:
        return bool(self.plan or self.advantages or self.pins or self.tags or self.drops)


class CaseOrder(Wishes, RunOrder):
    """A case for a resolution."""

    call: Literal["case"] = "case"
    resolution: Annotated[CleanLine, SUBJECT] = ""
    """What the case is for [the pack's sample]."""
    speech: CleanLine | None = None
    """The speech to write [the pack's first]. In policy-debate: 1AC 1NC 2AC 2NC 1NR 1AR 2NR 2AR; LD-AC LD-NC LD-1AR
    LD-NR LD-2AR; PF-AC PF-NC PF-AR PF-NR PF-AS PF-NS PF-AF PF-NF."""
    strategy: Annotated[tuple[CleanLine, ...], BeforeValidator(_split_at_commas)] = ()
    """Ways to take at the branches of the outline, separated by commas, such as traditional,equity,safety, or
    counterplan,kritik,off-case=3 (a 1NC with both and three disadvantages; second-line=0 for no further position); a
    name that is not there is answered with all that are."""
    answering: Annotated[tuple[Path | Flow, ...], Shown(is_file=True)] = ()
    """What was said before: a case or a flow (.json), or a team's speech document (.docx); may be given again."""
    seat: CleanLine | Perspective | None = None
    """Whose case it is [the first seat of the pack on the speech's side]."""
    words: Annotated[int | None, Field(ge=1)] = None
    """The word budget [the template's; 2000 with a debater's own cards]."""

    @property
    def title(self) -> str:
        return self.resolution
