"""Two answers side by side: what follows from each, and which leaves stand or bear otherwise. No model is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from foam.argument.tree import Leaf, Stands
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.turn import Weights, turn_leaves
from foam.deliberation.answer.view import STANDS
from foam.paper import Block, Paper, Paragraph, Readable, Table, add_formats, compose
from foam.semantics.bearing import Bears
from foam.semantics.standing import Label
from foam.semantics.ways import Fix
from foam.values import Value
from foam.visible import dump_json

_BEARS: Mapping[Bears, str] = {"alone": "turns it alone", "together": "turns it with others", "no": ""}


class LeafState(Value):
    """How a leaf stands in an answer, and whether the outcome turns with it."""

    stands: Stands
    label: Label = ""
    bears: Bears = "no"


class LeafChange(Value):
    """A leaf in two answers; None where one of them has no such leaf."""

    leaf: str
    says: str
    before: LeafState | None
    after: LeafState | None


class SeatChange(Value):
    """What follows for a seat in two answers; empty where it does not sit there, or it is open."""

    seat: str
    before: str
    after: str


class AnswerDifference(Readable, Value):
    """What sets two answers apart; or an answer and what it would be if leaves were otherwise."""

    question: str
    lead_before: str
    lead_after: str
    supposed: dict[str, bool] | None
    """Leaves that are held true or false; None where two answers are compared."""
    leaves: tuple[LeafChange, ...]
    """Every leaf of the two, in the order of the trees."""
    seats: tuple[SeatChange, ...] = ()
    """Every seat of the two, in the order of their names."""


def suppose_leaves(answer: Answer, supposed: Fix, weights: Weights | None = None) -> AnswerDifference:
    """What would follow if these leaves were true or false, or seats weighed otherwise, and which leaves would bear
    then."""
    after = turn_leaves(answer, supposed, weights)
    return compare_answers(answer, after).model_copy(update={"supposed": dict(supposed)})


def compare_answers(before: Answer, after: Answer) -> AnswerDifference:
    """What sets two answers apart.

    Trees of one shape name their leaves alike. Of other trees the names mean nothing to each other: their leaves are
    the same where they are of one kind and stand on the same sentences.
    """
    is_one_shape = _list_names(before) == _list_names(after)
    old, new = ({_know(one, leaf, by_name=is_one_shape): leaf for leaf in _list(one)} for one in (before, after))
    return AnswerDifference(
        question=after.question,
        lead_before=before.lead,
        lead_after=after.lead,
        supposed=None,
        leaves=tuple(
            LeafChange(
                leaf=leaf.id,
                says=leaf.says,
                before=_find_state(before, old.get(key)),
                after=_find_state(after, new.get(key)),
            )
            for key, leaf in (old | new).items()
        ),
        seats=tuple(_compare_seats(before, after)),
    )


def _compare_seats(before: Answer, after: Answer) -> Iterator[SeatChange]:
    old, new = map(_read_options, (before, after))
    yield from (SeatChange(seat=name, before=old.get(name, ""), after=new.get(name, "")) for name in sorted(old | new))


def _read_options(answer: Answer) -> dict[str, str]:
    """By seat: the answer that follows for it."""
    tree = answer.tree
    if tree is None or tree.by_seat is None:
        return {}
    texts = {option.id: option.text for option in tree.root.options}
    return {name: texts.get(row.outcome.option or "", "") for row in tree.by_seat.rows for name in row.perspectives}


def _list(answer: Answer) -> tuple[Leaf, ...]:
    return answer.tree.frame.leaves_under(answer.tree.root.id) if answer.tree else ()


def _list_names(answer: Answer) -> set[tuple[str, str]]:
    return {(leaf.id, leaf.kind) for leaf in _list(answer)}


def _know(answer: Answer, leaf: Leaf, *, by_name: bool) -> object:
    """What makes a leaf the same leaf in another answer."""
    if by_name or answer.tree is None:
        return leaf.id
    known = answer.file.sentence_by_id
    at = answer.tree.frame.leaf_by_id[leaf.of].at if leaf.of else leaf.at
    sentences = frozenset(str(known[one].pointer) for one in at if one in known)
    return (leaf.kind, sentences, leaf.term.words if leaf.term else "") if sentences else (leaf.kind, leaf.says)


def _find_state(answer: Answer, leaf: Leaf | None) -> LeafState | None:
    if leaf is None or answer.tree is None:
        return None
    found = answer.tree.standing_by_leaf[leaf.id]
    return LeafState(stands=found.stands, label=found.label, bears=answer.tree.bearing.find(leaf.id))


add_formats(AnswerDifference, {".json": lambda found: dump_json(found.json_value()) + "\n"})


@compose.register
def compose_difference(found: AnswerDifference) -> Paper:
    """The answers above, then a row for each leaf that is otherwise; of what is supposed a row for every leaf."""
    return Paper(title=found.question, blocks=tuple(_list_blocks(found)))


def _list_blocks(found: AnswerDifference) -> Iterator[Block]:
    says = {one.leaf: one.says for one in found.leaves}
    for name, way in (found.supposed or {}).items():
        yield Paragraph(content=f"If this {'held' if way else 'did not hold'}: {says[name]}")
    same = found.lead_before == found.lead_after
    lead = f"Still: {found.lead_after}" if same else f"{found.lead_before} -> {found.lead_after}"
    yield Paragraph(content=lead, style="lead")
    moved = [one for one in found.leaves if one.before != one.after]
    turned = [one for one in found.seats if one.before != one.after]
    if found.supposed == {} and not moved and not turned:  # nothing is otherwise: what could be is listed
        listed = tuple((one.leaf, _tell(one.after), one.says) for one in found.leaves)
        yield Table(head=("part", "stands", "what it says"), rows=listed)
        return
    shown = moved if found.supposed is None else found.leaves
    if shown:
        rows = tuple((one.leaf, _tell(one.before), _tell(one.after), one.says) for one in shown)
        yield Table(head=("part", "before", "after", "what it says"), rows=rows)
    yield Paragraph(content=f"{len(moved)} of {len(found.leaves)} parts are otherwise.")
    if turned:
        seats = tuple((one.seat, one.before or "open", one.after or "open") for one in turned)
        yield Table(head=("seat", "before", "after"), rows=seats)


def _tell(state: LeafState | None) -> str:
    if state is None:
        return "not there"
    return ", ".join(filter(None, (STANDS[state.label or state.stands], _BEARS[state.bears])))
