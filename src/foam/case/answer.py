"""Prepares the template of a speech that answers: its nodes are repeated for each argument that was heard.

A node with `each` is written once in the pack and repeated for every argument of the round that it names. In its words
`$position` stands for the argument's id, `$target` for its name in the round, `$named` for its page, `$said` and
`$cite` for the words and the author of the component it answers or extends, `$chain` for the words of all its steps,
`$rests` for the step that stands with it, `$standing` for what became of it, `$left` for what the answers leave of
it, `$action` for what a counterplan or an alternative would do, `$both` for why that and the plan may both be done.
What has nothing to answer is left out. A leaf with `meets` makes a point of its own, which it has to establish, and
names the argument that it meets: the one that it is repeated for, else, once it is written, one `among` all those of
its kinds that were heard. One with `any_step` breaks one of the steps of what it is repeated for, which its writer
names.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from foam.argument.flow import Argument, Flow, find_column, find_side
from foam.argument.outline import OutlineNode, mount
from foam.argument.round import Round, Spoken
from foam.case.flow import build_round
from foam.case.leave import APART, NET_BENEFIT
from foam.case.plan import COUNTERPLAN_TEXT
from foam.case.values import GeneratedNode
from foam.errors import InputError
from foam.pack.outlines import SpeechOutline
from foam_quotes.text.words import is_negation, split_words

_SENTENCE = re.compile(r"(?<=[.!?]) +")
_CONCEDED = "They never answered it, so it is conceded."
_BOTH = "Both can be done at once, so it is no reason to reject the plan."
_ELSEWHERE = "do the plan and, in every other instance, the alternative"
_LOSES_NOTHING = "Nothing in the plan keeps anybody from thinking so, so it is no reason to reject it."
_TOO_WEAK = (
    "If refusing works, it works in every other instance, and one plan does not undo it. If one plan undoes it, it is "
    "too weak to be a reason against that plan."
)


def _list_steps(about: Spoken, dealt: Argument) -> list[Argument]:
    """The step of an argument that stands with one of them: the nearest before it with evidence, else after it."""
    at = about.arguments.index(dealt)
    resting = [one for one in about.arguments if one.evidence]
    before = [one for one in about.arguments[:at] if one in resting]
    after = [one for one in about.arguments[at + 1 :] if one in resting]
    return before[-1:] or after[:1]


def _describe_steps(steps: Sequence[Argument]) -> str:
    """The steps that an extension says again, as they were said."""
    return f" It rests on this: {_join(steps)}." if steps else ""


def _describe_standing(against: Sequence[Argument]) -> str:
    """Whether what is carried on was answered, and by whom."""
    if not against:
        return _CONCEDED
    authors = dict.fromkeys(one.cite for one in against if one.cite)
    return f"They answered with {' and '.join(authors)}." if authors else "They answered without evidence."


def _describe_left(against: Sequence[Argument], carried: Sequence[Argument]) -> str:
    """What the other side said against what is carried on, in their words, and what of it they leave as it is."""
    if not against:
        return _CONCEDED
    struck = {one.answers for one in against}
    left = [one for one in carried if one.id not in struck]
    said = f"They say: {_join(against[:1])}."
    return f"{said} They do not answer this: {_join(left[:1])}." if left and len(left) < len(carried) else said


def _list_actions(text: str) -> list[str]:
    """What a counterplan says to do: its sentences without a negation."""
    told = [one.strip() for one in _SENTENCE.split(text) if one.strip(" .")]
    return [one for one in told if not any(map(is_negation, split_words(one)))]


def _describe_combining(syllogism: str, text: str) -> dict[str, str]:
    """How a plan goes together with a counterplan or an alternative, in the words of the latter: `combining`, the kind
    of permutation; `way` and `beside`, how it is said; `action`, what is done beside the plan; `loses`, why nothing is
    lost by that.

    What a counterplan says to do is done beside the plan. The alternative of a kritik, which may refuse the plan, is
    done in every other instance.
    """
    if syllogism != "kritik" and (acting := _list_actions(text)):
        how = {"combining": "do_both", "way": "do both", "beside": "Beside it", "loses": _LOSES_NOTHING}
        return {**how, "action": " ".join(acting).rstrip(".")}
    how = {"combining": "partial", "way": _ELSEWHERE, "beside": "In every other instance", "loses": _TOO_WEAK}
    return {**how, "action": text.rstrip(".")}


def _describe_both(competing: str, benefit: str) -> str:
    """Why plan and counterplan may both be done; where the other side says why not, what takes that reason away."""
    if not competing:
        return _BOTH
    return (
        f"They say: {competing.rstrip('.')}. What we answer to {benefit} takes that reason away, so both can be done."
    )


def _join(arguments: Sequence[Argument]) -> str:
    return "; ".join(one.text.rstrip(".") for one in arguments)


NAMES = frozenset(
    {
        "position",
        "target",
        "named",
        "said",
        "chain",
        "cite",
        "card",
        "status",
        "standing",
        "left",
        "rests",
        "combining",
        "way",
        "beside",
        "action",
        "loses",
        "both",
    }
)
"""What the words of a repeated node may name."""
_DROPPED, _ANSWERED = "dropped", "answered"
_PERMUTATION, _COMPETES = "permutation", "competes"
_NO_AUTHOR, _NO_CARD = "the argument", "no card"
_TEXTS = ("id", "title", "ask", "ask_many", "said")
_FILLED_AGAIN = ("seek", "say")
"""Words in which the plan is filled in later: a dollar sign in what was heard must not be taken for a name then."""


def prepare_outline(
    template: SpeechOutline,
    *,
    accepted: Sequence[GeneratedNode] = (),
    heard: Flow | None = None,
    laid_out: bool = False,
) -> SpeechOutline:
    """Add the nodes that a person accepted, and repeat those that answer what was heard.

    A speech that is laid out from a debater's own blocks needs to have heard the other side alone.
    """
    tree = mount_accepted(template.tree, accepted)
    speeches = {speech.speech for page in heard.pages for speech in page.speeches} if heard else set()
    sides = {speech: find_side(find_column(speech, template.format or "policy")) for speech in template.needs}
    needed = [speech for speech in template.needs if not laid_out or sides[speech] != template.side]
    missing = [speech for speech in needed if speech not in speeches]
    if missing:
        raise InputError(
            f"the {template.speech} answers what was said, and the {missing[0]} was not heard",
            hint=f"give it the cases so far: --answering {missing[0]}.json",
        )
    try:
        spoken = list(_repeat_node(tree, build_round(template, heard), None))
    except ValidationError as error:
        what = f"what was heard cannot be answered: {error.errors()[0]['msg']}"
        raise InputError(what, hint="two arguments of the flow share an id; give each its own") from error
    if not spoken and laid_out:
        bare = tree.model_copy(update={"children": (), "pick": 0, "between": None})
        return template.model_copy(update={"tree": bare})
    if not spoken:
        raise InputError(
            f"nothing that was heard calls for a {template.speech}", hint="see which arguments still stand"
        )
    return template.model_copy(update={"tree": spoken[0]})


def mount_accepted(tree: OutlineNode, accepted: Sequence[GeneratedNode]) -> OutlineNode:
    """The outline with the nodes that a person accepted."""
    for child_made in accepted:
        tree = mount(tree, child_made.at, child_made.node)
    return tree


def _repeat_node(node: OutlineNode, debate_round: Round, about: Spoken | None) -> Iterator[OutlineNode]:
    if node.unless and debate_round.chosen(node.unless, about):
        return
    if about and node.syllogism == _PERMUTATION and _is_refuted(about, debate_round):
        return
    if about and not node.children and _is_unsaid(node, about):
        return
    if node.each:
        once = node.model_copy(update={"each": None})
        for one in debate_round.chosen(node.each, about):
            yield from _repeat_node(once, debate_round, one)
        return
    children = [child_made for child in node.children for child_made in _repeat_node(child, debate_round, about)]
    if node.children and not children:
        return
    left = len(children)
    between = (min(node.between[0], left), min(node.between[1], left)) if node.between else None
    yield OutlineNode(**{**dict(node), **_fill_words(node, debate_round, about), "children": tuple(children),
                          "pick": min(node.pick, left), "between": between})  # fmt: skip


def _is_unsaid(node: OutlineNode, about: Spoken) -> bool:
    """Whether a leaf answers a part that was not said of an argument whose parts stand each by itself."""
    named = node.answers.split("|") if node.answers and not node.meets else []
    return bool(named) and APART in about.facts and not any(one.component in named for one in about.arguments)


def _fill_words(node: OutlineNode, debate_round: Round, about: Spoken | None) -> dict[str, Any]:
    """The node's words with the names of what it is about; a leaf also points at the argument it deals with."""
    if node.meets and about is None:
        order = node.meets.types.index
        met = sorted(debate_round.chosen(node.meets), key=lambda one: order(one.syllogism))
        among = tuple(argument.id for one in met for argument in one.arguments)
        return {"answers": met[0].part(node.answers).id if met else "", "among": among}
    if about is None:
        return {}
    dealt = about.part(node.answers or node.extends)
    names = _make_names(about, dealt, debate_round)
    steps = tuple(argument.id for argument in about.arguments) if node.any_step else ()
    pointed = {
        "answers": dealt.id if node.answers else "",
        "among": steps,
        "extends": dealt.id if node.extends else "",
    }
    kept = {name: text.replace("$", "$$") for name, text in names.items()}
    return {
        **{field: _fill(getattr(node, field), names) for field in _TEXTS},
        **{field: _fill(getattr(node, field), kept) for field in _FILLED_AGAIN},
        "facts": {name: _fill(value, names) for name, value in node.facts.items()},
        **pointed,
    }


