"""The acts that say what a part has to establish: worded for a plan, narrowed to what was found, worded anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam.case.act_questions import NOTHING, OfferedSource, ids_field, optional_text, show_sources
from foam.case.marks import drop_marks
from foam.case.task import Task, describe_task, show_with_theirs
from foam.model.form import FormField, IdsField, LabelField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

WORDING_WORDS = 35
MOST_RESTS = 4
"""Sentences that the words of a part may rest on."""
_HANGING_RULE = (
    "- Parts that rest on this one and are not written yet stand below under their ids. Where one of them would now "
    "ask for what is no longer claimed, say under parts what it shall establish instead, by the same rules. Give "
    "none that can stay as it is.\n"
)
_FIRST = "(these are the first)"


@dataclass(frozen=True, slots=True)
class FoundInPart:
    """Sentences that show a part of what is asked for, and what an evaluator finds missing in them."""

    id: str
    source: str
    evidence: str
    missing: str
    heading: str = "Missing in"

    @property
    def shown(self) -> str:
        named = fence(self.source, label=f"source id={self.id}")
        said = fence(drop_marks(self.evidence), label=f"sentences id={self.id}")
        return f"{named}\n{said}\n{self.heading} {self.id}:\n{fence(self.missing or NOTHING)}"


@dataclass(frozen=True, slots=True)
class DraftedWords:
    """The first words of parts, by their ids, and what an evaluator found of them."""

    parts: Options
    found: str


def wordings_question(
    prompts: Prompts,
    *,
    task: Task,
    parts: Options,
    sources: Sequence[OfferedSource],
    drafted: DraftedWords | None = None,
    breaks: tuple[IdsField, ...] = (),
) -> Write:
    """What does each step of an argument have to establish, said for this plan and for what the library holds?

    Of words that an evaluator found fault with only the parts at fault are written again. `breaks` is where parts name
    the step of the other side that they break, if there are such parts.
    """
    filled = render_prompt(
        prompts,
        "case/wordings",
        **describe_task(task),
        parts=fence_options(parts),
        cards=show_sources(sources),
        words=str(WORDING_WORDS),
        draft=fence_options(drafted.parts) if drafted else _FIRST,
        found=fence(drafted.found or NOTHING) if drafted else NOTHING,
    )
    material = tuple(sentence for source in sources for sentence in source.sentences)
    fields = (
        LabelField(name="part", about="the id of the part", labels=tuple(part.id for part in parts)),
        TextField(name="words", about="what it has to establish", max_words=WORDING_WORDS),
        ids_field("rests_on", "the sentences on which these words rest", material, at_most=MOST_RESTS),
        *breaks,
    )
    rows = ListField(name="parts", fields=fields, at_least=1, at_most=len(parts))
    return Write(**filled, statement=task.plan, fields=(rows,), material=parts)


def narrow_question(
    prompts: Prompts,
    *,
    task: Task,
    part: str,
    seek: str,
    they_say: Sequence[str] = (),
    against: str = "",
    before: Sequence[str],
    after: Sequence[str],
    found: Sequence[FoundInPart],
    hanging: Options = (),
) -> Write:
    """What less could this part establish, so that sentences which were found show it and the argument still stands?

    `against` is what it answers, `before` and `after` are the steps that it stands between; `hanging` the parts that
    rest on it and are not written yet, which may be narrowed with it.
    """
    filled = render_prompt(
        prompts,
        "case/narrow",
        **describe_task(task),
        part=part,
        seek=show_with_theirs(seek, they_say, against) if against else fence(seek),
        before="\n".join(map(fence, before)) or NOTHING,
        after="\n".join(map(fence, after)) or NOTHING,
        hanging=fence_options(hanging) or NOTHING,
        rule=_HANGING_RULE if hanging else "",
        found="\n\n".join(one.shown for one in found),
        words=str(WORDING_WORDS),
    )
    fields: tuple[FormField, ...] = (
        LabelField(name="found", about="the id of those that serve best", labels=tuple(one.id for one in found)),
        optional_text("words", "what it has to establish now; empty if nothing less serves", WORDING_WORDS),
        *((_hanging_field(hanging),) if hanging else ()),
    )
    material = tuple(Option(id=one.id, text=one.evidence) for one in found)
    return Write(**filled, statement=seek, fields=fields, material=material)


def reword_question(
    prompts: Prompts,
    *,
    task: Task,
    slot: str,
    part: str,
    purpose: str,
    seek: str,
    before: Sequence[str],
    after: Sequence[str],
    found: Sequence[FoundInPart],
    sources: Sequence[OfferedSource] = (),
    because: str = "",
    tried: tuple[str, str] = ("", ""),
    meets: str = "",
    breaks: tuple[IdsField, ...] = (),
) -> Write:
    """What shall this part establish, now that it is known what was found for it and what was found of that? `sources`
    are other sentences that it may rest on, `because` is why somebody wants it worded anew, where they said so, `tried`
    the first new words with what an evaluator found of them, `meets` what it meets."""
    words, found_of_them = tried
    first = f"\n\nYour first new words, which do not stand:\n{fence(words)}\n\nWhat an evaluator found of them:\n"
    filled = render_prompt(
        prompts,
        "case/reword",
        **describe_task(task),
        part=part,
        purpose=purpose,
        seek=fence(seek),
        before="\n".join(map(fence, before)) or NOTHING,
        after="\n".join(map(fence, after)) or NOTHING,
        found="\n\n".join(one.shown for one in found) or NOTHING,
        cards=show_sources(sources),
        because=f"{fence(because or NOTHING)}{f'{first}{fence(found_of_them)}' if words else ''}",
        meets=fence(meets or NOTHING),
        words=str(WORDING_WORDS),
    )
    offered = tuple(sentence for source in sources for sentence in source.sentences)
    fields = (
        LabelField(name="part", about="the id of the part", labels=(slot,)),
        TextField(name="words", about="what it has to establish", max_words=WORDING_WORDS),
        ids_field("rests_on", "the sentences on which these words rest", offered, at_most=MOST_RESTS),
        *breaks,
    )
    rows = ListField(name="parts", fields=fields, at_least=1, at_most=1)
    return Write(**filled, statement=seek, fields=(rows,), material=(Option(id=slot, text=seek),))


def _hanging_field(hanging: Options) -> ListField:
    fields = (
        LabelField(name="part", about="the id of the part", labels=tuple(part.id for part in hanging)),
        TextField(name="words", about="what it has to establish then", max_words=WORDING_WORDS),
    )
    return ListField(name="parts", about="parts that have to claim less, too", fields=fields, at_most=len(hanging))
