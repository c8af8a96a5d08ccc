"""The shipped judge on small inputs: stated outcomes, exact symmetry, steady numbers."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from foam.errors import WeightsMissing
from foam.model.judge import FOLDER, LONGEST, Judge, widened
from foam.model.judge.reading import SmallReader
from foam.text.english import unreadable

CLAIM = "The new law reduced crime in the city."


@pytest.fixture(scope="module")
def judge() -> Judge:
    return Judge.load()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        (" \n\t", "empty"),
        ("123 456 ...", "empty"),
        ("word " * 10_000, "longer"),
        ("<div><p>The law <b>works</b></p></div>", "markup"),
        ("Die Regierung hat die Steuern im letzten Jahr deutlich gesenkt.", "English"),
        ("Le gouvernement a baissé les impôts sur les sociétés.", "English"),
        ("El gobierno bajó los impuestos en la ciudad.", "English"),
        ("Правительство снизило налоги в прошлом году.", "English"),
    ],
)
def test_bad_input_gets_a_stated_outcome_and_no_label(judge: Judge, text: str, word: str) -> None:
    for pair in ((text, CLAIM), (CLAIM, text)):
        found = judge.relation([pair])[0]
        assert found.verdict == "don't know"
        assert word in found.reason
        assert found.supports == found.contradicts == found.neither
    assert judge.convinces([(text, CLAIM)]) == [0.5]
    assert judge.same_point([(text, CLAIM)]) == [0.5]


def test_plain_english_is_readable() -> None:
    assert unreadable("Abortion should be legal", CLAIM) == ""
    assert unreadable("Smoking kills", "Ban smoking") == ""
    assert unreadable("School uniforms reduce bullying.", "Compulsory vaccination saves lives") == ""


def test_a_sentence_supports_itself_and_contradicts_its_negation(judge: Judge) -> None:
    same, negated = judge.relation([(CLAIM, CLAIM), ("The new law did not reduce crime in the city.", CLAIM)])
    assert same.verdict == "supports"
    assert negated.contradicts > negated.supports


def test_a_stranger_is_neither(judge: Judge) -> None:
    found = judge.relation([("The recipe needs two eggs and a cup of flour.", CLAIM)])[0]
    assert found.neither > max(found.supports, found.contradicts)


def test_probabilities_sum_to_one(judge: Judge) -> None:
    found = judge.relation([("Crime fell by a fifth after the law.", CLAIM)])[0]
    assert found.supports + found.contradicts + found.neither == pytest.approx(1, abs=1e-5)


def test_swapping_two_arguments_turns_the_answer_round_exactly(judge: Judge) -> None:
    pair = ("Three studies show that fewer people were hurt.", "because i say so")
    there, back = judge.convinces([pair, (pair[1], pair[0])])
    assert there + back == pytest.approx(1, abs=1e-12)
    assert there > 0.5


def test_the_company_of_other_pairs_does_not_change_an_answer(judge: Judge) -> None:
    pair = ("Crime fell by a fifth after the law.", CLAIM)
    alone = judge.logits("relation", [pair])
    among = judge.logits("relation", [("x y z " * 60, CLAIM), pair, (CLAIM, CLAIM)])[1:2]
    np.testing.assert_allclose(alone, among, atol=1e-4)


def test_a_second_run_gives_the_same_numbers(judge: Judge) -> None:
    pairs = [("Crime fell by a fifth after the law.", CLAIM)] * 3
    np.testing.assert_array_equal(judge.logits("relation", pairs), Judge.load().logits("relation", pairs))


@pytest.mark.parametrize(("count", "times"), [(1, 1), (100, 1), (200, 2)])
def test_what_was_read_of_not_too_many_pairs_is_kept(judge: Judge, count: int, times: int) -> None:
    weights, asked = load_file(FOLDER / "judge.safetensors"), list[int]()

    def read(pairs: tuple[tuple[str, str], ...]) -> list[tuple[list[int], NDArray[np.float32]]]:
        asked.append(len(pairs))
        width = weights["inner.relation.weight"].shape[1]
        return [([*range(len(pairs))], np.ones((len(pairs), width), dtype=np.float32))]

    counting = Judge(weights, Tokenizer.from_file(str(FOLDER / "tokenizer.json")), judge.card, read=read)
    pairs = [(f"Crime fell by {n} per cent after the law.", CLAIM) for n in range(count)]
    first, second = (counting.logits("relation", pairs) for _ in range(2))
    np.testing.assert_array_equal(first, second)
    assert asked == [count] * times


def test_a_pair_that_stands_twice_is_read_once_and_answered_twice(judge: Judge) -> None:
    one, other = ("Crime fell by a fifth after the law.", CLAIM), ("The law was never applied.", CLAIM)
    both = judge.logits("relation", [one, other])
    np.testing.assert_array_equal(judge.logits("relation", [one, other, one]), both[[0, 1, 0]])


def test_no_pair_is_longer_than_the_window() -> None:
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    reader = SmallReader(widened(load_file(FOLDER / "judge.safetensors")), tokenizer)
    ids, second = reader._coded("long words here " * 200, "a claim " * 200)
    assert len(ids) == LONGEST
    assert 0 < second < LONGEST


def test_nothing_asked_nothing_answered(judge: Judge) -> None:
    assert judge.relation([]) == []
    assert judge.convinces([]) == []
    assert judge.same_point([]) == []


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    for path in FOLDER.iterdir():
        if path.is_file():
            shutil.copy(path, tmp_path)
    with (tmp_path / "judge.safetensors").open("ab") as weights:
        weights.write(b"x")
    with pytest.raises(WeightsMissing):
        Judge.load(tmp_path)


def test_rows_are_widened_by_their_scale() -> None:
    small: dict[str, NDArray[np.generic]] = {
        "w": np.array([[2, -4]], dtype=np.int8),
        "w.scale": np.array([[0.5]], dtype=np.float16),
        "b": np.ones(2, dtype=np.float32),
    }
    wide = widened(small)
    assert wide["w"].tolist() == [[1.0, -2.0]]
    assert set(wide) == {"w", "b"}
