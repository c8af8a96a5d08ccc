"""Debate: how fast memory answers, how concurrent turns are, and what the judge is worth."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterable, Sequence
from statistics import fmean, median, quantiles
from typing import get_args

from tests.debate.stage import Stage, agreeable
from tests.debate.test_handwritten import measure_waiting
from training import heldback, sources
from training.pairs import Pair

from bench.embedded import model
from bench.harness import Row, benchmark, shared_data
from bench.places import embedder
from foam.debate.language import detect_language, list_terms
from foam.debate.memory.moves import MemoryMove
from foam.debate.memory.recall import Recall
from foam.debate.memory.sample import load_sample
from foam.debate.memory.store import MemoryRow as Kept
from foam.debate.memory.values import Exemplar
from foam.debate.questions import winner_question
from foam.debate.rounds.job import make_next_format
from foam.debate.transcript import SIDES, Side, Transcript, find_other_side
from foam.job.job import run
from foam.job.orders.debate import Without
from foam.judging.debates.alignment import Expert, align
from foam.judging.debates.inspire import Inspired
from foam.judging.debates.job import DebateEvaluationSpec, evaluate_debate
from foam.model.judge import shipped_judge
from foam.model.question import Chosen, Option, Question
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.graph import longest_chain
from foam.stats.averages import mean_of_known

UTTERANCES, DEBATES, SENTENCES = 10_000, 1_000, 14
QUERIES = 200
PAIRS = 300
DELAY = 0.2


def _chosen(question: Question) -> tuple[str, ...]:
    reply = model().answer_now(question).reply
    assert isinstance(reply, Chosen)
    return reply.ids


def _large_memory() -> tuple[Recall, list[str], float]:
    """Ten thousand utterances of about a hundred words, put together from real perspectives; and the load time."""
    pool = json.loads((shared_data("perspectrum") / "perspective_pool_v1.0.json").read_text("utf-8"))
    texts = [row["text"].rstrip(".") + "." for row in pool]
    rng = random.Random(7)
    made = [" ".join(rng.sample(texts, SENTENCES)) for _ in range(UTTERANCES)]
    vectors = embedder("static").embed(made)
    rows = [
        Kept(_remembered(n, text), tuple(sorted(set(list_terms(text)))), vector)
        for n, (text, vector) in enumerate(zip(made, vectors, strict=True))
    ]
    start = time.perf_counter()
    recall = Recall(rows, embedder("static"))
    return recall, made, time.perf_counter() - start


def _remembered(n: int, text: str) -> Exemplar:
    return Exemplar(
        id=str(n),
        text=text,
        side="pro" if n % 2 else "con",
        speaker="s",
        motion=f"motion {n % DEBATES}",
        debate=str(n % DEBATES),
        turn=n,
        language=detect_language(text),
        schemes={"causal": "good"},
        annotator="bench",
    )


@benchmark
def retrieval() -> Iterable[Row]:
    """Keywords, coarse match, re-ranking by similarity to the whole history: ten thousand utterances, eight turns."""
    recall, made, load = _large_memory()
    rng = random.Random(11)
    found, worked = [], []
    for _ in range(QUERIES):
        history = rng.sample(made, 8)
        keywords = rng.sample(" ".join(history).split(), 12)
        start, busy = time.perf_counter(), time.process_time()
        recall.find(keywords, history)
        found.append(1000 * (time.perf_counter() - start))
        worked.append(1000 * (time.process_time() - busy))
    yield Row("retrieval, median", median(found), "ms", f"{UTTERANCES:,} utterances; under 20 asked for")
    yield Row("retrieval, median processor time", median(worked), "ms", "what a machine of its own would take")
    yield Row("retrieval, 95th percentile", quantiles(found, n=20)[-1], "ms")
    yield Row("postings and matrix made from rows", load, "s")


@benchmark
def moves() -> Iterable[Row]:
    """Moves recalled for a point, by vectors and then by shared words: ten thousand of them."""
    pool = json.loads((shared_data("perspectrum") / "perspective_pool_v1.0.json").read_text("utf-8"))
    points = [row["text"] for row in pool[:UTTERANCES]]
    made = [MemoryMove(point=text, answer=text, side="pro" if n % 2 else "con") for n, text in enumerate(points)]
    vectors = embedder("static")
    kept = [
        Kept(_remembered(n, "").model_copy(update={"moves": tuple(made[n : n + 10])}), (), vector)
        for n, vector in zip(range(0, len(made), 10), vectors.embed(points[::10]), strict=True)
    ]
    recall = Recall(kept, vectors)
    start = time.perf_counter()
    recall.find_moves(points[0], "con")
    load = time.perf_counter() - start
    found, worked = [], []
    for point in random.Random(11).sample(points, QUERIES):
        start, busy = time.perf_counter(), time.process_time()
        recall.find_moves(point, "con")
        found.append(1000 * (time.perf_counter() - start))
        worked.append(1000 * (time.process_time() - busy))
    yield Row("moves recalled for a point, median", median(found), "ms", f"{len(made):,} moves; under 15 asked for")
    yield Row("moves recalled for a point, median processor time", median(worked), "ms")
    yield Row("moves recalled for a point, 95th percentile", quantiles(found, n=20)[-1], "ms")
    yield Row("the first, which makes the vectors of all points", load, "s")


@benchmark
def concurrency() -> Iterable[Row]:
    """Whole debates with a model that answers in 200 ms: wall time against the longest chain of dependent answers."""
    for name in ("free", "policy"):
        stage = Stage(ScriptedModel(agreeable, delay=DELAY))
        start = time.perf_counter()
        ran = stage.debate(stage.debate_spec(format=stage.format(name)))
        wall = time.perf_counter() - start
        chain = longest_chain(stage.store, ran.run)
        yield Row(f"{name}: questions asked", ran.asked, "", f"longest chain {chain}")
        yield Row(f"{name}: wall time over the longest chain", wall / (chain * DELAY), "x", "at most 1.1 asked for")
    asked, chain, waited = measure_waiting()
    yield Row("written by hand, policy: questions asked", asked, "", f"longest chain {chain}")
    yield Row("written by hand: waiting over the longest chain", waited / chain, "x", "at most 1.1 asked for")


@benchmark
def convarg() -> Iterable[Row]:
    """UKP ConvArg, 300 pairs each way round: does the embedded judge choose what people found more convincing?"""
    data = shared_data("ukp_convarg").parent
    rng = random.Random(3)
    yield from _agreement("unseen debates", rng.sample(heldback.convincing(data), PAIRS))
    yield from _agreement("all debates, most seen in training", rng.sample(sources.convincing(data), PAIRS))


def _agreement(name: str, pairs: Sequence[Pair]) -> Iterable[Row]:
    first = [_wins(pair.first, pair.second) == (pair.target[0] == 1.0) for pair in pairs]
    second = [_wins(pair.second, pair.first) == (pair.target[0] == 0.0) for pair in pairs]
    changed = sum(one != other for one, other in zip(first, second, strict=True))
    longer = sum((len(pair.first) > len(pair.second)) == (pair.target[0] == 1.0) for pair in pairs)
    yield Row(f"{name}: agrees with people, as printed", sum(first) / len(pairs), "", f"{len(pairs)} pairs")
    yield Row(f"{name}: agrees with people, swapped", sum(second) / len(pairs), "")
    yield Row(f"{name}: verdict changes with the order", changed, "pairs")
    yield Row(f"{name}: the longer one wins", longer / len(pairs), "", "for comparison")


def _wins(first: str, second: str) -> bool:
    """Whether whoever stands first is chosen, asked as Debatrix asks."""
    prompts = load_pack("policy-debate").prompts
    offered = (Option(id="first", text=first), Option(id="second", text=second))
    question = winner_question(
        prompts, dimension="Argument", looked_for="Which convinces more?", motion="", options=offered, may_tie=False
    )
    return _chosen(question) == ("first",)


@benchmark
def chinese() -> Iterable[Row]:
    """What static vectors can do in Chinese: is a paraphrased point found first among the sample's utterances?"""
    recall = load_sample(embedder("static"))
    own = [one for one in recall.utterances() if one.language == "zh"]
    asked = {
        0: "路面有限，汽车越来越多，堵车难免；别的城市限行以后公交更快、空气更好。",
        1: "堵车是施工和红绿灯造成的，不准开车会伤害住得远的老年人。",
        2: "把修路经费转给地铁，郊区老人反而受益，孩子得哮喘的也少。",
        3: "用高峰收费代替禁令，让市民自己选择，不然有人会再买一辆车。",
    }
    right = 0
    for place, query in asked.items():
        found = recall.find([query], [query])
        right += bool(found) and found[0].remembered.id == own[place].id
    yield Row("Chinese: the paraphrased utterance comes first", right, "of 4", "keywords choose, vectors rank")


