"""A biased judge is detected and named; an honest one is not."""

from __future__ import annotations

import asyncio
from itertools import combinations
from random import Random

import pytest
from tests.judging.cases import case, honest, jury, quality, ranks
from tests.judging.test_jury import bench

from foam.judging.jury.ballots import Ballot, take_ballots
from foam.judging.jury.bias import Bias, find_biases
from foam.judging.jury.panel import Jury
from foam.model.scripted import Call, Said, Script

RNG = Random(4)
QUALITIES = RNG.sample(range(100), 10)
LENGTHS = RNG.sample(range(30, 200, 12), 10)
CASES = {
    f"Case_{n:03d}": case(worth, words=words)
    for n, (worth, words) in enumerate(zip(QUALITIES, LENGTHS, strict=True), start=1)
}
FAMILIES = {case_id: ("one family" if n % 2 else "two family") for n, case_id in enumerate(CASES)}
OWN = {entrant.text for case_id, entrant in CASES.items() if FAMILIES[case_id] == "one family"}

first = ranks(lambda letter, _: ord(letter))
last = ranks(lambda letter, _: -ord(letter))
longer = ranks(lambda _, text: -len(text.split()))
own_family = ranks(lambda _, text: 1000 * (text not in OWN) - quality(text))


def biases(held: Jury, **scripts: Script) -> tuple[Bias, ...]:
    async def whole() -> list[Ballot]:
        seated = bench(held, **scripts)
        taken = [await take_ballots(seated, pair, CASES) for pair in combinations(CASES, 2)]
        return [ballot for given, _ in taken for ballot in given]

    words = {case_id: entrant.words for case_id, entrant in CASES.items()}
    return find_biases(held.jurors, asyncio.run(whole()), words=words, families=FAMILIES)


def named(found: tuple[Bias, ...]) -> set[tuple[str, str]]:
    return {(bias.juror, bias.kind) for bias in found if bias.named}


@pytest.mark.parametrize(
    ("script", "kind", "favoured"),
    [
        (first, "position", "the case shown first"),
        (last, "position", "the case shown last"),
        (longer, "length", "the longer case"),
        (own_family, "family", "cases of its own model family"),
    ],
)
def test_a_biased_juror_is_named_beside_an_honest_one(script: Script, kind: str, favoured: str) -> None:
    found = biases(jury("one", "two"), one=script, two=honest)
    assert named(found) == {("one", kind)}
    (line,) = (bias.text for bias in found if bias.named)
    assert f"FAVOURS {favoured}" in line


@pytest.mark.parametrize(("script", "kind"), [(first, "position"), (longer, "length"), (own_family, "family")])
def test_a_biased_juror_is_named_alone(script: Script, kind: str) -> None:
    assert ("one", kind) in named(biases(jury("one"), one=script))


def test_honest_jurors_are_not_named() -> None:
    found = biases(jury("one", "two"), one=honest, two=honest)
    assert named(found) == set()
    position = next(bias for bias in found if bias.kind == "position")
    assert position.share.value == 0.5
    assert "no bias shown" in position.text


def test_a_juror_who_votes_by_lot_is_not_named() -> None:
    rng = Random(1)
    assert named(biases(jury("one"), one=ranks(lambda *_: rng.random()))) == set()


def test_a_juror_who_follows_the_title_is_named() -> None:
    def script(call: Call) -> Said | None:
        prompt = call.question.prompt
        return ranks(lambda letter, _: f"Case {letter}, the case that holds" not in prompt)(call)

    found = biases(jury("one", labels=("labelled", "swapped")), one=script)
    assert ("one", "role") in named(found)
    assert ("one", "position") not in named(found)
