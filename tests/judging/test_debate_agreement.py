"""Agreement statistics against reference implementations on random data, to 1e-9."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats  # type: ignore[import-untyped]
from sklearn import metrics  # type: ignore[import-untyped]

from foam.debate.memory.sample import load_sample
from foam.errors import InputError
from foam.evidence.search.fake import HashingEmbedder
from foam.judging.debates.agreement import label_agreement, label_matrix, score_agreement
from foam.judging.debates.alignment import align, read_experts
from foam.stats.agreement import Labels, krippendorff_alpha

CLOSE = 1e-9


def random_labels(seed: int, rows: int = 60, columns: int = 7) -> tuple[Labels, Labels]:
    rng = np.random.default_rng(seed)
    expert = (rng.random((rows, columns)) < 0.35).astype(np.int_)
    flipped = rng.random((rows, columns)) < 0.2
    return expert, np.where(flipped, 1 - expert, expert)


@pytest.mark.parametrize("seed", range(5))
def test_label_agreement_is_that_of_scikit_learn(seed: int) -> None:
    expert, other = random_labels(seed)
    found = label_agreement(expert, other)
    jaccard = metrics.jaccard_score(expert, other, average="samples", zero_division=1.0)
    precision = metrics.precision_score(expert, other, average="samples", zero_division=0.0)
    by_label = [metrics.cohen_kappa_score(expert[:, c], other[:, c]) for c in range(expert.shape[1])]
    assert found.jaccard == pytest.approx(jaccard, abs=CLOSE)
    assert found.precision == pytest.approx(precision, abs=CLOSE)
    assert found.hamming_loss == pytest.approx(metrics.hamming_loss(expert, other), abs=CLOSE)
    assert found.kappa_micro == pytest.approx(metrics.cohen_kappa_score(expert.ravel(), other.ravel()), abs=CLOSE)
    assert found.kappa_macro == pytest.approx(float(np.mean(by_label)), abs=CLOSE)
    assert found.alpha == krippendorff_alpha(expert.ravel(), other.ravel())


def test_score_agreement_is_that_of_scipy() -> None:
    x, y = np.random.default_rng(0).integers(0, 5, size=(2, 40)).astype(float)
    found = score_agreement(x.tolist(), y.tolist())
    assert found.pearson == pytest.approx(stats.pearsonr(x, y).statistic, abs=CLOSE)
    assert found.spearman == pytest.approx(stats.spearmanr(x, y).statistic, abs=CLOSE)
    assert found.kendall == pytest.approx(stats.kendalltau(x, y).statistic, abs=CLOSE)


def test_what_is_not_defined_is_none() -> None:
    nothing = label_matrix([(), ()], ("a", "b"))
    found = label_agreement(nothing, nothing)
    assert (found.jaccard, found.hamming_loss, found.kappa_micro, found.alpha) == (1.0, 0.0, None, None)
    assert score_agreement([1.0], [2.0]).pearson is None


def test_annotations_of_different_utterances_are_refused() -> None:
    with pytest.raises(InputError):
        label_agreement(label_matrix([("a",)], ("a",)), label_matrix([("a",), ()], ("a",)))
    with pytest.raises(InputError):
        score_agreement([1.0, 2.0], [1.0])


def test_the_memorys_annotations_are_held_against_an_experts() -> None:
    kept = load_sample(HashingEmbedder()).utterances()
    lines = [json.dumps({"text": one.text, "schemes": one.schemes}, ensure_ascii=False) for one in kept]
    same = align(kept, read_experts("\n".join([*lines, ""])))
    assert (same.utterances, same.labels.jaccard, same.labels.hamming_loss) == (len(kept), 1.0, 0.0)
    assert same.scores.pearson == pytest.approx(1.0)
    stranger = json.dumps({"text": kept[0].text, "schemes": {"analogy": "poor"}})
    other = align(kept, read_experts("\n".join([stranger, *lines[1:]])))
    assert other.labels.jaccard is not None
    assert other.labels.jaccard < 1.0


@pytest.mark.parametrize("line", ["{", '{"text": "a"}', '{"text": "a", "schemes": {"magic": "good"}}'])
def test_what_is_no_annotation_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        read_experts(line)


def test_an_expert_of_other_utterances_is_refused() -> None:
    with pytest.raises(InputError, match="no utterance of this memory"):
        align((), read_experts('{"text": "a", "schemes": {}}'))
