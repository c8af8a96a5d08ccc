"""The questions a deliberation asks models: one typed function for each prompt template.

Each function passes exactly the variables of its template; rendering refuses any difference. Text from documents, users
and other seats is fenced here and nowhere else.
"""

from __future__ import annotations

from foam.model.check import COMMITMENT, GATE, STATED, SUPPORT
from foam.model.form import TextField
from foam.model.question import Aim, Choose, Label, Option, Rank, Score, Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective

COHERENT, CONTRADICTS, UNCLEAR = "agrees", "contradicts", "unclear"
COHERENCE_LABELS = (COHERENT, CONTRADICTS, UNCLEAR)
DEFENCE_SCALE = (-10.0, 10.0)
SCALE = (0.0, 10.0)
CLAIM_WORDS = 25
REASONS = 60
"""Words that a judging role has for its reasons."""


def evidence_question(prompts: Prompts, *, statement: str, options: Options, at_most: int) -> Choose:
    """Which of the offered sentences support the statement best?"""
    filled = render_prompt(prompts, "deliberation/evidence", statement=fence(statement), options=fence_options(options))
    return Choose(**filled, statement=statement, options=options, at_most=min(at_most, len(options)))


def position_question(prompts: Prompts, *, seat: Perspective, question: str, options: Options) -> Choose:
    """Which position would this seat defend?"""
    filled = render_prompt(
        prompts,
        "deliberation/position",
        seat=describe_seat(seat),
        question=fence(question),
        options=fence_options(options),
    )
    return Choose(**filled, statement=seat.description or seat.role, options=options)


def option_question(
    prompts: Prompts, *, seat: Perspective, question: str, documents: str, options: Options, shared: str = ""
) -> Choose:
    """Which of the named options would this seat defend, given what the file says?"""
    filled = render_prompt(
        prompts,
        "deliberation/option",
        seat=describe_seat(seat),
        question=fence(question),
        documents=documents,
        options=fence_options(options),
    )
    return Choose(**filled, statement=seat.description or seat.role, options=options, shared=shared)


def grounds_question(prompts: Prompts, *, seat: Perspective, position: str, options: Options, most: int) -> Choose:
    """Which sentences would this seat rest its position on? Two at least, where there are two."""
    filled = render_prompt(
        prompts,
        "deliberation/grounds",
        seat=describe_seat(seat),
        position=fence(position),
        options=fence_options(options),
    )
    return Choose(
        **filled,
        statement=position,
        options=options,
        at_least=min(2, len(options)),
        at_most=min(most, len(options)),
    )


def critique_question(prompts: Prompts, *, proposal: str, options: Options, at_most: int) -> Choose:
    """Which objections strike the proposal hardest?"""
    filled = render_prompt(prompts, "deliberation/critique", proposal=fence(proposal), options=fence_options(options))
    return Choose(
        **filled,
        role="critic",
        statement=proposal,
        aim="contradicts",
        options=options,
        at_most=min(at_most, len(options)),
    )


def strongest_question(prompts: Prompts, *, proposal: str, options: Options) -> Rank:
    """In which order do the objections threaten the proposal?"""
    filled = render_prompt(prompts, "deliberation/strongest", proposal=fence(proposal), options=fence_options(options))
    return Rank(**filled, role="evaluator", reasons=REASONS, statement=proposal, aim="contradicts", options=options)


