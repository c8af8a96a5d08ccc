"""Matrix products in one thread, however many callers ask for it at once."""

from __future__ import annotations

from contextlib import ExitStack

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from foam.model.embedded.threads import one_thread, side_by_side


def _count_threads(controller: ThreadpoolController) -> set[int]:
    """Of numpy's own library: others that tests loaded meanwhile are not limited."""
    return {library["num_threads"] for library in controller.info() if "numpy" in library["filepath"]}


def test_the_limit_is_lifted_by_the_last_who_leaves_and_not_by_the_first() -> None:
    np.ones((2, 2)) @ np.ones((2, 2))  # loads the library whose threads are counted
    controller = ThreadpoolController()
    with controller.limit(limits=1):
        if _count_threads(controller) != {1}:
            pytest.skip("another test forked, which put the library's threads to sleep")
    with controller.limit(limits=2):
        if _count_threads(controller) != {2}:
            pytest.skip("the matrix library has one thread at most here")
        first, second = ExitStack(), ExitStack()
        first.enter_context(one_thread())
        second.enter_context(one_thread())
        first.close()
        assert _count_threads(controller) == {1}
        second.close()
        assert _count_threads(controller) == {2}


@pytest.mark.parametrize("count", [0, 1, 5])
def test_batches_are_worked_on_in_their_order(count: int) -> None:
    assert side_by_side(lambda n: n * n, range(count)) == [n * n for n in range(count)]
