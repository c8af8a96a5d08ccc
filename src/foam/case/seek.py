"""What a slot has to establish, in the words of this round: the template's words with plan and motion filled in.

$plan     what this speech stands for
$motion   what the round is about, affirmed
$act      the motion as a condition: "cities were to make public transport free"

Whoever compares two texts gets the point alone: with the plan's words in the statement every sentence that speaks of
the plan would be taken for one that shows the point.
"""

from __future__ import annotations

import re
import string

from foam.argument.motion import parse_resolution, split_at_modal

NAMES = frozenset({"plan", "motion", "act"})
_ABOUT = re.compile(r"^If \$act, |,? if \$act|(?<=[.!?]) [^.]*: \$(?:plan|motion)\.$")
"""A condition, or a last sentence that names the plan."""
_ABOUT_CLAUSE = re.compile(r"(?:, [^,.]*)?: \$(?:plan|motion)\.$")
"""The last clause of a sentence, that names the plan."""


def fill_words(words: str, *, plan: str, resolution: str) -> str:
    """The template's words with the names of this round filled in."""
    motion = parse_resolution(resolution).affirmed
    return string.Template(words).safe_substitute(
        plan=plan.rstrip("."), motion=motion.rstrip("."), act=describe_act(motion)
    )


def describe_need(words: str, *, plan: str, resolution: str, instead: str = "") -> str:
    """What a slot has to establish. `instead` is what the speech puts forward in place of the resolution, if any."""
    need = fill_words(words, plan=plan, resolution=resolution)
    return f"{need} What is put forward in its place: {instead}" if need and instead else need


def find_point(words: str) -> str:
    """The template's words without those that only say which plan they are about."""
    point = _ABOUT_CLAUSE.sub(".", _ABOUT.sub("", words))
    return point[:1].upper() + point[1:]


def describe_act(statement: str) -> str:
    """A statement as what follows "if": "were to" fits every subject, whatever its number."""
    clause = statement.rstrip(".")
    clause = clause if clause[:2].isupper() else clause[:1].lower() + clause[1:]
    who, does = split_at_modal(clause)
    return f"{who} were to {does}" if does else clause
