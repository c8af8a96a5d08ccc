"""The questions of cross-examination and of the decision, for models that write."""

from __future__ import annotations

from collections.abc import Mapping

from foam.debate.questions import Options
from foam.debate.speech.brief import DebateBrief, fence_all
from foam.model.form import FormField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt

EVADES = "evades"
RESPONDING = ("answers", "in part", EVADES)
"""Whether an answer in cross-examination answers what was asked."""
NOT_SHOWN = "not shown"
SHOWING = ("shown", NOT_SHOWN, "asserts none")
"""Whether the facts that an answer asserts are shown by what is cited, or were said in the question."""


def examination_question(
    prompts: Prompts, brief: DebateBrief, *, about: Option, fields: tuple[FormField, ...]
) -> Write:
    """A question put to the other side, in words."""
    filled = render_prompt(
        prompts, "debate/examination", **brief.list_variables(), about=fence_all((about,), "point", "")
    )
    return Write(**filled, role="critic", statement=about.text, aim="contradicts", fields=fields, material=(about,))


def testimony_question(
    prompts: Prompts,
    brief: DebateBrief,
    *,
    about: Option,
    asked: str,
    evidence: Options,
    fields: tuple[FormField, ...],
    material: Options,
) -> Write:
    """The answer to a question in cross-examination, in words; it binds."""
    filled = render_prompt(
        prompts,
        "debate/testimony",
        **brief.list_variables(),
        about=fence_all((about,), "point", ""),
        asked=fence(asked),
        evidence=fence_all(evidence, "evidence", "the library holds nothing near this"),
    )
    return Write(**filled, statement=about.text, fields=fields, material=material)


_STANDING = (
    "WHAT BECOMES OF THE STATEMENT\n"
    "standing: gives it up, where the statement, the argument or the claim itself falls, in whatever words; takes a "
    "part back, where a figure, a quotation, a word or an example of it goes and the argument is kept; narrows it, "
    "where it holds from now on of less than was said; grants what was asked, where something is granted to whoever "
    "asks and the statement stands as it was said; keeps it, where none of that.\n"
)


def response_question(
    prompts: Prompts,
    *,
    about: Option,
    asked: str,
    answer: Option,
    response: str,
    commitment: str,
    shown: str = "",
    standing: bool = False,
    fields: tuple[FormField, ...],
) -> Write:
    """Does an answer in cross-examination answer what was asked?

    `shown` is what the speech of the statement cites elsewhere; with `standing` it is asked what becomes of the
    statement, too.
    """
    filled = render_prompt(
        prompts,
        "debate/response",
        about=fence_all((about,), "point", ""),
        asked=fence(asked),
        answer=fence_all((answer,), "answer", ""),
        response=response,
        commitment=fence(commitment),
        shown=fence(shown or "nothing else"),
        standing=_STANDING if standing else "",
    )
    return Write(**filled, role="evaluator", statement=asked, fields=fields, material=(answer,))


def decision_question(
    prompts: Prompts,
    *,
    motion: str,
    positions: Mapping[str, str],
    flow: Options,
    commitments: Options,
    note: str,
    fields: tuple[FormField, ...],
) -> Write:
    """On which issues was the debate decided, and who won it? The positions are read in the order they are given."""
    filled = render_prompt(
        prompts,
        "debate/decision",
        motion=fence(motion),
        positions="\n\n".join(f"{side.upper()} DEFENDS\n{fence(text)}" for side, text in positions.items()),
        flow=fence_all(flow, "point", "nobody made a point"),
        commitments=fence_all(commitments, "commitment", "nobody is bound by an answer"),
        note=note,
    )
    return Write(**filled, role="judge", statement=motion, fields=fields, material=flow)
