"""The acts by which an outcome, or a comparison of several, is told to readers."""

from __future__ import annotations

from collections.abc import Mapping

from foam.deliberation.written.forms import choose_ids
from foam.model.form import ListField, TextField
from foam.model.question import Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

TOLD_WORDS = 40
MOST_SENTENCES = 14


def telling_act(
    prompts: Prompts, *, question: str, readers: Mapping[str, str], options: Options, before: str = ""
) -> Write:
    """What did the deliberation come to, for each of these readers?"""
    told = fence(before or "nothing: it is told for the first time")
    return _tell_act(prompts, "acts/telling", question=question, readers=readers, options=options, before=told)


def comparison_act(prompts: Prompts, *, question: str, readers: Mapping[str, str], options: Options) -> Write:
    """Why one option rather than the others, for each of these readers?"""
    return _tell_act(prompts, "acts/comparison", question=question, readers=readers, options=options)


def _tell_act(
    prompts: Prompts, template: str, *, question: str, readers: Mapping[str, str], options: Options, **more: str
) -> Write:
    filled = render_prompt(
        prompts,
        template,
        readers="\n".join(f"{name}: {who}" for name, who in readers.items()),
        question=fence(question),
        options=fence_options(options),
        **more,
    )
    sentence = (
        TextField(name="text", max_words=TOLD_WORDS, explains=True),
        choose_ids("ids", options, least=1, most=4),
    )
    told = (ListField(name=name, fields=sentence, at_least=1, at_most=MOST_SENTENCES) for name in readers)
    return Write(
        **filled, system=prompts["system/teller"].text, statement=question, fields=tuple(told), material=options
    )
