"""How each leaf of a tree stands, from the record alone.

| kind | begins as | is changed by |
|---|---|---|
| rule | true, if a document whose role is `rule` states it; else as a fact | verdicts |
| fact | true with sentences and nothing against; contested with something against; open without sentences | verdicts |
| calculation | what its working gives | another working, and nothing else |
| application | as proposed | verdicts; false with its rule; open when its fact changed after it was judged |

Then, for facts and applications under a root: they count only with the support of somebody who is not their author. A
dispute contests; a verdict ends the dispute. Last, what a rule says that somebody must show, and nobody did, counts as
that rule says (`if_open`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Literal, TypeAlias, assert_never

from foam.argument.casefile import CaseFile
from foam.argument.rows import Record, Support, Verdict, list_shown
from foam.argument.tree import Frame, Leaf, Stands
from foam.argument.working import Context, SentenceId, compute
from foam.values import Value

Label: TypeAlias = Literal["", "unexamined", "undecided", "not_shown", "not_admitted"]
"""Why a leaf is not settled, or what it counts as all the same: nobody spoke of its sentences; no verdict was given; a
rule says who had to show it; a seat's policy does not admit its sources."""


class LeafStanding(Value):
    """How a leaf stands, and as what it counts."""

    leaf: str
    stands: Stands
    counts_as: bool | None
    """None where both ways are tried. Of an application: as what it counts where its fact and its rule hold."""
    label: Label = ""
    questioned: bool = False
    """Calculations: whether somebody said, or objected unmet, that these are not the figures that are meant."""


Standings: TypeAlias = Mapping[str, LeafStanding]


def find_standings(
    frame: Frame, file: CaseFile, record: Record | None = None, supposed: Mapping[str, bool] = MappingProxyType({})
) -> dict[str, LeafStanding]:
    """How each leaf stands; what is supposed of one is not asked of the record. Without a record: as proposed, before
    anybody has examined it."""
    clerk = _Clerk(frame, file, record or Record(), is_examined=record is not None)
    order = sorted(frame.leaves, key=lambda leaf: _ORDER.index(leaf.kind))
    for leaf in order:
        way = supposed.get(leaf.id)
        clerk.found[leaf.id] = clerk.stand(leaf) if way is None else _suppose(leaf, way)
    return {leaf.id: clerk.found[leaf.id] for leaf in frame.leaves}


def _suppose(leaf: Leaf, way: bool) -> LeafStanding:
    return LeafStanding(leaf=leaf.id, stands="true" if way else "false", counts_as=way)


_ORDER = ("rule", "fact", "calculation", "application")


def is_stated(rule: Leaf, file: CaseFile) -> bool:
    """Whether a rule is assembled from sentences of documents whose role is `rule`: then nobody has to show it."""
    documents = [file.find_document(at) for at in rule.at]
    return bool(documents) and all(one is not None and one.role == "rule" for one in documents)


def find_gone(frame: Frame, standings: Standings, struck: Iterable[str]) -> frozenset[str]:
    """The sentences that no working may read: those struck, and the ground of each fact that is not true."""
    not_true = (leaf for leaf in frame.leaves if leaf.kind == "fact" and standings[leaf.id].stands != "true")
    return frozenset((*struck, *(at for leaf in not_true for at in leaf.at)))


