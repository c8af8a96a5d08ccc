"""Rules drafted by a model: held against the text they were drafted from, and unused until somebody approves them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import foam
from foam.errors import FoamError, InputError, Refused
from foam.evidence.search.fake import HashingEmbedder
from foam.model.question import Written
from foam.model.scripted import Call, ScriptedModel
from foam.pack.rules import Rules

TEXT = (
    "Section 1: A berth is given to a boat that is moored by its owner. "
    "Section 2: No berth is given to a boat without a lamp."
)
QUESTION = "Should the berth be given?"
FORM: dict[str, Any] = {
    "if_true": "The berth is given.",
    "if_false": "The berth is not given.",
    "provisions": ({"id": "r1", "sentence": ("s0",)}, {"id": "r2", "sentence": ("s1",)}),
    "conditions": (
        {"id": "own", "says": "He moors it.", "fact": "A berth.", "provision": "r1", "words": "moored by its owner"},
        {"id": "dark", "says": "It is dark.", "fact": "No lamp.", "provision": "r2", "words": "a boat without a lamp"},
    ),
    "nodes": (
        {"id": "answer", "op": "all", "parts": "r1 own", "unless": "barred"},
        {"id": "barred", "op": "all", "parts": "r2 dark", "unless": ""},
    ),
}  # fmt: skip

Draft = Callable[..., Any]


@pytest.fixture
def draft(tmp_path: Path) -> Draft:
    """Draft rules with a model that fills the form so, once each time that it is asked."""
    (tmp_path / "code.md").write_text(TEXT, "utf-8")

    def draft(*forms: dict[str, Any]) -> tuple[Any, list[Call], Path]:
        asked: list[Call] = []

        def say(call: Call) -> Written:
            asked.append(call)
            return Written(fields=forms[min(len(asked), len(forms)) - 1])

        model = ScriptedModel(say, name="test-writer", writes=True)
        with foam.open(tmp_path / "home", models=model, environ={}, embedder=HashingEmbedder()) as home:
            ran = home.rules.draft(tmp_path / "code.md", question=QUESTION, out=tmp_path / "rules.toml")
            assert home.replay(ran).ok
        return ran, asked, tmp_path / "rules.toml"

    return draft


def change(table: str, row: int, **fields: object) -> dict[str, Any]:
    rows = [{**one, **fields} if n == row else one for n, one in enumerate(FORM[table])]
    return {**FORM, table: tuple(rows)}


def test_a_draft_is_written_unapproved(draft: Draft) -> None:
    ran, asked, path = draft(FORM)
    rules: Rules = ran.view
    assert len(asked) == 1
    assert [one.begins for one in rules.provisions] == [
        "Section 1: A berth is given to a boat that is moored by its owner.",
        "Section 2: No berth is given to a boat without a lamp.",
    ]
    assert rules.draft
    assert (rules.draft.by, rules.draft.approved_by) == ("test-writer", "")
    assert "test-writer" in rules.unapproved
    assert "[draft]" in path.read_text("utf-8")


@pytest.mark.parametrize(
    "wrong",
    [
        change("conditions", 0, words="moored by somebody"),
        change("conditions", 0, words="a boat without a lamp"),
        change("conditions", 0, provision="r9"),
        change("nodes", 0, id="other"),
        change("nodes", 0, parts="r1 nothing"),
        change("nodes", 1, parts="r2 answer"),
    ],
)
def test_what_does_not_hold_against_the_text_is_asked_for_again(draft: Draft, wrong: dict[str, Any]) -> None:
    _, asked, _ = draft(wrong, FORM)
    assert len(asked) == 2


def test_a_term_that_is_not_in_its_sentence_is_refused(draft: Draft, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        draft(change("conditions", 0, words="moored by somebody"))
    assert not (tmp_path / "rules.toml").exists()


def test_a_model_that_only_chooses_drafts_nothing(tmp_path: Path) -> None:
    (tmp_path / "code.md").write_text(TEXT, "utf-8")
    with foam.open(tmp_path / "home", models=ScriptedModel(), environ={}, embedder=HashingEmbedder()) as home:
        with pytest.raises(InputError):
            home.rules.draft(tmp_path / "code.md", question=QUESTION, out=tmp_path / "rules.toml")
        (tmp_path / "rules.toml").write_text("", "utf-8")
        with pytest.raises(FoamError):
            home.rules.draft(tmp_path / "code.md", question=QUESTION, out=tmp_path / "rules.toml")
