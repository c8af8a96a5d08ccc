"""The small judge: does a text bear on a claim, support or contradict it, take a side; which of two convinces more?

A cross-encoder of our own training on numpy. It reads English, at most 256 word pieces a pair, and says "don't know"
where its calibrated confidence is low or the input is nothing it was trained on. It does not know the world: it
compares two texts. `docs/judge.md` says how good it is and how it was made.
"""

from foam.model.judge.judge import FOLDER, HEADS, Judge
from foam.model.judge.network import softmax, widened
from foam.model.judge.reading import LONGEST, Pair
from foam.model.judge.shipped import shipped_judge
from foam.model.judge.values import Calibration, Card, Chance, Form, Relation, Side, Verdict
from foam.model.judge.weighing import Weighed, weigh

__all__ = [
    "FOLDER",
    "HEADS",
    "LONGEST",
    "Calibration",
    "Card",
    "Chance",
    "Form",
    "Judge",
    "Pair",
    "Relation",
    "Side",
    "Verdict",
    "Weighed",
    "shipped_judge",
    "softmax",
    "weigh",
    "widened",
]