@benchmark
def alignment() -> Iterable[Row]:
    """Who names the schemes as we did by hand in the shipped English debates: the shipped judge, without a writer."""
    kept = tuple(one for one in load_sample(embedder("static")).utterances() if one.language == "en")
    ours = tuple(Expert(text=one.text, schemes=one.schemes) for one in kept)
    forms = shipped_judge().scheme([one.text for one in kept])
    named = (  # how well each is used the judge does not say
        one.model_copy(update={"schemes": {form.verdict: "general"} if form.verdict else {}})
        for one, form in zip(kept, forms, strict=True)
    )
    agreed = align(tuple(named), ours)
    labels = agreed.labels
    yield Row("Jaccard", labels.jaccard or 0.0, "", f"{agreed.utterances} utterances, our own labels")
    yield Row("precision", labels.precision or 0.0, "", f"Hamming loss {labels.hamming_loss:.3f}")
    yield Row("kappa, micro", labels.kappa_micro or 0.0, "", f"alpha {labels.alpha:.3f}")


MOTIONS = ("Cities should make public transport free.", "Schools should start later in the morning.")


@benchmark
def ablation() -> Iterable[Row]:
    """The next utterance of both sides on two motions, each part of the debater taken away; judged by InspireScore."""
    stage = Stage(model())
    stage.memory = load_sample(embedder("static"))
    heard = [(side, _opening(stage, motion, find_other_side(side))) for motion in MOTIONS for side in SIDES]
    for without in get_args(Without):
        marks = [_marked(stage, transcript, side, without) for side, transcript in heard]
        columns = zip(*(mark.dimensions for mark in marks), strict=True)
        told = ", ".join(f"{name} {_tell_mean(column)}" for name, column in zip(INSPIRE, columns, strict=True))
        score = fmean(mark.score for mark in marks)
        yield Row(f"without {without or 'nothing'}: InspireScore", score, "", f"{told}; {len(marks)} utterances")


def _tell_mean(values: Iterable[float | None]) -> str:
    mean = mean_of_known(values)
    return "declined" if mean is None else f"{mean:.3f}"


INSPIRE = ("subjective", "logic", "fact")


def _opening(stage: Stage, motion: str, side: Side) -> Transcript:
    empty = Transcript(motion=motion, utterances=())
    spec = stage.debate_spec(
        transcript=empty, format=make_next_format(empty, side, minutes=1.0), pro="four-roles", con="four-roles"
    )
    return stage.debate(spec).view.transcript


def _marked(stage: Stage, heard: Transcript, side: Side, without: Without) -> Inspired:
    format = make_next_format(heard, side, minutes=1.0)
    debate = stage.debate(stage.debate_spec(transcript=heard, format=format, without=without, pace=300.0)).view
    place = len(heard.utterances)
    spec = DebateEvaluationSpec(
        **stage.tools.describe(), transcript=debate.transcript, methods=("inspire",), turns=(place,)
    )
    return asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store)).view.inspire[0]
