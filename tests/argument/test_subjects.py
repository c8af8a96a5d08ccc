"""What a statement speaks of, by its words."""

from __future__ import annotations

import pytest

from foam.argument.motion import list_subjects, parse_motion


@pytest.mark.parametrize(
    ("question", "subjects"),
    [
        ("Should zoos be closed?", {"zoo"}),
        ("Should the town ban loud music?", {"town", "loud", "music"}),
        ("Is nuclear power safe?", {"nuclear", "power", "safe"}),
    ],
)
def test_verbs_and_small_words_are_no_subject(question: str, subjects: set[str]) -> None:
    motion = parse_motion(question)
    assert list_subjects(motion.affirmed) >= subjects
    assert list_subjects(motion.affirmed) == list_subjects(motion.denied)
    assert "close" not in list_subjects(motion.affirmed)


def test_a_statement_of_a_verb_alone_keeps_it() -> None:
    assert list_subjects("We should not close.")
