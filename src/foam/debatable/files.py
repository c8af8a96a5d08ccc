"""Reading and writing questions and answers as JSON lines: DebateQA's format, and ours with pointers and documents.

Complaints name the file, the line and the field. Fields that nobody here asks for are passed over.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from foam.debatable.item import DebatableQuestion, GivenAnswer, PartialAnswer
from foam.errors import InputError, NotFound
from foam.oversight.jsonl import json_objects

Made = TypeVar("Made", GivenAnswer, DebatableQuestion, PartialAnswer)

_PARTIAL_FIELDS = ("point_of_view", "explanation", "side", "documents", "pointers")
_QUESTION_FIELDS = ("question", "query", "text")
_ANSWER_FIELDS = ("answer", "generation")


def read_answers(path: Path) -> tuple[GivenAnswer, ...]:
    """Answers with `id`, `question`, `answer` (or DebateQA's `generation`) and `partial_answers`."""
    return tuple(_answer(row, f"{path.name} line {number}") for number, row in _rows(path))


def read_questions(path: Path) -> tuple[DebatableQuestion, ...]:
    """A data set: `id`, `question`, `partial_answers`."""
    return tuple(_debatable(row, f"{path.name} line {number}") for number, row in _rows(path))


def read_bare_questions(path: Path) -> tuple[str, ...]:
    """Questions alone: a line each, or JSON (lines or one array) with `question`, `query` or `text`."""
    text = read_text(path)
    if text.lstrip()[:1] == "[":
        rows = enumerate(_array(text, path.name), start=1)
        return tuple(_read_question(row, f"{path.name} item {number}") for number, row in rows)
    if text.lstrip()[:1] == "{":
        return tuple(_read_question(row, f"{path.name} line {number}") for number, row in json_objects(text, path.name))
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def with_partials(answers: Iterable[GivenAnswer], known: Iterable[DebatableQuestion]) -> tuple[GivenAnswer, ...]:
    """Answers that came with ids alone, joined to the questions they answer."""
    by_id = {str(question.id): question for question in known}
    return tuple(_join(answer, by_id.get(str(answer.id))) for answer in answers)


def debateqa_lines(questions: Iterable[DebatableQuestion]) -> str:
    """The data set in DebateQA's own format."""
    return "".join(_line(_debateqa(question)) for question in questions)


def own_lines(questions: Iterable[DebatableQuestion]) -> str:
    """The data set in ours: the same fields, with documents and pointers."""
    return "".join(_line(question.json_value()) for question in questions)


def _debateqa(question: DebatableQuestion) -> dict[str, Any]:
    plain = [{"point_of_view": p.point_of_view, "explanation": p.explanation} for p in question.partial_answers]
    return {"id": question.id, "question": question.question, "partial_answers": plain}


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _rows(path: Path) -> Iterable[tuple[int, dict[str, Any]]]:
    rows = list(json_objects(read_text(path), path.name))
    if not rows:
        raise InputError(f"{path.name} holds nothing", hint="one JSON object a line")
    return rows


def read_text(path: Path) -> str:
    """A text file whole, or the reason why it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise NotFound(f"no file {path}", hint="name a file that is there") from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read {path}: {error}", hint="a text file in UTF-8") from error


def _array(text: str, name: str) -> list[Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{name} is not JSON: {error.msg} in line {error.lineno}") from error
    return list(found)


def _read_question(row: Any, where: str) -> str:
    found = next((row[name] for name in _QUESTION_FIELDS if row.get(name)), None) if isinstance(row, dict) else row
    if not isinstance(found, str) or not found.strip():
        raise InputError(f"{where}: no question", hint="give it as `question`")
    return found.strip()


def _answer(row: Mapping[str, Any], where: str) -> GivenAnswer:
    name = next((name for name in _ANSWER_FIELDS if name in row), None)
    if name is None:
        raise InputError(f"{where}: no answer", hint="give it as `answer`")
    said = {"id": _id(row, where), "question": row.get("question") or "", "answer": row[name]}
    return _build(GivenAnswer, {**said, "partial_answers": _partials(row, where)}, where)


def _debatable(row: Mapping[str, Any], where: str) -> DebatableQuestion:
    said = {"id": _id(row, where), "question": row.get("question"), "partial_answers": _partials(row, where)}
    return _build(DebatableQuestion, said, where)


def _id(row: Mapping[str, Any], where: str) -> Any:
    if "id" not in row:
        raise InputError(f"{where}: no id")
    return row["id"]


def _partials(row: Mapping[str, Any], where: str) -> tuple[PartialAnswer, ...]:
    given = row.get("partial_answers") or ()
    if not isinstance(given, (list, tuple)) or not all(isinstance(one, dict) for one in given):
        raise InputError(f"{where}: partial_answers is not a list of objects")
    kept = [{name: one[name] for name in _PARTIAL_FIELDS if name in one} for one in given]
    return tuple(_build(PartialAnswer, one, f"{where}, partial answer {n}") for n, one in enumerate(kept, start=1))


def _build(kind: type[Made], fields: Mapping[str, Any], where: str) -> Made:
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{where}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from None


def _join(answer: GivenAnswer, known: DebatableQuestion | None) -> GivenAnswer:
    if known is None:
        return answer
    partials = answer.partial_answers or known.partial_answers
    return answer.model_copy(update={"question": answer.question or known.question, "partial_answers": partials})
