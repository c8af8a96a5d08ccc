"""What a pack says of its own documents, and what somebody says of theirs: whose word each of them is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import foam
from foam.errors import InputError, NotFound


@pytest.fixture
def home(tmp_path: Path) -> Iterator[foam.Home]:
    fakes: dict[str, Any] = {
        "models": foam.ScriptedModel(),
        "judge": foam.SilentJudge(),
        "embedder": foam.HashingEmbedder(),
    }
    with foam.open(tmp_path / "home", environ={}, **fakes) as opened:
        yield opened


def _read_roles(home: foam.Home, run: foam.RunResult[foam.Answer], library: bool) -> dict[str, str]:
    """The roles of the spec by the names of the files."""
    with home._desk.open_corpus(home._desk.load_pack(home.record.spec(run)["pack"]), library=library) as corpus:
        roles = home.record.spec(run).get("roles", {})
        return {Path(corpus.document(one).origin.file).name: role for one, role in roles.items()}


def test_a_pack_declares_the_decision_the_rules_and_whose_word_others_are(home: foam.Home) -> None:
    roles = _read_roles(home, home.deliberate(pack="benefits-appeal", seats=["caseworker", "auditor"]), library=False)
    assert roles["01-denial-notice.md"] == "decision"
    assert {name for name, role in roles.items() if role == "rule"} == {
        "06-rule-counting-income.md", "07-rule-income-limit.md", "08-rule-hearing.md",
    }  # fmt: skip
    assert roles["02-pay-stub-07-february.md"] == "independent"


def test_what_somebody_says_of_their_own_documents_is_in_the_spec(home: foam.Home, tmp_path: Path) -> None:
    papers = tmp_path / "papers"
    papers.mkdir()
    (papers / "letter.txt").write_text("The quay is closed to boats from 1 May. The harbour master decided it.")
    (papers / "byelaw.txt").write_text("A quay may be closed where a survey found it unsafe.")
    (papers / "survey.txt").write_text("The quay was found safe for boats of up to nine metres.")
    home.library.add(papers)
    question = "Should the quay be closed to boats?"
    given: dict[str, Any] = {"decision": "letter.txt", "rules": ["byelaw"], "roles": {"survey.txt": "independent"}}
    ran = home.deliberate(question, library=True, seats=["for", "against"], **given)
    assert _read_roles(home, ran, library=True) == {
        "letter.txt": "decision", "byelaw.txt": "rule", "survey.txt": "independent",
    }  # fmt: skip
    again = home.deliberate(base=ran, reweight=["fairness=0.9"])
    assert _read_roles(home, again, library=True) == _read_roles(home, ran, library=True)
    with pytest.raises(InputError, match="roles='friend'"):
        home.deliberate(question, library=True, roles={"survey.txt": "friend"})  # type: ignore[dict-item]


def test_a_document_that_is_not_there_is_refused(home: foam.Home) -> None:
    with pytest.raises(NotFound, match="no document 'no-such-letter'"):
        home.deliberate(pack="benefits-appeal", decision="no-such-letter")