def _make_names(about: Spoken, dealt: Argument, debate_round: Round) -> dict[str, str]:
    against = debate_round.answered(about)
    steps = _list_steps(about, dealt)
    return {
        "position": about.id.replace("/", "-"),
        "target": about.id,
        "named": about.page,
        "said": dealt.text.rstrip("."),
        "chain": "; ".join(f"({n}) {one.text.rstrip('.')}" for n, one in enumerate(about.arguments, start=1)),
        "cite": dealt.cite or _NO_AUTHOR,
        "card": dealt.evidence[0].brief() if dealt.evidence else _NO_CARD,
        "status": _ANSWERED if against else _DROPPED,
        "standing": _describe_standing(against),
        "left": _describe_left(against, [dealt, *steps]),
        "rests": _describe_steps(steps),
        **_describe_combining(about.syllogism, dealt.text),
        "both": _describe_both(_find_competing(about), _find_benefit(about, debate_round)),
    }


def _find_competing(about: Spoken) -> str:
    """Why not both should be done, where that was said."""
    return next((one.text for one in about.arguments if one.component == _COMPETES), "")


def _find_benefit(about: Spoken, debate_round: Round) -> str:
    """The page of the argument that makes a counterplan better than both, where it still stands and can be answered."""
    named = about.facts.get(NET_BENEFIT, "")
    return next((one.page for one in debate_round.spoken if one.id == named and debate_round.live(one)), "")


def _is_refuted(about: Spoken, debate_round: Round) -> bool:
    """Whether both cannot be done: it was said why not, by a reason that no part of the speech can meet, or all that a
    counterplan does is to leave something undone."""
    texts = [one.text for one in about.arguments if one.component == COUNTERPLAN_TEXT]
    only_refuses = bool(texts) and not any(map(_list_actions, texts))
    return only_refuses or (bool(_find_competing(about)) and not _find_benefit(about, debate_round))


def _fill(text: str, names: Mapping[str, str]) -> str:
    return string.Template(text).safe_substitute(names)
