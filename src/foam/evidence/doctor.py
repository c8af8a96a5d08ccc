"""What could be mended in the debaters' files that a library holds."""

from __future__ import annotations

import json

from foam.evidence.condition import Ailment, Diagnosis, FileCount, judge_condition
from foam.evidence.library import Library


def diagnose(library: Library, *, limit: int) -> Diagnosis:
    """Each debater's file with what it has, and the cards with faults, at most so many of them."""
    counts: dict[str, FileCount] = {}
    ailments: list[Ailment] = []
    total = 0
    for place in library.places_after(0):
        about = json.loads(place.about)
        condition = judge_condition(about)
        if condition is None:
            continue
        file, card = about["origin"]["file"], about["card"]
        counts[file] = (counts.get(file) or FileCount(file=file)).plus(condition.kind)
        total += bool(condition.faults)
        if condition.faults and len(ailments) < limit:
            block = card["block"] or card["hat"] or card["pocket"]
            ailments.append(
                Ailment(document=place.id, file=file, block=block, tag=card["tag"], faults=condition.faults)
            )
    return Diagnosis(files=tuple(counts.values()), ailments=tuple(ailments), total=total)
