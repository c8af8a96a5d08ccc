"""Admission: a challenge is checked before anything is done with it. Nobody is asked.

It must be aimed at a part that is there, be of a kind that fits the part, come from somebody who may see the file, and
say why in a readable length. A refusal says what can be challenged there instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from foam.contest.challenge import Challenge
from foam.contest.part import Part, Version
from foam.errors import InputError, NotFound
from foam.perspective.near import suggest_near
from foam_quotes.text.words import split_words

MOST_CHARACTERS = 4000
"""Of a reason. What is longer comes as a document."""
LONGEST_NAME = 80
FRESH = 0.34
"""Share of a reason's words that must be new for it to count as another reason."""

_NAME = re.compile(r"\w[\w .,'’()-]*")


def _find_part(parts: Mapping[str, Part], node: str) -> Part:
    part = parts.get(node)
    if part is None:
        raise NotFound(f"there is no part {node[:80]!r}", hint=suggest_near(node[:80], parts))
    return part


def find_challenged(version: Version, challenge: Challenge) -> Part:
    """The part that is challenged; refused where it is not open to that, or not to what the challenge names."""
    part, ground = _find_part(version.parts, challenge.node), challenge.ground
    what = f"{ground.kind} of {part.id}, {version.describe(part)}"
    if (fit := part.fits.get(ground.kind)) is None:
        asked = "; ".join(f"{name} ({one.asks})" for name, one in part.fits.items())
        hint = f"there you can ask: {asked}" if asked else "nothing can be challenged there; challenge what it rests on"
        raise InputError(f"{ground.kind} does not fit {part.id}, {version.describe(part)}", hint=hint)
    if wrong := [name for name in ground.named if name not in fit.takes]:
        hint = f"there it takes {', '.join(fit.takes)}" if fit.takes else "leave it out"
        raise InputError(f"{what}, takes no {wrong[0]}", hint=hint)
    return part


def check_challenger(challenge: Challenge, parties: Collection[str]) -> None:
    """Refuse a challenge that nobody who may has signed, or that gives no reason in a readable length."""
    _check_name(challenge.challenger)
    if parties and challenge.challenger not in parties:
        raise InputError(
            f"{challenge.challenger} is no party to this file and cannot challenge it",
            hint="only those the file concerns may; name yourself with --as",
        )
    _check_words(challenge.because)


def measure_new_words(reason: str, earlier: Iterable[str]) -> float:
    """Which share of a reason's words no earlier reason used."""
    said = {word for one in earlier for word in _plain(one)}
    own = _plain(reason)
    return len(own - said) / len(own) if own else 0.0


def _check_name(name: str) -> None:
    """A challenger is named as people are: the name stands in every view, so it can carry no markup."""
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise InputError(
            f"{name[:40]!r} is no name",
            hint=f"letters, digits, spaces and .,'’()- only, at most {LONGEST_NAME} of them",
        )


def _check_words(reason: str) -> None:
    if not any(map(str.isalnum, reason)):
        raise InputError("the challenge gives no reason", hint='say in a sentence what is wrong: --because "…"')
    if len(reason) > MOST_CHARACTERS:
        raise InputError(
            f"the reason has {len(reason):,} characters; at most {MOST_CHARACTERS:,} are read",
            hint="say it in a few sentences, and bring the rest as a document (--with FILE)",
        )


def _plain(text: str) -> set[str]:
    return {word.lower() for word in split_words(text) if len(word) > 3}
