"""The shipped highlighter on small inputs: steady numbers, every word rated, long texts, altered weights refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from foam.errors import WeightsMissing
from foam.model.highlighter import FOLDER, Highlighter, shipped_highlighter

TEXT = "The tide came in early. Boats that were tied up rose with it, and nobody in the harbour was surprised."
CLAIM = "Boats rise with the tide."


def test_every_word_has_chances_and_what_is_highlighted_is_underlined() -> None:
    found = shipped_highlighter().read(TEXT, CLAIM)
    assert [span.of(TEXT) for span in found.words] == TEXT.split()
    assert (found.highlighted >= 0).all()
    assert (found.underlined <= 1 + 1e-6).all()
    assert (found.highlighted <= found.underlined + 1e-6).all()


def test_the_same_input_gives_the_same_numbers_and_the_claim_counts() -> None:
    reader = shipped_highlighter()
    again = reader.read(TEXT, CLAIM)
    assert np.array_equal(reader.read(TEXT, CLAIM).highlighted, again.highlighted)
    assert not np.allclose(reader.read(TEXT, "").highlighted, again.highlighted)


@pytest.mark.parametrize("text", ["", " \n", "word"])
def test_hardly_any_text_is_no_error(text: str) -> None:
    assert len(shipped_highlighter().read(text, CLAIM).words) == len(text.split())


def test_a_text_longer_than_a_window_is_read_to_its_end() -> None:
    long = " ".join([TEXT] * 40)
    found = shipped_highlighter().read(long, CLAIM)
    assert len(found.words) == len(long.split())
    assert (found.underlined > 0).all()


def test_altered_weights_are_refused(tmp_path: Path) -> None:
    for name in ("card.json", "highlighter.safetensors"):
        shutil.copy(FOLDER / name, tmp_path / name)
    weights = tmp_path / "highlighter.safetensors"
    weights.write_bytes(weights.read_bytes()[:-1] + b"\x01")
    with pytest.raises(WeightsMissing):
        Highlighter.load(tmp_path)
    weights.unlink()
    with pytest.raises(WeightsMissing):
        Highlighter.load(tmp_path)
