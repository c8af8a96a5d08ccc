"""Who is asked: a perspective in words, without its name, so that seats that declare the same are asked the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict, assert_never

from foam.acts.shown import ShownFile
from foam.model.template import Prompts, fence
from foam.perspective.catalogue import find_meaning, load_catalogue
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy

ABOVE = "The file stands above."
"""In the place of the documents, where whoever is asked was shown them before everything else."""


class Told(TypedDict):
    """What a seat is told before the prompt of an act."""

    system: str
    shared: str


def tell_person(prompts: Prompts, seat: Perspective, file: ShownFile) -> Told:
    """The file, which is the same for all seats and acts, and who is asked."""
    return Told(
        system=prompts["system/seat"].render(seat=describe_person(seat)),
        shared=prompts["system/file"].render(documents=file.text),
    )


def describe_person(seat: Perspective) -> str:
    """A perspective as models read it: role, weights, what counts for it as support, what it declares."""
    lines = [f"You are: {seat.role}", fence(seat.description, label="description")]
    lines += ["What you value, the weightiest first:"]
    lines += [f"- {value}: {seat.weighting[value]:g}" for tier in seat.ranking for value in tier]
    lines += [f"You also speak for: {', '.join(seat.speaks_for)}"] if seat.speaks_for else []
    lines += ["What counts for you as support:", *(f"- {line}" for line in describe_policy(seat.policy))]
    declared = [
        f"{dimension.asks} {find_meaning(name, seat.dimensions[name])}"
        for name, dimension in load_catalogue().items()
        if name in seat.dimensions
    ]
    if declared:
        lines += ["How you think and argue:", *(f"- {line}" for line in (*declared, *read_manner(seat).wording))]
    return "\n".join(lines)


def describe_policy(policy: EpistemicPolicy) -> Iterator[str]:
    """What a policy asks of a source, in words."""
    if policy.is_open:
        yield "any source"
    if policy.source_kinds:
        yield f"sources of these kinds alone: {', '.join(policy.source_kinds)}"
    if policy.trusted_domains:
        yield f"sources alone whose address ends in {', '.join(policy.trusted_domains)}"
    if policy.min_year is not None:
        yield f"nothing older than {policy.min_year}"
    if policy.peer_reviewed_only:
        yield "peer-reviewed sources alone"
    if policy.min_sources > 1:
        yield f"at least {policy.min_sources} independent sources for a claim"
    match policy.uncertainty:
        case "as_stated":
            pass
        case "qualified":
            yield "how sure a claim is has to be said in words"
        case "quantified":
            yield "how sure a claim is has to be said in numbers"
        case _:
            assert_never(policy.uncertainty)