def defence_question(prompts: Prompts, *, proposal: str, criticism: str, stake: str, struck: str) -> Score:
    """How well does the proposal stand against the criticism? At stake: does the struck sentence bear out the line?"""
    low, high = DEFENCE_SCALE
    filled = render_prompt(
        prompts,
        "deliberation/defence",
        proposal=fence(proposal),
        criticism=fence(criticism),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(**filled, role="evaluator", reasons=REASONS, statement=stake, text=struck, low=low, high=high)


def refinement_question(prompts: Prompts, *, proposal: str, criticism: str, stake: str, options: Options) -> Choose:
    """Which change answers the criticism best?"""
    filled = render_prompt(
        prompts,
        "deliberation/refinement",
        proposal=fence(proposal),
        criticism=fence(criticism),
        options=fence_options(options),
    )
    return Choose(**filled, statement=stake, options=options)


def claim_question(prompts: Prompts, *, question: str, sentence: str) -> Write:
    """What does the sentence establish that bears on the question? Asked of nobody's side."""
    filled = render_prompt(
        prompts, "deliberation/claim", question=fence(question), sentence=fence(sentence), words=str(CLAIM_WORDS)
    )
    limit = TextField(name="claim", max_words=CLAIM_WORDS)
    return Write(**filled, statement=question, fields=(limit,), material=(Option(id="sentence", text=sentence),))


def support_question(prompts: Prompts, *, statement: str, ground: str, warrant: str, follows: str = "") -> Label:
    """Does the ground, taken as true and read with the warrant, speak for the statement, against it, or set it a
    condition?
    """
    filled = render_prompt(
        prompts,
        "deliberation/support",
        statement=fence(statement),
        ground=fence(f"{ground} {follows}".strip()),
        warrant=fence(warrant),
        labels=", ".join(GATE),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=statement, text=follows or ground, labels=GATE)


def stated_question(prompts: Prompts, *, sentence: str) -> Label:
    """Does the sentence state a fact that can be checked, or a view?"""
    filled = render_prompt(prompts, "deliberation/stated", sentence=fence(sentence), labels=", ".join(STATED))
    return Label(**filled, role="evaluator", reasons=REASONS, statement=sentence, text=sentence, labels=STATED)


def strength_question(prompts: Prompts, *, statement: str, ground: str, warrant: str, follows: str = "") -> Score:
    """How strongly does the ground speak for the statement?"""
    low, high = SCALE
    filled = render_prompt(
        prompts,
        "deliberation/strength",
        statement=fence(statement),
        ground=fence(f"{ground} {follows}".strip()),
        warrant=fence(warrant),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(
        **filled, role="evaluator", reasons=REASONS, statement=statement, text=follows or ground, low=low, high=high
    )


def points_question(prompts: Prompts, *, reason: str, options: Options) -> Choose:
    """Which of the other reasons make the same point? None is an answer."""
    filled = render_prompt(prompts, "deliberation/points", reason=fence(reason), options=fence_options(options))
    return Choose(
        **filled,
        role="evaluator",
        reasons=REASONS,
        statement=reason,
        aim="restates",
        options=options,
        at_least=0,
        at_most=len(options),
    )


def conflict_question(prompts: Prompts, *, sentence: str, options: Options) -> Choose:
    """Which of the other sentences cannot be true beside this one? None is an answer."""
    filled = render_prompt(prompts, "deliberation/conflict", sentence=fence(sentence), options=fence_options(options))
    return Choose(
        **filled,
        role="evaluator",
        reasons=REASONS,
        statement=sentence,
        aim="refutes",
        options=options,
        at_least=0,
        at_most=len(options),
    )


def answers_question(prompts: Prompts, *, claim: str, objection: str, reply: str) -> Label:
    """Does the reply answer the objection, speak for the objector, or miss the point?"""
    filled = render_prompt(
        prompts,
        "deliberation/answers",
        claim=fence(claim),
        objection=fence(objection),
        reply=fence(reply),
        labels=", ".join(SUPPORT),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=claim, text=reply, labels=SUPPORT)


def revision_question(prompts: Prompts, *, claim: str, ground: str, objection: str) -> Write:
    """What does the seat still hold after the objection?"""
    filled = render_prompt(
        prompts,
        "deliberation/revision",
        claim=fence(claim),
        ground=fence(ground),
        objection=fence(objection),
        words=str(CLAIM_WORDS),
    )
    material = (Option(id="claim", text=claim), Option(id="ground", text=ground))
    limit = TextField(name="claim", max_words=CLAIM_WORDS)
    return Write(**filled, statement=claim, fields=(limit,), material=material)


def scheme_question(prompts: Prompts, *, claim: str, sentence: str, options: Options) -> Choose:
    """By which form of argument does the sentence support the claim?"""
    filled = render_prompt(
        prompts, "deliberation/scheme", claim=fence(claim), sentence=fence(sentence), options=fence_options(options)
    )
    return Choose(**filled, statement=sentence, aim="concerns", options=options)


def value_question(prompts: Prompts, *, argument: str, options: Options) -> Choose:
    """Which value does the argument serve most?"""
    filled = render_prompt(prompts, "deliberation/value", argument=fence(argument), options=fence_options(options))
    return Choose(**filled, statement=argument, aim="concerns", options=options)


def coherence_question(prompts: Prompts, *, seat: Perspective, position: str, claim: str, argument: str) -> Label:
    """Does the argument agree with what its seat declared? At stake: does its claim bear out the position?"""
    filled = render_prompt(
        prompts,
        "deliberation/coherence",
        seat=describe_seat(seat),
        position=fence(position),
        argument=fence(argument),
        labels=", ".join(COHERENCE_LABELS),
    )
    return Label(**filled, role="evaluator", reasons=REASONS, statement=position, text=claim, labels=COHERENCE_LABELS)


def press_question(prompts: Prompts, *, claim: str, argument: str, options: Options) -> Choose:
    """Which critical question does the claim answer worst?"""
    filled = render_prompt(
        prompts, "deliberation/press", claim=fence(claim), argument=fence(argument), options=fence_options(options)
    )
    return Choose(**filled, role="critic", statement=argument, aim="contradicts", options=options)


def counter_question(prompts: Prompts, *, claim: str, question: str, options: Options, at_most: int) -> Choose:
    """Which sentences speak against the claim? None is an answer."""
    filled = render_prompt(
        prompts, "deliberation/counter", claim=fence(claim), question=question, options=fence_options(options)
    )
    return Choose(
        **filled,
        role="critic",
        statement=claim,
        aim="contradicts",
        options=options,
        at_least=0,
        at_most=min(at_most, len(options)),
    )


def commitment_question(prompts: Prompts, *, seat: Perspective, claim: str, question: str) -> Label:
    """What does the seat answer to the critical question? The answer binds it."""
    filled = render_prompt(
        prompts,
        "deliberation/commitment",
        seat=describe_seat(seat),
        claim=fence(claim),
        question=question,
        labels=", ".join(COMMITMENT),
    )
    return Label(**filled, statement=claim, text=question, labels=COMMITMENT)


def materiality_question(
    prompts: Prompts, *, claim: str, argument: str, objection: str, pressed: str, criterion: str, aim: Aim
) -> Score:
    """How does the objection do on one criterion? At stake is how what it presses bears on the claim."""
    low, high = SCALE
    filled = render_prompt(
        prompts,
        "deliberation/materiality",
        claim=fence(argument),
        objection=fence(objection),
        criterion=criterion,
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(
        **filled, role="evaluator", reasons=REASONS, statement=claim, text=pressed, aim=aim, low=low, high=high
    )


def response_question(prompts: Prompts, *, seat: Perspective, claim: str, objection: str, options: Options) -> Choose:
    """How does the seat respond to a material objection?"""
    filled = render_prompt(
        prompts,
        "deliberation/response",
        seat=describe_seat(seat),
        claim=fence(claim),
        objection=fence(objection),
        options=fence_options(options),
    )
    return Choose(**filled, statement=claim, options=options)


def rebuttal_question(prompts: Prompts, *, claim: str, objection: str, options: Options, at_most: int) -> Choose:
    """Which sentences answer the objection best?"""
    filled = render_prompt(
        prompts, "deliberation/rebuttal", claim=fence(claim), objection=fence(objection), options=fence_options(options)
    )
    return Choose(**filled, statement=claim, options=options, at_most=min(at_most, len(options)))


def adequacy_question(prompts: Prompts, *, claim: str, objection: str, reply: str) -> Score:
    """How far does the reply answer the objection?"""
    low, high = SCALE
    filled = render_prompt(
        prompts,
        "deliberation/adequacy",
        objection=fence(objection),
        reply=fence(reply),
        low=f"{low:g}",
        high=f"{high:g}",
    )
    return Score(**filled, role="evaluator", reasons=REASONS, statement=claim, text=reply, low=low, high=high)


def describe_seat(seat: Perspective) -> str:
    """A seat as models read it: role, ranking, commitments and description."""
    ranked = " > ".join(" = ".join(tier) for tier in seat.ranking)
    order = "all of equal rank" if len(seat.ranking) == 1 < len(seat.ranking[0]) else "highest first"
    lines = [f"Role: {seat.role}", f"Values, {order}: {ranked}"]
    lines += [f"Commitment: {words}" for _, words in sorted(seat.commitments().items())]
    lines += [f"Words: {words}" for words in read_manner(seat).wording]
    return "\n".join([*lines, fence(seat.description, label="description")])
