"""Flows: columns, what was dropped, what hangs in the air."""

from __future__ import annotations

from foam.argument.flow import (
    Argument,
    Flow,
    FlowPage,
    FlowPageSpeech,
    find_column,
    find_dropped,
    list_columns,
)


def page(*speeches: tuple[str, list[Argument]], side: str = "aff") -> Flow:
    said = tuple(FlowPageSpeech(speech=name, arguments=tuple(arguments)) for name, arguments in speeches)
    return Flow(resolution="r", pages=(FlowPage.model_validate({"title": "p", "side": side, "speeches": said}),))


def test_the_block_is_one_column_and_negative_pages_begin_with_the_negative() -> None:
    assert find_column("2NC") == find_column("1NR") == "Block"
    assert list_columns(page(side="neg").pages[0])[0] == "1NC"
    assert list_columns(page().pages[0], "ld") == ("AC", "NC", "1AR", "NR", "2AR")


def test_an_argument_without_an_answer_in_a_later_speech_of_the_other_side_is_dropped() -> None:
    a, b = Argument(id="a", text="a"), Argument(id="b", text="b")
    answer = Argument(id="x", text="x", answers="a")
    assert find_dropped(page(("1AC", [a, b]))) == ()
    assert find_dropped(page(("1AC", [a, b]), ("1NC", [answer]))) == (b,)
    assert find_dropped(page(("1AC", [a]), ("2AC", []))) == ()
