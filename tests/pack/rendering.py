"""Every prompt, rendered by the function that asks with it. Run as a module, it writes `rendered.txt` anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tests.acts.files import MAKERS as TREE_ACTS
from tests.case.test_questions import MAKERS as CASE
from tests.contest.test_filed import MAKERS as CONTEST_FILED
from tests.debatable.test_prompts import MAKERS as DEBATABLE
from tests.debate.test_questions import MAKERS as DEBATE
from tests.deliberation.test_seats import MAKERS as SEATS
from tests.examination.test_acts import MAKERS as EXAMINATION
from tests.job.test_mending import MAKERS as MENDING
from tests.judging.test_questions import MAKERS as JUDGING

from foam.model.question import Option, Question
from foam.model.template import Prompts
from foam.oversight.experiment.gold import GoldCase
from foam.oversight.experiment.questions import (
    admission_question,
    attempt_question,
    bearing_question,
    challenge_question,
    judge_question,
    show_question,
    stance_question,
)
from foam.pack.prompts import shared_prompts

FILE = Path(__file__).with_name("rendered.txt")
SHARED_MAKERS: dict[str, Callable[[Prompts], Question]] = {
    **TREE_ACTS,
    **SEATS,
    **EXAMINATION,
    **CASE,
    **JUDGING,
    **DEBATE,
    **CONTEST_FILED,
    **MENDING,
}
GOLD = GoldCase(
    id="1", affirmed="It rains", denied="It does not rain", truth="affirmed", sentences=("It pours.", "Yes.")
)
OFFERED = (Option(id="a", text="One."), Option(id="b", text="Two."))
MEASURED: dict[str, Callable[[], Question]] = {
    **DEBATABLE,
    "oversight/stance": lambda: stance_question(GOLD, GOLD.sentences),
    "oversight/attempt": lambda: attempt_question(GOLD, "denied", OFFERED, at_most=2, role="critic"),
    "oversight/show": lambda: show_question(GOLD, "affirmed", OFFERED, role="proposer"),
    "oversight/challenge": lambda: challenge_question(GOLD, "denied", OFFERED, role="proposer", at_most=1),
    "oversight/admission": lambda: admission_question(GOLD, "denied", OFFERED),
    "oversight/bearing": lambda: bearing_question(GOLD, OFFERED),
    "oversight/judge": lambda: judge_question(GOLD, OFFERED, protocol="debate", blinded=True),
}


@cache
def render_all() -> dict[str, str]:
    """Template name to rendered prompt."""
    rendered = {name: make(shared_prompts()).prompt for name, make in SHARED_MAKERS.items()}
    return dict(sorted({**rendered, **{name: make().prompt for name, make in MEASURED.items()}}.items()))


def read_rendered() -> dict[str, str]:
    """What `rendered.txt` holds."""
    parts = re.split(r"^=== (\S+)\n", FILE.read_text("utf-8"), flags=re.MULTILINE)
    return {name: text.removesuffix("\n") for name, text in zip(parts[1::2], parts[2::2], strict=True)}


RENDERED = read_rendered() if FILE.is_file() else {}

if __name__ == "__main__":
    FILE.write_text("".join(f"=== {name}\n{text}\n" for name, text in render_all().items()), "utf-8")
