"""How the judge is measured: rows drawn from every source, two machines compared, limits set on other sources."""

from __future__ import annotations

import numpy as np
from bench.attribution import SHORT, Case, draw_claims, find_limit, gather
from training.architectures import compare, draw
from training.pairs import Pair

ROWS = [
    Pair("bears", f"Text {number}.", "A claim.", (1.0,), source, "topic")
    for source, count in (("many", 50), ("few", 2))
    for number in range(count)
]


def test_every_source_is_drawn_from_in_turn_and_no_texts_twice() -> None:
    rows = [row._replace(first=f"{row.source} {row.first}") for row in ROWS]
    drawn = draw([*rows, *rows], count=6)
    assert [row.source for row in drawn] == ["few", "many", "few", "many", "many", "many"]
    assert len({row.first for row in drawn}) == 6


def test_differences_between_two_machines_are_counted() -> None:
    ours = {"logit a": np.array([[0.5], [1.0]]), "verdict a": np.array(["yes", "no"])}
    theirs = {"logit a": np.array([[0.5], [1.25]]), "verdict a": np.array(["yes", "yes"])}
    assert [(name, figure) for name, figure, _ in compare(ours, theirs)] == [
        ("logit a: largest difference", 0.25),
        ("verdict a: changed", 1.0),
    ]
    assert not any(figure for _, figure, _ in compare(ours, ours))


def test_a_limit_parts_what_is_borne_out_and_each_source_counts_alike() -> None:
    score = np.array([*np.linspace(0, 0.4, 50), *np.linspace(0.6, 1, 50)])
    sources = ["one", "other"] * 50
    assert 0.4 < find_limit(score > 0.5, score, sources) <= 0.63
    strange = np.array([*score, 5.0])
    kept = find_limit(np.array([*(score > 0.5), False]), strange, [*sources, "of one label"])
    assert 0.4 < kept <= 0.63, "a source of one label says nothing"


def test_claims_are_drawn_whole() -> None:
    for at in draw_claims(["a", "b", "a"])[:20]:
        assert np.sum(at == 0) == np.sum(at == 2)


def test_a_long_text_is_read_by_the_sentences_nearest_the_claim() -> None:
    idle = tuple(f"Sentence {number} speaks of {'weather ' * 8}." for number in range(SHORT // 8))
    near = "Bees pollinate crops."
    found = gather(Case("Bees pollinate crops", (*idle, near), borne_out=True, source="wice"))
    assert found.endswith(near)
    assert len(found.split()) < SHORT
    assert gather(Case("Bees", (near, near), borne_out=True, source="wice")) == f"{near} {near}"
