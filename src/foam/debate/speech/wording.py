"""Words that the code puts between quotations when the model cannot write: connectives that assert no fact.

Which connective is taken depends on the scheme, the place and the position's language alone. A speech worded so says
it is. Flaws are found in English text only, and so are put in English.
"""

from __future__ import annotations

from typing import NamedTuple, assert_never

from foam.argument.scheme import SchemeId
from foam.debate.language import detect_language
from foam.debate.logic.flaw import FlawKind, Loophole

_OPENERS: dict[SchemeId | str, tuple[str, ...]] = {
    "example": ("Take a case, for example.", "For instance, look at one trial."),
    "expert_opinion": ("According to those who are placed to know:", "An expert source says it plainly."),
    "positive_consequence": ("Consider the benefit that follows.", "More people gain from it."),
    "negative_consequence": ("Consider the harm and the risk.", "Count the cost and the danger."),
    "causal": ("There is a cause, and it leads to an effect.", "It comes about because of this:"),
    "analogy": ("Compare a similar case.", "It is just as in a similar case."),
    "value_based": ("Ask what is right and fair.", "We ought to be fair here; it is a duty."),
    "": ("Consider this.", "Look at the record."),
}
_CHINESE_OPENERS: dict[SchemeId | str, tuple[str, ...]] = {
    "example": ("比如这个例子：",),
    "expert_opinion": ("专家指出：",),
    "positive_consequence": ("这会带来好处：",),
    "negative_consequence": ("请看其中的风险和代价：",),
    "causal": ("因为有这样的原因：",),
    "analogy": ("正如类似的情形：",),
    "value_based": ("这关系到公平与权利：",),
    "": ("请看记录：",),
}


class Phrases(NamedTuple):
    """The connectives of one language."""

    first: str
    later: str
    last: str
    ordinals: tuple[str, ...]
    answers: tuple[str, ...]
    openers: dict[SchemeId | str, tuple[str, ...]]


ENGLISH = Phrases(
    first="We defend this: {position}.",
    later="We hold to it, and answer what was said: {position}.",
    last="That is why we ask you to hold with us: {position}.",
    ordinals=("First.", "Second.", "Third.", "Fourth.", "Fifth.", "Sixth."),
    answers=("They said: “{target}”. Against that stands the record.", "To “{target}” there is an answer."),
    openers=_OPENERS,
)
CHINESE = Phrases(
    first="我方的立场是：{position}。",
    later="我方坚持自己的立场，并回应对方：{position}。",
    last="因此，请支持我方：{position}。",
    ordinals=("第一，", "第二，", "第三，", "第四，", "第五，", "第六，"),
    answers=("对方说：“{target}”。事实并非如此。", "对于“{target}”，我方有回应。"),
    openers=_CHINESE_OPENERS,
)
_QUOTED_WORDS = 30
_QUOTED_CHARACTERS = 200


def find_phrases(position: str) -> Phrases:
    """The connectives in the position's language."""
    return CHINESE if detect_language(position) == "zh" else ENGLISH


def write_opening(position: str, *, answering: bool) -> str:
    """How a speech begins."""
    found = find_phrases(position)
    return (found.later if answering else found.first).format(position=_strip_stop(position))


def write_closing(position: str) -> str:
    """How a speech ends."""
    return find_phrases(position).last.format(position=_strip_stop(position))


def introduce_argument(phrases: Phrases, scheme: SchemeId | str, place: int) -> str:
    """What introduces a point of one's own."""
    return f"{phrases.ordinals[place % len(phrases.ordinals)]} {_pick_opener(phrases, scheme, place)}"


def introduce_answer(phrases: Phrases, target: str, scheme: SchemeId | str, place: int) -> str:
    """What introduces an answer to a statement of the other side."""
    answer = phrases.answers[place % len(phrases.answers)].format(target=clip_statement(target))
    return f"{answer} {_pick_opener(phrases, scheme, place)}"


def write_rebuttal(flaw: Loophole) -> str:
    """A flaw of the other side's reasoning, put to it in its own words."""
    quotes = [clip_statement(quote) for quote in flaw.quotes]
    kind: FlawKind = flaw.kind
    match kind:
        case "contradiction":
            return f"They say both “{quotes[0]}” and “{quotes[-1]}”. Both cannot hold."
        case "circularity":
            return f"Their reasoning runs in a circle: {', then '.join(f'“{q}”' for q in quotes)}. It rests on itself."
        case "false dichotomy":
            return f"They leave us two ways, “{quotes[0]}”, as if there were no third."
        case "overgeneralisation":
            return f"“{quotes[0]}” is said of all and shown of few."
        case "unsupported assumption":
            return f"For “{quotes[0]}” they gave no ground."
        case "does not follow":
            return f"“{quotes[0]}” does not follow from what they said."
        case "correlation taken for cause":
            return f"“{quotes[0]}” takes what goes together for what brings about."
        case "tests something else":
            return f"For “{quotes[0]}” they show something about another matter."
        case "burden shifted":
            return f"With “{quotes[0]}” they ask us to disprove what is theirs to show."
        case "straw man":
            return f"“{quotes[0]}” answers what nobody here said."
        case "ad hominem":
            return f"“{quotes[0]}” is about who says it, and not about what is said."
        case "slippery slope":
            return f"Between the steps of “{quotes[0]}” they show none."
        case _:
            assert_never(kind)


def _pick_opener(phrases: Phrases, scheme: SchemeId | str, place: int) -> str:
    openers = phrases.openers.get(scheme, phrases.openers[""])
    return openers[place % len(openers)]


def _strip_stop(position: str) -> str:
    return position.rstrip(".。")


def clip_statement(text: str) -> str:
    """A statement as it is thrown back: its first words, and an ellipsis when there were more."""
    bare = text.strip(' "“”').rstrip(".。")
    found = bare.split()
    if len(found) > _QUOTED_WORDS:
        return " ".join(found[:_QUOTED_WORDS]) + " …"
    return bare if len(bare) <= _QUOTED_CHARACTERS or len(found) > 1 else bare[:_QUOTED_CHARACTERS] + " …"
