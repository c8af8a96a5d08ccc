"""How the terms of a dossier are said to people, so that every view says the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from foam.deliberation.cited import say_where
from foam.deliberation.corrected import mark_stale, tell_repeated
from foam.deliberation.dossier import ClaimNode, ClaimPlace, Dossier, EvidenceNode, Node, ObjectionNode, ResponseNode
from foam.deliberation.naming import join_seats
from foam.deliberation.objection import CHALLENGE_ID
from foam.deliberation.support import Side
from foam.deliberation.weighing import EVEN, LEAST, Leaning
from foam.paper import Tone
from foam.semantics.objections import Answered, Conditional, Dismissed, Dissenting
from foam.semantics.priorities import Condition

PLACES: dict[ClaimPlace, str] = {
    "core": "stands for every seat",
    "conditional": "stands for some seats",
    "contested": "in open dispute",
    "fallen": "fell",
    "unexamined": "unexamined",
    "not shown": "not shown to bear on the question",
    "repeated": "makes a point that another makes",
    "revised": "was put in other words",
}
TONES: dict[ClaimPlace, Tone] = {
    "core": "green",
    "conditional": "amber",
    "contested": "violet",
    "fallen": "grey",
    "unexamined": "plain",
    "not shown": "grey",
    "repeated": "plain",
    "revised": "grey",
}
SIDES = {"affirmed": "for", "denied": "against", None: "neither"}
LEANS = {"affirmed": "for", "denied": "against", "undecided": "neither way"}
TOO_LITTLE = "too little to rest on"
WEIGHED = (
    "A weight is the share that the seat gives the reason's value × its strength × how certain it is put × what the "
    "seat's manner makes of its form. A point that was made for several values counts for each seat by the one of them "
    "that it holds highest."
)
LEANED = (
    f"A seat leans to one side if the difference between the two is more than {EVEN:.0%} of what both weigh together, "
    f"and if the reasons of that side come, apart from the share of their values, to {LEAST:.2f} or more: what one "
    "reason is worth that is borne out and holds in some cases."
)
FELL = {
    "defeated": "what was said against it stands",
    "unverified": "its words were not found where it cites them",
    "withdrawn": "its seat took it back",
    "challenged": "a challenge to it was sustained",
}
MOVES = {
    "rebut": "rebutted",
    "qualify": "qualified the claim",
    "revise": "put the claim in other words",
    "concede": "conceded",
}
CHALLENGED = {
    "rebut": "the challenge was answered",
    "qualify": "the challenge was sustained: the claim holds in some cases",
    "revise": "the challenge was sustained: the claim was put in other words",
    "concede": "the challenge was sustained: the claim was taken back",
}
"""What came of a challenge from outside the table, which no seat answered."""
_STEP = "the step holds in some cases; the claim keeps its words"
"""What became of an argument of which the warrant alone was narrowed."""
REPLIES: dict[Side, str] = {
    "for": "answers",
    "against": "speaks for the objector",
    "neither": "is beside the point",
    "unclear": "could not be judged",
    "condition": "sets a condition",
}


def tell_leaning(leaning: Leaning) -> str:
    """Where a seat leans, and whether it leans nowhere for want of something to rest on."""
    return LEANS[leaning.outcome] + (f": {TOO_LITTLE}" if leaning.tips else "")


def describe_condition(condition: Condition) -> str:
    """A condition as people say it: `if fairness outranks timeliness`."""
    ways = [str(branch) for branch in condition.branches if branch.priorities]
    return f"if {', or if '.join(ways)}" if ways else "for reasons that no ranking of values separates"


def describe_fate(dossier: Dossier, objection: ObjectionNode) -> str:
    """What became of an objection, in a few words."""
    fate, response = objection.fate, dossier.find_node(objection.response)
    if objection.fell:
        cited = [one for name in objection.evidence if isinstance(one := dossier.find_node(name), EvidenceNode)]
        printed = {name for one in cited for name in one.goes_on}
        shown = "; ".join(quote_evidence(dossier, name) for name in objection.fell_by if name not in printed)
        return "fell with its evidence" + (f": {shown}" if shown else "")
    if isinstance(response, ResponseNode) and response.revised:
        return "met: the claim was put in other words"
    match fate:
        case Answered():
            return {
                "defeated": _describe_answer(dossier, objection, response),
                "unverified": "fell with its evidence",
                "withdrawn": "taken back",
                "conceded": _describe_conceded(objection, response),
            }[fate.why]
        case Conditional():
            who = f"; strikes for {join_seats(dossier.seat_names, fate.strikes_for)}" if fate.strikes_for else ""
            return f"a condition{who}"
        case Dissenting():
            return "dissent: " + ("unanswered" if fate.why == "sustained" else "unresolved")
        case Dismissed():
            return "dismissed as not material, and kept"
        case _:
            assert_never(fate)


def _describe_conceded(objection: ObjectionNode, response: Node | None) -> str:
    """What became of an objection whose claim no longer counts: it is conceded only where the seat conceded it."""
    if not isinstance(response, ResponseNode) or response.move != "concede":
        return "open no more: the claim counts no longer"
    if response.corrected_to:
        return "sustained: the claim was corrected"
    how = "sustained" if objection.id.startswith(CHALLENGE_ID) else "conceded"
    return f"{how}: the claim was taken back"


def _describe_narrowed(dossier: Dossier, objection: ObjectionNode, response: Node | None) -> str:
    """What a challenge did that left the claim standing: in other words, on fewer grounds, or less widely."""
    claim = dossier.find_node(objection.claim)
    if isinstance(response, ResponseNode) and response.warrant:
        return f"sustained: {_STEP}"
    if not isinstance(response, ResponseNode) or not response.wording:
        return "sustained: the argument holds less widely"
    was = objection.struck or (claim.text if isinstance(claim, ClaimNode) else "")
    kept = response.wording == was
    return f"sustained: {'the claim stands on its other grounds' if kept else 'the claim was narrowed'}"


def _describe_answer(dossier: Dossier, objection: ObjectionNode, response: Node | None) -> str:
    """How an objection was answered that stands with nobody."""
    if objection.id.startswith(CHALLENGE_ID):
        return _describe_narrowed(dossier, objection, response)
    if not isinstance(response, ResponseNode):
        return "answered"
    if response.warrant:
        return f"met: {_STEP}"
    return {"rebut": "rebutted", "qualify": "met: the claim was qualified"}.get(response.move, "answered")


def describe_sustained(fate: str) -> str:
    """What became of a challenge from outside the table, which nobody scored: that it was sustained goes first."""
    return fate if fate.startswith("sustained") else f"sustained; {fate}"


def describe_standing(dossier: Dossier, objection: ObjectionNode) -> str:
    """An objection with the words it brings."""
    cited = [quote_evidence(dossier, node_id) for node_id in objection.evidence]
    who = [f"Found to bear on it by {objection.named_by}:"] if objection.named_by and cited else []
    return " ".join([mark_figures(dossier, objection.text), *who, *cited])


def describe_response(dossier: Dossier, response: ResponseNode) -> str:
    objection = dossier.find_node(response.objection)
    if response.objection.startswith(CHALLENGE_ID):
        is_put_anew = response.move == "qualify" and (response.wording or response.warrant)
        if is_put_anew and isinstance(objection, ObjectionNode):
            return f"the challenge was {_describe_narrowed(dossier, objection, response)}{_tell_warrant(response)}"
        if response.corrected_to:
            return f"the challenge was sustained: the claim was corrected and stands as {response.corrected_to}"
        return CHALLENGED[response.move]
    lapsed = isinstance(objection, ObjectionNode) and objection.fell
    who = dossier.seat_names.get(response.seat, response.seat)
    score = "" if response.adequacy is None else f", adequacy {response.adequacy:.1f} of 10"
    if response.fell:
        score = ", but what it cites was found not to bear it out"
    if lapsed:
        score = " while the objection stood; since it fell, this holds no more"
    sent_back = [f"a rebuttal that {REPLIES[one.side]} was refused" for one in response.refused]
    unanswered = " and then gave none" if sent_back and response.move == "rebut" and not response.evidence else ""
    said = [mark_figures(dossier, response.text)] if response.text else []
    now = [_tell_wording(dossier, response.wording, objection, lapsed=lapsed)] if response.wording else []
    move = "narrowed the step, not the claim" if response.warrant else MOVES[response.move]
    step = _tell_warrant(response) if not lapsed else ""
    return "; ".join([f"{who} {move}{score}{unanswered}", *sent_back, *said, *now]) + step


def _tell_warrant(response: ResponseNode) -> str:
    """How the warrant reads since, where it alone was narrowed."""
    return f"; its warrant reads since: “{response.warrant}”" if response.warrant else ""


def _tell_wording(dossier: Dossier, wording: str, objection: Node | None, *, lapsed: bool) -> str:
    """How a claim was put because of an objection, and how it reads now where that is otherwise; only the first where
    the objection fell or the claim did."""
    claim = dossier.find_node(objection.claim) if isinstance(objection, ObjectionNode) else None
    then = f"the claim then: {mark_figures(dossier, wording)}"
    if lapsed or (isinstance(claim, ClaimNode) and claim.place in ("fallen", "revised")):
        return then
    if isinstance(claim, ClaimNode) and claim.text != wording:
        return f"{then}; the claim now: {claim.text}"
    return f"the claim now: {wording}"


def mark_figures(dossier: Dossier, text: str) -> str:
    """Words of a seat, with a note where they state a figure that a challenge corrected since."""
    return mark_stale(dossier.corrected, text)


def describe_side(claim: ClaimNode) -> str:
    """Which way a claim speaks, as a phrase: `for the motion`."""
    if claim.sets_condition:
        return f"sets the {'motion' if claim.condition_of == 'affirmed' else 'other side'} a condition"
    return (
        "neither for the motion nor against it" if claim.direction is None else f"{SIDES[claim.direction]} the motion"
    )


def quote_evidence(dossier: Dossier, node_id: str) -> str:
    """A cited sentence with its cite and pointer."""
    node = dossier.find_node(node_id)
    assert node is not None
    assert node.kind == "evidence"
    cite = f" ({node.cite})" if node.cite else ""
    return f"“{node.text}”{cite} [{node.pointer.brief()}]{read_on(dossier, node)}"


def read_on(dossier: Dossier, node: EvidenceNode) -> str:
    """What the source goes on to say, where a challenge found that it speaks against what the sentence is cited for,
    what corrects a figure of the sentence, and that it repeats one that was corrected elsewhere."""
    says = [one for name in node.goes_on if isinstance(one := dossier.find_node(name), EvidenceNode)]
    on = "; ".join(f"“{one.text}” [{one.pointer.brief()}]" for one in says)
    where = say_where(node.pointer, (one.pointer for one in says))
    corrected = "".join(
        f" Corrected since: “{one.now.text}” ({one.now.cite}) [{one.now.pointer.brief()}]"
        for one in dossier.corrected
        if one.was.pointer == node.pointer
    )
    return (f" T{where[1:]}: {on}" if on else "") + corrected + mark_repeated(dossier, node)


def mark_repeated(dossier: Dossier, node: EvidenceNode) -> str:
    """The note behind a sentence that repeats a figure which a challenge corrected in another source."""
    told = tell_repeated(dossier.corrected, node.pointer, node.text)
    return f" [{told}]" if told else ""


def describe_acts(dossier: Dossier) -> str:
    """How much of what was written counted."""
    acts = dossier.acts
    kept = f" {acts.in_part} count without what was found at fault in them, which is on record." if acts.in_part else ""
    return (
        f"Of {acts.asked} acts in words, {acts.again} had to be asked for again because code found something at fault "
        f"in them, and {acts.bounded} did not count: bounded answers took their place.{kept}"
    )


def describe_pluralism(dossier: Dossier) -> str:
    """How different the seats were, by declaration and by what they drafted."""
    shared = dossier.pluralism
    return (
        f"the seats differ by {dossier.seating.diversity.mean:.2f} of 1 as declared; their drafts shared "
        f"{shared.mean_evidence:.0%} of the evidence and {shared.mean_words:.0%} of the words"
    )


def join_names(dossier: Dossier, seats: Iterable[str]) -> str:
    """Seats as they are named in a sentence; a computed fact is nobody's."""
    return join_seats(dossier.seat_names, seats, "nobody")


