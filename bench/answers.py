"""Are the other side's points answered? Twenty public motions, six points each, one speech that is to answer them.

`python -m bench.answers --motions 1,2 --out FOLDER` writes a file a motion and leaves out those that are there;
`python -m bench answers` sums the files up, and `--sheet` writes pairs of point and answer for a reader.
The library of a motion is its articles; the memory is an earlier debate on each motion (see `answers.toml`).
`--cases bench/answers_tuning.toml` plays other motions of the same data, so that nothing is tuned on the twenty.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tests.debate.stage import Stage

from bench.embedded import model
from bench.harness import Row, Skipped, benchmark, shared_data
from bench.places import embedder
from bench.retrieval import articles, rows
from foam.debate import language
from foam.debate.floor import read_turns
from foam.debate.language import list_terms, split_utterance
from foam.debate.memory import moves
from foam.debate.memory.recall import Recall
from foam.debate.memory.store import MemoryRow
from foam.debate.memory.values import Exemplar, make_exemplar_id
from foam.debate.rounds.job import make_next_format
from foam.debate.transcript import Side, Transcript, Utterance, find_other_side
from foam.debate.values import DebaterName, SpeechTurn
from foam.evidence.library_corpus import make_sample_corpus
from foam.home.stances import rate_by
from foam.job.orders.debate import Without
from foam.model.judge import shipped_judge
from foam.stats.intervals import wilson
from foam.values import digest
from foam_quotes.text import segment

FOLDER = Path("out/answers")
CASES = Path(__file__).with_suffix(".toml")
TUNING = CASES.with_name("answers_tuning.toml")
MINUTES, SHEET = 4.0, 60
READING = moves, language, segment
"""What a memory of a debate goes by: what was read by other rules is read again."""
BEARS, AGAINST = 0.5, 0.5
"""Chances from which the judge says that a sentence bears on a point, and speaks against it."""


COUNTS = {
    "answered": "answers more points with evidence",
    "borne": "answers more points with evidence that bears and speaks against",
    "met": "meets more points",
}
"""What is counted of a speech, and how more of it is told."""


class Way(NamedTuple):
    """A debater, a part it goes without, and whether it remembers an earlier debate on the same motion."""

    debater: DebaterName = "r-debater"
    without: Without = ""
    remembers: bool = True


WAYS: dict[str, Way] = {
    "plain": Way("plain"),
    "retrieval": Way("retrieval"),
    "full": Way(),
    "memory of other motions alone": Way(remembers=False),
    "without memory": Way(without="memory"),
    "without schemes": Way(without="schemes"),
    "without logic": Way(without="logic"),
    "without revision": Way(without="revision"),
}


class Case(NamedTuple):
    """One motion: what was said and is to be answered, an earlier debate on it, and its articles by number."""

    number: int
    motion: str
    side: Side
    """Who speaks first, and is to be answered."""
    pro: str
    con: str
    heard: tuple[str, ...]
    earlier: Transcript
    articles: frozenset[str]

    @property
    def transcript(self) -> Transcript:
        return self.say(Utterance(speaker="A", side=self.side, text=" ".join(self.heard)))

    def say(self, *utterances: Utterance) -> Transcript:
        return Transcript(motion=self.motion, pro=self.pro, con=self.con, utterances=utterances)


@cache
def cases(file: Path = CASES) -> tuple[Case, ...]:
    """The motions, in the order of their file."""
    folder = shared_data("ibm_ce")
    motions = {row[0].strip(): row[1].strip() for row in rows(folder, "motions.txt")[1:]}
    claims = rows(folder, "claims.txt")
    filed = rows(folder, "articles.txt")[1:]

    def read(places: Iterable[int]) -> tuple[str, ...]:
        return tuple(_make_sentence(claims[place][1]) for place in places)

    found = []
    for row in tomllib.loads(file.read_text("utf-8"))["motion"]:
        motion, side = motions[str(row["number"])], row["side"]
        said = Utterance(speaker="A", side=side, text=" ".join(read(row["earlier"])))
        answered = Utterance(speaker="B", side=find_other_side(side), text=" ".join(read(row["answers"])))
        earlier = Transcript(motion=motion, pro=row["pro"], con=row["con"], utterances=(said, answered))
        about = frozenset(line[2].strip() for line in filed if line[0].strip() == motion)
        found.append(Case(row["number"], motion, side, row["pro"], row["con"], read(row["heard"]), earlier, about))
    return tuple(found)


def _make_sentence(claim: str) -> str:
    bare = claim.strip().strip("\"'").rstrip(".")
    return f"{bare[:1].upper()}{bare[1:]}."


def answer(case: Case, way: Way, among: Sequence[Case]) -> SpeechTurn:
    """The speech that answers what was said, with a memory of these motions."""
    stage = Stage(model())
    documents = articles(shared_data("ibm_ce"), case.articles).values()
    vectors = embedder("static")
    stage.corpus = make_sample_corpus(  # type: ignore[assignment]
        documents, vectors, stance=rate_by(shipped_judge()), stance_name=shipped_judge().name
    )
    stage.memory = remember([one.earlier for one in among if way.remembers or one.motion != case.motion])
    side = find_other_side(case.side)
    spec = stage.debate_spec(
        transcript=case.transcript,
        format=make_next_format(case.transcript, side, minutes=MINUTES),
        without=way.without,
        **{side: way.debater},
    )
    return stage.debate(spec).view.turns[-1]


def remember(transcripts: Sequence[Transcript]) -> Recall:
    """A memory of these debates."""
    found, vectors = [one for each in transcripts for one in _build(each)], embedder("static")
    kept = zip(found, vectors.embed([one.text for one in found]), strict=True)
    return Recall([MemoryRow(one, tuple(sorted(set(list_terms(one.text)))), row) for one, row in kept], vectors)


@cache
def _build(transcript: Transcript) -> tuple[Exemplar, ...]:
    """What is remembered of one debate; kept in a file beside the results, because the judge reads every pair."""
    name = digest([transcript.digest, shipped_judge().name, *(Path(str(one.__file__)).read_text() for one in READING)])
    file = FOLDER.parent / "remembered" / f"{name.split(':')[-1][:16]}.json"
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        rows = [one.json_value() for one in _remember_moves(transcript)]
        file.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    return tuple(Exemplar.model_validate(row) for row in json.loads(file.read_text("utf-8")))


def _remember_moves(transcript: Transcript) -> Iterable[Exemplar]:
    """What was said with what it answered; how well, nobody says."""
    made = moves.read_moves(shipped_judge(), transcript.utterances)
    for turn, (said, answered) in enumerate(zip(transcript.utterances, made, strict=True)):
        yield Exemplar(
            id=make_exemplar_id(transcript.digest, turn, said.text),
            text=said.text,
            side=said.side,
            speaker=said.speaker,
            motion=transcript.motion,
            debate=transcript.digest,
            turn=turn,
            language="en",
            schemes={},
            annotator="nobody",
            moves=answered,
        )


def mark(case: Case, turn: SpeechTurn) -> dict[str, Any]:
    """Which points are answered, which of the answers bear on their point and speak against it, as the judge sees."""
    points = {point.id: point.statement for point in read_turns(case.transcript)[0].points}
    answers = [
        {"point": points[target], "evidence": passage.text, **judge_answer(points[target], passage.text)}
        for one in turn.points
        for target in one.answers
        if target in points
        for passage in one.evidence
    ]
    said = [one for one in split_utterance(turn.argument) if not any(heard in one for heard in case.heard)]
    met = [text for text in case.heard if any(judge_answer(text, one)["answers"] for one in said)]
    return {
        "text": turn.text,
        "words": turn.words,
        "points": len(case.heard),
        "answered": len({one["point"] for one in answers}),
        "borne": len({one["point"] for one in answers if one["answers"]}),
        "taken_up": len({target for one in turn.points for target in one.answers if target in points}),
        "met": len(met),
        "answers": answers,
    }


def judge_answer(point: str, sentence: str) -> dict[str, Any]:
    """Whether a sentence bears on a point and speaks against it, by the shipped judge."""
    pair = [(sentence, point)]
    bears, relation = shipped_judge().bears_on(pair)[0].probability, shipped_judge().relation(pair)[0].contradicts
    counts = bears >= BEARS and relation >= AGAINST
    return {"bears": round(bears, 3), "against": round(relation, 3), "answers": counts}


def main(arguments: Sequence[str]) -> int:
    """Play the motions that were asked for; a file that is there is left as it is, way by way."""
    parser = argparse.ArgumentParser(prog="python -m bench.answers", description=__doc__)
    parser.add_argument("--motions", default="", help="places in the file of cases, from 1: 3,7 [all]")
    parser.add_argument("--ways", default="", help=f"of {', '.join(WAYS)} [all]")
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--cases", type=Path, default=CASES, help=f"{CASES.name}, or {TUNING.name} to tune on")
    parser.add_argument("--sheet", type=Path, help="write pairs of point and answer for a reader to this file")
    given = parser.parse_args(arguments)
    given.out.mkdir(parents=True, exist_ok=True)
    if given.sheet:
        given.sheet.write_text(make_sheet(given.out), encoding="utf-8")
        return 0
    among, ways = cases(given.cases), [one for one in given.ways.split(",") if one]
    for place in [int(one) for one in given.motions.split(",") if one] or range(1, len(among) + 1):
        _play(among[place - 1], given.out / f"{place:02}.json", ways, among)
    return 0


def _play(case: Case, file: Path, ways: Sequence[str], among: Sequence[Case]) -> None:
    kept: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    for name in ways or WAYS:
        if name in kept:
            continue
        start = time.perf_counter()
        found = mark(case, answer(case, WAYS[name], among))
        kept[name] = {**found, "seconds": round(time.perf_counter() - start, 1)}
        print(f"{file.stem} {name}: answered {found['answered']}, met {found['met']} of {found['points']}", flush=True)
        file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def make_sheet(folder: Path) -> str:
    """Answers of the whole debater, drawn with a seed, for a reader who says of each whether it meets its point."""
    pairs = [one for kept in _load(folder) for one in kept.get("full", {}).get("answers", ())]
    drawn = random.Random(5).sample(pairs, min(SHEET, len(pairs)))
    return "\n\n".join(
        f"{n}. POINT: {one['point']}\n   ANSWER: {one['evidence']}" for n, one in enumerate(drawn, start=1)
    )


def _load(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))]


@benchmark
def answers() -> Iterable[Row]:
    """What the files in out/answers come to, way by way."""
    kept = _load(FOLDER)
    if not kept:
        raise Skipped(f"MISSING FILES: {FOLDER}; run python -m bench.answers")
    for name in WAYS:
        found = [one[name] for one in kept if name in one]
        if found:
            yield from _sum_up(name, found)
    yield from _compare(kept, "full", "memory of other motions alone")


def _sum_up(name: str, found: Sequence[dict[str, Any]]) -> Iterable[Row]:
    points, given = sum(one["points"] for one in found), [answer for one in found for answer in one["answers"]]
    yield _share(f"{name}: points answered with evidence", sum(one["answered"] for one in found), points)
    borne = sum(one["borne"] for one in found)
    yield _share(f"{name}: points answered with evidence that bears and speaks against", borne, points)
    yield _share(f"{name}: points that a sentence meets, by the judge", sum(one["met"] for one in found), points)
    yield _share(f"{name}: answers that bear and speak against", sum(one["answers"] for one in given), len(given))


def _share(name: str, part: int, whole: int) -> Row:
    low, high = wilson(part, whole) if whole else (0.0, 1.0)
    return Row(name, part / whole if whole else 0.0, f"of {whole}", f"95% interval {low:.2f} to {high:.2f}")


def _compare(kept: Sequence[dict[str, Any]], one: str, other: str) -> Iterable[Row]:
    both = [row for row in kept if one in row and other in row]
    differ = sum(row[one]["text"] != row[other]["text"] for row in both)
    yield Row(f"{one} and {other}: speeches that differ", differ, f"of {len(both)}")
    for count, told in COUNTS.items():
        better = sum(row[one][count] > row[other][count] for row in both)
        worse = sum(row[one][count] < row[other][count] for row in both)
        yield Row(f"{one} {told} than {other}", better, f"of {len(both)}", f"fewer in {worse}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
