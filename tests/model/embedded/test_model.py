"""The embedded model with its real weights: right on plain cases, the same twice, safe under concurrency."""

from __future__ import annotations

import asyncio
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.model.questions import EACH_KIND, OPTIONS, choose, rank

from foam.errors import WeightsMissing
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pins import PINS
from foam.model.judge import shipped_judge
from foam.model.question import Chosen, Ranked, check

ANSWER_ALL = """
import sys
from pathlib import Path
from foam.model.embedded.model import EmbeddedModel
from foam.model.judge import shipped_judge
from foam.model.question import Question
from pydantic import TypeAdapter
model = EmbeddedModel(Path(sys.argv[1]), judge=shipped_judge())
for line in sys.stdin:
    print(model.answer_now(TypeAdapter(Question).validate_json(line)).model_dump_json())
"""


def test_making_it_reads_no_weights_and_asking_without_them_says_what_to_do(tmp_path: Path) -> None:
    model = EmbeddedModel(tmp_path, judge=shipped_judge())
    with pytest.raises(WeightsMissing) as caught:
        asyncio.run(model.answer(choose(), seed=0))
    assert caught.value.hint == "run: foam model pull"
    with pytest.raises(WeightsMissing):
        _ = model.decider  # who answers is said with the digests of the weights


@pytest.mark.embedded
def test_who_answers_is_said_with_the_digest_of_every_file_that_is_loaded(
    model: EmbeddedModel, pulled_home: Path
) -> None:
    named = model.decider.parameters["weights"]
    files = {(pin.name, name) for pin in PINS for name in (*(f.name for f in pin.files if f.is_used), *pin.derived)}
    assert {(pin, name) for pin, found in named.items() for name in found} == files
    for pin, name in files:
        data = (pulled_home / "models" / pin / name).read_bytes()
        assert named[pin][name] == hashlib.sha256(data).hexdigest()


@pytest.mark.embedded
def test_it_finds_the_sentence_that_bears_on_the_statement(model: EmbeddedModel) -> None:
    assert model.answer_now(choose(at_least=1, at_most=1)).reply == Chosen(ids=("s1",))
    reply = model.answer_now(rank()).reply
    assert isinstance(reply, Ranked)
    assert reply.ids[0] == "s1"
    assert reply.ids[-1] == "s4"


@pytest.mark.embedded
def test_many_at_once_answer_as_one_after_the_other(model: EmbeddedModel) -> None:
    async def together() -> list[object]:
        return list(await asyncio.gather(*(model.answer(question, seed=i) for i, question in enumerate(EACH_KIND * 2))))

    alone = [model.answer_now(question) for question in EACH_KIND]
    assert asyncio.run(together()) == alone * 2


@pytest.mark.embedded
def test_many_options_are_cut_before_they_are_read(model: EmbeddedModel) -> None:
    more = tuple(
        OPTIONS[3].model_copy(update={"id": f"x{i}", "text": f"Stone {i} lies in the wall."}) for i in range(90)
    )
    question = choose(at_least=1, at_most=1, options=(*more, *OPTIONS))
    answer = model.answer_now(question)
    check(question, answer.reply)
    assert answer.reply == Chosen(ids=("s1",))
    assert len(answer.detail) == 94


@pytest.mark.embedded
def test_another_process_with_another_number_of_threads_gives_the_same_bytes(
    model: EmbeddedModel, pulled_home: Path
) -> None:
    asked = "\n".join(question.model_dump_json() for question in EACH_KIND)
    told = subprocess.run(
        [sys.executable, "-c", ANSWER_ALL, str(pulled_home)],
        input=asked,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [model.answer_now(question).model_dump_json() for question in EACH_KIND]
