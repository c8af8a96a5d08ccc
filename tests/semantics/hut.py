"""The trees of the mountain hut as values, after the worked example of its file. All of it is fictional."""

from __future__ import annotations

from decimal import Decimal

from tests.semantics.benefits import examined
from tests.semantics.filed import read_filed

from foam.argument.rows import Record, Verdict
from foam.argument.tree import Consideration, Frame, Leaf, Node, Option, Root, Term
from foam.argument.working import Compare, Figure, Op
from foam.pack.loader import load_pack
from foam.semantics.audience import Audience

FILE = read_filed("mountain-hut")
AUDIENCES = {one.id: Audience(id=one.id, weights=one.weighting) for one in load_pack("mountain-hut").perspectives}
CLUB = Audience(id="club", weights={"heritage": 0.4, "livelihood": 0.4, "safety": 0.2})


def figure(value: str, at: str) -> Figure:
    return Figure(value=Decimal(value), at=(at,))


LOW = Compare(
    left=Op(op="sub", args=(figure("42", "02#s0"), figure("6", "02#s1"))), op=">", right=figure("30", "01#s1")
)
TEN = Compare(left=figure("11", "02#s3"), op="<=", right=figure("30", "01#s1"))

RULES = {"r4": "01#s0", "r5": "01#s1", "r6": "01#s2", "r8": "01#s3", "r9": "01#s4"}
LEAVES = (
    *(Leaf(id=name, kind="rule", says=name, at=(at,)) for name, at in RULES.items()),
    Leaf(id="sleep", kind="fact", says="People would sleep in it.", at=("04#s2",)),
    Leaf(id="kpa", kind="fact", at=("02#s0", "02#s1", "02#s2"), against=("03#s3",)),
    Leaf(id="red", kind="application", of="kpa", term=Term(rule="r5", words="exceeds 30 kilopascals")),
    Leaf(id="low", kind="calculation", working=LOW, reads=("kpa", "r5")),
    Leaf(id="locked", kind="fact", says="The winter room was never locked.", at=("04#s3", "05#s1")),
    Leaf(
        id="empty", kind="application", of="locked", proposed="contested",
        term=Term(rule="r9", words="nobody enters between 1 November and 31 May"),
    ),
    Leaf(id="june", kind="fact", says="An avalanche came in June 2013.", at=("02#s4", "02#s5"), against=("03#s0",)),
    Leaf(
        id="shown", kind="application", of="june", proposed="contested", if_open="false", burden="01#s4",
        term=Term(rule="r9", words="if it is shown that no avalanche reaches the site in the other months"),
    ),
    Leaf(id="eleven", kind="fact", at=("02#s3",)),
    Leaf(id="lawful", kind="calculation", working=TEN, reads=("eleven", "r5")),
    Leaf(id="toilet", kind="fact", says="A dry toilet satisfies the rule.", at=("06#s2", "06#s3")),
    Leaf(id="money", kind="fact", says="The part that is not insured is found.", proposed="open"),
    Leaf(id="cement", kind="fact", says="Fuel and cement stay off the ground.", proposed="open"),
    Leaf(id="shelter", kind="fact", at=("05#s0", "05#s2", "05#s3")),
    Leaf(id="stays", kind="fact", at=("04#s2", "09#s0")),
    Leaf(id="lintel", kind="fact", at=("07#s2",)),
    Leaf(id="spring", kind="fact", at=("06#s1", "06#s4")),
    Leaf(id="bluezone", kind="fact", says="The shoulder has 11 kilopascals.", at=("02#s3",)),
    Leaf(id="blue", kind="application", of="bluezone", term=Term(rule="r6", words="In the blue zone a building")),
)  # fmt: skip


def reason(name: str, option: str, value: str, under: str, *rests_on: str) -> Consideration:
    return Consideration(id=name, option=option, value=value, under=under, rests_on=rests_on)


CONSIDERATIONS = (
    reason("s1", "hut", "safety", "weighed", "shelter"),
    reason("s2", "hut", "livelihood", "weighed", "stays"),
    reason("s3", "hut", "heritage", "weighed", "lintel"),
    reason("n1", "none", "nature", "weighed", "spring"),
    reason("old_home", "old site", "heritage", "may", "lintel"),
    reason("old_work", "old site", "livelihood", "may", "stays"),
    reason("old_risk", "elsewhere", "safety", "may", "kpa"),
    reason("old_insured", "elsewhere", "livelihood", "may", "stays"),
    reason("old_rule", "elsewhere", "lawfulness", "may", "r4"),
)
YES_NO = (Option(id="yes", text="Yes."), Option(id="no", text="No."))
FRAME = Frame(
    roots=(
        Root(id="refuse", asks="Should the old site be refused?", options=YES_NO),
        Root(id="instead", asks="Should there be a hut on the shoulder?", options=YES_NO),
        Root(id="terms", asks="Must its walls be reinforced?", options=YES_NO),
    ),
    nodes=(
        Node(id="refuse", op="all", of=("barred",), unless=("exempt",)),
        Node(id="barred", op="all", of=("r4", "r8", "sleep", "zone")),
        Node(id="zone", op="all", of=("r5", "red", "low")),
        Node(id="exempt", op="all", of=("r9", "empty", "shown", "may")),
        Node(id="may", op="weigh", true_for="old site"),
        Node(id="instead", op="all", of=("lawful", "toilet", "money", "weighed")),
        Node(id="weighed", op="weigh", true_for="hut"),
        Node(id="terms", op="all", of=("r6", "blue")),
    ),
    leaves=LEAVES,
    considerations=CONSIDERATIONS,
)

VERDICTS = (
    Verdict(target="kpa", why="The club gives no figure.", at=("02#s0", "02#s1"), now="true"),
    Verdict(target="june", why="Deposits against a memory.", at=("02#s4",), now="true"),
    Verdict(target="shown", why="It is not shown.", at=("02#s4", "02#s5"), now="false"),
    Verdict(target="empty", why="A promise, untested.", at=("05#s1", "05#s4"), now="contested"),
)


def decided(**fields: object) -> Record:
    """The record after the evaluator; nobody examined the blue zone."""
    record = examined(FRAME, verdicts=VERDICTS, **fields)
    return record.model_copy(update={"supports": tuple(one for one in record.supports if one.leaf != "blue")})
