"""The questions of a contest: one typed function per prompt template.

Both are put to the judge, and both offer sentences alone: the challenger's words are in neither, so no wording of a
challenge can talk a model into anything. Options are what documents say, fenced.
"""

from __future__ import annotations

from foam.model.question import Aim, Choose
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

MOST_NAMED = 3


def bears_question(prompts: Prompts, *, statement: str, offered: Options, aim: Aim = "supports") -> Choose:
    """Which sentences do for the statement what the cited one was cited for? None is an answer."""
    return _choose(prompts, "contest/bears" if aim == "supports" else "contest/against", statement, offered, aim)


def against_question(prompts: Prompts, *, statement: str, offered: Options, aim: Aim = "contradicts") -> Choose:
    """Which sentences speak the other way? None is an answer."""
    return _choose(prompts, "contest/against" if aim == "contradicts" else "contest/bears", statement, offered, aim)


def _choose(prompts: Prompts, template: str, statement: str, offered: Options, aim: Aim) -> Choose:
    filled = render_prompt(
        prompts, template, statement=fence(statement, label="statement"), options=fence_options(offered)
    )
    most = min(MOST_NAMED, len(offered))
    return Choose(**filled, role="judge", statement=statement, aim=aim, options=offered, at_least=0, at_most=most)
