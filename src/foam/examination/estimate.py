"""What having a model read a file will take: each part once, all of them joined, and a second look."""

from __future__ import annotations

from collections.abc import Mapping

from foam.examination.file import CaseFile
from foam.examination.reading import EVALUATOR, READER, show_file
from foam.job.acts import ATTEMPTS
from foam.job.estimates import ONCE, Estimate, make_range, make_rule, merge_steps, reckon_steps
from foam.model.remote.budget import Price
from foam.record.entry import Decider

_LETTERS_PER_TOKEN = 4
_FORM = 900
"""Tokens of an act's instructions and form."""


def estimate_reading(
    file: CaseFile, deciders: Mapping[str, Decider], *, prices: Mapping[str, Price] | None = None
) -> Estimate:
    """What reading this file takes of the model that is named."""
    parts = len(show_file(file).split())
    tokens = sum(len(one.document.text) for one in file.documents) // _LETTERS_PER_TOKEN
    checked = make_range(1, 1, ATTEMPTS)
    rules = (
        make_rule("read", READER, "file", make_range(parts + (parts > 1)) * checked, _FORM + tokens // parts, 900),
        make_rule("second look", EVALUATOR, "file", make_range(0, 1, ATTEMPTS), _FORM + tokens // 2, 400),
    )
    basis = (
        f"the file is about {tokens:,} tokens, shown in {parts} parts" if parts > 1 else f"about {tokens:,} tokens",
        "an act is asked for again once where code finds something wrong with its form",
    )
    steps = reckon_steps(rules, {"file": ONCE}, deciders, prices or {})
    return Estimate(job="examine", steps=merge_steps(steps), basis=basis)
