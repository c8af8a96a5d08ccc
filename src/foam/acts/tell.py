"""*Tell*: what the tree comes to, in plain sentences, each with the parts of the tree that it tells.

Whatever is computed stands in a slot, `{under}`, and code fills it. A figure, date or name of a sentence stands in a
part that the sentence names, or in the question.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeAlias, assert_never

from foam.acts.engine import Act, Reading, list_rows, place_row, read_texts
from foam.acts.evaluate import render_tree
from foam.acts.shown import ShownFile
from foam.argument.reading import Missing
from foam.argument.tree import Beside, Consideration, Frame, Leaf, Node
from foam.argument.working import Context, list_inputs, show_working
from foam.model.form import Form, IdsField, ListField, TextField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, render_prompt
from foam.semantics.outcome import find_holds
from foam.semantics.standing import Standings, find_gone
from foam.semantics.ways import View
from foam.values import Value
from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.normalise import normalise
from foam_quotes.text.words import split_letters

NAME = "tell"
MOST_SENTENCES = 8
_SLOT = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_Told: TypeAlias = Leaf | Node | Consideration | Beside
FORM = ("number", "date", "name", "quotation")


class ToldSentence(Value):
    """A sentence, and the parts of the tree that it tells."""

    text: str
    nodes: tuple[str, ...]


def make_tell(
    prompts: Prompts,
    question: str,
    outcome: str,
    file: ShownFile,
    frame: Frame,
    standings: Standings,
    *,
    idle: Collection[str] = (),
    missing: Sequence[Missing] = (),
) -> Act[tuple[ToldSentence, ...]]:
    """The act over a tree that was evaluated; `outcome` is its first sentence, which code wrote; `idle` reasons do not
    count; what is `missing` in the file can be told, too."""
    told: tuple[_Told, ...] = (
        *frame.considerations,
        *(node for node in frame.nodes if node.says),
        *frame.leaves,
        *frame.beside,
    )
    holds = find_holds(View(frame, standings, find_gone(frame, standings, ())), frame.roots[0])
    parts = {one.id: f"{one.says} ({_stand(one, standings, holds, idle)})" for one in told}
    lacking = {
        f"missing{number}": one.what + (f"; {one.who_has_it} has it" if one.who_has_it else "")
        for number, one in enumerate(missing, start=1)
    }
    parts |= {name: f"{what} (not in the file)" for name, what in lacking.items()}
    context = Context(frame.workings)
    slots = {leaf.id: show_working(leaf.working, context, in_short=True) for leaf in frame.leaves if leaf.working}
    asked = render_prompt(
        prompts,
        "acts/tell",
        question=fence(question),
        outcome=fence(outcome),
        tree=fence(render_tree(frame)),
        parts=fence("\n".join(f"{name}: {told}" for name, told in parts.items())),
        slots=fence("\n".join(f"{{{name}}}: {worked}" for name, worked in slots.items()) or "none"),
    )
    sentences = ListField(
        name="sentences",
        about="why, in a few plain sentences for the person it concerns",
        at_most=MOST_SENTENCES,
        fields=(
            IdsField(name="nodes", about="what it tells", ids=tuple(parts), at_least=1, at_most=min(8, len(parts))),
            TextField(name="text", max_words=40),
        ),
    )
    says = {one.id: one.says for one in told} | lacking
    material = tuple(Option(id=name, text=text) for name, text in says.items())
    write = Write(**asked, statement=question, aim="concerns", fields=(sentences,), material=material)
    held = {name: (text, tuple(list_held(name, frame, file))) for name, text in says.items()}
    others = tuple(one.text for root in frame.roots for one in root.options if one.text != outcome)
    denied = others if outcome in [one.text for root in frame.roots for one in root.options] else ()
    return Act(NAME, write, lambda form: _read(form, held, slots, (question, outcome), denied))


def _stand(
    part: Leaf | Node | Consideration | Beside,
    standings: Standings,
    holds: Mapping[str, bool | None],
    idle: Collection[str],
) -> str:
    match part:
        case Consideration():
            counts = part.id not in idle and all(holds.get(name) for name in part.rests_on)
            return f"{part.option}; it counts" if counts else f"{part.option}; it does not count"
        case Node():
            return {True: "true", False: "false", None: "open"}[holds.get(part.id)]
        case Leaf():
            return standings[part.id].label or standings[part.id].stands
        case Beside():
            return f"does not decide it: {part.bearing.replace('_', ' ')}"
        case _:
            assert_never(part)


def _says(text: str, other: str, outcome: str) -> bool:
    """Whether a text holds all words of another in their order, besides where it tells the outcome."""
    plain, denied, told = (f" {' '.join(split_letters(normalise(one).lower()))} " for one in (text, other, outcome))
    return denied in (plain.replace(told, " | ") if denied in told else plain)


def list_held(name: str, frame: Frame, file: ShownFile) -> Iterator[str]:
    """What a sentence that tells this part may take its figures and dates from: the sentences of all it hangs on."""
    cited: tuple[Consideration | Beside, ...] = (*frame.considerations, *frame.beside)
    reasons = [one for one in cited if one.id == name]
    tops = [top for one in frame.considerations if one.id == name for top in one.rests_on] or [name]
    under = {below for top in tops for below in frame.find_under(top)}
    shown = [at for one in reasons for at in one.at]
    for leaf in frame.leaves:
        if leaf.id in under:
            inputs = list_inputs(leaf.working) if leaf.working else ()
            shown += [*leaf.at, *leaf.against, *(at for one in inputs for at in getattr(one, "at", ()))]
    yield from (found.text for at in dict.fromkeys(shown) if (found := file.sentence_by_id.get(at)))


def _read(
    form: Form,
    held: Mapping[str, tuple[str, Sequence[str]]],
    slots: Mapping[str, str],
    known: Sequence[str],
    denied: Sequence[str],
) -> Reading[tuple[ToldSentence, ...]]:
    faults: list[str] = []
    told: list[ToldSentence] = []
    for number, row in enumerate(list_rows(form, "sentences"), start=1):
        text, nodes = str(row["text"]), read_texts(row, "nodes")
        cited = [source for node in nodes for source in held[node][1]]
        says = [held[node][0] for node in nodes]
        unknown = [slot for slot in _SLOT.findall(text) if slot not in slots]
        plain = _SLOT.sub(" ", text)
        unfaithful = find_unfaithful(plain, cited=cited, known=known, beside=says)
        found = [f"“{one.told}”: {one.why}" for one in unfaithful if one.kind in FORM]
        faults += [place_row("sentences", number, f"there is no slot {{{slot}}}") for slot in unknown]
        faults += [place_row("sentences", number, why) for why in found]
        faults += [
            place_row("sentences", number, f"“{other}” does not follow")
            for other in denied
            if _says(text, other, known[1])
        ]
        told.append(ToldSentence(text=_SLOT.sub(lambda match: slots.get(match[1], ""), text), nodes=nodes))
    return Reading(None if faults else tuple(told), tuple(faults))
