"""The careful judge: a small model of the same make, read as a plain reference reads it; the real one where pulled."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.model.small_base import (
    GROUPS,
    HEAD_COUNT,
    KEPT,
    WIDTH,
    cut_base,
    make_added,
    make_careful,
    make_reader,
    write_gguf,
)
from tokenizers import Tokenizer

from foam.errors import WeightsMissing
from foam.home import open_home
from foam.home.state import State
from foam.model.edition import choose_edition, chosen_edition
from foam.model.embedded.careful_base import CAREFUL_BASE, PACKED, TOKENIZER
from foam.model.embedded.lower_layers import write_lower_layers
from foam.model.embedded.packed import Packed
from foam.model.embedded.pull import require_folder
from foam.model.judge import FOLDER, Judge, PassageReader, shipped_judge
from foam.model.judge.careful import CARD, WEIGHTS, load_careful
from foam.model.judge.last_token import FRAME
from foam.model.judge.values import PassageWeights
from foam.settings import find_home

Floats = NDArray[np.float64]
PAIRS = (
    ("Crime fell by a third after the law.", "The law reduced crime."),
    ("The thing is that this then went there.", "A claim"),
    ("long words here " * 60, "a claim " * 60),
    ("A text alone.", ""),
)


@pytest.fixture
def as_shipped() -> Iterator[None]:
    """Leaves the process with the judge that it had."""
    edition, home = chosen_edition()
    yield
    choose_edition(edition, home or Path())


def plain_state(folder: Path, first: str, second: str) -> Floats:
    """The last token's state, token by token and head by head in double precision, without any of the reader's ways."""
    index = cut_base(folder)
    packed, added = Packed((folder / PACKED).read_bytes(), index.tensors), make_added()
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))

    def ids(text: str) -> list[int]:
        return list(tokenizer.encode(text, add_special_tokens=False).ids)

    frame = [ids(one) for one in FRAME]
    claim = ids(second)[:96]
    text = ids(first)[: 256 - len(claim) - sum(map(len, frame))]
    tokens = [*frame[0], *text, *frame[1], *claim, *frame[2]]
    state = packed["token_embd.weight"][tokens].astype(np.float64)
    for layer in range(KEPT):
        state = plain_layer(state, packed, added, layer)
    last: Floats = plain_norm(state[-1:], packed["output_norm.weight"][0])[0]
    return last


def plain_norm(state: Floats, weight: NDArray[np.float32]) -> Floats:
    normed: Floats = state / np.sqrt((state**2).mean(1, keepdims=True) + 1e-6) * weight
    return normed


def plain_layer(state: Floats, packed: Packed, added: dict[str, NDArray[np.float32]], layer: int) -> Floats:
    def weights(name: str, *parts: str) -> Floats:
        base = np.concatenate([packed[f"blk.{layer}.{part}.weight"] for part in parts]).astype(np.float64)
        whole: Floats = base + added[f"layers.{layer}.{name}.second"] @ added[f"layers.{layer}.{name}.first"]
        return whole

    each = WIDTH // HEAD_COUNT
    bias = np.concatenate([packed[f"blk.{layer}.attn_{part}.bias"][0] for part in "qkv"])
    normed = plain_norm(state, packed[f"blk.{layer}.attn_norm.weight"][0])
    joined = (normed @ weights("qkv", "attn_q", "attn_k", "attn_v").T + bias).reshape(len(state), -1, each)
    gathered = np.zeros((len(state), HEAD_COUNT, each))
    for head in range(HEAD_COUNT):
        group = head // (HEAD_COUNT // GROUPS)
        for at in range(len(state)):
            query = turn(joined[at, head], at)
            keys = [turn(joined[one, HEAD_COUNT + group], one) for one in range(at + 1)]
            raised = np.exp(np.array(keys) @ query / each**0.5)
            gathered[at, head] = raised / raised.sum() @ joined[: at + 1, HEAD_COUNT + GROUPS + group]
    state = state + gathered.reshape(len(state), WIDTH) @ weights("out", "attn_output").T
    normed = plain_norm(state, packed[f"blk.{layer}.ffn_norm.weight"][0])
    gate, up = np.split(normed @ weights("gate_up", "ffn_gate", "ffn_up").T, 2, axis=1)
    passed: Floats = state + (gate / (1 + np.exp(-gate)) * up) @ weights("down", "ffn_down").T
    return passed


def turn(vector: Floats, place: int) -> Floats:
    half = len(vector) // 2
    angles = place * 10_000.0 ** (-np.arange(half) / half)
    first, second = vector[:half], vector[half:]
    return np.concatenate(
        (first * np.cos(angles) - second * np.sin(angles), second * np.cos(angles) + first * np.sin(angles))
    )


def test_pairs_are_read_as_a_plain_reference_reads_them(tmp_path: Path) -> None:
    found = {
        at: row for places, rows in make_reader(tmp_path).read(PAIRS) for at, row in zip(places, rows, strict=True)
    }
    for at, pair in enumerate(PAIRS):
        np.testing.assert_allclose(found[at], plain_state(tmp_path, *pair), atol=2e-4)


def test_a_pair_alone_is_read_as_among_others(tmp_path: Path) -> None:
    judge = make_careful(tmp_path)
    among = judge.logits("relation", PAIRS * 30)[:1]
    np.testing.assert_allclose(judge.logits("relation", PAIRS[:1]), among, atol=1e-4)


def test_only_the_lower_layers_are_kept(tmp_path: Path) -> None:
    names = set(cut_base(tmp_path).tensors)
    assert {name.split(".")[1] for name in names if name.startswith("blk.")} == {"0", "1"}
    assert "output.weight" not in names


def test_another_architecture_is_refused(tmp_path: Path) -> None:
    write_gguf(tmp_path / "other.gguf", "llama")
    with pytest.raises(WeightsMissing, match="is 'llama', not 'qwen2'"):
        write_lower_layers(tmp_path / "other.gguf", tmp_path)


def test_without_the_base_it_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(WeightsMissing) as caught:
        load_careful(tmp_path)
    assert "foam model pull --careful" in caught.value.hint


@pytest.mark.usefixtures("as_shipped")
def test_the_setting_decides_which_judge_is_asked(tmp_path: Path) -> None:
    State(tmp_path, environ={"FOAM_JUDGE__EDITION": "careful"}).configure()
    with pytest.raises(WeightsMissing, match="careful"):
        shipped_judge()
    State(tmp_path, environ={}).configure()
    assert shipped_judge().name == Judge.load().name


@pytest.mark.usefixtures("as_shipped")
def test_a_home_that_asks_for_it_says_that_its_base_is_missing(tmp_path: Path) -> None:
    with open_home(tmp_path, environ={"FOAM_JUDGE__EDITION": "careful"}) as home:
        told = home.model.describe_missing("scripted")
    assert CAREFUL_BASE.name in told
    assert told.endswith("foam model pull --careful")


def test_what_the_package_carries_is_what_the_card_says_and_small() -> None:
    sizes = [path.stat().st_size for path in FOLDER.parent.rglob("*.safetensors")]
    assert sum(sizes) < 60e6
    assert (FOLDER / WEIGHTS).stat().st_size < 30e6
    assert json.loads((FOLDER / CARD).read_text())["weighing"]


def test_the_reader_of_longer_text_counts_as_the_weights_given_say(tmp_path: Path) -> None:
    judge = make_careful(tmp_path)
    sentences = ["Crime fell by a third after the law.", "The thing is that this then went there."]
    plain = PassageReader(judge).read(sentences, "The law reduced crime.")
    silent = PassageReader(judge, PassageWeights(select=(0.0,) * 12, label=(0.0,) * 11)).read(
        sentences, "The law reduced crime."
    )
    assert silent.scores == (0.5, 0.5) != plain.scores
    assert silent.supported == 0.5 != plain.supported


def test_forms_of_argument_are_asked_of_the_judge_that_ships(tmp_path: Path) -> None:
    texts = ["Experts of the institute say so, and they should know."]
    shipped = Judge.load()
    assert make_careful(tmp_path).scheme(texts) == shipped.scheme(texts)


@pytest.fixture(scope="module")
def careful() -> Judge:
    home = find_home(os.environ, Path.cwd(), Path.home())
    try:
        require_folder(home, CAREFUL_BASE)
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; run: foam model pull --careful")
    return load_careful(home)


@pytest.mark.embedded
def test_it_computes_what_was_measured(careful: Judge) -> None:
    """The outputs that the figures of its card were made from, for a handful of pairs."""
    kept = json.loads((Path(__file__).parent / "careful_outputs.json").read_text(encoding="utf-8"))
    pairs = [(one["first"], one["second"]) for one in kept]
    found = careful.all_logits(tuple(kept[0]["said"]), pairs)
    for head, rows in found.items():
        np.testing.assert_allclose(rows, [one["said"][head] for one in kept], atol=0.03)
