"""The careful judge's figures on the test rows, from what `training.careful read` wrote and the card that ships.

    python -m training.careful_table --outputs out/careful/outputs.npz --pairs out/pairs.jsonl.gz \\
        --also out/also.jsonl.gz --edited out/edited.json --data ../shared/data

Intervals are bootstraps: over the claims of factcheck_gpt, over rows else.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from bench.attacks.judge import ADDED, ATTACKED, leads
from bench.judge import _halves_f1, _precision, _selected

from foam.model.judge import FOLDER, Card, PassageReader, weigh
from foam.model.judge.careful import CARD
from foam.model.judge.values import PassageWeights
from foam.stats import classification
from foam.text.statement import find_no_statement
from training import heldback, measure
from training.asked import attacked
from training.careful_card import Outputs
from training.looked_up import LookedUp
from training.pairs import Pair

Figure = Callable[[np.ndarray, np.ndarray], float]
RESAMPLES, CLAIMS = 300, 80


def told(name: str, figure: Figure, truth: np.ndarray, said: np.ndarray, groups: Sequence[str] | None = None) -> None:
    """A figure with its n and its interval."""
    places: dict[str, list[int]] = defaultdict(list)
    for at, group in enumerate(groups if groups is not None else map(str, range(len(truth)))):
        places[group].append(at)
    held, rng = [np.array(one) for one in places.values()], np.random.default_rng(5)
    drawn = [np.concatenate([held[i] for i in rng.integers(len(held), size=len(held))]) for _ in range(RESAMPLES)]
    low, high = np.nanpercentile([figure(truth[at], said[at]) for at in drawn], (2.5, 97.5))
    print(f"{name}: {figure(truth, said):.3f} ({low:.3f} to {high:.3f}), n={len(truth)}", flush=True)


def two_way(truth: np.ndarray, shares: np.ndarray) -> float:
    ours = truth < 2
    return classification.balanced_accuracy(truth[ours], shares[ours, :2].argmax(1))


def three_way(truth: np.ndarray, shares: np.ndarray) -> float:
    return classification.macro_f1(truth, shares.argmax(1))


def found(truth: np.ndarray, shares: np.ndarray) -> float:
    return float(np.mean(shares[truth == 1].argmax(1) == 1))


def truth_of(rows: Sequence[Pair]) -> np.ndarray:
    labels: np.ndarray = np.array([row.target for row in rows]).argmax(1)
    return labels


def shares_of(card: Card, head: str, logits: np.ndarray) -> np.ndarray:
    held = card.heads[head]
    shifted = logits / held.temperature + np.array(held.bias or 0)
    return measure.softmax(shifted) if logits.shape[1] > 1 else 1 / (1 + np.exp(-shifted))


def facts(outputs: Outputs, card: Card, judge: LookedUp) -> None:
    rows, at = outputs.chosen("test", ("relation",), ("factcheck",))
    truth, claims = truth_of(rows), [row.second for row in rows]
    entailed = shares_of(card, "entails", outputs.said("test", "entails", at))
    both = [(one.supports, one.contradicts, one.neither) for one in weigh(judge, [(r.first, r.second) for r in rows])]
    for name, shares in (("entails", entailed), ("weigh", np.array(both))):
        for what, figure in (("two-way", two_way), ("three-way", three_way), ("refutations found", found)):
            told(f"factcheck_gpt, {name}: {what}", figure, truth, shares, claims)
        told(f"factcheck_gpt, {name}: calibration error", classification.calibration_error, truth, shares, claims)
    sure = entailed.max(1) >= card.heads["entails"].least
    right = float((entailed[sure].argmax(1) == truth[sure]).mean())
    print(f"factcheck_gpt, entails: answered {sure.mean():.3f}, right there {right:.3f}")
    for source in ("fever_dev", "evidence_inference2", "fm2", "covidfact", "healthver", "politihop", "liar_plus",
                   "nli4ct", "mnli_dev_matched"):  # fmt: skip
        rows, logits = outputs.of("test", "entails", (source,))
        truth = truth_of(rows)
        three = f", three-way {three_way(truth, logits):.3f}" if set(truth) == {0, 1, 2} else ""
        print(f"{source}: two-way {two_way(truth, logits):.3f}, found {found(truth, logits):.3f}{three}, n={len(rows)}")


def stance(outputs: Outputs, card: Card) -> None:
    for name, sources in (("perspectrum", ("perspectrum",)), ("kpa", ("kpa",)), ("both", ("perspectrum", "kpa"))):
        rows, logits = outputs.of("test", "relation", sources)
        truth, shares = truth_of(rows), shares_of(card, "relation", logits)
        told(f"stance, {name}", two_way, truth, shares)
        if name == "perspectrum":
            right: dict[str, list[bool]] = defaultdict(list)
            for row, ok in zip(rows, shares[:, :2].argmax(1) == truth, strict=True):
                right[row.topic].append(bool(ok))
            print(f"claims right in at most half: {sum(2 * sum(o) <= len(o) for o in right.values())} of {len(right)}")
    for source in ("iam_stance", "explagraphs", "debatepedia", "ukp", "arct"):
        rows, logits = outputs.of("test", "relation", (source,))
        print(f"stance, {source}: {two_way(truth_of(rows), shares_of(card, 'relation', logits)):.3f}, n={len(rows)}")


def others(outputs: Outputs, card: Card) -> None:
    for name, sources in (("IAM", ("iam_stance", "iam_nonclaim")), ("ibm_ce", ("ibm_claim",))):
        rows, logits = outputs.of("test", "side", sources)
        quiet = (shares_of(card, "side", logits)[:, 2] >= 0.5).astype(int)
        told(f"takes_a_side, {name}", classification.balanced_accuracy, (truth_of(rows) == 2).astype(int), quiet)
    for sources in (("wice",), ("fm2", "fm2_retrieved"), ("ibm_ce", "beside")):
        rows, logits = outputs.of("test", "bears", sources)
        told(
            f"bears_on, {sources[0]}: average precision",
            _precision,
            np.array([r.target[0] for r in rows]),
            logits[:, 0],
        )
    for source in ("junk", "off-topic"):
        rows, logits = outputs.of("test", "bears", (source,))
        chance = shares_of(card, "bears", logits)[:, 0]
        passed = [one >= 0.5 and not find_no_statement(row.first) for one, row in zip(chance, rows, strict=True)]
        print(f"{source} taken for bearing: {np.mean(passed):.3f}, n={len(rows)}")
    rows, logits = outputs.of("test", "quality", ("ukp",))
    agreed = np.array([row.target[0] for row in rows])
    told("convinces", lambda t, s: float(np.mean((s > 0) == t)), agreed, logits[:, 0])
    for source in ("kpa", "perspectrum"):
        rows, logits = outputs.of("test", "same", (source,))
        print(f"same_point, {source}: AUC {classification.auroc([r.target[0] > 0.5 for r in rows], logits[:, 0]):.3f}")


def attacks(judge: LookedUp, test: list[Pair]) -> None:
    """What is added to contradicting pairs: how often the verdict turns to support, how often it is lost."""
    added = [(kind, word) for kind, words in ADDED.items() for word in words]
    said = weigh(judge, attacked(test))
    size = len(said) // (1 + len(added))
    kept = [at for at in range(size) if leads(said[at])][:ATTACKED]
    for kind in ADDED:
        ours = [said[size * (1 + place) + at] for at in kept for place, (own, _) in enumerate(added) if own == kind]
        turned = np.mean([one.supports > max(one.contradicts, one.neither) for one in ours])
        print(
            f"attacks, {kind}: turned {turned:.3f}, lost {np.mean([not leads(one) for one in ours]):.3f}, n={len(ours)}"
        )


def read_wice(judge: LookedUp, data: Path) -> None:
    """The reader of longer text, with this judge."""
    rows = [row for row in heldback.wice(data) if row.sentences][:CLAIMS]
    truth = np.array([{"supported": 0, "partially_supported": 1, "not_supported": 2}[row.label] for row in rows])
    reader, weights, scored, supported = PassageReader(judge), PassageWeights(), [], []
    for row in rows:
        features, together = reader.sentence_features(row.sentences, row.claim)
        odds = features @ np.array(weights.select)
        whole = reader.claim_features(row.sentences, row.claim, features, odds, together)
        scored.append((row, odds.tolist()))
        supported.append(float(whole @ np.array(weights.label)))
    said = np.array(supported)
    told("WiCE: AUROC of supported", lambda t, s: classification.auroc(t == 0, s) or 0.0, truth, said)
    told("WiCE: label macro-F1, limits by halves", _halves_f1, truth, said)
    chosen = _selected(scored)
    told("WiCE: selection F1", lambda t, s: float(s.mean()), chosen, chosen)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("outputs", "pairs", "also", "edited", "data"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    asked = parser.parse_args()
    card = Card.model_validate_json((FOLDER / CARD).read_bytes())
    judge, outputs = LookedUp(card, asked.outputs, asked.also), Outputs(asked.outputs, asked.pairs)
    facts(outputs, card, judge)
    stance(outputs, card)
    others(outputs, card)
    for rule, pairs in json.loads(asked.edited.read_text()).items():
        print(f"edits, {rule}: flagged {np.mean(judge.is_altered(list(map(tuple, pairs)))):.2f}, n={len(pairs)}")
    attacks(judge, outputs.rows("test"))
    read_wice(judge, asked.data)


if __name__ == "__main__":
    main()
