"""The strategies reach what the laws are about; a law over empty graphs would hold by saying nothing."""

from __future__ import annotations

from hypothesis import Phase, find, settings
from tests.semantics.extensions import label_grounded
from tests.semantics.oracle import defeat, frameworks

from foam.semantics.framework import Framework


def reinstates(f: Framework) -> bool:
    return any(target in label_grounded(f).accepted for _, target in defeat(f, None))


def test_a_defeated_argument_that_is_accepted_all_the_same_is_reached() -> None:
    looking = settings(deadline=None, max_examples=300, database=None, phases=[Phase.generate], derandomize=True)
    assert reinstates(find(frameworks(), reinstates, settings=looking))
