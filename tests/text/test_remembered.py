"""What was worked out about words, remembered."""

from __future__ import annotations

from foam_quotes.text.remembered import Remembered


def test_each_word_is_worked_out_once_until_there_are_too_many() -> None:
    asked: list[str] = []

    def work(word: str) -> int:
        asked.append(word)
        return len(word)

    lengths = Remembered(work, most=2)
    assert [lengths[word] for word in ("a", "bb", "a", "ccc", "a")] == [1, 2, 1, 3, 1]
    assert asked == ["a", "bb", "ccc", "a"]
    assert len(lengths) == 2
