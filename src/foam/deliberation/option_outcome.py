"""What became of an option: read off the dossier of the deliberation that it was the motion of, or one side of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.deliberation.alike import choose_words, find_group
from foam.deliberation.choice import (
    ComparedOption,
    MarkedSentence,
    OptionAnswer,
    OptionCondition,
    OptionConflict,
    OptionObjection,
    OptionReason,
    OptionTelling,
    OptionWeight,
    ReasonWeight,
)
from foam.deliberation.condition import tell_unworded
from foam.deliberation.dossier import (
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.left_open import find_left_open
from foam.deliberation.objection import CHALLENGE_ID
from foam.deliberation.options import DeliberatedOption
from foam.deliberation.position import SAID, Direction, tell_condition
from foam.deliberation.weighing import Leaning, Outcome, list_values
from foam.deliberation.written.appraise import FOR_ANOTHER

_OTHER: dict[Direction, Direction] = {"affirmed": "denied", "denied": "affirmed"}


def compare_option(option: DeliberatedOption, dossier: Dossier, run: str, side: Direction) -> ComparedOption:
    """An option with what its deliberation came to; `side` says which side of the motion it is."""
    turned = side == "denied"
    own, other = dossier.reasons_for, dossier.reasons_against
    unsettled = {one.claim for one in dossier.conditional_claims} | {one.claim for one in dossier.dissent_memo}
    found = dossier.recommendation
    return ComparedOption(
        id=option.id,
        text=option.text,
        proposals=option.proposals,
        merged_by=option.entries,
        lost=option.lost,
        run=run,
        side=side,
        outcome=_turn(found.outcome) if turned else found.outcome,
        basis=found.basis,
        weights=tuple(_weigh(one, turned=turned) for one in found.leanings),
        answers=tuple(_read_answers(dossier, side)),
        conditions=tuple(_read_conditions(dossier, side)),
        reasons_for=_read_reasons(dossier, other if turned else own),
        reasons_against=_read_reasons(dossier, own if turned else other),
        conditional=_read_reasons(dossier, (claim.id for claim in dossier.claims if claim.id in unsettled)),
        contested=tuple(
            OptionConflict(left=_read_sentence(dossier, one.left), right=_read_sentence(dossier, one.right))
            for one in dossier.contested_facts
        ),
        unexamined=_read_reasons(dossier, dossier.unexamined),
        objections=tuple(_read_objections(dossier)),
        weighed=tuple(_read_weights(dossier, turned=turned)),
        for_others=_read_reasons(dossier, (one.id for one in dossier.claims if _speaks_for_another(dossier, one))),
        told=tuple(
            OptionTelling(
                reader=one.reader,
                text=" ".join(sentence.text for sentence in one.sentences),
                sentences=tuple(MarkedSentence(text=said.text, nodes=said.nodes) for said in one.sentences),
            )
            for one in dossier.told
            if one.sentences
        ),
    )


def _read_answers(dossier: Dossier, side: Direction) -> Iterator[OptionAnswer]:
    """What each seat answered: yes where it held the option's side of the motion."""
    for node in dossier.nodes:
        if isinstance(node, PositionNode):
            holds = node.direction == side
            said: Direction = "affirmed" if holds else "denied"
            told = tell_condition(node.direction, node.condition) if node.condition else SAID[node.direction]
            words = SAID[said] + told.removeprefix(SAID[node.direction])
            yield OptionAnswer(seat=node.seat, holds=holds, words=words, conditional=bool(node.condition))


def _read_conditions(dossier: Dossier, side: Direction) -> Iterator[OptionCondition]:
    """The conditions that stand, those that come to the same as one, in the shortest words and with all who set it."""
    own = {one.id: one for one in dossier.claims if one.id in dossier.conditions and one.condition_of == side}
    clauses = {name: claim.condition or tell_unworded(claim.text) for name, claim in own.items()}
    for group in dict.fromkeys(find_group(dossier.same_conditions, name, own) for name in own):
        clause = choose_words(group, clauses)
        reasons = _read_reasons(dossier, (name for name in group if own[name].condition))
        yield OptionCondition(
            claim=next(name for name in group if clauses[name] == clause),
            clause=clause,
            set_by=tuple(dict.fromkeys(seat for name in group for seat in own[name].brought_by)),
            other_words=tuple(dict.fromkeys(clauses[name] for name in group if clauses[name] != clause)),
            rests_on=tuple(dict.fromkeys(one.text for one in reasons)),
            cites=tuple(dict.fromkeys(cite for one in reasons for cite in one.cites if cite)),
        )


