"""The answer in plain language: a few sentences made from templates and the computed outcome. No model is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import get_args

from foam.deliberation.alike import POSITION_ID, choose_words, find_group
from foam.deliberation.claim import Claim
from foam.deliberation.condition import (
    add_conditions,
    introduce_condition,
    list_answers,
    state_condition,
    tell_unworded,
)
from foam.deliberation.footing import tell_footing
from foam.deliberation.loop import Mediation
from foam.deliberation.naming import join_seats, name_seats
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.position import SAID, Direction, Position, read_direction, tell_condition
from foam.deliberation.turning import Turning, find_alone, find_turning
from foam.deliberation.weighing import Leaning
from foam.perspective.manner import read_manner


def summarise(mediation: Mediation) -> tuple[str, ...]:
    """What was found, a sentence each: what decides first."""
    turning = find_turning(mediation)
    return (
        *_state_outcome(mediation, turning),
        *_state_sums(mediation),
        *_state_turning(mediation, turning),
        *_state_conditions(mediation),
        *_count_reasons(mediation),
        *_count_objections(mediation),
        *_name_absent(mediation),
    )


def _state_outcome(mediation: Mediation, turning: Turning | None) -> tuple[str, ...]:
    recommendation = mediation.synthesis.recommendation
    said = {"affirmed": mediation.motion.affirmed, "denied": mediation.motion.denied}
    match recommendation.basis:
        case "lacking":
            what = "; ".join(recommendation.lacking)
            return (f"Not shown: what would settle the question cannot be worked out from this file ({what}).",)
        case "nothing shown":
            return (
                "Nothing in the library bears on this question, so the table recommends nothing.",
                f"Look for evidence that gives a reason to hold, or to give up, that {_lower(said['affirmed'])}",
            )
        case "settled":
            facts = [claim.text for claim in mediation.claims if claim.id in recommendation.settled_by]
            return (
                _add_conditions(mediation, said[recommendation.outcome]),
                f"It follows from what the file itself gives: {' '.join(facts)}",
            )
    if recommendation.outcome == "undecided":
        if too_little := tell_footing(mediation):
            return too_little
        return (f"The reasons do not settle it. {_state_split(mediation)}",)
    if _only_tips(mediation, turning):
        return (_say_how_it_tips(mediation),)
    return (_add_conditions(mediation, said[recommendation.outcome]), _say_whose_values(mediation))


def only_tips(mediation: Mediation) -> bool:
    """Whether the reasons tip to a side and do not settle it: nobody's values lead there but those of seats that were
    seated to speak for it, or without one reason of several it would come out for the other side."""
    return _only_tips(mediation, find_turning(mediation))


def _only_tips(mediation: Mediation, turning: Turning | None) -> bool:
    if not mediation.synthesis.recommendation.follows_from:
        return False
    return rests_on_given(mediation) or bool(turning and turning.reverses)


def rests_on_given(mediation: Mediation) -> bool:
    """Whether nobody's values lead to the outcome but those of seats that were seated to speak for its side."""
    recommendation, given = mediation.synthesis.recommendation, _list_given(mediation)
    return all(given.get(seat) == recommendation.outcome for seat in recommendation.follows_from)


def _list_given(mediation: Mediation) -> dict[str, Direction]:
    """The seats whose side was given to them, with that side."""
    stances = {seat.id: read_manner(seat).stance for seat in mediation.seats}
    return {seat: read_direction(stance) for seat, stance in stances.items() if stance}


def _say_how_it_tips(mediation: Mediation) -> str:
    """That the reasons do not settle it, to which side they tip, and by whose values alone."""
    recommendation, names = mediation.synthesis.recommendation, name_seats(mediation.seats)
    tipping = recommendation.follows_from
    silent = [one.seat for one in recommendation.leanings if one.seat not in tipping]
    to = "for the motion" if recommendation.outcome == "affirmed" else "against the motion"
    others = f" Those of {join_seats(names, silent)} decide neither way." if silent else ""
    whose = join_seats(names, tipping)
    if rests_on_given(mediation):
        seated = f"{'who was' if len(tipping) == 1 else 'who were'} seated to speak {to.split()[0]} it"
        return f"The reasons do not settle it; they tip {to} only by the values of {whose}, {seated}.{others}"
    return f"The reasons do not settle it; they tip {to} by the values of {whose}.{others}"


