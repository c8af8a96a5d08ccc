"""Papers as HTML: one shell, one style sheet, no script, nothing loaded from elsewhere; every text is escaped."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NoReturn

from foam.paper.blocks import Paper, table_of
from foam.paper.svg import draw
from foam.visible import is_right_to_left

if TYPE_CHECKING:
    from jinja2 import Template

_TAGS = {
    "strong": "strong",
    "emphasis": "em",
    "code": "code",
    "mark": "mark",
    "context": "span",
    "small": "small",
    "insert": "ins",
    "delete": "del",
}


@dataclass(frozen=True, slots=True)
class Action:
    """A link that a site sets beside a block: what can be done with it."""

    text: str
    href: str
    about: str = ""
    """Read out after the text, where many links say the same."""


def page(paper: Paper) -> str:
    """The paper as one self-contained page."""
    return _render(paper, "page", {}, {})


def fragment(paper: Paper) -> str:
    """The paper as an element to be set into another page, such as a notebook."""
    return _render(paper, "fragment", {}, {})


def inset(paper: Paper, *, hrefs: Mapping[str, str], actions: Mapping[str, Sequence[Action]]) -> str:
    """The blocks of the paper for a page of a site, which has its own title and loads `style_sheet`.

    `hrefs` says where links to an id lead, if not further down; `actions` are set beside the block of an id.
    """
    return _render(paper, "inset", hrefs, actions)


@cache
def style_sheet() -> str:
    """The style of everything that is inside an element of the class `paper`."""
    return files(__package__).joinpath("page.css").read_text(encoding="utf-8")


def _render(paper: Paper, form: str, hrefs: Mapping[str, str], actions: Mapping[str, Sequence[Action]]) -> str:
    return _template().render(
        paper=paper, form=form, hrefs=defaultdict(str, hrefs), actions=defaultdict(tuple, actions)
    )


@cache
def _template() -> Template:
    """The shell, read once. Jinja is loaded with it, so that importing this package stays quick."""
    from jinja2 import DictLoader, Environment, StrictUndefined
    from markupsafe import Markup

    source = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    style = style_sheet()
    made = Environment(loader=DictLoader({"page": source}), autoescape=True, undefined=StrictUndefined)
    made.globals |= {
        "tags": _TAGS,
        "draw": lambda chart: Markup(draw(chart)),  # the one element that is not text; svg.py escapes what it holds
        "as_table": table_of,
        "fail": _fail,
        "words": _words,
        "style": Markup(style),
        "style_digest": "sha256-" + base64.b64encode(hashlib.sha256(style.encode()).digest()).decode(),
    }
    return made.get_template("page")


def _words(text: str) -> str:
    """Text that is written from right to left stands apart, so that it moves nothing around it."""
    from markupsafe import Markup

    return Markup("<bdi>{}</bdi>").format(text) if is_right_to_left(text) else text


def _fail(block: object) -> NoReturn:
    raise TypeError(f"no way to show {type(block).__name__}")
