"""The questions of the protocols: one typed function per prompt template. Knows no model and no record.

Each function names exactly the variables of its template; rendering refuses any difference. Whatever comes from
documents, users or other seats is fenced here, once.
"""

from __future__ import annotations

from collections.abc import Sequence

from foam.model.question import Aim, Choose, Label, Option, Rank, Score, WordLimit, Write
from foam.model.template import Options, Prompts, asked, fenced, fenced_options
from foam.perspective.node import Perspective

COHERENT, CONTRADICTS, UNCLEAR = "agrees", "contradicts", "unclear"
COHERENCE_LABELS = (COHERENT, CONTRADICTS, UNCLEAR)
COMMITMENT_LABELS = ("yes", "in part", "no")
DEFENCE_SCALE = (-10.0, 10.0)
SCALE = (0.0, 10.0)
CLAIM_WORDS = 25


def evidence_question(prompts: Prompts, *, statement: str, offered: Options, at_most: int) -> Choose:
    """Which of the offered sentences support the statement best?"""
    filled = asked(prompts, "evidence", statement=fenced(statement), options=fenced_options(offered))
    return Choose(**filled, statement=statement, options=offered, at_most=min(at_most, len(offered)))


def verdict_question(prompts: Prompts, *, question: str, statement: str, offered: Options) -> Choose:
    """Whose evidence bears out its statement better? None of them is an answer, too."""
    filled = asked(prompts, "verdict", question=fenced(question), options=fenced_options(offered))
    return Choose(**filled, role="judge", statement=statement, aim="convinces", options=offered, at_least=0)


def position_question(prompts: Prompts, *, seat: Perspective, question: str, offered: Options) -> Choose:
    """Which position would this seat defend?"""
    filled = asked(prompts, "position", seat=voice(seat), question=fenced(question), options=fenced_options(offered))
    return Choose(**filled, statement=seat.description or seat.role, options=offered)


def grounds_question(prompts: Prompts, *, seat: Perspective, position: str, offered: Options, most: int) -> Choose:
    """Which sentences would this seat rest its position on? Two at least, where there are two.

    At stake are the seat's own words: seats of one position differ in what they rest it on.
    """
    filled = asked(prompts, "grounds", seat=voice(seat), position=fenced(position), options=fenced_options(offered))
    return Choose(
        **filled,
        statement=line(seat, position),
        options=offered,
        at_least=min(2, len(offered)),
        at_most=min(most, len(offered)),
    )


def critique_question(prompts: Prompts, *, proposal: str, offered: Options, at_most: int) -> Choose:
    """Which objections strike the proposal hardest?"""
    filled = asked(prompts, "critique", proposal=fenced(proposal), options=fenced_options(offered))
    return Choose(
        **filled,
        role="critic",
        statement=proposal,
        aim="contradicts",
        options=offered,
        at_most=min(at_most, len(offered)),
    )


def strongest_question(prompts: Prompts, *, proposal: str, offered: Options) -> Rank:
    """In which order do the objections threaten the proposal?"""
    filled = asked(prompts, "strongest", proposal=fenced(proposal), options=fenced_options(offered))
    return Rank(**filled, role="evaluator", statement=proposal, aim="contradicts", options=offered)


