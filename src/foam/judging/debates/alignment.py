"""How far the memory's annotations agree with an expert's: which schemes, and how well they were used."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from foam.argument.scheme import SchemeId, load_schemes
from foam.debate.memory.values import WORTH, Exemplar, Quality
from foam.errors import InputError
from foam.judging.debates.agreement import (
    LabelAgreement,
    ScoreAgreement,
    label_agreement,
    label_matrix,
    score_agreement,
)
from foam.values import Value


class Expert(Value):
    """What an expert says of one utterance."""

    text: str
    schemes: dict[SchemeId, Quality]


class Alignment(Value):
    """Agreement over the utterances that both annotated."""

    utterances: int
    labels: LabelAgreement
    scores: ScoreAgreement
    """Over every scheme that either of them named, 0 where the other did not."""


def read_experts(raw: str) -> tuple[Expert, ...]:
    """One JSON object a line: the utterance's text, and its schemes with their quality."""
    found = []
    for number, line in enumerate(raw.splitlines(), start=1):
        try:
            found += [Expert.model_validate_json(line)] if line.strip() else []
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise InputError(
                f"line {number} is no annotation: {where} {first['msg']}",
                hint='write {"text": "…", "schemes": {"causal": "good"}}',
            ) from None
    return tuple(found)


def align(kept: Sequence[Exemplar], experts: Sequence[Expert]) -> Alignment:
    """Hold the memory's annotations against an expert's; utterances are matched by their text."""
    known = {one.text: one for one in kept}
    pairs = [(expert, known[expert.text]) for expert in experts if expert.text in known]
    if not pairs:
        raise InputError(
            "the expert annotated no utterance of this memory", hint="copy texts as `memory search` shows them"
        )
    names = [one.id for one in load_schemes()]
    ours = label_matrix([tuple(expert.schemes) for expert, _ in pairs], names)
    theirs = label_matrix([tuple(row.schemes) for _, row in pairs], names)
    named = [
        (_worth(expert, scheme), row.worth(scheme))
        for expert, row in pairs
        for scheme in {*expert.schemes, *row.schemes}
    ]
    return Alignment(
        utterances=len(pairs),
        labels=label_agreement(ours, theirs),
        scores=score_agreement([one for one, _ in named], [other for _, other in named]),
    )


def _worth(expert: Expert, scheme: SchemeId) -> int:
    quality = expert.schemes.get(scheme)
    return WORTH[quality] if quality else 0
