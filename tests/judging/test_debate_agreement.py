"""Agreement statistics against reference implementations on random data, to 1e-9."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics  # type: ignore[import-untyped]

from foam.debate.memory.sample import sample_recall
from foam.errors import InputError
from foam.evidence.search.fake import HashingEmbedder
from foam.judging.debates.agreement import Labels, kappa, label_agreement, label_matrix, score_agreement
from foam.judging.debates.alignment import aligned, read_experts

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


def alpha_by_definition(ours: Labels, theirs: Labels) -> float:
    """Krippendorff's nominal alpha of two annotators, from its coincidence matrix."""
    values = sorted({*ours.tolist(), *theirs.tolist()})
    counted = {(a, b): 0.0 for a in values for b in values}
    for a, b in zip(ours.tolist(), theirs.tolist(), strict=True):
        counted[a, b] += 1.0
        counted[b, a] += 1.0
    total = {a: sum(counted[a, b] for b in values) for a in values}
    n = sum(total.values())
    observed = sum(count for (a, b), count in counted.items() if a != b) / n
    expected = sum(total[a] * total[b] for a in values for b in values if a != b) / (n * (n - 1))
    return 1 - observed / expected


@pytest.mark.parametrize("seed", range(5))
def test_alpha_is_that_of_its_definition(seed: int) -> None:
    expert, other = random_labels(seed)
    assert label_agreement(expert, other).alpha == pytest.approx(
        alpha_by_definition(expert.ravel(), other.ravel()), abs=CLOSE
    )


def pearson_by_definition(x: list[float], y: list[float]) -> float:
    a, b = np.array(x) - np.mean(x), np.array(y) - np.mean(y)
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def mean_ranks(values: list[float]) -> list[float]:
    return [sum(other < one for other in values) + (sum(other == one for other in values) + 1) / 2 for one in values]


def kendall_by_definition(x: list[float], y: list[float]) -> float:
    pairs = [(x[i] - x[j], y[i] - y[j]) for i in range(len(x)) for j in range(i)]
    agreed = sum(np.sign(a) * np.sign(b) for a, b in pairs)
    return float(agreed / np.sqrt(sum(a != 0 for a, _ in pairs) * sum(b != 0 for _, b in pairs)))


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=3, max_size=40))
def test_score_agreement_is_that_of_the_definitions(pairs: list[tuple[int, int]]) -> None:
    x, y = ([float(pair[side]) for pair in pairs] for side in (0, 1))
    found = score_agreement(x, y)
    if len(set(x)) < 2 or len(set(y)) < 2:
        assert found.pearson is None
        return
    assert found.pearson == pytest.approx(pearson_by_definition(x, y), abs=CLOSE)
    assert found.spearman == pytest.approx(pearson_by_definition(mean_ranks(x), mean_ranks(y)), abs=CLOSE)
    assert found.kendall == pytest.approx(kendall_by_definition(x, y), abs=CLOSE)


@given(st.integers(0, 10_000))
def test_kappa_does_not_change_when_labels_are_renamed_or_annotators_swapped(seed: int) -> None:
    expert, other = random_labels(seed, rows=12, columns=1)
    ours, theirs = expert.ravel(), other.ravel()
    assert kappa(ours, theirs) == pytest.approx(kappa(theirs, ours))
    assert kappa(ours, theirs) == pytest.approx(kappa(1 - ours, 1 - theirs))


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
    kept = sample_recall(HashingEmbedder()).utterances()
    lines = [json.dumps({"text": one.text, "schemes": one.schemes}, ensure_ascii=False) for one in kept]
    same = aligned(kept, read_experts("\n".join([*lines, ""])))
    assert (same.utterances, same.labels.jaccard, same.labels.hamming_loss) == (len(kept), 1.0, 0.0)
    assert same.scores.pearson == pytest.approx(1.0)
    stranger = json.dumps({"text": kept[0].text, "schemes": {"analogy": "poor"}})
    other = aligned(kept, read_experts("\n".join([stranger, *lines[1:]])))
    assert other.labels.jaccard is not None
    assert other.labels.jaccard < 1.0


@pytest.mark.parametrize("line", ["{", '{"text": "a"}', '{"text": "a", "schemes": {"magic": "good"}}'])
def test_what_is_no_annotation_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        read_experts(line)


def test_an_expert_of_other_utterances_is_refused() -> None:
    with pytest.raises(InputError, match="no utterance of this memory"):
        aligned((), read_experts('{"text": "a", "schemes": {}}'))