@dataclass(frozen=True)
class _Clerk:
    frame: Frame
    file: CaseFile
    record: Record
    is_examined: bool
    found: dict[str, LeafStanding] = field(default_factory=dict)

    @cached_property
    def under_a_root(self) -> frozenset[str]:
        return frozenset(name for root in self.frame.roots for name in self.frame.find_under(root.id))

    def stand(self, leaf: Leaf) -> LeafStanding:
        match leaf.kind:
            case "calculation":
                return self.stand_calculation(leaf)
            case "rule" if is_stated(leaf, self.file):
                begins: Stands = "true" if self.keep(leaf.at) and leaf.proposed != "open" else "open"
                return self.settle(leaf, self.judge(leaf, begins, disputed=False))
            case "fact" | "rule":
                begins = self.begin_fact(leaf)
            case "application":
                begins = leaf.proposed
            case _:
                assert_never(leaf.kind)
        before, label = self.examine(leaf, begins)
        disputed = any(dispute.leaf == leaf.id for dispute in self.record.disputes)
        stands = self.judge(leaf, before, disputed=disputed) if label != "unexamined" else before
        if stands == "contested" and not self.verdicts_on(leaf):
            label = label or "undecided"
        return self.settle(leaf, stands, label)

    def keep(self, sentences: Iterable[SentenceId]) -> tuple[SentenceId, ...]:
        """The sentences that were not struck."""
        struck = self.record.struck
        return tuple(at for at in sentences if at not in struck and at.partition("#")[0] not in struck)

    def begin_fact(self, leaf: Leaf) -> Stands:
        if not self.keep(leaf.at) or leaf.proposed == "open":
            return "open"
        return "true" if leaf.proposed == "true" and not self.keep(leaf.against) else "contested"

    def examine(self, leaf: Leaf, begins: Stands) -> tuple[Stands, Label]:
        """The standing after what others said of its sentences."""
        if not self.is_examined or leaf.id not in self.under_a_root or not self.has_ground(leaf):
            return begins, ""
        says = {one.says for one in self.supports_of(leaf)}
        match sorted(says):
            case []:
                return "open", "unexamined"
            case ["establish"]:
                return begins, ""
            case ["beside_the_point"]:
                return "open", ""
            case _:
                return "contested", ""

    def has_ground(self, leaf: Leaf) -> bool:
        """Whether it has sentences that somebody could speak of; an application stands on those of its fact."""
        return leaf.kind == "application" or bool(self.keep(leaf.at))

    def supports_of(self, leaf: Leaf) -> Iterator[Support]:
        """What others than its author said of the very sentences that it has now."""
        shown = frozenset(self.keep(list_shown(leaf)))
        for one in self.record.supports:
            if one.leaf == leaf.id and one.by != leaf.author and one.of == shown:
                yield one

    def verdicts_on(self, leaf: Leaf) -> list[Verdict]:
        return [verdict for verdict in self.record.verdicts if verdict.target == leaf.id]

    def judge(self, leaf: Leaf, before: Stands, *, disputed: bool) -> Stands:
        """The standing after the verdicts. Evaluators who differ on an exchange leave the leaf contested; an exchange
        that ends as if nothing had been said does not outweigh one that did not."""
        by_exchange: dict[str | None, set[Stands]] = {}
        for verdict in self.verdicts_on(leaf):
            by_exchange.setdefault(verdict.exchange, set()).add(self.apply(leaf, before, verdict))
        if not by_exchange:
            return "contested" if disputed else before
        ends = {ends.pop() if len(ends) == 1 else "contested" for ends in by_exchange.values()}
        changes = ends - {before}
        return before if not changes else changes.pop() if len(changes) == 1 else "contested"

    def apply(self, leaf: Leaf, before: Stands, verdict: Verdict) -> Stands:
        """What one verdict makes of a leaf that stood so before the dispute."""
        says = verdict.now if verdict.now and verdict.at else None
        if before == "contested" or verdict.exchange is None:
            return says or before
        if not verdict.is_material or verdict.met == "yes":
            return before
        objection = self.record.objection_by_id.get(verdict.exchange)
        holds: Stands = (objection.if_it_holds if objection else None) or "contested"
        if verdict.met == "conceded" and leaf.kind == "fact":
            return before  # who gives a fact up has not made it less true
        return "contested" if verdict.met == "partly" and holds != before else holds

    def stand_calculation(self, leaf: Leaf) -> LeafStanding:
        context = Context(self.frame.workings, find_gone(self.frame, self.found, self.record.struck))
        value = compute(leaf.working, context).value if leaf.working else None
        stands: Stands = "open" if value is None else "false" if value is False else "true"
        questioned = any(one.says != "establish" for one in self.record.supports if one.leaf == leaf.id)
        questioned |= any(one.is_material and one.met != "yes" for one in self.verdicts_on(leaf))
        counts_as = None if stands == "open" else stands == "true"
        return LeafStanding(leaf=leaf.id, stands=stands, counts_as=counts_as, questioned=questioned)

    def settle(self, leaf: Leaf, stands: Stands, label: Label = "") -> LeafStanding:
        """As what the leaf counts: an application with its rule and its fact in view, and the burden applied."""
        counts_as = {"true": True, "false": False}.get(stands)
        if leaf.kind == "application":
            fact, rule = self.found.get(leaf.of), self.found.get(leaf.term.rule if leaf.term else "")
            judged = self.record.judged_with.get(leaf.id)
            if rule and rule.stands == "false":
                return LeafStanding(leaf=leaf.id, stands="false", counts_as=counts_as, label=label)
            if fact and judged and fact.stands != judged:
                stands, counts_as, label = "open", None, "unexamined"
        if counts_as is None and self.is_burdened(leaf) and not label:
            return LeafStanding(leaf=leaf.id, stands=stands, counts_as=leaf.if_open == "true", label="not_shown")
        return LeafStanding(leaf=leaf.id, stands=stands, counts_as=counts_as, label=label)

    def is_burdened(self, leaf: Leaf) -> bool:
        """Whether a rule says who has to show it; nothing of that is asked before the evaluator has spoken."""
        document = self.file.find_document(leaf.burden) if leaf.burden else None
        is_rule = document is not None and document.role == "rule"
        return self.is_examined and leaf.if_open is not None and is_rule
