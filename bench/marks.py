"""Marks of debates beside the beliefs of people: NYU's recorded debates over stories, each story as the library."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.debate.stage import Stage

from bench.embedded import model
from bench.harness import Row, benchmark, shared_data
from foam.debate.transcript import SIDES, Side, Transcript, Utterance
from foam.evidence.document import Citation, Origin, make_document
from foam.evidence.library_corpus import make_sample_corpus
from foam.evidence.search.fake import HashingEmbedder
from foam.job.job import run
from foam.judging.debates.debatrix import Outcome
from foam.judging.debates.inspire import side_means
from foam.judging.debates.job import DebateEvaluation, DebateEvaluationSpec, evaluate_debate
from foam.record.clock import utc_now
from foam.stats.intervals import wilson

READ = 53
"""Debates that were read when the rules were made."""
KEPT_BACK = 30
_CLOSING, _OPENING = re.compile(r"\s+([.,;:!?%)\]’'”])"), re.compile(r"([(\[“])\s+")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A debate, the story it is about, and the side that the judge ended on believing."""

    transcript: Transcript
    story: str
    winner: Side


@benchmark
def nyu() -> Iterable[Row]:
    """How often the better mark is that of the side which people believed in the end; a tie counts half."""
    debates = [*_list_recorded(shared_data("nyu_debates"))]
    random.Random(7).shuffle(debates)
    for name, chosen in (("read", debates[:READ]), ("kept back", debates[READ : READ + KEPT_BACK])):
        judged = [(one, _judge(one)) for one in chosen]
        yield _agree(f"{name}: InspireScore", [(one, _compare_scores(found)) for one, found in judged])
        winners = [(one, found.debatrix.winner if found.debatrix else "tie") for one, found in judged]
        yield _agree(f"{name}: Debatrix", winners)
        yield _agree(f"{name}: who says more words", [(one, _find_longer(one)) for one in chosen])


def _agree(name: str, told: Sequence[tuple[Recorded, Outcome]]) -> Row:
    hits = sum(0.5 if winner == "tie" else float(winner == one.winner) for one, winner in told)
    low, high = wilson(hits, len(told))
    ties = sum(winner == "tie" for _, winner in told)
    return Row(name, hits / len(told), "", f"{low:.2f} to {high:.2f}; {len(told)} debates, {ties} ties")


def _judge(one: Recorded) -> DebateEvaluation:
    stage = Stage(model())
    story = make_document(one.story, origin=Origin(file="story", format="text", importer="bench"), citation=Citation())
    stage.corpus = make_sample_corpus([story], HashingEmbedder())  # type: ignore[assignment]
    spec = DebateEvaluationSpec.model_validate({**stage.tools.describe(), "transcript": one.transcript})
    return asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=utc_now)).view


def _compare_scores(found: DebateEvaluation) -> Outcome:
    pro, con = (means[3] if (means := side_means(found.inspire, side)) else 0.0 for side in SIDES)
    return "tie" if pro == con else "pro" if pro > con else "con"


def _find_longer(one: Recorded) -> Outcome:
    pro, con = (sum(len(said.text.split()) for said in one.transcript.of(side)) for side in SIDES)
    return "tie" if pro == con else "pro" if pro > con else "con"


def _list_recorded(folder: Path) -> Iterator[Recorded]:
    """The debates of the paper that a judge ended with a belief; pro defends the answer that is listed first."""
    for line in (folder / "debates-metadata.jsonl").read_text("utf-8").splitlines():
        room = json.loads(line)
        if not (room["setting"]["isDebate"] and room["includedInPaper"] and "Complete" in room["status"]):
            continue
        first, second = room["status"]["Complete"]["result"]["judgingInfo"]["finalJudgement"]
        if first != second:
            debate = json.loads((folder / "debates" / f"{room['name']}.json").read_text("utf-8"))
            yield _read_recorded(debate, "pro" if first > second else "con")


def _read_recorded(debate: dict[str, Any], winner: Side) -> Recorded:
    setup = debate["setup"]
    (source,) = setup["sourceMaterial"].values()
    pro, con = (f"The answer to “{setup['question']}” is: {answer}" for answer in setup["answers"])
    said = [
        Utterance(speaker=SIDES[int(place)], side=SIDES[int(place)], text=text)
        for turn in debate["rounds"]
        for kind in ("SimultaneousSpeeches", "SequentialSpeeches")
        for place, speech in sorted(turn.get(kind, {}).get("speeches", {}).items())
        if (text := "".join(_list_words(speech["content"], source["contents"])).strip())
    ]
    transcript = Transcript(motion=pro, pro=pro, con=con, utterances=tuple(said))
    return Recorded(transcript, _join_tokens(source["contents"]), winner)


def _list_words(content: Sequence[dict[str, Any]], tokens: Sequence[str]) -> Iterator[str]:
    for part in content:
        if "Text" in part:
            yield part["Text"]["text"]
        elif "Quote" in part:
            start, end = part["Quote"]["span"]
            yield f" “{_join_tokens(tokens[start:end]).strip()}” "


def _join_tokens(tokens: Sequence[str]) -> str:
    return _OPENING.sub(r"\1", _CLOSING.sub(r"\1", " ".join(tokens)))