def defence_question(prompts: Prompts, *, proposal: str, criticism: str, stake: str, struck: str) -> Score:
    """How well does the proposal stand against the criticism? At stake: does the struck sentence bear out the line?"""
    low, high = DEFENCE_SCALE
    filled = asked(
        prompts,
        "defence",
        proposal=fenced(proposal),
        criticism=fenced(criticism),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(**filled, role="evaluator", statement=stake, text=struck, low=low, high=high)


def refinement_question(prompts: Prompts, *, proposal: str, criticism: str, stake: str, offered: Options) -> Choose:
    """Which change answers the criticism best?"""
    filled = asked(
        prompts,
        "refinement",
        proposal=fenced(proposal),
        criticism=fenced(criticism),
        options=fenced_options(offered),
    )
    return Choose(**filled, statement=stake, options=offered)


def claim_question(prompts: Prompts, *, position: str, sentence: str) -> Write:
    """What does the sentence establish for the position?"""
    filled = asked(prompts, "claim", position=fenced(position), sentence=fenced(sentence), words=str(CLAIM_WORDS))
    limit = WordLimit(name="claim", max_words=CLAIM_WORDS)
    return Write(**filled, statement=position, fields=(limit,), material=(Option(id="sentence", text=sentence),))


def scheme_question(prompts: Prompts, *, claim: str, sentence: str, offered: Options) -> Choose:
    """By which form of argument does the sentence support the claim?"""
    filled = asked(prompts, "scheme", claim=fenced(claim), sentence=fenced(sentence), options=fenced_options(offered))
    return Choose(**filled, statement=sentence, aim="concerns", options=offered)


def value_question(prompts: Prompts, *, seat: Perspective, argument: str, offered: Options) -> Choose:
    """Which value does the argument serve most?"""
    filled = asked(prompts, "value", seat=voice(seat), argument=fenced(argument), options=fenced_options(offered))
    return Choose(**filled, statement=argument, aim="concerns", options=offered)


def coherence_question(prompts: Prompts, *, seat: Perspective, position: str, claim: str, argument: str) -> Label:
    """Does the argument agree with what its seat declared? At stake: does its claim bear out the position?"""
    filled = asked(
        prompts,
        "coherence",
        seat=voice(seat),
        position=fenced(position),
        argument=fenced(argument),
        labels=", ".join(COHERENCE_LABELS),
    )
    return Label(**filled, role="evaluator", statement=position, text=claim, labels=COHERENCE_LABELS)


def target_question(
    prompts: Prompts, *, seat: Perspective, position: str, claims: Sequence[str], offered: Options
) -> Choose:
    """Which claim of the other seat can this one contest best? At stake: which contradicts its own?"""
    own = "\n".join(claims)
    filled = asked(
        prompts,
        "target",
        seat=voice(seat),
        position=fenced(position),
        claims=fenced(own),
        options=fenced_options(offered),
    )
    return Choose(**filled, role="critic", statement=own or position, aim="contradicts", options=offered)


def press_question(prompts: Prompts, *, claim: str, argument: str, offered: Options) -> Choose:
    """Which critical question does the claim answer worst?"""
    filled = asked(prompts, "press", claim=fenced(claim), argument=fenced(argument), options=fenced_options(offered))
    return Choose(**filled, role="critic", statement=argument, aim="contradicts", options=offered)


def counter_question(prompts: Prompts, *, claim: str, question: str, offered: Options, at_most: int) -> Choose:
    """Which sentences speak against the claim? None is an answer."""
    filled = asked(prompts, "counter", claim=fenced(claim), question=question, options=fenced_options(offered))
    return Choose(
        **filled,
        role="critic",
        statement=claim,
        aim="contradicts",
        options=offered,
        at_least=0,
        at_most=min(at_most, len(offered)),
    )


def commitment_question(prompts: Prompts, *, seat: Perspective, claim: str, question: str) -> Label:
    """What does the seat answer to the critical question? The answer binds it."""
    filled = asked(
        prompts,
        "commitment",
        seat=voice(seat),
        claim=fenced(claim),
        question=question,
        labels=", ".join(COMMITMENT_LABELS),
    )
    return Label(**filled, statement=claim, text=question, labels=COMMITMENT_LABELS)


def materiality_question(
    prompts: Prompts, *, claim: str, argument: str, objection: str, pressed: str, criterion: str, aim: Aim
) -> Score:
    """How does the objection do on one criterion? At stake is how what it presses bears on the claim."""
    low, high = SCALE
    filled = asked(
        prompts,
        "materiality",
        claim=fenced(argument),
        objection=fenced(objection),
        criterion=criterion,
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(**filled, role="evaluator", statement=claim, text=pressed, aim=aim, low=low, high=high)


def response_question(prompts: Prompts, *, seat: Perspective, claim: str, objection: str, offered: Options) -> Choose:
    """How does the seat respond to a material objection?"""
    filled = asked(
        prompts,
        "response",
        seat=voice(seat),
        claim=fenced(claim),
        objection=fenced(objection),
        options=fenced_options(offered),
    )
    return Choose(**filled, statement=claim, options=offered)


def rebuttal_question(prompts: Prompts, *, claim: str, objection: str, offered: Options, at_most: int) -> Choose:
    """Which sentences answer the objection best?"""
    filled = asked(
        prompts, "rebuttal", claim=fenced(claim), objection=fenced(objection), options=fenced_options(offered)
    )
    return Choose(**filled, statement=claim, options=offered, at_most=min(at_most, len(offered)))


def adequacy_question(prompts: Prompts, *, claim: str, objection: str, reply: str) -> Score:
    """How far does the reply answer the objection?"""
    low, high = SCALE
    filled = asked(
        prompts,
        "adequacy",
        objection=fenced(objection),
        reply=fenced(reply),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(**filled, role="evaluator", statement=claim, text=reply, low=low, high=high)


def line(seat: Perspective, position: str) -> str:
    """What a seat argues, in its own words; without any, the position."""
    return seat.description or position


def voice(seat: Perspective) -> str:
    """A seat as models read it: its role, its words, what it ranks and what it is committed to."""
    ranked = " > ".join(" = ".join(tier) for tier in seat.ranking)
    lines = [f"Role: {seat.role}", f"Values, highest first: {ranked}"]
    lines += [f"Commitment: {words}" for _, words in sorted(seat.commitments().items())]
    return "\n".join([*lines, fenced(seat.description, label="description")])
