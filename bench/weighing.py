"""The one place that weighs texts against claims, in use: beside words and vectors alone, in articles, in key points.

`FOAM_JUDGE_ROWS` draws at most that many rows a set. The sheets for reading go to out/ and are never committed.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from training import recipe, sources
from training.pairs import Pair

from bench.against import AT, contested, opened, pool, stances
from bench.harness import Row, benchmark, shared_data
from bench.judge import MOST, Figure, _auroc, _held_back, _precision, _row, _texts, _three_way, _truth, _two_way, data
from bench.places import embedder
from foam.evidence.search.against import Stance, find_against, rate_by_words
from foam.evidence.search.opposites import rate_contradiction
from foam.home.stances import rate_by, rate_firmly
from foam.model.embedded.lexical import measure_coverage
from foam.model.judge import shipped_judge, weigh
from foam.stats.intervals import wilson

STANCE = ("perspectrum", "perspectrum-other", "kpa", "ibm_ce", "ibm_ce-flip", "iam_stance", "iam_nonclaim")
FACTS = ("fever_dev", "fm2", "fm2_retrieved", "healthver", "covidfact", "politihop", "mnli_dev_matched", "wice")
MOTIONS, CLAIMS_EACH, NEAREST, SHEET = 10, 3, 12, 60
OUT = Path("out")


@benchmark
def alone_and_together() -> Iterable[Row]:
    """Support, contradiction, neither: the combination, each head alone, words and vectors alone."""
    for name, chosen in (("stance", STANCE), ("facts", FACTS), ("factcheck_gpt", ("factcheck",))):
        rows = [row for (task, source), held in _held_back().items() if source in chosen for row in held]
        rows = [row for row in rows if row.task in ("relation", "entails") and len(row.first.split()) < 90]
        pairs, truth = _texts(rows), _truth(rows)
        found = weigh(shipped_judge(), pairs)
        ways = {
            "together": np.array([[one.supports, one.contradicts, one.neither] for one in found]),
            "relation alone": shipped_judge().shares("relation", pairs),
            "entails alone": shipped_judge().shares("entails", pairs),
            "words alone": _by_words(pairs),
            "vectors alone": _by_vectors(pairs),
        }
        for way, shares in ways.items():
            yield _row(f"{name}, {way}: two-way balanced", _two_way, truth, shares)
            yield _row(f"{name}, {way}: three-way macro-F1", _three_way, truth, shares)


@benchmark
def in_places() -> Iterable[Row]:
    """What the places that ask a head would gain by the combination: verdicts, order of candidates, the same point."""
    for name, chosen in (("stance", STANCE), ("facts", FACTS), ("factcheck_gpt", ("factcheck",))):
        rows = [row for (task, source), held in _held_back().items() if source in chosen for row in held]
        rows = [row for row in rows if row.task in ("relation", "entails") and len(row.first.split()) < 90]
        pairs, truth = _texts(rows), _truth(rows)
        ours = np.array([[one.supports, one.contradicts, one.neither] for one in weigh(shipped_judge(), pairs)])
        for head in ("relation", "entails"):
            both = np.concatenate((ours, shipped_judge().shares(head, pairs)), axis=1)
            for what, rate in (
                ("three-way macro-F1", _three_way),
                ("AUC of support", _order_of(0)),
                ("AUC of contradiction", _order_of(1)),
            ):
                yield _row(f"{name}, {what}: weigh less {head}", partial(_less, rate), truth, both)
    rows = _held_back().get(("same", "kpa"), [])
    pairs, truth = _texts(rows), np.array([row.target[0] for row in rows])
    for way, chances in (
        ("same_point", shipped_judge().same_point(pairs)),
        ("weigh", [one.supports for one in weigh(shipped_judge(), pairs)]),
    ):
        yield _row(f"the same point, {way}: AUC", _auroc, truth, np.array(chances))


def _order_of(side: int) -> Figure:
    """How well the share of one class puts its rows before the others."""
    return lambda truth, shares: _auroc(truth == side, shares[:, side])


def _less(rate: Figure, truth: np.ndarray, both: np.ndarray) -> float:
    """A figure of the first three columns less that of the other three."""
    return rate(truth, both[:, :3]) - rate(truth, both[:, 3:])


def _by_words(pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    """Shared words say whether it bears, opposed words which way."""
    covered = np.array([float(measure_coverage(claim, [text])[0]) for text, claim in pairs])
    opposed = np.array([rate_contradiction(pair[1], pair[0]) > 0 for pair in pairs])
    return np.stack((covered * ~opposed, covered * opposed, np.full(len(pairs), np.median(covered))), axis=1)


def _by_vectors(pairs: Sequence[tuple[str, str]]) -> np.ndarray:
    vectors = embedder("static")
    texts, claims = (vectors.embed([pair[side] for pair in pairs]) for side in (0, 1))
    alike = np.einsum("ij,ij->i", texts, claims)
    return np.stack((alike, np.zeros(len(pairs)), np.full(len(pairs), np.median(alike))), axis=1)


@benchmark
def support_in_articles() -> Iterable[Row]:
    """Sentences of ten motions' articles taken as support of a claim: how many had people marked as its evidence?"""
    taken, offered = [], []
    for motion, claim, sentences, marked in _article_claims(data()):
        covered = measure_coverage(claim, sentences)
        near = [sentences[at] for at in np.argsort(-covered, kind="stable")[:NEAREST]]
        said = weigh(shipped_judge(), [(text, claim) for text in near])
        for text, one in zip(near, said, strict=True):
            right = any(_is_part(text, evidence) for evidence in marked)
            offered.append(right)
            if one.supports > max(one.contradicts, one.neither):
                taken.append((motion, claim, text, one.supports, right))
    hits = sum(right for *_, right in taken)
    low, high = wilson(hits, max(1, len(taken)))
    note = f"{hits} of {len(taken)}, {low:.2f} to {high:.2f}; of all {len(offered)} offered {np.mean(offered):.2f}"
    yield Row("taken as support and marked by people", hits / max(1, len(taken)), "", note)
    _write_sheet("support.tsv", taken)


