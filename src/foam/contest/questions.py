"""The questions of a contest: one typed function per prompt template. Knows no model and no record.

Both are put to the judge, and both offer sentences alone: the challenger's words are in neither, so no wording of a
challenge can talk a model into anything. Options are what documents say, fenced.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from foam.model.question import Aim, Choose
from foam.model.template import Options, Prompts, asked, fenced, fenced_options, prompts

MOST_NAMED = 3


@cache
def contest_prompts() -> Prompts:
    """The templates of this folder."""
    folder = files("foam.contest").joinpath("prompts")
    return prompts({one.name.removesuffix(".txt"): one.read_text(encoding="utf-8") for one in folder.iterdir()})


def bears_question(*, statement: str, offered: Options, aim: Aim = "supports") -> Choose:
    """Which sentences do for the statement what the cited one was cited for? None is an answer."""
    return _named("bears" if aim == "supports" else "against", statement, offered, aim)


def against_question(*, statement: str, offered: Options, aim: Aim = "contradicts") -> Choose:
    """Which sentences speak the other way? None is an answer."""
    return _named("against" if aim == "contradicts" else "bears", statement, offered, aim)


def _named(template: str, statement: str, offered: Options, aim: Aim) -> Choose:
    filled = asked(
        contest_prompts(), template, statement=fenced(statement, label="statement"), options=fenced_options(offered)
    )
    most = min(MOST_NAMED, len(offered))
    return Choose(**filled, role="judge", statement=statement, aim=aim, options=offered, at_least=0, at_most=most)
