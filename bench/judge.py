"""How good and how fast the judge is, on rows that training and tuning never saw. `python -m bench judge`.

The held-back rows come from `training.prepare` (`FOAM_PAIRS`, usually out/pairs.jsonl.gz). `FOAM_JUDGE_ROWS` draws at
most that many rows a set, for a slow machine; every figure says its n and a 95 % interval (bootstrap over rows).
"""

from __future__ import annotations

import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Literal

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer
from training import attacks, measure, near, store
from training.one_sided import OneSided
from training.pairs import CONTRADICTS, Pair

from bench.harness import Row, Skipped, benchmark, seconds, shared_data
from foam.model.judge import FOLDER, Judge, Relation
from foam.stats import classification
from foam.text.statement import find_no_statement

PAIRS = Path(os.environ.get("FOAM_PAIRS", "out/pairs.jsonl.gz"))
MOST = int(os.environ.get("FOAM_JUDGE_ROWS", "0")) or 10**9
FLOAT_WEIGHTS = Path(os.environ.get("FOAM_JUDGE_FLOAT", "out/judge/weights.safetensors"))
ATTACKED, RESAMPLES = 200, 300
Figure = Callable[[np.ndarray, np.ndarray], float]
_PIECES = ("house", "hill", "river", "bridge", "city", "school", "market", "winter", "garden", "road", "ship", "bread")
BAD = {
    "empty": ("", "The policy is good."),
    "10,000 words": ("word " * 10_000, "The policy is good."),
    "another language": ("Die Regierung hat die Steuern im letzten Jahr gesenkt.", "Die Steuern wurden erhöht."),
    "markup": ("<div><p>The policy <b>works</b></p></div>", "The policy works."),
    "numbers alone": ("12 34 56", "The policy works."),
}


@cache
def judge() -> Judge:
    return Judge.load()


def data() -> Path:
    return shared_data("perspectrum").parent


@cache
def _held_back() -> dict[tuple[str, str], list[Pair]]:
    """(task, source) to the test rows, at most `MOST` of each, drawn by a fixed seed."""
    if not PAIRS.exists():
        raise Skipped(f"MISSING: {PAIRS}; make it with `python -m training.prepare` or set FOAM_PAIRS")
    groups: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in store.read(PAIRS)["test"]:
        groups[pair.task, pair.source].append(pair)
    return {key: random.Random(3).sample(rows, min(MOST, len(rows))) for key, rows in groups.items()}


def _rows(task: str, *sources: str) -> list[Pair]:
    return [row for source in sources for row in _held_back().get((task, source), [])]


