"""The real language model: it reads as its makers meant, and every shortcut gives what the long way gives."""

from __future__ import annotations

import random

import numpy as np
import pytest

from foam.errors import InputError
from foam.model.embedded.senses import Senses
from foam.model.embedded.smollm import Branch, SmolLM

pytestmark = [pytest.mark.embedded]

STORY = (
    "Paris is the capital of France. It lies on the river Seine and has about two million inhabitants. The city is "
    "known for its museums, among them the Louvre, and for the Eiffel Tower."
)


@pytest.fixture(scope="module")
def scorer(senses: Senses) -> SmolLM:
    return senses.scorer


def the_long_way(scorer: SmolLM, context: str, continuation: str) -> float:
    """Everything read anew, nothing packed or held."""
    before = scorer.encode(context)
    tokens = np.array((scorer.model.shape.start, *before, *scorer.encode(continuation)))
    states, _ = scorer.model.read(tokens, scorer.model.nothing())
    logs = scorer.model.log_probabilities(states[:-1], tokens[1:])
    return float(logs[len(before) :].sum(dtype=np.float64))


def test_text_is_split_as_the_model_was_trained_on_it(scorer: SmolLM) -> None:
    """Ids as the reference engine gives them: digits one by one, and marks of control spelt out."""
    assert scorer.encode("The capital of France is Paris.") == (504, 3575, 282, 4649, 314, 7042, 30)
    assert len(scorer.encode("2024")) == 4
    assert scorer.encode("<|im_start|>") != (1,)


@pytest.mark.parametrize("text", [STORY, "Naïve café — “50 %” 日本語 ½ \n\n\t I'll", ""])
def test_decoding_gives_the_text_back(scorer: SmolLM, text: str) -> None:
    assert scorer.decode(scorer.encode(text)) == text


def test_sense_is_far_likelier_than_the_same_words_shuffled(scorer: SmolLM) -> None:
    words = STORY.split()
    random.Random(1).shuffle(words)
    sense, nonsense = (scorer.score("", [text])[0] for text in (STORY, " ".join(words)))
    assert np.exp(-sense.logprob / sense.tokens) < 15
    assert np.exp(-nonsense.logprob / nonsense.tokens) > 150


def test_it_goes_on_sensibly(scorer: SmolLM) -> None:
    tokens = [scorer.model.shape.start, *scorer.encode("The capital of France is")]
    for _ in range(2):
        states, _ = scorer.model.read(np.array(tokens), scorer.model.nothing())
        tokens.append(int(scorer.model.logits(states[-1:]).argmax()))
    assert scorer.decode(tokens[1:]) == "The capital of France is Paris."


def test_packed_continuations_score_as_each_alone(scorer: SmolLM) -> None:
    continuations = [" Paris.", " London.", "", " a city on the river Seine, which has many museums.", " the"]
    scores = scorer.score("The capital of France is", continuations)
    expected = [the_long_way(scorer, "The capital of France is", text) for text in continuations]
    assert [s.logprob for s in scores] == pytest.approx(expected, abs=2e-3)
    assert [s.tokens for s in scores] == [len(scorer.encode(text)) for text in continuations]
    assert scores[0].logprob > scores[1].logprob


def test_many_continuations_fill_several_packs(scorer: SmolLM, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f" number {i} of them" for i in range(6)]
    whole = scorer.score("A list:", texts)
    monkeypatch.setattr("foam.model.embedded.smollm._PACK", 12)
    assert [s.logprob for s in scorer.score("A list:", texts)] == pytest.approx([s.logprob for s in whole], abs=2e-3)


def test_the_same_numbers_whatever_was_asked_before(scorer: SmolLM) -> None:
    first = scorer.score(STORY, [" The end."])
    scorer.score("Something else", [" entirely"])
    assert scorer.score(STORY, [" The end."]) == first


def test_influence_is_what_hiding_a_passage_costs(scorer: SmolLM) -> None:
    passages = ["Anna lives in Oslo.", "Bruno keeps seven grey cats.", "The bridge was built in 1931."]
    drops = scorer.influence("Bruno has seven cats.", passages)
    assert int(np.argmax(drops)) == 1
    assert drops[1] > 3 * max(abs(drops[0]), abs(drops[2]))


def test_hiding_a_passage_is_the_same_as_never_having_shown_it(scorer: SmolLM) -> None:
    """But for the places of the others: so the last one is hidden, after which nothing stands."""
    passages = ["Anna lives in Oslo.", "Bruno keeps seven grey cats."]
    statement = "Bruno has seven cats."
    told = scorer.influence(statement, passages)[1]
    one, both = (scorer._read_apart([scorer.encode(f"{p}\n") for p in shown]) for shown in (passages[:1], passages))
    lead, said = scorer.encode("\nIn short: "), scorer.encode(statement)
    at = len(both[1])
    logs = [
        scorer._follow(read, [Branch((*lead, *said), np.ones(len(owner), dtype=np.bool_), at, len(said))])[0]
        for read, owner in (one, both)
    ]
    assert float(logs[1].sum() - logs[0].sum()) == pytest.approx(told, abs=2e-3)


def test_influence_of_a_passage_beyond_reading_length_or_empty_is_a_number(scorer: SmolLM) -> None:
    drops = scorer.influence("It is long.", ["word " * 500, "", "It is long."])
    assert len(drops) == 3
    assert np.all(np.isfinite(drops))
    assert scorer.influence("", ["a", ""]) == [0.0, 0.0]


def test_a_long_continuation_is_read_in_pieces(scorer: SmolLM, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scorer.score("Once", [f" {STORY}"])
    monkeypatch.setattr("foam.model.embedded.smollm._PACK", 8)
    monkeypatch.setattr("foam.model.embedded.llama._READ_AT_ONCE", 8)
    assert scorer.score("Once", [f" {STORY}"])[0].logprob == pytest.approx(whole[0].logprob, abs=2e-3)


def test_of_a_context_that_is_too_long_the_end_is_read(scorer: SmolLM) -> None:
    room = scorer.model.shape.context - 1
    assert len(scorer._begun(tuple(range(2 * room)), 10)) == room + 1 - 10
    assert scorer._begun(tuple(range(2 * room)), 10)[-1] == 2 * room - 1
    with pytest.raises(InputError, match="longer than the model reads"):
        scorer.score("", ["word " * 9000])
