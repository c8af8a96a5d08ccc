"""The work behind `foam debatable missing`: a recorded dossier held against the views of a set. Decides nothing."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

from foam.cli.debatable_build import sentence_vectors
from foam.cli.desk import configured
from foam.contest.challenge import Challenge
from foam.debatable.coverage import Coverage, coverage, missing_perspectives
from foam.debatable.files import read_questions
from foam.debatable.harness.answering import dossier_answer
from foam.debatable.item import DebatableQuestion, GivenAnswer
from foam.debatable.readers.opening import open_reader
from foam.deliberation.jobs import recorded_dossier
from foam.errors import NotFound
from foam.record.runs import find_run
from foam.record.sqlite import open_record


def missed(run: str, dataset: Path, choices: dict[str, Any]) -> tuple[Coverage, tuple[Challenge, ...]]:
    """Which views the dossier covers, and the challenges that the others make."""
    config = configured()
    with closing(open_record(config.home)) as store:
        dossier = recorded_dossier(store, find_run(store, run))
    item = _item(read_questions(dataset), dossier.question, choices["item"])
    given = GivenAnswer(
        id=item.id, question=item.question, answer=dossier_answer(dossier), partial_answers=item.partial_answers
    )
    reader = open_reader(choices["model"], config)
    found = coverage(given, reader, sentence_vectors(config.home), chat=not choices["plain"])
    return found, missing_perspectives(found, dossier)


def _item(items: tuple[DebatableQuestion, ...], question: str, id: str | None) -> DebatableQuestion:
    for item in items:
        if (str(item.id) == id) if id else (item.question.strip() == question.strip()):
            return item
    asked = f"id {id}" if id else repr(question)
    raise NotFound(f"the set holds no question {asked}", hint="name one of its ids with --id")
