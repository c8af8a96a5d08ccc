"""From questions and documents to a data set, with a scripted model and the shipped fake vectors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.debatable import calling
from tests.debatable.calling import replayed

from foam.debatable.files import read_bare_questions, read_questions
from foam.errors import InputError
from foam.evidence.assemble import OMISSION
from foam.evidence.search.fake import HashingEmbedder
from foam.model.question import Choose, Chosen, Label, Labelled, Question, Ranked, Write, Written
from foam.model.scripted import Call, Said, ScriptedModel
from foam_quotes.text.normalise import compute_id, normalise

QUESTION = "Should school uniforms be compulsory?"
DOCUMENTS = {
    "a.txt": "School uniforms should be compulsory for equality. Pupils in uniforms are not mocked for their clothes.",
    "b.txt": "Compulsory school uniforms limit what pupils express. Nobody should be told what to wear at school.",
    "c.txt": "School uniforms cost poor families money. Should uniforms be compulsory, the school must pay for them.",
    "d.txt": "Herring are caught in the northern sea in autumn and smoked over beech wood by the fishermen.",
}


def script(call: Call) -> Said | None:
    """Takes the first two sentences of each document for views, and their first words for their wording."""
    question = call.question
    if question.template in ("debatable/leanings", "debatable/viewpoints", "debatable/expansion") and isinstance(
        question, Choose
    ):
        return Chosen(ids=tuple(option.id for option in question.options[:2]))
    if question.template == "debatable/viewpoint" and isinstance(question, Write):
        return Written(fields={"point_of_view": " ".join(question.material[0].text.split()[:8])})
    if isinstance(question, Label):
        against = any(word in question.text for word in ("limit", "Nobody", "cost"))
        return Labelled(label=question.labels[1 if against and len(question.labels) > 2 else 0])
    return None


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def data(*words: object, code: int = 0) -> Any:
    """Run a command with the script's model and the shipped fake vectors."""
    return calling.data(*words, code=code, models=ScriptedModel(script), embedder=HashingEmbedder(512))


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def asked(tmp_path: Path, *questions: str) -> Path:
    path = tmp_path / "questions.txt"
    path.write_text("\n".join(questions), "utf-8")
    return path


def test_a_set_is_built_with_views_that_stand_on_sentences(tmp_path: Path, documents: Path) -> None:
    questions = asked(tmp_path, QUESTION, "Should compulsory school uniforms be?", "Is the herring a fish?")
    out, other = tmp_path / "set.jsonl", tmp_path / "debateqa.jsonl"
    told = data("build", questions, "--docs", documents, "--out", out, "--debateqa", other)
    assert [item["question"]["question"] for item in told["items"]] == [QUESTION]
    assert told["items"][0]["sources"][0]["document"] != compute_id(normalise(DOCUMENTS["d.txt"]))
    assert {row["question"]: row["reason"].split(" (")[0] for row in told["dropped"]} == {
        "Should compulsory school uniforms be?": f"too like '{QUESTION}'",
        "Is the herring a fish?": "0 documents; 3 are needed",
    }
    (item,) = read_questions(out)
    assert len(item.partial_answers) >= 3
    texts = {compute_id(normalise(text)): text for text in DOCUMENTS.values()}
    for partial in item.partial_answers:
        assert partial.pointers
        parts = partial.explanation.split(OMISSION)
        assert all(any(part in texts[p.document] for p in partial.pointers) for part in parts)
    row = json.loads(other.read_text("utf-8"))
    assert sorted(row) == ["id", "partial_answers", "question"]
    assert sorted(row["partial_answers"][0]) == ["explanation", "point_of_view"]


def test_of_many_documents_the_five_that_are_ranked_first_are_read(tmp_path: Path, documents: Path) -> None:
    """The script's model ranks as it is asked: here the documents in the opposite of their order."""
    for n in range(6):
        text = f"School uniforms should be compulsory in town {n}. Compulsory uniforms in town {n} cost {n + 3} crowns."
        (documents / f"town-{n}.txt").write_text(text, "utf-8")
    ranked: list[tuple[str, ...]] = []

    def rank(call: Call) -> Said | None:
        if call.question.template == "debatable/sources":
            ids = tuple(option.id for option in reversed(call.question.options))  # type: ignore[union-attr]
            ranked.append(tuple(option.text for option in reversed(call.question.options)))  # type: ignore[union-attr]
            return Ranked(ids=ids)
        return script(call)

    words = ("build", asked(tmp_path, QUESTION), "--docs", documents, "--out", tmp_path / "set.jsonl")
    (item,) = calling.data(*words, models=ScriptedModel(rank), embedder=HashingEmbedder(512))["items"]
    texts = {compute_id(normalise(path.read_text("utf-8"))): path.read_text("utf-8") for path in documents.iterdir()}
    (order,) = ranked
    assert len(order) > 5
    assert len(item["sources"]) == 5
    read = [texts[source["document"]] for source in item["sources"]]
    assert all(any(shown.split(".")[0] in text for text in read) for shown in order[:5])


