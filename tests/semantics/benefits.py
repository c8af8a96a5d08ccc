"""The tree of the benefits file as values, after the worked example of the benefits appeal.

The sentences are those of the shipped pack, whose people, rules and figures are fictional. Beside the leaves of the
example there is a fact for what the stubs say was paid (`pay`): each figure stands in a leaf that its sum reads.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from tests.semantics.filed import read_filed

from foam.argument.rows import Record, Support, list_shown
from foam.argument.tree import Frame, Graft, Leaf, Node, Option, Root, Term
from foam.argument.working import Compare, Day, Days, Figure, Op, Working

FILE = read_filed("benefits-appeal")
RULES = {"r31a": "08#s0", "r9b": "07#s1", "r9d": "07#s3", "r12a": "06#s0", "r12c": "06#s2", "r12d": "06#s3"}


def figure(value: str, *at: str) -> Figure:
    return Figure(value=Decimal(value), unit="crowns", at=at)


def compare(*weekly: Working, limit: str = "1215", at: str = "07#s1") -> Compare:
    """The countable income of a month against a limit."""
    monthly = Op(op="mul", args=(Op(op="mean", args=weekly), figure("4.3", "06#s0")))
    countable = Op(op="less_percent", args=(monthly, figure("20", "06#s3")))
    return Compare(left=countable, op="<=", right=figure(limit, at))


FIRST, SECOND, THIRD = figure("310", "02#s3"), figure("295", "03#s3"), figure("305", "04#s3")
REGULAR, TOTAL, BONUS = figure("310", "05#s3"), figure("490", "05#s5"), figure("180", "05#s4")
MARCH = Op(op="mul", args=(figure("31", "10#s0"), figure("10", "10#s0")))
IN_TIME = Compare(
    left=Days(
        first=Day(value=date(2025, 3, 18), at=("01",)), last=Day(value=date(2025, 3, 25), at=("09",)), ends="last"
    ),
    op="<=",
    right=figure("90", "08#s0"),
)
PLAIN = compare(FIRST, SECOND, THIRD, REGULAR)
WITH_BONUS = compare(FIRST, SECOND, THIRD, TOTAL)
MARCH_PLAIN = compare(THIRD, REGULAR, MARCH, MARCH)
MARCH_WITH_BONUS = compare(THIRD, TOTAL, MARCH, MARCH)
READS = ("pay", "r12a", "r12d", "r9b")

LEAVES = (
    *(Leaf(id=name, kind="rule", says=name, at=(at,)) for name, at in RULES.items()),
    Leaf(id="intime", kind="calculation", says="The request came in time.", working=IN_TIME, reads=("r31a",)),
    Leaf(id="daughter", kind="fact", says="Her daughter lives with her.", at=("09#s4", "01#s2")),
    Leaf(
        id="two", kind="application", says="The household has two members.", of="daughter",
        term=Term(rule="r9d", words="A minor child who lives with the applicant more than half of the time"),
    ),
    Leaf(id="latest", kind="fact", says="These are the latest weeks.", at=("02#s1", "03#s1", "04#s1", "05#s1")),
    Leaf(id="pay", kind="fact", says="So much was paid.", at=("02#s3", "03#s3", "04#s3", "05#s3", "05#s5")),
    Leaf(
        id="four", kind="application", says="These four payments count.", of="latest",
        term=Term(rule="r12a", words="the four most recent weekly payments"),
    ),
    Leaf(id="once", kind="fact", says="The bonus was paid once.", at=("05#s4", "10#s1", "10#s2")),
    Leaf(
        id="lump", kind="application", says="The bonus is a lump sum.", of="once",
        term=Term(rule="r12c", words="A non-recurring lump sum, such as a one-time bonus"),
    ),
    Leaf(id="under", kind="calculation", says="Without the bonus it is under.", working=PLAIN, reads=READS),
    Leaf(id="under_b", kind="calculation", says="With the bonus it is under.", working=WITH_BONUS, reads=READS),
)  # fmt: skip

FRAME = Frame(
    roots=(
        Root(
            id="reverse",
            asks="Should the denial be reversed?",
            options=(Option(id="yes", text="Yes. The denial should be reversed."), Option(id="no", text="No.")),
        ),
    ),
    nodes=(
        Node(id="reverse", op="all", of=("r31a", "intime", "eligible")),
        Node(id="eligible", op="all", of=("r9b", "r9d", "r12a", "r12d", "two", "income")),
        Node(id="income", op="any", of=("plain", "bonus_in")),
        Node(id="plain", op="all", of=("four", "r12c", "lump", "under")),
        Node(id="bonus_in", op="all", of=("four", "under_b"), unless=("lump",)),
    ),
    leaves=LEAVES,
)

LATER_READS = ("pay", "rate", "r12a", "r12d", "r9b")
LATER = Graft(
    under="income",
    if_not="four",
    nodes=(
        Node(id="later", op="any", of=("later_plain", "later_bonus")),
        Node(id="later_plain", op="all", of=("rate", "lump", "under_later")),
        Node(id="later_bonus", op="all", of=("rate", "under_later_b"), unless=("lump",)),
    ),
    leaves=(
        Leaf(id="rate", kind="fact", says="She works 31 hours at most.", at=("10#s0",), author="auditor"),
        Leaf(id="under_later", kind="calculation", working=MARCH_PLAIN, reads=LATER_READS, author="auditor"),
        Leaf(id="under_later_b", kind="calculation", working=MARCH_WITH_BONUS, reads=LATER_READS, author="auditor"),
    ),
    why="If the two payments of March are the latest, they are of 310 crowns at most.",
)


def examined(frame: Frame, **fields: object) -> Record:
    """A record in which an evaluator says of each leaf that its sentences establish it, beside what is given."""
    supports = [
        Support(leaf=leaf.id, by="evaluator", says="establish", of=list_shown(leaf))
        for leaf in frame.leaves
        if leaf.kind in ("fact", "application")
    ]
    return Record.model_validate({"supports": supports, **fields})
