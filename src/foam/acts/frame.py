"""*Frame*: the question as a tree. What has to hold, down to leaves that each rest on sentences of the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import ValidationError

from foam.acts.argue import Point
from foam.acts.engine import Act, Reading, drop_rows, list_rows, place_group, read_first, read_texts
from foam.acts.shown import ShownFile
from foam.acts.steps import STEPS, Workings, check_workings, make_steps_field, read_workings
from foam.argument.casefile import CaseFile
from foam.argument.reading import Read
from foam.argument.tree import (
    Beside,
    Consideration,
    Frame,
    Leaf,
    LeafKind,
    Node,
    Option,
    Placed,
    Root,
    Term,
    fill_slots,
    find_complaints,
)
from foam.argument.working import Day, Figure, list_inputs
from foam.job.mending import find_place
from foam.model.check import FOR_OR_AGAINST
from foam.model.form import Form, FormField, FormValue, IdsField, LabelField, ListField, NamesField, Record, TextField
from foam.model.question import Option as Offered
from foam.model.question import Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.semantics.bearing import find_unmoved

NAME = "frame"
QUESTION = "question"
"""The weigh node of a question that no rule decides, and the root of such a tree."""
_MOST_LEAVES = 40
_NOBODY = "nobody has to"
_ANSWERS = ("if_true", "if_false")
_SHAPE = (
    TextField(name="why_this_shape", max_words=60, may_be_empty=True),
    TextField(name="shape_rejected", max_words=40, may_be_empty=True),
)
_PLACED = "placed"
_IN_TREE, _LEFT_OUT = "in the tree", "left out"
_NOT_SAID = "not said why"
_NO_VALUE = "none"
_EMPTY: Form = {"nodes": (), "root": (), "if_true": "", "if_false": "", _PLACED: ()}
"""What a form of an open question, or one without points, does not ask for."""
_BEARINGS = ("another_question", "owed_in_any_case", "practice", "how_soon")


def make_frame(
    prompts: Prompts,
    question: str,
    sides: tuple[str, str],
    file: ShownFile,
    read: Read,
    *,
    points: Sequence[Point] = (),
    options: Sequence[str] = (),
    values: Sequence[str] = (),
) -> Act[Frame]:
    """The act over a file that was read. `sides` are the statement that is asked about and its denial.

    `points` are what seats said before: each is placed in the tree, or left out with why. With `options`, which are
    answers to an open question, the tree weighs these and nothing else. With `values`, every reason serves one of them,
    or none.
    """
    answers = _make_options(options) or tuple(
        Option(id=name, text=side) for name, side in zip(FOR_OR_AGAINST, sides, strict=True)
    )
    offered = tuple(Offered(id=one.id, text=one.text) for one in answers)
    asked = render_prompt(
        prompts,
        "acts/frame",
        question=fence(question),
        answers=fence_options(offered),
        documents=file.text,
        findings=fence("\n".join(read.describe())),
        points=fence("\n".join(map(_describe_point, points)) or "none"),
    )
    names = tuple(one.id for one in answers)
    fields = _list_weighing_fields(file, names, values) if options else _list_fields(file, values)
    write = Write(
        **asked,
        statement=question if options else sides[0],
        aim="concerns",
        fields=(*fields, *_list_placed(points)),
        material=(
            *(offered if options else ()),
            *(Offered(id=one.id, text=one.says) for one in points),
            *file.material,
        ),
    )
    filed = file.file({one.document: one.role for one in read.sources})
    return Act(
        NAME,
        write,
        lambda form: _read({**_EMPTY, **form}, filed, question, answers, [one.id for one in points]),
        _open_faulty,
    )


def _make_options(texts: Sequence[str]) -> tuple[Option, ...]:
    """The answers to an open question, each under an id."""
    return tuple(Option(id=f"option-{number}", text=text) for number, text in enumerate(texts, start=1))


def _describe_point(point: Point) -> str:
    told = f"{point.id} ({', '.join(filter(None, (point.option, point.value)))}): {point.says}"
    return f"{told} {' '.join(point.at)}"


def list_branch_fields(file: ShownFile) -> Iterator[FormField]:
    """Leaves with their workings, and the nodes over them."""
    yield from _list_leaf_fields(file)
    yield ListField(
        name="nodes",
        about="issues: what has to hold under each",
        at_most=20,
        grouped_by="name",
        fields=(
            NamesField(name="name", at_least=1),
            TextField(name="says", max_words=30),
            LabelField(name="op", labels=("all", "any", "more", "level", "weigh")),
            NamesField(name="of", about="leaves and nodes", at_most=16),
            NamesField(name="over", about="for more and level", at_most=16),
            NamesField(name="unless", about="and none of these", at_most=8),
        ),
    )


def _list_leaf_fields(file: ShownFile) -> Iterator[FormField]:
    ids = file.ids
    few = min(6, len(ids))
    yield ListField(
        name="leaves",
        about="what is true or false, one plain sentence each",
        at_most=_MOST_LEAVES,
        grouped_by="name",
        fields=(
            NamesField(name="name", about="a short name", at_least=1),
            LabelField(name="kind", labels=get_args(LeafKind)),
            TextField(name="says", max_words=40),
            IdsField(name="at", about="the sentences it rests on; none: it is open", ids=ids, at_most=few),
            IdsField(name="against", about="sentences that say otherwise", ids=ids, at_most=few),
            NamesField(name="of", about="application: the fact or calculation"),
            NamesField(name="rule", about="application: the rule"),
            TextField(name="words", about="application: words of the rule", max_words=60, may_be_empty=True),
            LabelField(name="if_open", about="what it counts as if nobody shows it", labels=(_NOBODY, "true", "false")),
            IdsField(name="burden", about="the sentence of a rule that says who has to show it", ids=ids),
        ),
    )
    yield make_steps_field(ids)


def make_reasons_field(
    ids: Sequence[str], options: Sequence[str] = FOR_OR_AGAINST, values: Sequence[str] = ()
) -> ListField:
    """Reasons where something is weighed."""
    return ListField(
        name="considerations",
        about="reasons that are weighed",
        at_most=16,
        fields=(
            LabelField(name="option", about="the answer it speaks for, or the side of its weigh node", labels=options),
            TextField(name="says", max_words=40),
            TextField(name="because", about="why it counts", max_words=30, may_be_empty=True),
            LabelField(name="value", about="the value it serves", labels=(*values, _NO_VALUE))
            if values
            else TextField(name="value", about="the value it serves", max_words=3, may_be_empty=True),
            IdsField(name="at", about="its sentences", ids=tuple(ids), at_least=1, at_most=min(6, len(ids))),
            NamesField(name="rests_on", about="leaves", at_most=8),
            NamesField(name="under", about="the weigh node; empty: the question itself"),
        ),
    )


def _list_fields(file: ShownFile, values: Sequence[str]) -> Iterator[FormField]:
    yield from list_branch_fields(file)
    yield make_reasons_field(file.ids, values=values)
    yield _make_beside_field(file.ids)
    yield NamesField(name="root", about="the node or leaf that decides the question; empty: its reasons are weighed")
    yield TextField(name="if_true", about="the answer if the root is true", max_words=30, may_be_empty=True)
    yield TextField(name="if_false", about="the answer if it is false", max_words=30, may_be_empty=True)
    yield from _SHAPE


def _list_weighing_fields(file: ShownFile, options: Sequence[str], values: Sequence[str]) -> Iterator[FormField]:
    """Of a question that is weighed and nothing else, there is no node but itself."""
    yield from _list_leaf_fields(file)
    reasons = make_reasons_field(file.ids, options, values)
    yield reasons.model_copy(update={"fields": tuple(one for one in reasons.fields if one.name != "under")})
    yield _make_beside_field(file.ids)
    yield from _SHAPE


def _make_beside_field(ids: Sequence[str]) -> ListField:
    return ListField(
        name="beside",
        about="what is true and decides something else",
        at_most=12,
        fields=(
            LabelField(name="bearing", labels=_BEARINGS),
            TextField(name="says", max_words=40),
            IdsField(name="at", ids=tuple(ids), at_most=min(6, len(ids))),
        ),
    )


def _list_placed(points: Sequence[Point]) -> Iterator[FormField]:
    if points:
        yield ListField(
            name=_PLACED,
            about="each point once: where it went",
            at_most=len(points),
            fields=(
                LabelField(name="point", labels=tuple(one.id for one in points)),
                LabelField(name="where", labels=(_IN_TREE, _LEFT_OUT)),
                TextField(name="why", about="of what is left out: why", max_words=20, may_be_empty=True),
            ),
        )


def _read(
    form: Form, file: CaseFile, question: str, answers: Sequence[Option], points: Sequence[str]
) -> Reading[Frame]:
    workings = read_workings(form, file)
    made = Parts(form, workings, file)
    faults = [*workings.faults, *check_workings(workings), *made.faults]
    root = read_first(form, "root") or QUESTION
    fields = {
        "roots": (_make_root(form, root, question, answers),),
        "nodes": made.nodes,
        "leaves": made.leaves,
        "considerations": made.considerations,
        "beside": made.beside,
        "placed": _read_placed(form, points),
        "why_this_shape": form["why_this_shape"],
        "shape_rejected": form["shape_rejected"],
    }
    try:
        frame = Frame.model_validate(fields)
    except ValidationError as error:
        return Reading(None, (*faults, f"root: {error.errors()[0]['msg']}"))
    complaints = find_complaints(frame, file) or (() if faults else find_unmoved(frame))
    for one in complaints:
        leaf = frame.leaf_by_id.get(one.part)
        if leaf is None or leaf.kind != "calculation" or one.kind == "burden":
            place = made.place_of.get(one.part, "root" if one.part == root else f"leaves ({one.part})")
            faults.append(f"{place}: {one.what}")
        elif one.part not in workings.at_fault:
            faults.append(place_group(STEPS, one.part, one.what))
    worked_out = {leaf.id: "" for leaf in frame.leaves_under(root) if leaf.kind == "calculation"}
    slotted = (name for name in _ANSWERS if "{" in fill_slots(str(form[name]), worked_out))
    faults += (f"{name}: a slot names no calculation under the root" for name in slotted)
    return Reading(None if faults else frame, tuple(dict.fromkeys(faults)))


_OPEN: Record = {
    "kind": "fact",
    "at": (),
    "against": (),
    "of": (),
    "rule": (),
    "words": "",
    "if_open": _NOBODY,
    "burden": (),
}


def _open_faulty(fields: Sequence[FormField], form: Form, faults: Sequence[str]) -> dict[str, FormValue] | None:
    """The form with an open leaf in the place of each leaf, working and issue at fault, so that what rests on it is
    open; None where the root is at fault. Reasons at fault, and answers, are left out."""
    form = {**_EMPTY, **form}
    leaves, nodes = ({read_first(row, "name"): row for row in list_rows(form, name)} for name in ("leaves", "nodes"))
    known = {**nodes, **leaves}
    opened: dict[str, str] = {}
    dropped: set[tuple[str, int]] = set()
    rest = dict(form)
    for place in (find_place(fields, form, fault) for fault in faults):
        if place is None:
            return None
        if place.field == STEPS and leaves.get(place.group, {}).get("kind") != "calculation":
            dropped |= {(STEPS, entry) for entry in place.list_entries(form)}
        elif place.group:
            says = known[place.group]["says"] if place.group in known else place.group.replace("_", " ")
            opened[place.group] = str(says)
        elif place.entry:
            dropped.add((place.field, place.entry))
        elif place.field in _ANSWERS:
            rest[place.field] = ""
        else:
            return None
    if read_first(form, "root") in opened.keys() - leaves.keys():
        return None
    stay = (row for row in list_rows(form, "leaves") if read_first(row, "name") not in opened)
    anew: list[Record] = [{**_OPEN, "name": (name,), "says": says} for name, says in opened.items()]
    rest["leaves"] = (*stay, *anew)
    rest["nodes"] = tuple(row for row in list_rows(form, "nodes") if read_first(row, "name") not in opened)
    dropped |= {(STEPS, n) for n, row in enumerate(list_rows(form, STEPS), 1) if read_first(row, "of") in opened}
    return {name: drop_rows(name, value, dropped) for name, value in rest.items()}


def _make_root(form: Form, root: str, question: str, answers: Sequence[Option]) -> Root:
    """The root with its answers; of one that a node decides, in the words of the form, which may have slots."""
    if root == QUESTION:
        return Root(id=root, asks=question, options=tuple(answers))
    told = zip(answers, _ANSWERS, strict=True)
    return Root(
        id=root, asks=question, options=tuple(Option(id=one.id, text=str(form[name]) or one.text) for one, name in told)
    )


def _read_placed(form: Form, points: Sequence[str]) -> tuple[Placed, ...]:
    """Where each point went. What the form does not speak of is left out."""
    rows = {str(row["point"]): row for row in reversed(list_rows(form, _PLACED))}
    unsaid: Record = {"where": _LEFT_OUT, "why": _NOT_SAID}
    every = ((name, rows.get(name, unsaid)) for name in points)
    return tuple(
        Placed(point=name, where=_IN_TREE if row["where"] == _IN_TREE else None, why=str(row["why"]))
        for name, row in every
    )


class Parts:
    """The parts of a tree as a form has them, each with its place in the form. `reasons` are there already."""

    def __init__(self, form: Form, workings: Workings, file: CaseFile, *, reasons: int = 0) -> None:
        self.place_of: dict[str, str] = {}
        self.faults: list[str] = []
        self._workings = workings
        self._file = file
        self._reasons = reasons
        self._added: list[Leaf] = []
        self._grounds: dict[str, list[str]] = {}
        for row in list_rows(form, "leaves"):
            for at in read_texts(row, "at") if row["kind"] in ("fact", "rule") else ():
                self._grounds.setdefault(at, []).append(read_first(row, "name"))
        self.considerations: list[Consideration] = []
        grounds: list[Leaf] = []
        for number, row in enumerate(list_rows(form, "considerations"), start=1):
            grounds += self._add_consideration(row, number)
        self.beside = [
            Beside.model_validate({**row, "id": f"beside{n}"})
            for n, row in enumerate(list_rows(form, "beside"), start=1)
        ]
        self.place_of |= {one.id: f"beside, entry {n}" for n, one in enumerate(self.beside, start=1)}
        self.leaves = [*self._read_rows(form, "leaves", self._make_leaf), *grounds]
        self.nodes = [*self._read_rows(form, "nodes", self._make_node)]
        if not read_first(form, "root") and QUESTION not in self.place_of:
            self.nodes.append(Node(id=QUESTION, op="weigh"))
        self.leaves += self._added
        calculations = {leaf.id for leaf in self.leaves if leaf.kind == "calculation"}
        for name in workings.by_name:
            if name not in calculations:
                self.faults.append(place_group(STEPS, name, "there is no such calculation among the leaves"))

    def _read_rows(self, form: Form, field: str, make: Any) -> Iterator[Any]:
        for row in list_rows(form, field):
            name = read_first(row, "name")
            if name in self.place_of:
                self.faults.append(place_group(field, name, "the name was given before"))
                continue
            self.place_of[name] = f"{field} ({name})"
            yield make(name, row)

    def _make_leaf(self, name: str, row: Mapping[str, Any]) -> Leaf:
        kind, words = row["kind"], row["words"].strip()
        is_application = kind == "application"
        needs_sentence = kind in ("fact", "rule") and not row["at"]
        is_burdened = row["if_open"] != _NOBODY
        working = self._workings.by_name.get(name) if kind == "calculation" else None
        inputs = [one for one in list_inputs(working) if isinstance(one, Figure | Day)] if working else []
        at = tuple(dict.fromkeys((*row["at"], *(at for one in inputs for at in one.at))))
        return Leaf(
            id=name,
            says=row["says"],
            kind=kind,
            at=at,
            against=row["against"],
            working=working,
            reads=tuple(dict.fromkeys(leaf for one in inputs for at in one.at for leaf in self._list_grounds(at))),
            of=read_first(row, "of") if is_application else "",
            term=Term(rule=read_first(row, "rule"), words=words) if is_application and words else None,
            if_open=row["if_open"] if is_burdened else None,
            burden=read_first(row, "burden") or None if is_burdened else None,
            proposed="open" if needs_sentence else "true",
        )

    def _list_grounds(self, at: str) -> Sequence[str]:
        """The facts and rules that a sentence is the ground of; where there is none, one that says what it says."""
        if at not in self._grounds:
            document = self._file.find_document(at)
            kind: LeafKind = "rule" if document and document.role == "rule" else "fact"
            name = f"sentence_{at.replace('#s', '_')}"
            self._added.append(Leaf(id=name, kind=kind, says=self._file.find_sentence(at) or "", at=(at,)))
            self._grounds[at] = [name]
        return self._grounds[at]

    def _make_node(self, name: str, row: Mapping[str, Any]) -> Node:
        is_weighed = row["op"] == "weigh" and name != QUESTION
        return Node(
            id=name,
            says=row["says"],
            op=row["op"],
            of=row["of"],
            over=row["over"],
            unless=row["unless"],
            true_for=FOR_OR_AGAINST[0] if is_weighed else None,
        )

    def _add_consideration(self, row: Mapping[str, Any], number: int) -> Iterator[Leaf]:
        """Add a reason; where it rests on no leaf, it gives the fact that its sentences state."""
        name, fact = f"reason{self._reasons + number}", f"ground{self._reasons + number}"
        place = f"considerations, entry {number}"
        self.place_of |= {name: place, fact: place}
        rests_on: Sequence[str] = row["rests_on"]
        if not rests_on:
            yield Leaf(id=fact, kind="fact", says=row["says"], at=row["at"])
            rests_on = (fact,)
        self.considerations.append(
            Consideration(
                id=name,
                says=row["says"],
                option=row["option"],
                because=row["because"],
                value="" if row["value"] == _NO_VALUE else row["value"],
                under=(read_first(row, "under") if "under" in row else "") or QUESTION,
                at=row["at"],
                rests_on=tuple(rests_on),
            )
        )
