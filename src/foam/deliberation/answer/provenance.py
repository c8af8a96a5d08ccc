"""Where the leaves of an answer come from: the entry that holds each, its sentences, and who judged it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from foam.acts.evaluate import NAME as EVALUATE
from foam.acts.frame import NAME as FRAME
from foam.argument.tree import list_sentences
from foam.deliberation.answer.answer import Answer
from foam.deliberation.answer.stated import NAME as STATED
from foam.record import prov

if TYPE_CHECKING:
    from foam.record.prov import JudgedLeaf


def list_leaves(answer: Answer) -> Iterator[JudgedLeaf]:
    """Every leaf of the tree. Needs the extra `prov`."""
    tree, known = answer.tree, answer.file.sentence_by_id
    entries = {row.act: row.entry for row in answer.acts}
    holder, judged = entries.get(STATED) or entries.get(FRAME), entries.get(EVALUATE)
    if tree is None or not holder:
        return
    for leaf in tree.frame.leaves:
        supports = (one for one in tree.record.supports if one.leaf == leaf.id)
        verdicts = (one for one in tree.record.verdicts if one.target == leaf.id)
        rows: list[tuple[str | None, str]] = [(holder if one.by == STATED else judged, one.says) for one in supports]
        rows += [(judged, one.now or one.met or "") for one in verdicts]
        yield prov.JudgedLeaf(
            id=leaf.id,
            kind=leaf.kind,
            says=leaf.says,
            entry=holder,
            at=tuple(dict.fromkeys(known[at].pointer for at in list_sentences(leaf) if at in known)),
            verdicts=tuple((entry, says) for entry, says in rows if entry),
        )