def _weigh(leaning: Leaning, *, turned: bool) -> OptionWeight:
    if not turned:
        return OptionWeight(
            seat=leaning.seat,
            outcome=leaning.outcome,
            weighed_for=leaning.affirmed,
            weighed_against=leaning.denied,
        )
    outcome = _OTHER[leaning.outcome] if leaning.outcome != "undecided" else "undecided"
    return OptionWeight(
        seat=leaning.seat, outcome=outcome, weighed_for=leaning.denied, weighed_against=leaning.affirmed
    )


def _turn(outcome: Outcome) -> Outcome:
    return _OTHER[outcome] if outcome in ("affirmed", "denied") else outcome


def _read_reasons(dossier: Dossier, claims: Iterable[str]) -> tuple[OptionReason, ...]:
    return tuple(_read_reason(dossier, name) for name in claims)


def _read_reason(dossier: Dossier, name: str) -> OptionReason:
    node = dossier.find_node(name)
    assert isinstance(node, ClaimNode)
    grounds = [found for one in node.grounds if isinstance(found := dossier.find_node(one), EvidenceNode)]
    rows = [row for row in dossier.weights if row.claim == node.id]
    found = dossier.find_node(node.warrant)
    warrant = found if isinstance(found, WarrantNode) and node.voice == "written" else None
    return OptionReason(
        claim=node.id,
        text=node.text,
        value=" / ".join(list_values(rows)) or node.value,
        brought_by=node.brought_by,
        warrant=warrant.text if warrant else "",
        warrant_before=warrant.earlier if warrant else "",
        cites=tuple(map(_say_source, grounds)),
        quotes=tuple(one.text for one in grounds),
        defence=tuple(one.text for one in grounds if one.id in node.defence),
    )


def _speaks_for_another(dossier: Dossier, claim: ClaimNode) -> bool:
    found = dossier.find_node(claim.support)
    return isinstance(found, SupportNode) and found.why == FOR_ANOTHER


def _read_objections(dossier: Dossier) -> Iterator[OptionObjection]:
    again = {node.again for node in dossier.nodes if isinstance(node, ObjectionNode)}
    for node in dossier.nodes:
        claim = dossier.find_node(node.claim) if isinstance(node, ObjectionNode) else None
        if not isinstance(node, ObjectionNode) or not isinstance(claim, ClaimNode) or node.id in again:
            continue
        response = dossier.find_node(node.response)
        answer = response if isinstance(response, ResponseNode) else None
        cited = [found for one in node.evidence if isinstance(found := dossier.find_node(one), EvidenceNode)]
        yield OptionObjection(
            id=node.id,
            claim=claim.id,
            against=node.struck or claim.text,
            now=claim.text if node.struck and node.struck != claim.text else "",
            text=node.text,
            raised_by=node.raised_by,
            quotes=tuple(one.text for one in cited),
            cites=tuple(map(_say_source, cited)),
            reply=(answer.text if answer else "") or node.reply,
            fate=_tell_fate(node, answer),
            met=answer.adequacy if answer and not node.id.startswith(CHALLENGE_ID) else None,  # nobody scored those
            open=find_left_open(node, answer),
        )


def _tell_fate(node: ObjectionNode, answer: ResponseNode | None) -> str:
    """What became of an objection; no seat conceded to a challenge from outside the table."""
    move = answer.move if answer else node.fate.type
    if answer is None or not node.id.startswith(CHALLENGE_ID):
        return move
    came_to = {"qualify": "the reason was narrowed", "concede": "the reason stands no longer"}
    corrected = {"concede": "the reason was corrected"} if answer.corrected_to else {}
    told = {**came_to, **corrected}.get(move, "")
    return f"a challenge from outside the table, which was sustained{f': {told}' if told else ''}"


def _read_weights(dossier: Dossier, *, turned: bool) -> Iterator[ReasonWeight]:
    """What each reason weighs for each seat, in the order of the seats' leanings."""
    rows = {(row.claim, row.seat): row for row in dossier.weights}
    sides = {"affirmed": "against" if turned else "for", "denied": "for" if turned else "against"}
    for claim in dict.fromkeys(row.claim for row in dossier.weights):
        node = dossier.find_node(claim)
        assert isinstance(node, ClaimNode)
        cells = [rows[claim, one.seat] for one in dossier.recommendation.leanings]
        yield ReasonWeight(
            claim=claim,
            text=node.text,
            side=sides[cells[0].direction],
            value=" / ".join(list_values(cells)),
            strength=cells[0].strength,
            weights=tuple(one.weight for one in cells),
        )


def _read_sentence(dossier: Dossier, name: str) -> str:
    node = dossier.find_node(name)
    assert isinstance(node, EvidenceNode)
    return f"“{node.text}” {_say_source(node)}"


def _say_source(node: EvidenceNode) -> str:
    return f"{node.cite} {node.pointer.brief()}".strip()
