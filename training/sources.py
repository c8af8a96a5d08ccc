"""Readers of the public data beside the project: each gives rows with the topic or article they belong to.

Nothing here decides a split, and nothing is copied: the folder is an argument.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from training.pairs import CONTRADICTS, NEITHER, PARTLY, SUPPORTS, Pair

STANCE = {"SUPPORT": SUPPORTS, "UNDERMINE": CONTRADICTS, "1": SUPPORTS, "-1": CONTRADICTS}
FACTCHECK = {
    "completely-support": SUPPORTS, "partially-support": PARTLY, "refute": CONTRADICTS, "irrelevant": NEITHER,
}  # fmt: skip
BESIDE = ("fever_dev", "fm2", "covidfact", "healthver", "politihop", "creak", "wice")
"""Sources whose evidence is put among sentences that share words with the claim."""


class Perspective(NamedTuple):
    claim: str
    topics: tuple[str, ...]
    stance: tuple[float, ...]
    wordings: tuple[str, ...]


class WiceClaim(NamedTuple):
    claim: str
    article: str
    label: str
    sentences: tuple[str, ...]
    gold: tuple[tuple[int, ...], ...]


class Evidence(NamedTuple):
    motion: str
    claim: str
    text: str


def _json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def _lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _table(path: Path, delimiter: str = ",") -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as lines:
        if delimiter == ",":
            yield from csv.DictReader(lines)
        else:  # the tab-separated files hold bare quotation marks
            yield from csv.DictReader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)


def tidy(text: str) -> str:
    """White space folded, citation marks and HTML breaks dropped."""
    text = re.sub(r"\[REF\]?|<br\s*/?>|</?[a-z]+>", " ", text)
    return re.sub(r"\s+", " ", text).strip()


def perspectrum(data: Path) -> list[Perspective]:
    folder = data / "perspectrum"
    pool = {row["pId"]: tidy(row["text"]) for row in _json(folder / "perspective_pool_v1.0.json")}
    return [
        Perspective(
            tidy(claim["text"]),
            tuple(claim["topics"]),
            STANCE[cluster["stance_label_3"]],
            tuple(pool[pid] for pid in cluster["pids"] if pool.get(pid)),
        )
        for claim in _json(folder / "claims_train_dev.json")
        for cluster in claim["perspectives"]
    ]


def factcheck(data: Path) -> list[Pair]:
    """In file order: claims of one answer stand together, so a cut between claims parts answers, not rows."""
    return [
        Pair(
            "relation",
            tidy(row["evidence"]),
            tidy(row["claim"]),
            FACTCHECK[row["stance"]],
            "factcheck",
            tidy(row["claim"]),
        )
        for row in _lines(data / "factcheck_gpt" / "subtask3_claim_evidence_stance.jsonl")
    ]


def wice(data: Path) -> list[WiceClaim]:
    return [
        WiceClaim(
            tidy(row["claim"]),
            row["meta"]["claim_title"],
            row["label"],
            tuple(map(tidy, row["evidence"])),
            tuple(tuple(gold) for gold in row["supporting_sentences"] if gold),
        )
        for row in _lines(data / "wice" / "claim_dev.jsonl")
    ]


def ibm_evidence(data: Path) -> list[Evidence]:
    lines = (data / "ibm_ce" / "evidence.txt").read_text(encoding="utf-8").splitlines()
    return [Evidence(*map(tidy, line.split("\t")[:3])) for line in lines if line.count("\t") >= 2]


def ibm_articles(data: Path) -> dict[str, list[str]]:
    """Motion to the texts of its articles."""
    texts: dict[str, list[str]] = {}
    for row in _table(data / "ibm_ce" / "articles.txt", "\t"):
        path = data / "ibm_ce" / "articles" / f"clean_{row['article Id']}.txt"
        if path.exists():
            texts.setdefault(tidy(row["Topic"]), []).append(path.read_text(encoding="utf-8", errors="replace"))
    return texts


def key_points(data: Path) -> tuple[list[Pair], list[Pair]]:
    """Stance pairs (argument, topic) and match pairs (argument, key point)."""
    stance, match = [], []
    for part in ("train", "dev"):
        folder = data / "ibm_kpa2021"
        arguments = {row["arg_id"]: row for row in _table(folder / f"arguments_{part}.csv")}
        points = {row["key_point_id"]: row for row in _table(folder / f"key_points_{part}.csv")}
        for row in [*arguments.values(), *points.values()]:
            text, topic = tidy(row.get("argument") or row["key_point"]), row["topic"]
            stance.append(Pair("relation", text, topic, STANCE[row["stance"]], "kpa", topic))
        for row in _table(folder / f"labels_{part}.csv"):
            argument, point = arguments[row["arg_id"]], points[row["key_point_id"]]
            texts = tidy(argument["argument"]), tidy(point["key_point"])
            match.append(Pair("same", *texts, (float(row["label"]),), "kpa", argument["topic"]))
    return stance, match


DEBATES = {  # the start of a file's name: the claim in our words, and how the side that affirms it begins
    "ban-plastic-water-bottles": ("Plastic water bottles should be banned", "yes"),
    "christianity-or-atheism": ("Atheism is more convincing than Christianity", "atheism"),
    "evolution-vs-creation": ("Life came about by evolution and not by creation", "evolution"),
    "firefox-vs-internet-explorer": ("Firefox is better than Internet Explorer", "it-has"),
    "gay-marriage-right-or-wrong": ("Gay marriage should be allowed", "allowing-gay-marriage-is-right"),
    "human-growth-and-development": ("Parents should use spanking to discipline their children", "yes"),
    "if-your-spouse-committed-murder": ("You should turn in a spouse who confided a murder to you", "yes"),
    "india-has-the-potential": ("India has the potential to lead the world", "yes"),
    "is-it-better-to-have-a-lousy-father": ("A lousy father is better than no father", "lousy"),
    "is-porn-wrong": ("Porn is wrong", "yes"),
    "is-the-school-uniform": ("School uniforms are a good idea", "good"),
    "personal-pursuit": ("Personal pursuit matters more than the common good", "personal"),
    "pro-choice-vs-pro-life": ("Women should have the right to an abortion", "pro-choice"),
    "should-physical-education": ("Physical education should be mandatory in schools", "yes"),
    "tv-is-better-than-books": ("TV is better than books", "tv"),
    "william-farquhar": ("William Farquhar ought to be honoured as the founder of Singapore", "yes"),
}


def debate_stance(data: Path) -> list[Pair]:
    """Each argument of the convincingness pairs against the claim of its debate; the file says its side."""
    found: dict[tuple[str, str], Pair] = {}
    for path in sorted((data / "ukp_convarg" / "data" / "UKPConvArg1Strict-CSV").glob("*.csv")):
        debate, side = path.stem.split("_")
        claim, affirming = next(value for start, value in DEBATES.items() if debate.startswith(start))
        target = SUPPORTS if side.startswith(affirming) else CONTRADICTS
        for text in (tidy(row[key]) for row in _table(path, "\t") for key in ("a1", "a2")):
            found[text, claim] = Pair("relation", text, claim, target, "ukp", debate.replace("-", " ").strip())
    return list(found.values())


def convincing(data: Path) -> list[Pair]:
    """Argument pairs; the target is 1 where the first convinces more. The topic is the debate, both sides."""
    pairs = []
    for path in sorted((data / "ukp_convarg" / "data" / "UKPConvArg1Strict-CSV").glob("*.csv")):
        topic = path.stem.split("_")[0].replace("-", " ").strip()
        for row in _table(path, "\t"):
            texts = tidy(row["a1"]), tidy(row["a2"])
            pairs.append(Pair("quality", *texts, (float(row["label"] == "a1"),), "ukp", topic))
    return pairs


def statements(data: Path) -> list[tuple[str, str, str, str]]:
    """Question, affirming statement, negating statement, topic number as text."""
    rows = _json(data / "questions" / "230118_chinchilla_questions.json")
    return [
        (tidy(row["question"]), tidy(row["affirming_statement"]), tidy(row["negating_statement"]), str(row["topic"]))
        for row in rows
    ]
