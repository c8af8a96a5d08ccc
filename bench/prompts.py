"""What a model that writes is sent in whole deliberations of the shipped packs: tokens by act, and how much of it is
the same from the first letter on as in the question before, so that an endpoint that keeps beginnings need not read it.

Nobody is asked: the policy sample is answered by a model that knows its facts, the hut by what was written by hand.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from itertools import takewhile

from pydantic import TypeAdapter
from tests.deliberation.table import Table
from tests.laws.settings import make_fares

from bench.harness import Row, benchmark
from foam.model.handwritten import FOLDER, HandwrittenModel
from foam.model.port import Model
from foam.model.question import Question, answer_schema
from foam.model.remote.instruction import render_instruction, render_system
from foam.pack.files import SHIPPED
from foam.record.graph import entries_of

_LETTERS_PER_TOKEN = 4
_QUESTION: TypeAdapter[Question] = TypeAdapter(Question)


@benchmark
def policy_sample() -> Iterable[Row]:
    return _measure("policy-debate", make_fares().model)


@benchmark
def mountain_hut() -> Iterable[Row]:
    return _measure("mountain-hut", HandwrittenModel(SHIPPED / "mountain-hut" / FOLDER))


def _measure(pack: str, model: Model) -> Iterable[Row]:
    """A token is counted as four letters; the schema that goes with a question is in it."""
    table = Table(model, pack=pack)
    run = table.deliberate().run
    asked = [entry for entry in entries_of(table.store, run) if entry.draft.decider.type == "model"]
    letters: dict[str, list[int]] = defaultdict(list)
    same, before = 0, ""
    for entry in asked:
        question = _QUESTION.validate_python(entry.draft.question)
        sent = f"{render_system(question)}\n\n{render_instruction(question)}"
        schema = json.dumps(answer_schema(question), ensure_ascii=False, separators=(",", ":"))
        letters[entry.draft.kind].append(len(sent) + len(schema))
        same, before = same + _count_same(before, sent), sent
    yield Row("tokens read in all", sum(map(sum, letters.values())) / _LETTERS_PER_TOKEN, "tokens")
    yield Row("the same as in the question before", same / _LETTERS_PER_TOKEN, "tokens")
    for kind, counts in letters.items():
        yield Row(kind, sum(counts) / len(counts) / _LETTERS_PER_TOKEN, "tokens", f"on average, of {len(counts)}")


def _count_same(left: str, right: str) -> int:
    """How many letters two texts have in common, from the first on."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(left, right, strict=False)))
