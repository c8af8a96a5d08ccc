"""What a deliberation will take: how often each step is asked, by seat, claim, reason and objection.

The bounds are those of the loops: an act that is checked is asked for twice at most, a seat is criticised in so many
rounds. What is usual, and the tokens, are what scripted and real runs of the shipped packs took.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from foam.argument.motion import is_open_question, read_named_options
from foam.deliberation.claim import Claim
from foam.deliberation.protocol import Protocol, choose_speakers
from foam.deliberation.refine import MAX_ROUNDS, MIN_ROUNDS
from foam.deliberation.written.pool import can_be_read_at_once
from foam.evidence.document import Document
from foam.job.acts import ATTEMPTS, MOST_ATTEMPTS
from foam.job.estimates import (
    ONCE,
    Estimate,
    Range,
    StepEstimate,
    StepRule,
    is_writer,
    make_range,
    make_rule,
    merge_steps,
    reckon_steps,
)
from foam.job.session import SEAT_ROLES
from foam.model.port import name_seat_model
from foam.model.remote.budget import Price
from foam.pack.pack import Pack
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Decider

JOB = "deliberate"
_CHECKED = make_range(1, 1, MOST_ATTEMPTS)
"""An act that code checks: once, and again where something is wrong with it."""
_MORE = 1.3
"""How much more than its words a file may take, with what was worked out from it and what others rest on."""
_MAYBE = make_range(0, 1, 1)
_MENDED = make_range(0, 0, MOST_ATTEMPTS - 1)
"""What is at fault in an act, asked for alone."""
_SENTENCE = 34
"""Tokens of a sentence that is offered after its id; its document is told once for all its sentences."""
_OFFERED = make_range(0, 150, 1000)
"""Sentences that a writer is offered: a file of no more than can be read at once, or what was found and what stands
around it."""


_USUAL = _OFFERED * make_range(_SENTENCE)
"""Tokens of what a writer is offered from a file that is not known."""
_LETTERS_PER_TOKEN = 4
_OF_ID, _OF_DOCUMENT = 8, 200
"""Letters that a sentence and a document take beside their words: id, source and marks."""


BOUNDED = (
    make_rule("position", "proposer", "open seat", ONCE, 500, 20),
    make_rule("grounds", "proposer", "seat", ONCE, 950, 30),
    make_rule("critique", "critic", "round", ONCE, 900, 30),
    make_rule("strongest", "evaluator", "round", make_range(0, 0.8, 1), 450, 60),
    make_rule("defence", "evaluator", "round", ONCE, 350, 60),
    make_rule("refinement", "proposer", "rewriting", ONCE, 650, 20),
    make_rule("claim", "proposer", "sentence", ONCE, 300, 50),
    make_rule("scheme", "evaluator", "claim", ONCE, 600, 60),
    make_rule("value", "evaluator", "claim", ONCE, 400, 60),
    make_rule("stated", "evaluator", "claim", make_range(0.3, 0.9, 1), 270, 60),
    make_rule("support", "evaluator", "claim", make_range(2), 430, 60),
    make_rule("support of what is missing", "evaluator", "calculation", make_range(0, 0, 4), 430, 60),
    make_rule("strength", "evaluator", "claim", make_range(0, 0.7, 1), 310, 60),
    make_rule("points", "evaluator", "claim", make_range(0, 0.7, 1), 400, 60),
    make_rule("counter", "critic", "objection", make_range(0, 0.9, 1), 820, 30),
    make_rule("press", "critic", "objection", ONCE, 480, 30),
    make_rule("commitment", "evaluator", "objection", ONCE, 370, 60),
    make_rule("objection value", "evaluator", "objection", make_range(0, 0.3, 1), 420, 60),
    make_rule("materiality", "evaluator", "scored criterion", ONCE, 350, 60),
    make_rule("response", "proposer", "objection", make_range(0, 0.5, 1), 560, 30),
    make_rule("rebuttal", "proposer", "objection", make_range(0, 0.2, 1), 850, 30),
    make_rule("answers", "evaluator", "objection", make_range(0, 0.2, 1), 380, 60),
    make_rule("adequacy", "evaluator", "objection", make_range(0, 0.2, 1), 300, 60),
    make_rule("revision", "proposer", "objection", make_range(0, 0.2, 1), 330, 40),
    make_rule("conflict", "evaluator", "claim", make_range(1, 1.3, 1.6), 750, 60),
)
"""A model that chooses among what code drafts."""


def list_written(offered: Range = _USUAL) -> tuple[StepRule, ...]:
    """A model that writes whole acts, most of which show what may be cited; what is asked once for the whole table
    stands in `AT_THE_TABLE`.
    """
    return (
        make_rule("searches", "proposer", "seat", _MAYBE, 750, 80),
        make_rule("proposal", "proposer", "seat", _CHECKED, make_range(2300) + offered, 700),
        make_rule("proposal mended", "proposer", "seat", _MENDED, 3000, 200),
        make_rule("critique", "critic", "round", _CHECKED, make_range(1600) + offered, 300),
        make_rule("critique mended", "critic", "round", _MENDED, 3000, 150),
        make_rule("defence", "evaluator", "round", _MAYBE, 1300, 200),
        make_rule("rewrite", "proposer", "rewriting", _CHECKED, make_range(2100) + offered, 700),
        make_rule("rewrite mended", "proposer", "rewriting", _MENDED, 3000, 200),
        make_rule("appraisal", "evaluator", "seat", _CHECKED, 1900, 250),
        make_rule("objection", "critic", "reason", _CHECKED, make_range(1600) + offered, 200),
        make_rule("reply", "proposer", "reason", make_range(0, 1, MOST_ATTEMPTS), make_range(1800) + offered, 200),
        make_rule("exchange", "evaluator", "reason", make_range(0, 1, 1.5), 1200, 200),
    )


READ = (
    make_rule("findings", "critic", "window", _CHECKED, 6000, 500, "what else is wrong in the file"),
    make_rule("what decides", "critic", "file", make_range(0, 1, ATTEMPTS), 6000, 300),
    make_rule("second look", "evaluator", "file", make_range(0, 2, 2 * ATTEMPTS), 1500, 300),
)
"""What a model that writes is asked about a file that is examined first."""

PROPOSED = (
    make_rule("searches", "proposer", "seat", _MAYBE, 750, 80),
    make_rule("option", "proposer", "seat", _CHECKED, 2500, 200),
    make_rule("same options", "evaluator", "table", make_range(0, 1, 2), 600, 100),
)
"""What an open question takes before its options are deliberated, of seats that write and propose them."""

COMPARED = (make_rule("comparison", "proposer", "table", make_range(0, 1, 2), 4000, 700),)
"""What is asked once all options of an open question are decided."""

_ASKED_LAST = """
counter press commitment materiality response rebuttal answers adequacy revision objection reply exchange conflict
telling
"""
_STILL_TO_COME = frozenset({*_ASKED_LAST.split(), "objection value"})
"""What is asked after the claims are put forward."""

AT_THE_TABLE = (
    make_rule("appraisal", "evaluator", "calculation", make_range(0, 0.5, 1), 1600, 250),
    make_rule("points", "evaluator", "table", make_range(0, 1, 2), 1100, 200),
    make_rule("conflict", "evaluator", "table", make_range(0, 1, 2), 900, 200),
    make_rule("telling", "proposer", "table", make_range(0, 1, 2), 3400, 900),
    make_rule("telling mended", "proposer", "table", _MENDED, 2500, 200),
)


def estimate_deliberation(
    seats: Sequence[Perspective],
    pack: Pack,
    deciders: Mapping[str, Decider],
    *,
    protocol: Protocol = "deliberation",
    speaker: str = "",
    prices: Mapping[str, Price] | None = None,
    question: str = "",
    options: Sequence[str] = (),
    examined: int = 0,
    file: int = 0,
) -> Estimate:
    """What deliberating among these seats will take, of the models that play the roles and the seats.

    `file` is how many tokens a file takes that is offered whole, where it is known to be (`count_file_tokens`).

    `examined` is how many documents a model that writes reads first, as the file of a decision.
    An open question takes as much for each of its options; two of them are the two sides of one motion.
    """
    known = prices or {}
    acts = _list_asked(list_written(make_range(0, file, _MORE * file) if file else _USUAL), file)
    speakers = choose_speakers(protocol, tuple(seats), speaker=speaker, stakeholders=pack.stakeholders).seats
    steps: list[StepEstimate] = []
    for group in _group_by_model(speakers, deciders):
        cast = _cast_for(group[0], deciders)
        spoken = is_writer(cast["proposer"])
        share = len(group) / len(speakers)
        units = count_written(group, pack, share=share) if spoken else count_bounded(group, pack, share=share)
        if len(speakers) == 1:
            units |= dict.fromkeys(("objection", "scored criterion", "reason"), make_range(0))
        steps += reckon_steps(acts if spoken else BOUNDED, units, cast, known)
    if is_writer(deciders["proposer"]):
        once = {"table": ONCE, "calculation": make_range(len(pack.calculations))}
        steps += reckon_steps(AT_THE_TABLE, once, deciders, known)
    if examined:
        steps += reckon_steps(READ, _count_reading(examined), deciders, known)
    basis = _explain(speakers, pack, deciders, file)
    if options or is_open_question(question):
        named = tuple(options) or read_named_options(question)
        motions = count_motions(len(named), len(speakers))
        steps = [_repeat(step, motions) for step in steps]
        if is_writer(deciders["proposer"]):
            once = {"table": ONCE, "seat": make_range(len(speakers))}
            proposed = () if named else _list_asked(PROPOSED, file)
            steps += reckon_steps((*proposed, *COMPARED), once, deciders, known)
        basis = (f"an open question: {motions} motions are deliberated, one for each option or pair of them", *basis)
    return Estimate(job=JOB, steps=merge_steps(steps), basis=basis)


def _list_asked(rules: Sequence[StepRule], file: int) -> tuple[StepRule, ...]:
    """These steps, without searches where the whole file is shown."""
    return tuple(rule for rule in rules if not file or rule.step != "searches")


def count_file_tokens(documents: Iterable[Document]) -> int:
    """About how many tokens documents take where a writer is shown all of them; 0 where they are too long for it."""
    sentences: list[str] = []
    letters = 0
    for document in documents:
        sentences += (document.sentence(n) for n in range(len(document.sentences)))
        letters += _OF_DOCUMENT
        if not can_be_read_at_once(sentences):
            return 0
    return (letters + sum(len(one) + _OF_ID for one in sentences)) // _LETTERS_PER_TOKEN


def estimate_rest(claims: Sequence[Claim], criteria: int, *, written: bool) -> float:
    """How many questions are likely once the claims are known: about objections to those that count, and conflicts.

    Findings of a file that bear on nothing are not argued over.
    """
    reasons = make_range(sum(claim.counts for claim in claims))
    units = {"reason": reasons, "objection": reasons, "scored criterion": reasons * make_range(criteria)}
    units |= {"claim": make_range(len(claims)), "table": ONCE}
    rules = (*list_written(), *AT_THE_TABLE) if written else BOUNDED
    return sum((units[rule.per] * rule.times).likely for rule in rules if rule.step in _STILL_TO_COME)


def count_motions(named: int, seats: int) -> Range:
    """How many motions the options of an open question make: those that are named, or one of each seat at most."""
    if named:
        return make_range(1 if named == 2 else named)
    return make_range(1, max(1, seats), max(1, seats))


def _repeat(step: StepEstimate, times: Range) -> StepEstimate:
    counted = {name: getattr(step, name) * times for name in ("questions", "read", "written")}
    return step.model_copy(update={**counted, "money": step.money * times if step.money else None})


def count_bounded(seats: Sequence[Perspective], pack: Pack, *, share: float = 1.0) -> dict[str, Range]:
    """The units of seats that choose; `share` is their part of the table, for what the file itself gives."""
    count, calculations = len(seats), len(pack.calculations) * share
    manners = [read_manner(seat) for seat in seats]
    sentence = make_range(min(1, count), 2 * count, sum(sum(manner.grounds) for manner in manners))
    first = sentence + make_range(0, 2 * calculations, 3 * calculations)
    claim = first * make_range(1, 1, 1.5)
    objection = claim * make_range(0, 0.8, 1)
    return {
        "seat": make_range(count),
        "open seat": make_range(sum(manner.stance is None for manner in manners)),
        "round": make_range(0, count * MIN_ROUNDS, count * MAX_ROUNDS),
        "rewriting": make_range(0, count * (MIN_ROUNDS - 1), count * (MAX_ROUNDS - 1)),
        "sentence": sentence,
        "claim": claim,
        "calculation": make_range(0, calculations),
        "objection": objection,
        "scored criterion": objection * make_range(len(pack.criteria)),
    }


def count_written(seats: Sequence[Perspective], pack: Pack, *, share: float = 1.0) -> dict[str, Range]:
    """The units of seats that write: two to five claims each beside what the file gives, most of them reasons."""
    count, calculations = len(seats), len(pack.calculations) * share
    claim = make_range(2 * count, 3 * count, 5 * count) + make_range(0, 2 * calculations, 3 * calculations)
    return {
        "seat": make_range(count),
        "round": make_range(count, count * MIN_ROUNDS, count * MAX_ROUNDS),
        "rewriting": make_range(0, count * (MIN_ROUNDS - 1), count * (MAX_ROUNDS - 1)),
        "reason": claim * make_range(0.2, 0.9, 1.3),
    }


def _count_reading(documents: int) -> dict[str, Range]:
    """What a model that writes is asked about a file before anybody argues."""
    windows = make_range(1, max(1, documents / 15), max(1, documents / 4))
    return {"window": windows, "file": ONCE}


def _group_by_model(seats: Iterable[Perspective], deciders: Mapping[str, Decider]) -> list[list[Perspective]]:
    groups: dict[str, list[Perspective]] = {}
    for seat in seats:
        groups.setdefault(_cast_for(seat, deciders)["proposer"].digest, []).append(seat)
    return list(groups.values())


def _cast_for(seat: Perspective, deciders: Mapping[str, Decider]) -> dict[str, Decider]:
    """Who plays which role when this seat speaks."""
    own = deciders.get(name_seat_model(seat.id))
    return {**deciders, **(dict.fromkeys(SEAT_ROLES, own) if own else {})}


def _explain(
    speakers: Sequence[Perspective], pack: Pack, deciders: Mapping[str, Decider], file: int
) -> tuple[str, ...]:
    """How it was reckoned, and what is not in it."""
    writes = is_writer(deciders["proposer"])
    voice = "writes whole acts" if writes else "chooses among what code drafts"
    shown = (
        f"a writer is shown the whole file, about {file:,} tokens of each act that may cite it; an endpoint that keeps "
        "the beginning of a request reads it once"
        if file
        else f"a writer is shown what may be cited: usually about {_OFFERED.likely:.0f} sentences, up to "
        f"{_OFFERED.most:.0f} of a large library and few of a short file, which is not searched either"
    )
    written = (
        "an act is asked for again where code finds something wrong; where it does not count then either, questions of "
        "the bounded form take its place, which are not in it",
        shown,
    )
    facts = f", {len(pack.calculations)} calculations of the pack" if pack.calculations else ""
    return (
        f"{len(speakers)} seats that speak{facts}; the proposer {voice}",
        f"{MIN_ROUNDS} to {MAX_ROUNDS} rounds of criticism a seat, fewer where nothing is objected; how many reasons "
        "and objections there will be is known only afterwards",
        *(written if writes else ()),
        "tokens per question are what the shipped packs take; long sentences or seats take more, thinking is not in it",
        "answers that the record holds already are not asked again: a run from an earlier one takes less",
    )
