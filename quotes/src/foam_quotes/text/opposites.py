"""Words and their opposites: a list, and it reads like one."""

from __future__ import annotations

from foam_quotes.text.stem import stem

_PAIRS = """
increase decrease|raise lower|rise fall|grow shrink|gain lose|more less|more fewer|higher lower|high low|up down
better worse|best worst|good bad|improve worsen|benefit harm|help hurt|help hinder|advantage disadvantage
positive negative|strengthen weaken|boost undermine|promote discourage|encourage discourage|enable prevent
cause prevent|create destroy|protect endanger|protect threaten|safe dangerous|safe unsafe|safety danger
effective ineffective|efficient inefficient|succeed fail|success failure|work fail|useful useless
support oppose|supporter opponent|favor oppose|favour oppose|agree disagree|accept reject|approve disapprove
allow ban|permit prohibit|permit forbid|legal illegal|legalise criminalise|legalize criminalize|lawful unlawful
moral immoral|ethical unethical|fair unfair|just unjust|equal unequal|equality inequality
true false|right wrong|correct incorrect|prove disprove|confirm refute|valid invalid|certain uncertain
necessary unnecessary|possible impossible|likely unlikely|important unimportant|relevant irrelevant
healthy unhealthy|cheap expensive|save cost|rich poor|freedom coercion|peace violence|trust distrust
sustainable unsustainable|stable unstable|stability instability|reliable unreliable|able unable
include exclude|expand restrict|keep abolish|maintain abolish|start stop|begin end|accelerate slow|widen narrow
""".replace("\n", "|")


def _opposites() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for pair in filter(None, _PAIRS.split("|")):
        one, other = pair.split()
        table.setdefault(stem(one), {})[stem(other)] = other
        table.setdefault(stem(other), {})[stem(one)] = one
    return table


OPPOSITES = _opposites()
"""For a word's stem the stems of its opposites, each with the word as it is written."""
