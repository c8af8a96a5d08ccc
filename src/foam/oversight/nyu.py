"""Reads the NYU debates and consultancies (Michael et al. 2023, CC-BY 4.0) as an oversight log. Estimates nothing.

Roles there are assigned: a consultant was told which answer to defend, two debaters one each. In a debate the answer
listed first counts as the protagonist's, which keeps truth and protagonist independent; wrong endorsement is told from
the false side (see Log.false_side). Evidence is counted in quotations whose token span lies inside the story. The label
is the answer the judge ended on believing more likely; an even belief is undecided.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from foam.errors import InputError, NotFound
from foam.oversight.jsonl import json_objects
from foam.oversight.log import UNDECIDED, Log, build_log

SIDES = ("first", "second")


def read_nyu(folder: Path) -> Log:
    """The debates included in the paper, as a log. Strata are `human` and `ai` (who argued)."""
    return build_log(list(_nyu_rows(folder)))


def _nyu_rows(folder: Path) -> Iterator[dict[str, Any]]:
    """One row per debate or consultancy included in the paper."""
    for room in _rooms(folder):
        if room["includedInPaper"]:
            yield _row(room, _load(folder / "debates" / f"{room['name']}.json"))


def _rooms(folder: Path) -> Iterator[dict[str, Any]]:
    listing = folder / "debates-metadata.jsonl"
    if not listing.is_file():
        raise NotFound(
            f"no debates-metadata.jsonl in {folder}",
            hint="point --adapter nyu at the folder that holds debates-metadata.jsonl and debates/",
        )
    for _, room in json_objects(listing.read_text("utf-8"), listing.name):
        yield room


def _load(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise NotFound(f"{path.name} is listed but not in {path.parent.name}/") from error
    except json.JSONDecodeError as error:
        raise InputError(f"{path.name} is not JSON: {error.msg}") from error
    return dict(found)


def _row(room: dict[str, Any], debate: dict[str, Any]) -> dict[str, Any]:
    judged = room["status"]["Complete"]["result"]["judgingInfo"]
    is_debate = bool(room["setting"]["isDebate"])
    quoted = _quotations(debate)
    protagonist = 0 if is_debate or "Debater A" in room["roleAssignments"] else 1
    return {
        "instance": room["name"],
        "protocol": "debate" if is_debate else "consultancy",
        "stratum": "human" if room["setting"]["isHuman"] else "ai",
        "stance": SIDES[protagonist],
        "truth": SIDES[judged["correctAnswerIndex"]],
        "label": _label(judged["finalJudgement"]),
        "judge": room["roleAssignments"]["Judge"],
        "v_p": quoted[protagonist],
        "v_a": quoted[1 - protagonist] if is_debate else "",
        "time": room["creationTime"],
        "roles": "assigned",
    }


def _label(belief: list[float]) -> str:
    if belief[0] == belief[1]:
        return UNDECIDED
    return SIDES[0 if belief[0] > belief[1] else 1]


def _quotations(debate: dict[str, Any]) -> tuple[int, int]:
    """Quotations of either side that resolve in the story."""
    (source,) = debate["setup"]["sourceMaterial"].values()
    tokens = len(source["contents"])
    counts = [0, 0]
    for side, speech in _speeches(debate):
        spans = [part["Quote"]["span"] for part in speech["content"] if "Quote" in part]
        counts[side] += sum(1 for start, end in spans if 0 <= start < end <= tokens)
    return counts[0], counts[1]


def _speeches(debate: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    for turn in debate["rounds"]:
        for kind in ("SimultaneousSpeeches", "SequentialSpeeches"):
            for side, speech in turn.get(kind, {}).get("speeches", {}).items():
                yield int(side), speech
