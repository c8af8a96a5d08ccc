"""What a comparison of options comes to, in plain sentences made from templates. No model is asked."""

from __future__ import annotations

from collections.abc import Sequence

from foam.deliberation.choice import ComparedOption, OptionRecommendation, ValuesChoice
from foam.deliberation.options import OptionList


def summarise_choice(
    recommendation: OptionRecommendation, options: Sequence[ComparedOption], found: OptionList
) -> tuple[str, ...]:
    """What follows first, then how the options came about, then what became of each."""
    return (
        *_state_choice(recommendation, options),
        *_tell_origin(options, found),
        *(_tell_option(one) for one in options),
    )


def _state_choice(recommendation: OptionRecommendation, options: Sequence[ComparedOption]) -> tuple[str, ...]:
    texts = {one.id: one.text for one in options}
    match recommendation.basis:
        case "nothing shown":
            return (
                "Nothing in the library bears on any of the options, so the table recommends none.",
                "Look for evidence that gives a reason to take one of them, or to leave it.",
            )
        case "none affirmed":
            return ("The table affirms none of the options.",)
        case "values decide":
            return ("The values decide.", *(_tell_values(one, texts) for one in recommendation.by_values))
        case "preferred":
            return (texts[recommendation.option], _say_why(recommendation, options))


def _say_why(recommendation: OptionRecommendation, options: Sequence[ComparedOption]) -> str:
    chosen = next(one for one in options if one.id == recommendation.option)
    rivals = [one for one in options if one.outcome == "affirmed" and one is not chosen]
    if chosen.basis == "settled":
        follows = "it follows from what the file itself gives"
    else:
        follows = f"it follows from the values of {', '.join(chosen.accepted_by)}"
    if not rivals:
        alone = "Of the options it alone is affirmed" if len(options) > 1 else "It is affirmed"
        return f"{alone}: by the reasons that stand, {follows}."
    names = ", ".join(one.id for one in rivals)
    by = f" {', '.join(recommendation.preferred_by)} {'do' if len(recommendation.preferred_by) > 1 else 'does'}."
    return (
        f"It is affirmed, and so is {names}; no seat's values prefer another of these to it, and some prefer it."
        f"{by if recommendation.preferred_by else ''}"
    )


def _tell_values(choice: ValuesChoice, texts: dict[str, str]) -> str:
    seats = ", ".join(choice.seats)
    if not choice.options:
        return f"The values of {seats} lead to none of them."
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
        told.append(f"Proposals that come to the same were put together; {len(merged)} stand under another's words.")
    if found.left_out:
        left = " ".join(one.text for one in found.left_out)
        told.append(f"Left out, because other proposals have more voices behind them: {left}")
    return tuple(told)


def _tell_option(option: ComparedOption) -> str:
    here, there = len(option.reasons_for), len(option.reasons_against)
    if not here and not there:
        return f"{option.id}, {option.outcome}: {option.text}"
    stand = f"{here} {'reason' if here == 1 else 'reasons'} for it and {there} against it stand"
    return f"{option.id}, {option.outcome}: {option.text} {stand}."
