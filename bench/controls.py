"""The controls of judged debates on five motions: which speeches of no worth does a judge, or code alone, tell apart?

python -m bench controls.told_apart       the embedded judge, and one that marks everything highest: minutes
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence

from tests.debate.stage import Stage, agreeable
from tests.debate.writers import BELL, GOOD_CON, GOOD_PRO

from bench.embedded import model
from bench.harness import Row, benchmark
from bench.places import embedder
from foam.debate.memory.sample import load_sample
from foam.debate.transcript import Transcript, Utterance
from foam.job.job import run
from foam.judging.debates.controls import MEANINGS, DebateControl
from foam.judging.debates.job import DebateEvaluationSpec, evaluate_debate
from foam.model.port import Model
from foam.model.scripted import ScriptedModel
from foam.record.clock import utc_now

BUSES = "Cities should make public transport free."
FOR_BUSES = (
    "Free buses help the poor because fares take a tenth of what they earn. When the valley made its buses free, "
    "riders grew by 40 percent, since whoever had walked could ride. What a town pays for them it saves on roads, "
    "because fewer cars wear them out. So the price of a ticket keeps people at home who would otherwise work."
)
AGAINST_BUSES = (
    "Free buses cost the town too much, because the grant never grows with the riders. The valley cut a fifth of its "
    "lines in three years, and who lives at the end of a line lost most. Riders who can pay would pay, so that the "
    "gift goes to those who need none. A cheap pass for the poor does the same at a tenth of the price."
)


def list_debates() -> tuple[Transcript, ...]:
    """Five short debates: three of the shipped memory, two that were written for the tests."""
    found: dict[str, list[Utterance]] = defaultdict(list)
    for one in load_sample(embedder("static")).utterances():
        if one.language == "en":
            found[one.motion].append(Utterance(speaker=one.speaker, side=one.side, text=one.text))
    said = (_read(GOOD_PRO["points"]), _read(GOOD_CON["points"]))
    found[BELL] = _make_pair(*said)
    found[BUSES] = _make_pair(FOR_BUSES, AGAINST_BUSES)
    return tuple(Transcript(motion=motion, utterances=tuple(turns)) for motion, turns in found.items())


def _read(points: Sequence[dict[str, str]]) -> str:
    return " ".join(point["text"] for point in points)


def _make_pair(pro: str, con: str) -> list[Utterance]:
    return [Utterance(speaker="P", side="pro", text=pro), Utterance(speaker="C", side="con", text=con)]


@benchmark
def told_apart() -> Iterable[Row]:
    """How many controls of each kind come out below the speech by the margin in every dimension, and in Logic."""
    for name, judge in (("embedded", model()), ("marks everything highest", ScriptedModel(agreeable))):
        controls: list[DebateControl] = []
        for said in list_debates():
            found = _try(judge, said)
            controls += found
            for one in found:
                print(f"{name}; {said.motion} {one.describe()}", flush=True)
        for kind in MEANINGS:
            own = [one for one in controls if one.name == kind]
            told = sum(not one.level for one in own)
            below = sum("logic" in one.marks and "logic" not in one.level for one in own)
            yield Row(f"{name}: {kind} told apart", told, f"of {len(own)}", f"by Logic {below}")


def _try(judge: Model, said: Transcript) -> tuple[DebateControl, ...]:
    stage = Stage(judge)
    spec = DebateEvaluationSpec.model_validate({**stage.tools.describe(), "transcript": said, "controls": True})
    return asyncio.run(run(evaluate_debate, spec, stage.tools, store=stage.store, clock=utc_now)).view.controls
