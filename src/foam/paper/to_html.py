"""Papers as HTML: one shell, one style sheet, no script, nothing loaded from elsewhere; every text is escaped."""

from __future__ import annotations

import base64
import hashlib
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


def page(paper: Paper) -> str:
    """The paper as one self-contained page."""
    return _template().render(paper=paper, fragment=False)


def fragment(paper: Paper) -> str:
    """The paper as an element to be set into another page, such as a notebook."""
    return _template().render(paper=paper, fragment=True)


@cache
def _template() -> Template:
    """The shell, read once. Jinja is loaded with it, so that importing this package stays quick."""
    from jinja2 import DictLoader, Environment, StrictUndefined
    from markupsafe import Markup

    source = files(__package__).joinpath("page.html").read_text(encoding="utf-8")
    style = files(__package__).joinpath("page.css").read_text(encoding="utf-8")
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
