"""Text inside a block: stretches of one look, links, badges and anchors.

Wherever content is expected, a plain string, one inline value, or a sequence of both can be given.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, model_validator

from foam.values import CleanText, Value
from foam.visible import count_hidden

Look = Literal["plain", "strong", "emphasis", "code", "mark", "context", "small", "insert", "delete"]
"""`mark` is what is pointed out inside a text and `context` what stands around it; formats that cannot highlight show
the marked parts alone."""
Tone = Literal["plain", "green", "amber", "violet", "red", "blue", "grey"]
"""A colour that repeats what the words say already; never the only sign."""


class Text(Value):
    """A stretch of text in one look."""

    kind: Literal["text"] = "text"
    text: CleanText
    look: Look = "plain"
    hidden: int = 0
    """How many characters of it are not shown."""

    @model_validator(mode="before")
    @classmethod
    def _count(cls, given: Any) -> Any:
        hidden = count_hidden(given["text"]) if isinstance(given, dict) and isinstance(given.get("text"), str) else 0
        return {**given, "hidden": hidden} if hidden else given


class Link(Value):
    """Text that leads to another place of the same document. Nothing links outside, so nothing can be smuggled in."""

    kind: Literal["link"] = "link"
    text: CleanText
    to: CleanText
    """The id of a block, a row or an anchor."""
    is_mark: bool = False
    """Whether the same mark is printed where it leads: where nothing can be followed, it says enough by itself."""


class Badge(Value):
    """A short label."""

    kind: Literal["badge"] = "badge"
    text: CleanText
    tone: Tone = "plain"


class Anchor(Value):
    """A place that can be linked to and shows nothing."""

    kind: Literal["anchor"] = "anchor"
    id: CleanText


Inline: TypeAlias = Annotated[Text | Link | Badge | Anchor, Field(discriminator="kind")]


def _as_content(given: Any) -> Any:
    """Inline values from a string, one inline value, or a sequence of both."""
    if isinstance(given, str):
        return (Text(text=given),) if given else ()
    if isinstance(given, Text | Link | Badge | Anchor):
        return (given,)
    return tuple(Text(text=part) if isinstance(part, str) else part for part in given)


Content: TypeAlias = Annotated[tuple[Inline, ...], BeforeValidator(_as_content)]


def strong(text: str) -> Text:
    return Text(text=text, look="strong")


def emphasis(text: str) -> Text:
    return Text(text=text, look="emphasis")


def code(text: str) -> Text:
    return Text(text=text, look="code")


def join(parts: Iterable[Text | Link | Badge], by: str = ", ") -> tuple[Text | Link | Badge, ...]:
    """The parts with the same words between each two."""
    found = [piece for part in parts for piece in (Text(text=by), part)]
    return tuple(found[1:])


def plain_text(content: Iterable[Inline]) -> str:
    """The words alone."""
    return "".join("" if isinstance(part, Anchor) else part.text for part in content)


def marked_text(content: tuple[Inline, ...], gap: str) -> tuple[Inline, ...]:
    """The content without context: the marked parts, with the gap where words between them are left out."""
    if not any(isinstance(part, Text) and part.look == "context" for part in content):
        return content
    kept: list[Inline] = []
    left_out = False
    for part in content:
        if isinstance(part, Text) and part.look == "context":
            left_out = bool(kept)
            continue
        if left_out:
            kept.append(Text(text=gap))
            left_out = False
        kept.append(Text(text=part.text.strip()) if isinstance(part, Text) and part.look == "mark" else part)
    return tuple(kept)
