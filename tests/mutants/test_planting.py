"""The changes that are planted: each kind on a small sample, and the list of those that change nothing."""

from __future__ import annotations

import pytest
from tests.mutants.__main__ import compute_share, draw_sample, list_mutants, read_equivalents
from tests.mutants.planting import plant
from tests.mutants.targets import PACKAGES


@pytest.mark.parametrize(
    ("source", "kind", "after"),
    [
        ("a = b < c", "comparison", ["a = b <= c"]),
        ("a = b < c <= d", "comparison", ["a = b <= c <= d", "a = b < c < d"]),
        ("a = b is not c", "comparison", ["a = b is c"]),
        ("a = b and c or d", "and / or", ["a = b or c or d", "a = b and c and d"]),
        ("a = not b", "not", ["a = bool(b)"]),
        ("a = b - c", "arithmetic", ["a = b + c"]),
        ("a = 'b' + c", "arithmetic", []),
        ("a = True", "True / False", ["a = False"]),
        ("a = 7", "constant", ["a = 8"]),
        ("a = b.start\nc = b.end", "exchanged name", ["a = b.end", "c = b.start"]),
        ("a = b['for']\nc = b['against']", "exchanged name", ["a = b['against']", "c = b['for']"]),
        ("a = b['for']", "exchanged name", []),
        ("def f(a: int, b: int):\n    g(a, b)", "swapped arguments", ["g(b, a)"]),
        ("def f(a: int, b: str):\n    g(a, b)", "swapped arguments", []),
        ("def f() -> bool:\n    return g()", "return", ["return not (g())"]),
        ("def f() -> tuple[int, ...]:\n    return g()", "return", ["return ()"]),
        ("def f() -> int | None:\n    return g()", "return", ["return None"]),
        ("f(1)", "deleted statement", ["pass"]),
        ("raise ValueError", "deleted raise", ["pass"]),
        ("def f(a):\n    if a:\n        return", "deleted guard", ["if False:"]),
    ],
)
def test_each_kind_of_change_is_planted_where_it_fits(source: str, kind: str, after: list[str]) -> None:
    assert [change.after for change in plant(source) if change.kind == kind] == after


def test_a_change_replaces_its_own_stretch_and_nothing_else() -> None:
    source = "é = 'ü'; a = b < c\nd = e < f\n"
    (first, second) = plant(source)
    assert first.apply(source) == "é = 'ü'; a = b <= c\nd = e < f\n"
    assert second.apply(source) == "é = 'ü'; a = b < c\nd = e <= f\n"


def test_wording_annotations_and_checks_of_types_are_left_alone() -> None:
    source = '"""1"""\nif TYPE_CHECKING:\n    a = 1\n@cache(1)\ndef f(a: L[1]) -> L[2]:\n    assert a == 1\n'
    assert plant(source) == ()


def test_the_sample_holds_as_many_of_each_package_and_is_the_same_for_a_seed() -> None:
    planted = {package.name: list_mutants(package.name) for package in PACKAGES}
    sample = draw_sample(planted, 12, 3)
    assert sample == draw_sample(planted, 12, 3)
    assert sorted(sum(one.package == package.name for one in sample) for package in PACKAGES) == [2, 2, 2, 3, 3]
    assert sample != draw_sample(planted, 12, 4)


def test_what_is_listed_as_equivalent_can_be_planted_and_says_why() -> None:
    planted = {(one.module, one.change.before, one.change.after) for p in PACKAGES for one in list_mutants(p.name)}
    assert read_equivalents().keys() <= planted
    assert all(len(why) > 20 for why in read_equivalents().values())


def test_equivalent_ones_do_not_count() -> None:
    assert compute_share({"planted": 10, "killed": 6, "survived": 2, "equivalent": 2}) == 0.75