def is_said_by(dossier: Dossier, seat: str, claim: str) -> bool:
    """Whether the seat put the claim forward: what the file itself gives is backed by seats and said by none."""
    node = dossier.find_node(claim)
    return isinstance(node, ClaimNode) and seat in node.brought_by


def name_backers(dossier: Dossier, claim: ClaimNode) -> str:
    """Who stands behind a claim, in a few words; of one that serves nobody who brought it, who that was."""
    if claim.backers:
        return join_names(dossier, claim.backers)
    return "worked out from the file" if claim.sources else f"brought by {join_names(dossier, claim.brought_by)}"


def list_claim_nodes(dossier: Dossier) -> tuple[ClaimNode, ...]:
    return tuple(node for node in dossier.nodes if isinstance(node, ClaimNode))


def list_objections(dossier: Dossier, claim: str) -> tuple[ObjectionNode, ...]:
    return tuple(node for node in dossier.nodes if isinstance(node, ObjectionNode) and node.claim == claim)


def find_corrected(dossier: Dossier, claim: str) -> ClaimNode | None:
    """The claim that stands in for one of which a challenge corrected a figure; None where none does."""
    answers = (dossier.find_node(one.response) for one in list_objections(dossier, claim))
    to = next((one.corrected_to for one in answers if isinstance(one, ResponseNode) and one.corrected_to), "")
    return next((one for one in dossier.claims if one.id == to), None)


def describe_place(dossier: Dossier, claim: ClaimNode) -> str:
    """Where a claim stands; one that was only corrected did not fall."""
    return "was corrected" if claim.place == "fallen" and find_corrected(dossier, claim.id) else PLACES[claim.place]


def is_challenged_away(dossier: Dossier, claim: str) -> bool:
    """Whether a challenge that was sustained took the claim out, and not its own side."""
    over = list_objections(dossier, claim)
    answers = [(one.id, node) for one in over if isinstance(node := dossier.find_node(one.response), ResponseNode)]
    gave_up = [objection for objection, node in answers if node.move == "concede"]
    return bool(gave_up) and all(objection.startswith(CHALLENGE_ID) for objection in gave_up)
