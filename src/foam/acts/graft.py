"""*Graft*: the branch that a tree lacks, framed by itself; the rest of the tree stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import ValidationError

from foam.acts.engine import Act, Reading, read_first
from foam.acts.evaluate import describe_leaf, render_tree
from foam.acts.frame import Parts, list_branch_fields, make_reasons_field
from foam.acts.shown import ShownFile
from foam.acts.steps import read_workings
from foam.argument.casefile import CaseFile
from foam.argument.tree import Frame, Graft, Node, add_graft, find_complaints
from foam.argument.working import SentenceId
from foam.errors import InputError
from foam.model.form import Form, FormField, LabelField, NamesField, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt

NAME = "graft"
_EMPTY: Form = {"leaves": (), "steps": (), "nodes": (), "considerations": (), "beside": ()}


def make_graft(
    prompts: Prompts,
    question: str,
    file: ShownFile,
    frame: Frame,
    filed: CaseFile,
    host: str,
    at: Sequence[SentenceId],
    said: str,
) -> Act[Frame]:
    """The act over a tree that is said to leave these sentences out under a node. It gives the whole tree."""
    leaves = (describe_leaf(leaf, frame) for leaf in frame.leaves if leaf.kind != "rule")
    asked = render_prompt(
        prompts,
        "acts/graft",
        question=fence(question),
        documents=file.text,
        tree=fence("\n".join((render_tree(frame), *leaves))),
        at=" ".join(at),
        said=fence(said),
    )
    hosts = [frame.node_by_id[name] for name in reversed(frame.find_under(host)) if name in frame.node_by_id]
    fields = tuple(_list_fields(hosts, file, at))
    write = Write(**asked, statement=question, aim="concerns", fields=fields, material=file.material)
    return Act(NAME, write, lambda form: _read({**_EMPTY, **form}, frame, filed))


def _list_fields(hosts: Sequence[Node], file: ShownFile, at: Sequence[SentenceId]) -> Iterator[FormField]:
    yield LabelField(name="under", labels=tuple(node.id for node in hosts))
    if any(node.op in ("all", "any") for node in hosts):
        yield from list_branch_fields(file)
        yield NamesField(name="if_not")
    if any(node.op == "weigh" for node in hosts):
        yield make_reasons_field(at)
    yield TextField(name="why", max_words=40, may_be_empty=True)


def _read(form: Form, frame: Frame, filed: CaseFile) -> Reading[Frame]:
    under, workings = str(form["under"]), read_workings(form, filed)
    made = Parts({**form, "root": (under,)}, workings, filed, reasons=len(frame.considerations))
    faults = [*workings.faults, *made.faults]
    reasons = tuple(one.model_copy(update={"under": under}) for one in made.considerations)
    grounds = tuple(leaf for leaf in made.leaves if any(leaf.id in one.rests_on for one in reasons))
    graft = Graft(
        under=under,
        if_not=(read_first(form, "if_not") or None) if "if_not" in form else None,
        nodes=tuple(made.nodes),
        leaves=tuple(leaf for leaf in made.leaves if leaf not in grounds),
    )
    try:
        grown = add_graft(frame, graft) if graft.nodes or graft.leaves else frame
        parts = {"leaves": (*grown.leaves, *grounds), "considerations": (*grown.considerations, *reasons)}
        grown = Frame.model_validate({**{name: getattr(grown, name) for name in Frame.model_fields}, **parts})
    except (InputError, ValidationError) as error:
        why = error.what if isinstance(error, InputError) else str(error.errors()[0]["msg"])
        return Reading(None, (*faults, f"under: {why}"))
    new = set(find_complaints(grown, filed)).difference(find_complaints(frame, filed))
    faults += sorted(f"{made.place_of.get(one.part, 'under')}: {one.what}" for one in new)
    return Reading(None if faults else grown, tuple(dict.fromkeys(faults)))