def _state_sums(mediation: Mediation) -> tuple[str, ...]:
    """What the reasons of each side come to for each seat, where the answer is weighed."""
    recommendation, names = mediation.synthesis.recommendation, name_seats(mediation.seats)
    if recommendation.basis != "weighed":
        return ()
    sums = [f"{one.affirmed:.3f} and {one.denied:.3f} for {names[one.seat]}" for one in recommendation.leanings]
    return (f"What the reasons for the motion and those against it come to: {'; '.join(sums)}.",)


def _state_turning(mediation: Mediation, turning: Turning | None) -> tuple[str, ...]:
    """The one reason without which it would come out otherwise, where there is one."""
    if alone := find_alone(mediation):
        return (f"It rests on one reason alone, without which nothing is shown: “{alone.text.rstrip('.')}”.",)
    if turning is None:
        return ()
    ways = {"affirmed": "for the motion", "denied": "against the motion"}
    out = f"come out {ways.get(turning.outcome, 'neither way')}"
    return (f"Without one reason it would {out}: “{turning.claim.text.rstrip('.')}”.",)


def _add_conditions(mediation: Mediation, said: str) -> str:
    """The outcome, marked where all seats that hold it do so under conditions, or where claims set it one that stands.

    What is a condition of one answer is none of the other.
    """
    recommendation = mediation.synthesis.recommendation
    holding = [d.position for d in mediation.drafts if d.position.direction == recommendation.outcome]
    held = bool(holding) and all(one.condition for one in holding)
    own = [one for one in _list_standing(mediation) if one[0].support.condition_of == recommendation.outcome]
    clauses = {claim.id: clause for claim, clause in own}
    told = [choose_words(group, clauses) for group in _group_standing(mediation, tuple(clauses))]
    return add_conditions(said, told) if held or own else said


def _state_conditions(mediation: Mediation) -> tuple[str, ...]:
    """Under which conditions seats answer, and which conditions the table lets stand."""
    names = name_seats(mediation.seats)
    seats: dict[str, list[str]] = {}
    for draft in mediation.drafts:
        if draft.position.condition:
            told = tell_condition(draft.position.direction, draft.position.condition)
            seats.setdefault(told, []).append(draft.seat)
    answers = [f"{said} ({join_seats(names, who)})" for said, who in seats.items()]
    return (
        *([f"Answers under a condition: {'; '.join(answers)}."] if answers else []),
        *_tell_standing(mediation, names),
        *_tell_alike(mediation, names),
    )


def _tell_standing(mediation: Mediation, names: Mapping[str, str]) -> Iterator[str]:
    """The conditions that stand, those that come to the same in one sentence."""
    outcome = mediation.synthesis.recommendation.outcome
    standing = {claim.id: (claim, clause) for claim, clause in _list_standing(mediation)}
    for side in get_args(Direction):
        of = tuple(name for name, (claim, _) in standing.items() if claim.support.condition_of == side)
        lead = introduce_condition(mediation.motion.affirmed, outcome, side)
        for group in _group_standing(mediation, of):
            clauses = dict.fromkeys(standing[name][1] for name in group)
            many = f", in {len(clauses)} wordings that come to the same" if len(clauses) > 1 else ""
            setters = dict.fromkeys(_tell_setters(mediation, names, standing[name][0]) for name in group)
            yield f"{lead}{many}: {'; '.join(clauses)} ({'; '.join(setters)})."


def _tell_alike(mediation: Mediation, names: Mapping[str, str]) -> Iterator[str]:
    """Which answers under a condition come to the same in practice, with each other or with a condition that stands."""
    for one in mediation.alike_conditions:
        said: dict[str, list[str]] = {}
        for each in one.members:
            is_answer = each.node.startswith(POSITION_ID)
            who = names[each.node.removeprefix(POSITION_ID)] if is_answer else "a condition that stands"
            said.setdefault(each.words, []).append(who)
        if any(each.node.startswith(POSITION_ID) for each in one.members):
            told = "; ".join(f"“{words}” ({', '.join(dict.fromkeys(who))})" for words, who in said.items())
            yield f"In practice these come to the same: {told}. {_raise(one.because.rstrip('.'))}."


def _list_standing(mediation: Mediation) -> list[tuple[Claim, str]]:
    """The claims that set a condition which stands, each with the condition as a clause."""
    standing = {*mediation.synthesis.recommendation.conditions}
    return [(claim, _word_condition(mediation, claim)) for claim in mediation.claims if claim.id in standing]


