"""What a comparison of options comes to, in plain sentences made from templates. No model is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from foam.deliberation.choice import ComparedOption, OptionRecommendation, ValuesChoice
from foam.deliberation.naming import join_seats
from foam.deliberation.options import OptionList
from foam.deliberation.position import Voice


def summarise_choice(
    recommendation: OptionRecommendation,
    options: Sequence[ComparedOption],
    found: OptionList,
    names: Mapping[str, str],
) -> tuple[str, ...]:
    """What follows first, then how the options came about, then what became of each; `names` are those of seats."""
    return (
        *_state_choice(recommendation, options, names),
        *_tell_origin(options, found),
        *(_tell_option(one) for one in options),
        *(_tell_conditions(one, names) for one in options if one.conditions),
        *_tell_held(options, names),
    )


def name_backers(option: ComparedOption, names: Mapping[str, str]) -> str:
    """Who stands by an option: `proposed by` whoever put it in words, `chosen by` whoever found it among others."""
    proposed, chosen = (join_seats(names, option.list_backers(voice)) for voice in get_args(Voice))
    told = [f"proposed by {proposed}"] if proposed else []
    told += [f"chosen by {chosen}"] if chosen else []
    return "; ".join(told) or "proposed by no seat"


def _tell_conditions(option: ComparedOption, names: Mapping[str, str]) -> str:
    told = [
        f"{one.say()}{f' (set by {join_seats(names, one.set_by)})' if one.set_by else ''}" for one in option.conditions
    ]
    many = "Conditions" if len(told) > 1 else "A condition"
    return f"{many} of {option.id} that {'stand' if len(told) > 1 else 'stands'}: {'; '.join(told)}."


def _tell_held(options: Sequence[ComparedOption], names: Mapping[str, str]) -> tuple[str, ...]:
    """Which seats answered for several options, each with the condition under which it did."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for seat in names:
        held = [(one.id, answer) for one in options for answer in one.answers if answer.seat == seat and answer.holds]
        if len(held) > 1:
            told = tuple(f"{name} ({answer.words})" if answer.conditional else name for name, answer in held)
            groups.setdefault(told, []).append(seat)
    said = ((join_seats(names, seats), " and for ".join(told), len(seats) > 1) for told, seats in groups.items())
    return tuple(
        f"{who[:1].upper()}{who[1:]} {'answer' if many else 'answers'} for {each}." for who, each, many in said
    )


def _state_choice(
    recommendation: OptionRecommendation, options: Sequence[ComparedOption], names: Mapping[str, str]
) -> tuple[str, ...]:
    texts = {one.id: one.state() for one in options}
    match recommendation.basis:
        case "nothing shown":
            return (
                "Nothing in the library bears on any of the options, so the table recommends none.",
                "Look for evidence that gives a reason to take one of them, or to leave it.",
            )
        case "none affirmed":
            return ("The table affirms none of the options.",)
        case "values decide" if _decides_nothing(recommendation):
            open_ones = ", ".join(recommendation.by_values[0].options)
            return (f"Neither the reasons nor anybody's values decide between {open_ones}.",)
        case "values decide":
            ids = list(dict.fromkeys(name for one in recommendation.by_values for name in one.options))
            return ("The values decide.", *(_tell_values(one, texts, names, ids) for one in recommendation.by_values))
        case "preferred":
            return (texts[recommendation.option], _say_why(recommendation, options, names))


def _decides_nothing(recommendation: OptionRecommendation) -> bool:
    """Whether every seat's values lead to the same several options."""
    return len(recommendation.by_values) == 1 and len(recommendation.by_values[0].options) > 1


