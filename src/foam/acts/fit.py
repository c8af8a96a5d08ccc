"""*Fit*: the tree of stated rules is held against the file. A fact that the rules left out is added, or the tree is
declined: the file is about something that these rules do not decide."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from pydantic import ValidationError

from foam.acts.engine import Act, Reading, list_rows, place_row, read_first, read_texts
from foam.acts.evaluate import render_tree
from foam.acts.shown import ShownFile
from foam.argument.tree import Frame, Graft, Leaf, add_graft
from foam.argument.working import SentenceId
from foam.model.form import Form, FormField, IdsField, LabelField, ListField, NamesField, Record, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt
from foam.semantics.standing import Standings
from foam.values import Value

NAME = "fit"
GRAFTS = "grafts"
TREE = ("fits", "does not fit")
_NONE = "none"


class Fit(Value):
    """How a stated tree fits a file."""

    declined: str = ""
    """Why nothing may be computed from it; empty where it fits."""
    at: tuple[SentenceId, ...] = ()
    """The sentences that show why."""
    grafts: tuple[Graft, ...] = ()

    def grow(self, frame: Frame) -> Frame:
        """The tree with all that was added."""
        return reduce(add_graft, self.grafts, frame)

    def prune(self, standings: Standings) -> Fit:
        """Without what is open: nobody bore it out."""
        kept = (one for one in self.grafts if not any(standings[leaf.id].stands == "open" for leaf in one.leaves))
        return self.model_copy(update={"grafts": tuple(kept)})


def make_fit(prompts: Prompts, question: str, statement: str, file: ShownFile, frame: Frame) -> Act[Fit]:
    """The act over a stated tree that is bound to a file."""
    leaves = (f"{one.id} ({one.kind}): {one.says} {' '.join(one.at)}" for one in frame.leaves if one.kind != "rule")
    asked = render_prompt(
        prompts,
        "acts/fit",
        question=fence(question),
        tree=fence(render_tree(frame)),
        leaves=fence("\n".join(leaves)),
        documents=file.text,
    )
    write = Write(
        **asked, statement=statement, aim="concerns", fields=tuple(_list_fields(frame, file)), material=file.material
    )
    return Act(NAME, write, lambda form: _read(form, frame))


def _list_fields(frame: Frame, file: ShownFile) -> Iterator[FormField]:
    few = min(6, len(file.ids))
    under = {name for root in frame.roots for name in frame.find_under(root.id)}
    nodes = tuple(node.id for node in frame.nodes if node.id in under and node.op in ("all", "any"))
    yield LabelField(name="tree", about="whether these rules decide what the file is about", labels=TREE)
    yield TextField(name="why", about="why it does not fit", max_words=40, may_be_empty=True)
    yield IdsField(name="at", about="the sentences that show it", ids=file.ids, at_most=few)
    if nodes:
        yield ListField(
            name=GRAFTS,
            about="facts on which the answer depends and that the tree leaves out",
            at_most=4,
            fields=(
                NamesField(name="name", about="a name for it", at_least=1),
                TextField(name="says", about="one plain sentence that is true or false", max_words=40),
                IdsField(name="at", about="its sentences; none: it is open", ids=file.ids, at_most=few),
                LabelField(name="under", about="the node it belongs to", labels=nodes),
                LabelField(name="if_not", about="under any: the leaf it replaces", labels=(_NONE, *frame.leaf_by_id)),
                TextField(name="why", about="why it counts", max_words=30, may_be_empty=True),
            ),
        )


def _read(form: Form, frame: Frame) -> Reading[Fit]:
    if form["tree"] != TREE[0]:
        empty = tuple(f"{name}: it does not say why the tree does not fit" for name in ("why", "at") if not form[name])
        return Reading(None if empty else Fit(declined=str(form["why"]), at=read_texts(form, "at")), empty)
    fit, faults = Fit(), list[str]()
    for number, row in enumerate(list_rows(form, GRAFTS) if GRAFTS in form else (), start=1):
        graft = _make_graft(row)
        more = fit.model_copy(update={"grafts": (*fit.grafts, graft)})
        if (frame.node_by_id[graft.under].op == "any") != bool(graft.if_not):
            faults.append(place_row(GRAFTS, number, "under any, and there alone, it names the leaf that it replaces"))
            continue
        try:
            more.grow(frame)
        except ValidationError as error:
            faults.append(place_row(GRAFTS, number, error.errors()[0]["msg"]))
        else:
            fit = more
    return Reading(None if faults else fit, tuple(faults))


def _make_graft(row: Record) -> Graft:
    leaf = Leaf(
        id=read_first(row, "name"),
        kind="fact",
        says=str(row["says"]),
        at=read_texts(row, "at"),
        because=f"added to the stated rules: {row['why'] or row['says']}",
    )
    if_not = str(row["if_not"])
    return Graft(
        under=str(row["under"]), if_not=None if if_not == _NONE else if_not, leaves=(leaf,), why=str(row["why"])
    )
