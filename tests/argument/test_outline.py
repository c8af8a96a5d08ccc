"""Template trees: budgets always sum, minimums hold or a clear error says why they cannot."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.argument.outline import IMPACT_SHARE, Allotted, OutlineNode, allot, mount, share_out
from foam.errors import InputError


def leaf(name: str, words: int, *, at_least: int = 0, component: str = "") -> OutlineNode:
    return OutlineNode(id=name, type="leaf", title=name, words=words, at_least=at_least, component=component)


def advantage(name: str, words: int = 450) -> OutlineNode:
    parts = (("uniqueness", 100), ("link", 100), ("internal_link", 100), ("impact", 150))
    children = tuple(leaf(f"{name}-{part}", n, component=part) for part, n in parts)
    return OutlineNode(id=name, type="branch", title=name, words=words, syllogism="advantage", children=children)


PAPER = OutlineNode(
    id="1AC",
    type="speech",
    title="1AC",
    words=1300,
    children=(
        leaf("plan", 50),
        OutlineNode(
            id="inherency",
            type="branch",
            title="Inherency",
            words=150,
            syllogism="inherency",
            children=(leaf("barrier", 75), leaf("status", 75)),
        ),
        OutlineNode(
            id="solvency",
            type="branch",
            title="Solvency",
            words=200,
            syllogism="solvency",
            children=(leaf("mechanism", 100), leaf("capability", 100)),
        ),
        OutlineNode(
            id="advantages",
            type="branch",
            title="Advantages",
            words=900,
            children=(advantage("economic"), advantage("security")),
        ),
    ),
)


def test_the_papers_example_tree_gives_the_papers_numbers() -> None:
    spoken = {path[-1]: part.words for path, part in allot(PAPER, 1300).leaves()}
    assert spoken["plan"] == 50
    assert (spoken["barrier"], spoken["status"]) == (75, 75)
    assert (spoken["mechanism"], spoken["capability"]) == (100, 100)
    for name in ("economic", "security"):
        parts = [spoken[f"{name}-{part}"] for part in ("uniqueness", "link", "internal_link", "impact")]
        assert parts == [100, 100, 100, 150]
    assert sum(spoken.values()) == 1300


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> OutlineNode:
    name = draw(st.uuids()).hex
    words, least = draw(st.integers(0, 500)), draw(st.integers(0, 40))
    if depth == 0 or draw(st.booleans()):
        return leaf(name, words, at_least=least, component=draw(st.sampled_from(["", "link", "impact"])))
    children = tuple(draw(st.lists(trees(depth=depth - 1), min_size=1, max_size=4, unique_by=lambda n: n.id)))
    return OutlineNode(
        id=name,
        type="branch",
        title=name,
        words=words,
        at_least=least,
        pick=draw(st.integers(0, len(children))),
        syllogism=draw(st.sampled_from(["", "advantage", "solvency"])),
        children=children,
    )


@given(trees(), st.integers(0, 3000))
def test_children_sum_to_their_parent_and_minimums_hold_or_the_error_says_why(tree: OutlineNode, budget: int) -> None:
    try:
        allotted = allot(tree, budget)
    except InputError as error:
        refusal = error
    else:
        _check(allotted)
        return
    assert "cannot hold" in refusal.what
    assert refusal.hint


def _check(part: Allotted) -> None:
    if not part.children:
        return
    assert sum(child.words for child in part.children) == part.words
    for child in part.children:
        assert child.words >= child.node.at_least or not child.children
        if part.node.syllogism == "advantage" and child.node.component == "impact":
            assert child.words >= IMPACT_SHARE * part.words
        _check(child)


@given(st.integers(0, 5000), st.lists(st.integers(0, 900), min_size=1, max_size=8))
def test_what_is_shared_out_is_the_whole(budget: int, weights: list[int]) -> None:
    given = share_out(budget, [leaf(str(i), weight) for i, weight in enumerate(weights)], [0] * len(weights))
    assert sum(given) == budget
    assert all(words >= 0 for words in given)


def test_a_branch_takes_what_was_chosen_and_gives_it_everything() -> None:
    advantages = PAPER.children[3]
    allotted = allot(advantages, 900, {"advantages": ("security",)})
    assert [child.node.id for child in allotted.children] == ["security"]
    assert allotted.children[0].words == 900
    with pytest.raises(InputError, match="no child"):
        allot(advantages, 900, {"advantages": ("health",)})


def test_a_generated_node_is_mounted_marked_and_its_words_propagate() -> None:
    grown = mount(PAPER, "advantages", advantage("health"))
    assert grown.words == 1750
    added = next(node for node in grown.walk() if node.id == "health")
    assert added.generated
    assert not next(node for node in grown.walk() if node.id == "economic").generated
    with pytest.raises(InputError, match="no node"):
        mount(PAPER, "nowhere", advantage("health"))


@pytest.mark.parametrize(
    "data",
    [
        {"type": "leaf", "children": [{"id": "x", "type": "leaf", "title": "x"}]},
        {"type": "branch"},
        {"type": "branch", "pick": 2, "children": [{"id": "x", "type": "leaf", "title": "x"}]},
        {"type": "branch", "children": [{"id": "x", "type": "leaf", "title": "x"}] * 2},
    ],
)
def test_a_malformed_tree_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        OutlineNode.model_validate({"id": "t", "title": "t", **data})
