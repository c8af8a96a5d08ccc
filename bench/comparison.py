"""What FOAM adds: its answers beside plain and retrieved ones of one length, on claims with labelled views.

python -m bench.comparison [--model NAME] [--claims N]    play them; what is in out/comparison is not played again
python -m bench comparison                                the table of what was played

The arms differ in one thing each: `deliberated` is the whole table, `asked` the same acts without seats, `retrieved`
the sentences that search puts first, `plain` what the model writes without documents; `curated` are the views of a data
set. The library holds every view of every claim, a document each, in other wordings than those by which coverage is
measured: so each quoted sentence has a label, whether it speaks to the claim and for which side. A claim that is
declined is counted in a row of its own, and covers nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, product
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.debatable import SIDES, covers, unlearnt
from bench.embedded import home as find_weights
from bench.harness import Row, Skipped, benchmark, shared_data
from bench.perspectrum import ContestedClaim, Side, contested_claims
from foam.debatable.awareness import awareness_by_stance
from foam.debatable.harness.answering import parse_system, tell_views
from foam.debatable.item import DebatableQuestion
from foam.debatable.jobs import answer_questions
from foam.deliberation.answer.answer import Answer, AnswerTree, find_tree
from foam.deliberation.answer.turn import find_again
from foam.errors import FoamError
from foam.home.desk import Desk
from foam.home.home import Home
from foam.model.check import FOR_OR_AGAINST
from foam.model.judge import shipped_judge
from foam.stats.bootstrap import mean_interval
from foam.stats.intervals import wilson
from foam_quotes.text.segment import split_sentences

FOLDER = Path("out/comparison")
CLAIMS, MOST_VIEWS, WORDS, FOUND = 60, 8, 40, 10
"""Claims and the most views of each; words of the plain and the retrieved answer where the deliberation declines;
sentences that are looked at."""
ARMS = ("deliberated", "asked", "retrieved", "plain", "curated")
Kept = dict[str, Any]
Label = tuple[int, int, str]
"""What a document of the library is: claim, view, side."""


@dataclass(frozen=True)
class Room:
    """A home whose library holds every view."""

    desk: Desk
    home: Home
    model: str
    labels: dict[str, Label]
    """By the letters of a sentence."""


def open_room(folder: Path, claims: Sequence[ContestedClaim], model: str) -> Room:
    """A home beside what was played, its library filled once."""
    is_new = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    if is_new:
        (folder / "models").symlink_to(find_weights() / "models")
    labels = write_views(claims, folder / "views")
    desk = Desk(folder)
    home = Home(desk)
    if is_new:
        home.library.add(folder / "views")
    return Room(desk, home, model, labels)


def write_views(claims: Sequence[ContestedClaim], folder: Path) -> dict[str, Label]:
    """Two essays a side, each view in its wordings from the second on; their names say nothing of their side."""
    labels: dict[str, Label] = {}
    folder.mkdir(exist_ok=True)
    for claim in claims:
        for number, (side, half) in enumerate(product(SIDES, (1, 2))):
            essay = [" ".join(view.wordings[half::2]) for view in claim.perspectives if view.side == side]
            (folder / f"essay-{claim.id}-{number}.txt").write_text("\n\n".join(filter(None, essay)), encoding="utf-8")
        for place, view in enumerate(claim.perspectives):
            labels |= {_squeeze(wording): (claim.id, place, view.side) for wording in view.wordings[1:]}
    return labels


def _squeeze(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def play(room: Room, claim: ContestedClaim, arm: str, kept: Kept) -> Kept:
    """One arm; the answers that are measured against the deliberation get as many words as it took."""
    words = kept.get("deliberated", {}).get("words") or WORDS
    try:
        match arm:
            case "deliberated":
                return _answer(room, claim, room.home.deliberate)
            case "asked":
                return _answer(room, claim, room.home.ask)
            case "retrieved":
                return _retrieve(room, claim, words)
            case "plain":
                return _write(room, claim, words)
            case _:
                return _curate(room, claim)
    except FoamError as error:
        return {"declined": str(error), "words": 0}


def _answer(room: Room, claim: ContestedClaim, call: Callable[..., Any]) -> Kept:
    answer: Answer = call(claim.claim, library=True, model=room.model).view
    if answer.declined or answer.tree is None:
        return {"declined": str(answer.lead), "words": 0}
    sides = dict(zip(FOR_OR_AGAINST, SIDES, strict=True))
    cited = [
        _mark(room, claim, answer.quote(at), sides.get(reason.option, ""))
        for reason in answer.tree.frame.considerations
        for at in reason.at
    ]
    return {**_read(claim, tell_views(answer), cited), "settled": answer.tree.option is not None, **_turn(answer)}


def _retrieve(room: Room, claim: ContestedClaim, words: int) -> Kept:
    results = room.home.search(claim.claim, limit=FOUND)
    lengths = accumulate(len(one.text.split()) for one in results.found)
    taken = [one for one, before in zip(results.found, (0, *lengths), strict=False) if before < words]
    relations = shipped_judge().relation([(one.text, claim.claim) for one in taken])
    cited = [
        _mark(room, claim, one.text, SIDES[int(relation.contradicts > relation.supports)])
        for one, relation in zip(taken, relations, strict=True)
    ]
    return _read(claim, _cut(" ".join(one.text for one in taken), words), cited)


def _write(room: Room, claim: ContestedClaim, words: int) -> Kept:
    async def write() -> str:
        async with room.desk.at_work(model=room.model) as work:
            questions = [DebatableQuestion(id=claim.id, question=claim.claim)]
            system = parse_system(f"{room.model}/comprehensive/none")
            ran = await answer_questions(questions, system, work.tools, store=room.desk.store)
            return ran.view.answers[0].answer

    return _read(claim, _cut(asyncio.run(write()), words), [])


def _curate(room: Room, claim: ContestedClaim) -> Kept:
    built = room.home.debatable.build([claim.claim], library=True, model=room.model).view
    if not built.items:
        return {"declined": built.dropped[0].reason, "words": 0}
    item = built.items[0]
    sides = {"supports": "support", "contradicts": "undermine"}
    cited = [
        _mark(room, claim, span.of(view.explanation), sides.get(view.side, ""))
        for view in item.question.partial_answers
        for span in split_sentences(view.explanation)
    ]
    return _read(claim, " ".join(view.point_of_view for view in item.question.partial_answers), cited)


def _mark(room: Room, claim: ContestedClaim, sentence: str, side: str) -> Kept:
    of, view, label = room.labels.get(_squeeze(sentence), (-1, -1, ""))
    return {"view": view if of == claim.id else -1, "bears": of == claim.id, "right": of == claim.id and side == label}


def _read(claim: ContestedClaim, text: str, cited: Sequence[Kept]) -> Kept:
    """What an answer covers and owns up to, by the shipped judge, and what its citations are, by their labels."""
    covered = covers(text, claim.points_of_view) if text.strip() else [0] * len(claim.perspectives)
    return {
        "text": text,
        "words": len(text.split()),
        "covered": {side: _share(covered, claim, side) for side in SIDES},
        "quoted": {side: _share(_list_quoted(claim, cited), claim, side) for side in SIDES},
        "cited": list(cited),
        "aware": awareness_by_stance(text, shipped_judge()).da if text.strip() else 0,
    }


def _list_quoted(claim: ContestedClaim, cited: Sequence[Kept]) -> list[int]:
    views = {one["view"] for one in cited}
    return [int(place in views) for place in range(len(claim.perspectives))]


def _share(hits: Sequence[int], claim: ContestedClaim, side: Side) -> float:
    return fmean(hit for hit, view in zip(hits, claim.perspectives, strict=True) if view.side == side)


def _cut(text: str, words: int) -> str:
    return " ".join(text.split()[:words])


def _turn(answer: Answer) -> Kept:
    """How many of its parts can be challenged, and how many of them would alone change its first sentence if they
    fell."""
    tree = answer.tree
    assert tree
    leaves = [find_again(answer, tree, {one.leaf: one.stands != "true"}) for one in tree.standings]
    without = [_drop(answer, tree, reason.id) for reason in tree.frame.considerations]
    moved = [one for one in (*leaves, *without) if one.lead != tree.lead]
    return {"parts": len(leaves) + len(without), "turning": len(moved)}


def _drop(answer: Answer, tree: AnswerTree, reason: str) -> AnswerTree:
    rest = tuple(one for one in tree.frame.considerations if one.id != reason)
    seats = answer.table.list_seats(tree.frame, None) if answer.table else ()
    frame = tree.frame.model_copy(update={"considerations": rest})
    return find_tree(frame, answer.file.file(tree.roles), tree.record, seats=seats)


def main(arguments: Sequence[str]) -> int:
    """Play the claims; what a file holds is not played again."""
    parser = argparse.ArgumentParser(prog="python -m bench.comparison", description=__doc__)
    parser.add_argument("--model", default="embedded", help="embedded, or an endpoint of the settings")
    parser.add_argument("--claims", type=int, default=CLAIMS)
    given = parser.parse_args(arguments)
    claims = choose_claims(given.claims)
    into = FOLDER / given.model
    room = open_room(into / "home", claims, given.model)
    for arm, (number, claim) in product(ARMS, enumerate(claims, start=1)):
        file = into / f"{claim.id}.json"
        kept: Kept = json.loads(file.read_text("utf-8")) if file.exists() else {"claim": claim.claim}
        if arm not in kept:
            kept[arm] = play(room, claim, arm, kept)
            file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(f"{arm}, {number} of {len(claims)}: {claim.claim}", flush=True)
    room.home.close()
    return 0


def choose_claims(count: int) -> list[ContestedClaim]:
    """Claims with at most eight views: first those that the judge did not learn from, then others."""
    fresh = unlearnt()
    known = {claim.id for claim in fresh}
    others = [claim for claim in contested_claims(shared_data("perspectrum")) if claim.id not in known]
    return [*fresh, *(claim for claim in others if len(claim.perspectives) <= MOST_VIEWS)][:count]


@benchmark
def comparison() -> Iterable[Row]:
    """What the files in out/comparison come to, model by model."""
    played = {
        folder.name: [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))]
        for folder in sorted(FOLDER.glob("*"))
    }
    if not played:
        raise Skipped(f"MISSING FILES: {FOLDER}; run python -m bench.comparison")
    for model, rows in played.items():
        for arm in ARMS:
            yield from _sum_up(f"{model}, {arm}", [row[arm] for row in rows if arm in row])
        yield from _compare(model, rows, "deliberated", "retrieved")
        yield from _compare(model, rows, "deliberated", "asked")


def _sum_up(name: str, rows: Sequence[Kept]) -> Iterator[Row]:
    given = [row for row in rows if "declined" not in row]
    yield _row(f"{name}: declined", len(rows) - len(given), len(rows))
    if not given:
        return
    yield Row(f"{name}: words", fmean(row["words"] for row in given), "", f"{len(given)} answers")
    yield _row(f"{name}: both sides covered, by the judge", sum(map(partial(_has_both, "covered"), given)), len(given))
    for kind, told in (("covered", "views covered, by the judge"), ("quoted", "labelled views quoted")):
        for side in SIDES:
            yield _mean(f"{name}: {told}, {side}", [row[kind][side] for row in given])
    cited = [one for row in given for one in row["cited"]]
    if cited:
        yield _row(f"{name}: citations that speak to the claim", sum(one["bears"] for one in cited), len(cited))
        yield _row(f"{name}: citations on their own side", sum(one["right"] for one in cited), len(cited))
    yield _row(f"{name}: says that it is disputed", sum(row["aware"] for row in given), len(given))
    parts = sum(row.get("parts", 0) for row in given)
    if parts:
        yield _row(f"{name}: parts that alone change the answer", sum(row["turning"] for row in given), parts)


def _has_both(kind: str, row: Kept) -> bool:
    return all(row[kind][side] > 0 for side in SIDES)


def _compare(model: str, rows: Sequence[Kept], one: str, other: str) -> Iterator[Row]:
    """Over all claims, a decline counted as nothing, and over those that both answer."""
    played = [row for row in rows if one in row and other in row]
    both = [row for row in played if not any("declined" in row[arm] for arm in (one, other))]
    for told, among in (("all claims", played), ("where both answer", both)):
        if among:
            gained = [_weaker(row[one]) - _weaker(row[other]) for row in among]
            yield _mean(f"{model}: the side covered less, {one} against {other}, {told}", gained)


def _weaker(row: Kept) -> float:
    return min(row["covered"].values()) if "covered" in row else 0.0


def _mean(name: str, values: Sequence[float]) -> Row:
    found = mean_interval(values, seed=1)
    low, high = (found.value if end is None else end for end in (found.low, found.high))
    return Row(name, found.value or 0.0, "", f"95% interval {low:.2f} to {high:.2f}, {len(values)} claims")


def _row(name: str, part: int, whole: int) -> Row:
    low, high = wilson(part, whole) if whole else (0.0, 1.0)
    return Row(name, part / whole if whole else 0.0, f"of {whole}", f"95% interval {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