def _say_why(recommendation: OptionRecommendation, options: Sequence[ComparedOption], names: Mapping[str, str]) -> str:
    chosen = next(one for one in options if one.id == recommendation.option)
    rivals = [one for one in options if one.outcome == "affirmed" and one is not chosen]
    if chosen.basis == "settled":
        follows = "it follows from what the file itself gives"
    else:
        follows = f"it follows from the values of {join_seats(names, chosen.accepted_by)}"
    if not rivals:
        alone = "Of the options it alone is affirmed" if len(options) > 1 else "It is affirmed"
        return " ".join((f"{alone}: by the reasons that stand, {follows}.", *_tell_refused(chosen, names)))
    others = "; ".join(
        f"“{one.text.rstrip('.')}” ({one.id}{', under conditions' if one.is_conditional else ''})" for one in rivals
    )
    return " ".join((f"Also affirmed: {others}.", *_tell_preference(recommendation, chosen, rivals, names)))


def _tell_preference(
    recommendation: OptionRecommendation,
    chosen: ComparedOption,
    rivals: Sequence[ComparedOption],
    names: Mapping[str, str],
) -> tuple[str, ...]:
    """By whose values the chosen one is ahead of what else is affirmed, and who answered no to it."""
    others = [seat for seat in names if seat not in recommendation.preferred_by]
    none = "neither" if len(rivals) == 1 else f"none of {', '.join(one.id for one in (chosen, *rivals))}"
    if recommendation.preferred_by:
        ahead = f"By the values of {join_seats(names, recommendation.preferred_by)} {chosen.id} is ahead"
        told = f"{ahead}; by those of {join_seats(names, others)} {none} is." if others else f"{ahead}."
    else:
        told = f"By nobody's values one of {', '.join(one.id for one in (chosen, *rivals))} is ahead."
    return told, *_tell_refused(chosen, names)


def _tell_refused(option: ComparedOption, names: Mapping[str, str]) -> tuple[str, ...]:
    """Who answered no to an option, if anybody did."""
    refused = [one.seat for one in option.answers if not one.holds]
    who = join_seats(names, refused)
    said = f"{who[:1].upper()}{who[1:]} {'answer' if len(refused) > 1 else 'answers'} no to {option.id}."
    return (said,) if refused else ()


def _tell_values(choice: ValuesChoice, texts: Mapping[str, str], names: Mapping[str, str], ids: Sequence[str]) -> str:
    """Where the values of some seats lead among the options `ids`, which are those that are still in question."""
    seats = join_seats(names, choice.seats)
    if not choice.options:
        return f"The values of {seats} lead to none of {', '.join(ids)}." if ids else f"Those of {seats} lead to none."
    if len(choice.options) > 1:
        return f"The values of {seats} do not decide between {', '.join(choice.options)}."
    return f"By the values of {seats}: {texts[choice.options[0]]}"


def _tell_origin(options: Sequence[ComparedOption], found: OptionList) -> tuple[str, ...]:
    """How many proposals there were, and what became of those that are no option of their own."""
    merged = {p.text for one in options for p in one.proposals} - {one.text for one in options}
    told = []
    if len(options) == 1:
        told.append("All who propose propose the same, so it was deliberated as a yes-or-no question.")
    elif len(options) == 2:
        told.append("The two options were deliberated as the two sides of one motion.")
    if merged and not found.named:
        stand = "one stands" if len(merged) == 1 else f"{len(merged)} stand"
        told.append(f"Proposals that come to the same were put together; {stand} under other words than its seat's.")
        told += [f"What {one.id} leaves out of what was proposed: {one.lost}" for one in options if one.lost]
    if found.left_out:
        left = " ".join(one.text for one in found.left_out)
        told.append(f"Left out, because other proposals have more voices behind them: {left}")
    return tuple(told)


def _tell_option(option: ComparedOption) -> str:
    here, there = len(option.reasons_for), len(option.reasons_against)
    if not here and not there:
        return f"{option.id}, {option.say_outcome()}: {option.text}"
    stand = f"{here} {'reason' if here == 1 else 'reasons'} for it and {there} against it stand"
    return f"{option.id}, {option.say_outcome()}: {option.text} {stand}."