def _article_claims(folder: Path) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Motions that training never saw: a claim, the sentences of the motion's articles, the evidence marked for it."""
    split, articles = recipe.motion_split(folder), sources.ibm_articles(folder)
    evidence: dict[tuple[str, str], list[str]] = defaultdict(list)
    for row in sources.ibm_evidence(folder):
        evidence[row.motion, row.claim].append(row.text)
    order = {"test": 0, "dev": 1, "calibration": 2}
    motions = [
        motion for motion in sorted(articles, key=lambda one: order.get(split[one], 9)) if split[motion] in order
    ]
    for motion in motions[:MOTIONS]:
        sentences = sorted({one for text in articles[motion] for one in recipe.sentences(text)})
        claims = sorted(claim for own, claim in evidence if own == motion)
        for claim in random.Random(3).sample(claims, min(CLAIMS_EACH, len(claims))):
            yield motion, claim, sentences, evidence[motion, claim]


def _is_part(sentence: str, evidence: str) -> bool:
    ours, theirs = set(sentence.lower().split()), set(evidence.lower().split())
    return len(ours & theirs) >= 0.8 * len(ours)


@benchmark
def against_in_use() -> Iterable[Row]:
    """`search --against` over Perspectrum's pool, claims of the test: how much of what is found is against?"""
    folder = shared_data("perspectrum")
    perspectives = pool(folder)
    held = {row.topic for row in _held_back().get(("relation", "perspectrum"), [])}
    asked = [claim for claim in contested(folder, perspectives) if claim.text in held]
    asked = random.Random(7).sample(asked, min(len(asked), max(5, MOST // 5), 40))
    search = opened(perspectives.values())
    ways: dict[str, Stance] = {
        "words": rate_by_words,
        "judge": rate_by(shipped_judge()),
        "firm": rate_firmly(shipped_judge()),
    }
    for name, stance in ways.items():
        labels: list[str] = []
        sheet = []
        for claim in asked:
            found = find_against(search, claim.text, stance=stance, limit=AT).counters
            told = stances(search, claim, [one.found for one in found])
            labels += told
            sheet += [
                (claim.text, claim.text, one.found.text, one.contradicts, label or "unlabelled")
                for one, label in zip(found, told, strict=True)
            ]
        against, labelled = labels.count("UNDERMINE"), labels.count("UNDERMINE") + labels.count("SUPPORT")
        low, high = wilson(against, max(1, labelled))
        note = f"{against} of {labelled} labelled, {low:.2f} to {high:.2f}; {len(asked)} claims, {len(labels)} found"
        yield Row(f"against the claim, by {name}", against / max(1, labelled), "", note)
        _write_sheet(f"against-{name}.tsv", sheet)


def _write_sheet(name: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Sixty rows for people to read, drawn by a fixed seed."""
    OUT.mkdir(exist_ok=True)
    drawn = random.Random(1).sample(list(rows), min(SHEET, len(rows)))
    lines = ["\t".join(str(cell).replace("\t", " ") for cell in row) for row in drawn]
    (OUT / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@benchmark
def key_points() -> Iterable[Row]:
    """Key point matching as the shared task counts it: all pairs of a topic and side, undecided wrong or right."""
    rows, groups = _key_point_pairs(data())
    score = np.array(shipped_judge().same_point(_texts(rows)))
    words = np.array([float(measure_coverage(row.second, [row.first])[0]) for row in rows])
    for name, scored in (("judge", score), ("shared words", words)):
        for way, undecided, target in (("strict", 0.0, "0.62"), ("relaxed", 1.0, "0.78")):
            figure = float(np.mean([_average(rows, scored, ours, undecided) for ours in groups.values()]))
            yield Row(f"{name}: mAP {way}", figure, "", f"{len(groups)} groups, n={len(rows)}, target {target}")


def _key_point_pairs(folder: Path) -> tuple[list[Pair], dict[tuple[str, str], list[int]]]:
    """Every argument with every key point of its topic and side; an undecided pair has the target -1."""
    held = folder / "ibm_kpa2021"
    arguments, points = (list(sources._table(held / f"{name}_dev.csv")) for name in ("arguments", "key_points"))
    labels = {
        (row["arg_id"], row["key_point_id"]): float(row["label"]) for row in sources._table(held / "labels_dev.csv")
    }
    rows: list[Pair] = []
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for argument in arguments:
        for point in points:
            if (argument["topic"], argument["stance"]) == (point["topic"], point["stance"]):
                target = labels.get((argument["arg_id"], point["key_point_id"]), -1.0)
                groups[point["topic"], point["stance"]].append(len(rows))
                texts = sources.tidy(argument["argument"]), sources.tidy(point["key_point"])
                rows.append(Pair("same", *texts, (target,), "kpa", argument["arg_id"]))
    return rows, groups


def _average(rows: Sequence[Pair], score: np.ndarray, ours: Sequence[int], undecided: float) -> float:
    """Each argument's best key point, the surer half of the arguments, average precision."""
    best: dict[str, int] = {}
    for at in ours:
        name = rows[at].topic
        if name not in best or score[at] > score[best[name]]:
            best[name] = at
    order = sorted(best.values(), key=lambda at: -score[at])[: max(1, len(best) // 2)]
    right = np.array([undecided if rows[at].target[0] < 0 else rows[at].target[0] for at in order])
    return _precision(right, -np.arange(len(right)))