def _texts(pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    return [(pair.first, pair.second) for pair in pairs]


def _truth(pairs: Sequence[Pair]) -> np.ndarray:
    labels: np.ndarray = np.array([pair.target for pair in pairs]).argmax(1)
    return labels


def _row(name: str, figure: Figure, truth: np.ndarray, guess: np.ndarray, note: str = "") -> Row:
    """A figure with its n and its interval."""
    rng = np.random.default_rng(5)
    drawn = [rng.integers(len(truth), size=len(truth)) for _ in range(RESAMPLES)]
    low, high = np.nanpercentile([figure(truth[at], guess[at]) for at in drawn], (2.5, 97.5))
    return Row(name, figure(truth, guess), "", f"n={len(truth)}, {low:.3f} to {high:.3f}{note and '; ' + note}")


def _two_way(truth: np.ndarray, shares: np.ndarray) -> float:
    ours = truth < 2
    return measure.balanced_accuracy(truth[ours], shares[ours, :2].argmax(1))


def _three_way(truth: np.ndarray, shares: np.ndarray) -> float:
    return measure.macro_f1(truth, shares.argmax(1))


def _found(truth: np.ndarray, shares: np.ndarray) -> float:
    return float(np.mean(shares[truth == 1].argmax(1) == 1))


def _two_way_shares(pairs: Sequence[Pair], head: str) -> tuple[np.ndarray, np.ndarray]:
    """Shares of support and contradiction alone, for sources that name no third class."""
    shares = judge().shares(head, _texts(pairs))[:, :2]
    return _truth(pairs), shares / shares.sum(1, keepdims=True)


def _answered(name: str, truth: np.ndarray, shares: np.ndarray, head: str) -> Iterable[Row]:
    """Calibration, and how right the judge is where it answers."""
    yield _row(f"{name}: calibration error", lambda t, s: measure.calibration_error(t, s), truth, shares, "target 0.08")
    sure = shares.max(1) >= judge().card.heads[head].least
    yield Row(f"{name}: share answered", float(sure.mean()), "")
    right = shares[sure].argmax(1) == truth[sure]
    yield Row(f"{name}: right where answered", float(right.mean()) if sure.any() else float("nan"), "", "target 0.8")


def _overlap(pairs: Sequence[Pair]) -> np.ndarray:
    """The share of the claim's stems that the text has."""
    shared = [
        len({*near.stems(p.first)} & {*near.stems(p.second)}) / max(1, len({*near.stems(p.second)})) for p in pairs
    ]
    return np.array(shared)


@cache
def _one_sided(task: str, side: Literal["first", "second"]) -> OneSided:
    """What one side's words alone say, learnt from the same training rows."""
    rows = [pair for pair in store.read(PAIRS)["train"] if pair.task == task]
    return OneSided(rows, side)


def _one_sided_rows(name: str, task: str, pairs: Sequence[Pair]) -> Iterable[Row]:
    sides: tuple[tuple[str, Literal["first", "second"]], ...] = (("text", "first"), ("claim", "second"))
    for word, side in sides:
        yield Row(f"{name}: {word} alone, two-way", _two_way(_truth(pairs), _one_sided(task, side).scores(pairs)), "")


@benchmark
def stance() -> Iterable[Row]:
    """Support against contradiction on unseen topics."""
    every_truth, every_shares = [], []
    low, claims = 0, 0
    for source in ("perspectrum", "kpa"):
        pairs = _rows("relation", source)
        truth, shares = _two_way_shares(pairs, "relation")
        yield _row(f"{source}: balanced accuracy", _two_way, truth, shares)
        length = np.array([len(pair.first.split()) for pair in pairs])
        plain = measure.balanced_accuracy(truth, (length <= np.median(length)).astype(int))
        yield Row(f"{source}: by length alone", max(plain, 1 - plain), "")
        shared = measure.balanced_accuracy(truth, (_overlap(pairs) <= np.median(_overlap(pairs))).astype(int))
        yield Row(f"{source}: by shared words alone", max(shared, 1 - shared), "")
        yield from _one_sided_rows(source, "relation", pairs)
        yield from _answered(source, truth, shares, "relation")
        every_truth.append(truth)
        every_shares.append(shares)
        right: dict[str, list[bool]] = defaultdict(list)
        for pair, ok in zip(pairs, shares.argmax(1) == truth, strict=True):
            right[pair.topic].append(bool(ok))
        low += sum(2 * sum(one) <= len(one) for one in right.values())
        claims += len(right)
    both = np.concatenate(every_truth), np.concatenate(every_shares)
    yield _row("both: balanced accuracy", _two_way, *both, "target 0.83")
    yield Row("claims right half of the time or less", low / claims, "", f"{low} of {claims}; 42 of 227 before")


@benchmark
def facts() -> Iterable[Row]:
    """Fact checking of a source that training never saw, and of unseen groups of those it did."""
    pairs = _rows("relation", "factcheck")
    truth, shares = _truth(pairs), judge().shares("entails", _texts(pairs))
    yield _row("factcheck_gpt: two-way balanced accuracy", _two_way, truth, shares, "target 0.76")
    yield _row("factcheck_gpt: three-way macro-F1", _three_way, truth, shares, "target 0.55")
    yield _row("factcheck_gpt: refutations found", _found, truth, shares, "target 0.60")
    words = _overlap(pairs)
    limit = float(np.median(words))
    plain = measure.balanced_accuracy(truth[truth < 2], (words[truth < 2] < limit).astype(int))
    yield Row("factcheck_gpt: shared words, two-way", plain, "")
    yield Row("factcheck_gpt: always neither, macro-F1", measure.macro_f1(truth, np.full(len(truth), 2)), "")
    yield from _one_sided_rows("factcheck_gpt", "entails", pairs)
    yield from _answered("factcheck_gpt", truth, shares, "entails")
    for source in ("healthver", "fm2", "politihop", "liar_plus", "covidfact", "fever_dev"):
        rows = _rows("entails", source)
        yield _row(f"{source}, unseen groups: two-way", _two_way, *_two_way_shares(rows, "entails"))


@benchmark
def every_set() -> Iterable[Row]:
    """Each set of support and contradiction beside its commonest label: of all its rows, and of those it answers."""
    for (task, source), pairs in sorted(_held_back().items()):
        truth = _truth(pairs)
        if task not in ("relation", "entails") or len(set(truth)) < 2:
            continue
        head = "entails" if source == "factcheck" else task
        shares = judge().shares(head, _texts(pairs))
        shares[:, [name for name in range(3) if name not in truth]] = 0
        shares /= shares.sum(1, keepdims=True)
        sure = shares.max(1) >= judge().card.heads[head].least
        for name, some in (("all", np.ones(len(pairs), bool)), ("answered", sure)):
            right = float(np.mean(shares[some].argmax(1) == truth[some])) if some.any() else float("nan")
            most = np.bincount(truth[some], minlength=3).max() / max(1, int(some.sum()))
            note = f"commonest label {most:.3f}, n={int(some.sum())}{'' if right >= most else '; BELOW'}"
            yield Row(f"{head} {source}, {name}", right, "", note)


@benchmark
def bearing() -> Iterable[Row]:
    """Does the sentence speak of the matter: same-topic negatives, and texts that say nothing."""
    same_topic = {
        "ibm_ce and its articles": ("ibm_ce", "beside"),
        "perspectrum and neighbouring claims": ("perspectrum", "perspectrum-other"),
        "fm2 and other sentences of the page": ("fm2", "fm2_retrieved"),
        "wice": ("wice",),
    }
    for name, sources in same_topic.items():
        pairs = _rows("bears", *sources)
        truth, chance = np.array([p.target[0] for p in pairs]), judge().shares("bears", _texts(pairs))[:, 0]
        yield _row(f"{name}: average precision", _precision, truth, chance, "target 0.90")
        yield Row(f"{name}: shared words", _precision(truth, _overlap(pairs)), "", f"base {truth.mean():.2f}")
    for name in ("junk", "off-topic", "beside"):
        pairs = _rows("bears", name)
        passed = float(np.mean([one.probability >= 0.5 for one in judge().bears_on(_texts(pairs))]))
        yield Row(f"{name}: pass", passed, "", f"n={len(pairs)}, target 0.02")
    told = {row.first for (task, _), held in _held_back().items() for row in held if task == "bears" and row.target[0]}
    for name, texts in (("bearing texts", told), ("bearing sentences", {text for text in told if text.endswith(".")})):
        silent = np.mean([bool(find_no_statement(text)) for text in texts])
        yield Row(f"{name}: taken to state nothing", float(silent), "", f"n={len(texts)}")


@benchmark
def sides() -> Iterable[Row]:
    """Article sentences that people marked as claims, against those they did not."""
    for name, sources in {"iam": ("iam_stance", "iam_nonclaim"), "ibm_ce": ("ibm_claim",)}.items():
        pairs = _rows("side", *sources)
        truth = (_truth(pairs) == 2).astype(int)
        quiet = judge().shares("side", _texts(pairs))[:, 2]
        yield _row(
            f"{name}: balanced accuracy",
            lambda t, q: measure.balanced_accuracy(t, (q >= 0.5).astype(int)),
            truth,
            quiet,
            "target 0.80",
        )


@benchmark
def attack() -> Iterable[Row]:
    """What is added to contradicting texts to turn the verdict, in wordings that training never saw."""
    rng = random.Random(11)
    rows = [pair for pair in _rows("relation", "perspectrum", "kpa") if pair.target == CONTRADICTS]
    rows += [pair for pair in _rows("entails", "fever_dev", "fm2", "cad_snli") if pair.target == CONTRADICTS]
    plain = judge().relation(_texts(rows[: 4 * min(ATTACKED, MOST)]))
    kept = [row for row, said in zip(rows, plain, strict=False) if _leads(said)][: min(ATTACKED, MOST)]
    for kind in attacks.KINDS:
        said = judge().relation(_texts(attacks.attacked(row, kind, rng, unseen=True) for row in kept))
        turned = np.mean([one.supports > max(one.contradicts, one.neither) for one in said])
        yield Row(f"{kind}: turn to support", float(turned), "", f"n={len(kept)}, target 0.02")
        yield Row(f"{kind}: lost", float(np.mean([not _leads(one) for one in said])), "", "target 0.10")


def _leads(said: Relation) -> bool:
    return said.contradicts > max(said.supports, said.neither)


@benchmark
def convincing() -> Iterable[Row]:
    pairs = _rows("quality", "ukp")
    there = np.array(judge().convinces(_texts(pairs)))
    back = np.array(judge().convinces([(pair.second, pair.first) for pair in pairs]))
    truth = np.array([pair.target[0] for pair in pairs])
    length = np.array([len(pair.first) > len(pair.second) for pair in pairs])
    yield _row("agreement with people", lambda t, c: float(np.mean((c > 0.5) == t)), truth, (there + 1 - back) / 2)
    yield Row("position bias", float(np.abs(there + back - 1).max()), "", "largest |p(a,b) + p(b,a) - 1|")
    yield Row("the longer wins", float(np.mean(length == truth)), "")


@benchmark
def same_point() -> Iterable[Row]:
    """Key point matching: AUC over labelled pairs, and mAP as the shared task counts it."""
    pairs = _rows("same", "kpa")
    chance, truth = np.array(judge().same_point(_texts(pairs))), np.array([pair.target[0] for pair in pairs])
    yield _row("AUC", _auroc, truth, chance)
    yield Row("AUC of shared words", _auroc(truth, _overlap(pairs)), "")
    for name, score in (("judge", chance), ("shared words", _overlap(pairs))):
        yield Row(f"{name}: mAP over labelled pairs", _matching(pairs, score), "", "strict; target 0.62")


def _matching(pairs: Sequence[Pair], score: np.ndarray) -> float:
    """Each argument's best key point, the surer half of the arguments, average precision, mean over topics."""
    best: dict[tuple[str, str], int] = {}
    for at, pair in enumerate(pairs):
        key = (pair.topic, pair.first)
        if key not in best or score[at] > score[best[key]]:
            best[key] = at
    topics: dict[str, list[int]] = defaultdict(list)
    for (topic, _), at in best.items():
        topics[topic].append(at)
    found = []
    for ours in topics.values():
        order = sorted(ours, key=lambda at: -score[at])[: max(1, len(ours) // 2)]
        right = np.array([pairs[at].target[0] for at in order])
        found.append(_precision(right, -np.arange(len(right))))
    return float(np.mean(found))


@benchmark
def steadiness() -> Iterable[Row]:
    """Two runs, and int8 against the float weights where those are at hand."""
    pairs = _texts(_rows("relation", "perspectrum")[:200])
    once, again = (judge().logits("relation", pairs) for _ in range(2))
    yield Row("largest difference of a second run", float(np.abs(once - again).max()), "logit")
    if not FLOAT_WEIGHTS.exists():
        raise Skipped(f"MISSING: {FLOAT_WEIGHTS}, the float weights of a training run")
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    wide = Judge(load_file(FLOAT_WEIGHTS), tokenizer, judge().card).logits("relation", pairs)
    yield Row("int8 against float: largest difference", float(np.abs(once - wide).max()), "logit")
    same = float(np.mean(once.argmax(1) == wide.argmax(1)))
    yield Row("int8 against float: same label", same, "", f"n={len(pairs)}")


@benchmark
def bad_input() -> Iterable[Row]:
    for name, pair in BAD.items():
        found = judge().relation([pair])[0]
        yield Row(name, float(found.verdict == "don't know"), "don't know", found.reason)


@benchmark
def speed() -> Iterable[Row]:
    """Pairs read a second when nothing is known of them (cold), and those same pairs asked again (warm)."""
    rng = random.Random(13)
    judge().logits("relation", _make_pairs(rng, 64, 1))
    for tokens, count in ((64, 64), (256, 16)):
        drawn = [_make_pairs(rng, tokens, count) for _ in range(3)]
        cold, warm = (
            median(seconds(partial(judge().logits, "relation", one), repeat=1) for one in drawn) for _ in "cw"
        )
        yield Row(f"pairs of {tokens} tokens", count / cold, "a second", f"cold; {count / warm:,.0f} warm, a look-up")


def _make_pairs(rng: random.Random, tokens: int, count: int) -> list[tuple[str, str]]:
    """Pairs of words of one piece each, beside which three marks stand."""
    texts = [" ".join(rng.choices(_PIECES, k=size)) for _ in range(count) for size in (tokens - 15, 12)]
    return list(zip(texts[::2], texts[1::2], strict=True))


def _auroc(truth: np.ndarray, score: np.ndarray) -> float:
    """AUROC; NaN where only one label stands."""
    found = classification.auroc(truth, score)
    return float("nan") if found is None else found


def _precision(truth: np.ndarray, score: np.ndarray) -> float:
    found = measure.average_precision(truth, score)
    return float("nan") if found is None else found