def _group_standing(mediation: Mediation, claims: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """These claims, those whose conditions come to the same together."""
    alike = mediation.alike_conditions
    return tuple(dict.fromkeys(find_group(alike, one, claims) for one in claims))


def _word_condition(mediation: Mediation, claim: Claim) -> str:
    """The condition that a claim sets, as a clause."""
    return state_condition(claim, list_answers(claim, mediation.drafts)) or tell_unworded(claim.text)


def _tell_setters(mediation: Mediation, names: Mapping[str, str], claim: Claim) -> str:
    """Whose condition a claim sets, and what they answer: `set by the official, who answers no`."""
    answers = {draft.seat: draft.position.direction for draft in mediation.drafts}
    setters = [seat for seat in claim.brought_by if seat in answers]
    if not setters:
        return "worked out from the file"
    told = [f"{names.get(seat, seat)}, who answers {SAID[answers[seat]]}" for seat in setters]
    return f"set by {'; '.join(told)}"


def _say_whose_values(mediation: Mediation) -> str:
    """Whose values lead there, and who argued otherwise: a seat's position and the outcome by its values can differ."""
    recommendation = mediation.synthesis.recommendation
    names = name_seats(mediation.seats)
    silent = [one.seat for one in recommendation.leanings if one.seat not in recommendation.follows_from]
    otherwise = [d.seat for d in mediation.drafts if d.position.direction != recommendation.outcome]
    given = _list_given(mediation)
    held = {seat for seat, side in given.items() if side == recommendation.outcome}
    backed = {seat: f"{name} (to whom that side was given)" if seat in held else name for seat, name in names.items()}
    follows = join_seats(backed, recommendation.follows_from)
    parts = [f"By the reasons that stand, that follows from the values of {follows}"]
    parts += [f"those of {join_seats(names, silent)} decide neither way"] if silent else []
    # Those to whom a side was given stand last and after a comma, so that it is said of nobody else.
    free = [one for one in otherwise if one not in given]
    told = [join_seats(names, free)] if free else []
    told += [f"{names[one]}, to whom the other side was given," for one in otherwise if one in given]
    though = f" ({_raise(', and '.join(told))} argued otherwise.)" if otherwise else ""
    return f"{'; '.join(parts)}.{though}"


def _state_split(mediation: Mediation) -> str:
    """By whose values which side prevails; a seat that answers against its own weighing is told by itself."""
    names = name_seats(mediation.seats)
    answers = {draft.seat: draft.position for draft in mediation.drafts}
    leanings = mediation.synthesis.recommendation.leanings
    torn = [one for one in leanings if one.seat in answers and _leans_away(one, answers[one.seat])]
    parts = []
    for outcome, text in (
        ("affirmed", mediation.motion.affirmed),
        ("denied", mediation.motion.denied),
        ("undecided", "neither way"),
    ):
        seats = [leaning.seat for leaning in leanings if leaning.outcome == outcome and leaning not in torn]
        if seats:
            parts.append(f"By the values of {join_seats(names, seats)}: {text.rstrip('.')}.")
    return " ".join([*parts, *(_tell_torn(names[one.seat], one, answers[one.seat]) for one in torn)])


def _leans_away(leaning: Leaning, position: Position) -> bool:
    """Whether the reasons that stand, weighed by a seat's values, come out on the side that it answers against."""
    return leaning.outcome not in ("undecided", position.direction)


def _tell_torn(name: str, leaning: Leaning, position: Position) -> str:
    """What a seat answers, and what its values make of the reasons that stand, with what each side comes to."""
    under = " under a condition" if position.condition else ""
    sums = f"{leaning.affirmed:.3f} for the motion, {leaning.denied:.3f} against it"
    return (
        f"{_raise(name)} answers {SAID[position.direction]}{under}; "
        f"weighed by its values, the reasons that stand lean the other way ({sums})."
    )


def _count_reasons(mediation: Mediation) -> tuple[str, ...]:
    synthesis = mediation.synthesis
    if not mediation.claims:
        return ()
    reworded = {claim.revises for claim in mediation.claims if claim.revises}
    corrected = {one.objection.claim for one in mediation.evaluated if one.granted and one.granted.corrected_to}
    fallen = {one.claim for one in synthesis.sublation.fallen} - reworded
    counts = (
        (len(synthesis.list_core(mediation.claims, "affirmed")), "reason for it stands", "reasons for it stand"),
        (len(synthesis.list_core(mediation.claims, "denied")), "reason against it stands", "reasons against it stand"),
        (len(synthesis.sublation.conditional_claims), "depends on what one values", "depend on what one values"),
        (
            sum(1 for dissent in synthesis.sublation.dissent_memo if not dissent.accepted_by),
            "is in open dispute",
            "are in open dispute",
        ),
        (len(fallen - corrected), "fell", "fell"),
        (len(fallen & corrected), "was corrected and is counted as it reads now",
         "were corrected and are counted as they read now"),
        (len(reworded), "was put in other words", "were put in other words"),
        (len(synthesis.recommendation.conditions), "sets it a condition", "set it conditions"),
        (len(mediation.not_shown), "was not shown to bear on the question",
         "were not shown to bear on the question"),
    )  # fmt: skip
    counted = [f"{n} {one if n == 1 else many}" for n, one, many in counts if n]
    return (f"Of the motion “{mediation.motion.affirmed.rstrip('.')}”: {'; '.join(counted)}.",) if counted else ()


def _count_objections(mediation: Mediation) -> tuple[str, ...]:
    """What became of the table's objections; challenges from outside it, which no evaluator scored, stand apart. One
    that was put again to what stands in for its claim counts once, as it fared then."""
    again = {one.objection.again for one in mediation.evaluated}
    counting = {claim.id for claim in mediation.claims if claim.counts}
    raised: dict[str, EvaluatedObjection] = {}
    for one in sorted(mediation.evaluated, key=lambda one: one.objection.claim not in counting):
        if not one.objection.by_challenge and one.objection.id not in again:
            raised.setdefault(one.objection.again or one.objection.id, one)
    return (*_count_raised(mediation, [*raised.values()]), *_count_challenges(mediation))


def _count_challenges(mediation: Mediation) -> tuple[str, ...]:
    entered = {one.objection.entry for one in mediation.evaluated if one.objection.by_challenge}
    stands = {one.objection.entry for one in mediation.evaluated if one.objection.by_challenge and one.fell is None}
    # One that strikes several claims is one challenge; one that fell since is none.
    count = len((stands | {*mediation.challenged}) - (entered - stands))
    if not count:
        return ()
    return (f"{count} {'challenge to it was' if count == 1 else 'challenges to it were'} sustained since.",)


def _count_raised(mediation: Mediation, raised: Sequence[EvaluatedObjection]) -> tuple[str, ...]:
    count, ids = len(raised), {one.objection.id for one in raised}
    if not count:
        return ()
    fates = Counter(fate.type for fate in mediation.synthesis.fates if fate.objection in ids)
    answered = {fate.objection for fate in mediation.synthesis.fates if fate.type == "answered"}
    ways = Counter(_tell_answer(one) for one in raised if one.objection.id in answered)
    counts = (
        (ways["rebutted"], "was rebutted", "were rebutted"),
        (
            ways["reworded"],
            "was met by other words",
            "were met by other words",
        ),
        (ways["narrowed"], "was met by qualifying the reason", "were met by qualifying the reason"),
        (ways["conceded"], "was conceded", "were conceded"),
        (ways["unborne"], "fell with its evidence", "fell with their evidence"),
        (ways["fell"], "fell by itself", "fell by themselves"),
        (fates["condition"], "became a condition", "became conditions"),
        (fates["dissent"], "stands as dissent", "stand as dissent"),
    )
    counted = [f"{n} {one if n == 1 else many}" for n, one, many in counts if n]
    material = sum(1 for e in raised if e.material)
    found = f"{count} {'objection was' if count == 1 else 'objections were'} raised and {material} found material"
    return (f"{found}: {', '.join(counted)}." if counted else f"{found}.",)


def _tell_answer(evaluated: EvaluatedObjection) -> str:
    """In what way an objection was met that stands with nobody."""
    response = evaluated.response
    if evaluated.fell:
        return "unborne"
    if response is None:
        return "fell"
    if response.revised:
        return "reworded"
    if response.move == "rebut":
        return "rebutted" if response.answers else "fell"
    return "narrowed" if response.move == "qualify" else "conceded"


def _name_absent(mediation: Mediation) -> tuple[str, ...]:
    missing = [stakeholder.label or stakeholder.id for stakeholder in mediation.seating.missing]
    return (f"Nobody at the table spoke for: {', '.join(missing)}.",) if missing else ()


def _raise(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(statement: str) -> str:
    return statement[:1].lower() + statement[1:]