def test_an_open_question_is_asked_once_for_any_view(tmp_path: Path, documents: Path) -> None:
    questions = asked(tmp_path, "Why are school uniforms compulsory?")
    told = data("build", questions, "--docs", documents, "--out", tmp_path / "set.jsonl")
    assert len(told["items"][0]["question"]["partial_answers"]) >= 3


def test_a_build_is_resumed_and_replayed_without_models_or_documents(
    tmp_path: Path, documents: Path, home: Path
) -> None:
    questions = asked(tmp_path, QUESTION)
    first = data("build", questions, "--docs", documents, "--out", tmp_path / "one.jsonl")
    again = data("build", questions, "--docs", documents, "--out", tmp_path / "two.jsonl")
    assert (again["run"], again["digest"], again["asked"]) == (first["run"], first["digest"], 0)
    assert (tmp_path / "one.jsonl").read_bytes() == (tmp_path / "two.jsonl").read_bytes()
    assert replayed(home, first["run"])


def _built_with(tmp_path: Path, documents: Path, reply: Callable[[Question], Said | None]) -> Any:
    def say(call: Call) -> Said | None:
        return reply(call.question) or script(call)

    words = ("build", asked(tmp_path, QUESTION), "--docs", documents, "--out", tmp_path / "set.jsonl")
    return calling.data(*words, models=ScriptedModel(say), embedder=HashingEmbedder(512))


def test_too_few_views_drop_a_question(tmp_path: Path, documents: Path) -> None:
    def two(asked: Question) -> Said | None:
        takes = isinstance(asked, Label) and ("equality" in asked.text or "limit" in asked.text)
        return Labelled(label="neither") if isinstance(asked, Label) and not takes else None

    told = _built_with(tmp_path, documents, two)
    assert told["items"] == []
    assert "2 differing views with an explanation; 3 are needed" in told["dropped"][0]["reason"]


def test_views_of_both_sides_say_which_they_take(tmp_path: Path, documents: Path) -> None:
    told = _built_with(tmp_path, documents, lambda _: None)
    sides = {view["side"] for view in told["items"][0]["question"]["partial_answers"]}
    assert sides == {"supports", "contradicts"}
    assert {view.side for view in read_questions(tmp_path / "set.jsonl")[0].partial_answers} == sides


@pytest.mark.parametrize(
    ("label", "why"), [("neither", "of 6 views 0 take a side"), ("supports", "every view supports the answer yes")]
)
def test_a_question_without_views_of_both_sides_is_refused(
    tmp_path: Path, documents: Path, label: str, why: str
) -> None:
    told = _built_with(tmp_path, documents, lambda asked: Labelled(label=label) if isinstance(asked, Label) else None)
    assert told["items"] == []
    assert why in told["dropped"][0]["reason"]


def test_an_explanation_says_more_than_its_view(tmp_path: Path, documents: Path) -> None:
    """The first sentence offered is the view's own."""

    def repeat(asked: Question) -> Said | None:
        expands = asked.template == "debatable/expansion" and isinstance(asked, Choose)
        return Chosen(ids=(asked.options[0].id,)) if expands and isinstance(asked, Choose) else None

    told = _built_with(tmp_path, documents, repeat)
    assert told["items"] == []
    assert "0 differing views with an explanation" in told["dropped"][0]["reason"]


def test_what_cannot_be_built_is_refused(tmp_path: Path, documents: Path) -> None:
    out = tmp_path / "set.jsonl"
    empty = asked(tmp_path, "")
    assert "no question" in data("build", empty, "--out", out, code=2)["error"]
    questions = asked(tmp_path, QUESTION)
    assert "two sources" in data("build", questions, "--docs", documents, "--library", "--out", out, code=2)["error"]
    assert "unknown policy" in data("build", questions, "--policy", "none", "--out", out, code=2)["error"]
    assert "--alike 2.0" in data("build", questions, "--alike", "2", "--out", out, code=2)["error"]
    trusted = data("build", questions, "--docs", documents, "--policy", "trusted-domains", "--out", out)
    assert "0 documents" in trusted["dropped"][0]["reason"]
    there = tmp_path / "home" / "file" / "set.jsonl"
    assert "there is no folder" in data("build", questions, "--docs", documents, "--out", there, code=2)["error"]


@pytest.mark.parametrize(
    "text", ["Is it?\n\nWas it?\n", '{"query": "Is it?"}\n{"question": "Was it?"}\n', '["Is it?", {"text": "Was it?"}]']
)
def test_questions_are_read_from_lines_and_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "q"
    path.write_text(text, "utf-8")
    assert read_bare_questions(path) == ("Is it?", "Was it?")


def test_a_row_without_a_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "q.json"
    path.write_text('[{"title": "x"}]', "utf-8")
    with pytest.raises(InputError, match=r"item 1: no question"):
        read_bare_questions(path)
