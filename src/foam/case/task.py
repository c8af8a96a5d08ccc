"""What every act of a speech is told: who speaks, for what, what the other side asks for, what a part is for."""

from __future__ import annotations

from collections.abc import Iterator

from foam.case.values import Answered
from foam.model.template import fence
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective


def describe_seat(seat: Perspective) -> str:
    """Role, ranking, commitments and description, a line each."""
    ranked = " > ".join(" = ".join(tier) for tier in seat.ranking)
    order = "all of equal rank" if len(seat.ranking) == 1 < len(seat.ranking[0]) else "highest first"
    lines = [f"Role: {seat.role}", f"Values, {order}: {ranked}"]
    lines += [f"Commitment: {words}" for _, words in sorted(seat.commitments().items())]
    lines += [f"Words: {words}" for words in read_manner(seat).wording]
    return "\n".join([*lines, fence(seat.description, label="description")])


THEIR_PLAN = (
    "The plan that the other side read, which this speech answers (wherever “the plan” is said, it is this one):"
)
THEY_GAIN = "What they say is gained by it:"
OWN_COUNTERPLAN = (
    "Your counterplan, which the speech puts forward in place of what is asked for (nothing in the speech speaks "
    "against it):"
)


def describe_situation(answered: Answered | None) -> str:
    """What a seat is told of the plan that it speaks against, before it takes its position; nothing where none was
    read."""
    return "\n\n".join(describe_sides(answered))


def describe_sides(answered: Answered | None) -> Iterator[str]:
    """Under names of their own: what the other side asks for and promises."""
    if answered:
        yield f"{THEIR_PLAN}\n{fence(answered.plan)}"
    if answered and answered.gained:
        yield "\n".join((THEY_GAIN, *map(fence, answered.gained)))


_PURPOSES = {
    "barrier": "It shows what keeps this from being done: without a barrier it would be done anyway.",
    "status_quo_will_not": "It shows that what is done today does not lead there: else the plan is not needed.",
    "mechanism": "It shows that the plan does what it is meant to do.",
    "agent_capability": "It shows that whoever is to act can.",
    "solvency_advocate": "It shows that somebody who knows the matter recommends this very thing.",
    "durability": "It shows that the effect stays.",
    "status_quo_condition": "It shows what is wrong today.",
    "scope": "It shows how many or how much is concerned, in figures: people, places, living things, money.",
    "severity": "It shows how bad it is for those concerned.",
    "presence_now": "It shows that the harm is there now.",
    "uniqueness": "It shows that things are otherwise today, so that the plan makes a difference.",
    "link": "It shows that the plan changes this: the first step of a chain.",
    "internal_link": "It shows how the change leads on: a middle step of a chain.",
    "impact": "It shows what is gained or lost in the end, for whom and how much: what the judge weighs.",
    "reason": "It says why it takes what the question asks for, or why that must not be, and nothing less: what would "
    "not come about otherwise.",
    "claim": "It says what comes of what the speech stands for: the warrant and the impact rest on it.",
    "warrant": "It shows why the claim is so: by what it works, or where it was seen to work.",
    "no_solvency": "It shows that what the other side asks for does not do what they say it does.",
    "alternative_cause": "It shows that what they complain of has another cause, which their plan leaves alone. "
    "A counterplan of the speech does not rest on removing that very cause.",
    "better_way": "It shows that something else does more of what they want, or does it at a lower price.",
    "no_impact": "It shows that what the other side promises does not come about: that one of their steps fails "
    "(it is so already, their plan does not change it, it does not lead on, little comes of it) is enough.",
    "offense": "It shows that what the other side promises gets worse by their plan.",
    "solves_case": "It shows that the other way reaches what the plan is for; where one advantage of theirs is named, "
    "that one, and the others have parts of their own.",
    "competes": "It says why not both should be done: they exclude one another, or the plan, even beside the "
    "counterplan, brings a disadvantage that the counterplan alone avoids. That one is the net benefit: name it.",
    "net_benefit_answer": "It says why the plan and what the other side puts forward can both be done, and meets the "
    "reason that they gave against that. Where not all of both can be done, it says how much can, and claims no more.",
    "meets": "It says why the plan, in its own words, is what the word of the question means, also as the other side "
    "reads it. It grants so much of their reading as the plan does not meet, and claims no more.",
    "standards": "It says why what its position sets out, a meaning of a word or what to judge by, is to be preferred: "
    "what it gives both sides, and what another would take from them. It names that meaning or that test.",
    "voters": "It says why the judge decides by this position: what follows where its standard is not met, as it says "
    "that it is not.",
    "alternative": "It shows what to do instead, so that the link no longer holds.",
}
_PURPOSE = "It is one step of the argument: what is not established here is missing from all that follows."


def describe_purpose(component: str) -> str:
    """What a part is for, in a sentence."""
    return _PURPOSES.get(component, _PURPOSE)
