"""The oversight log: one judged case a row, as columns. Reads and checks; estimates nothing.

    instance  stance  truth  label  protocol            required; `truth` may be blank where it is not known
    stratum   judge                                      task family or difficulty; who judged
    e_p  e_a                                             1 when that side showed accepted evidence, else 0
    v_p  v_a                                             graded evidence score; e is 1 where v >= threshold
    attempt_p  attempt_a                                 forced attempt: 1 accepted, 0 not, blank none made
    order                                                which side spoke first: protagonist or antagonist
    blinded                                              1 when the judge was not told the roles
    load                                                 cognitive load put on the judge, any number
    time                                                 anything that sorts; the row's place otherwise
    roles                                                open (the protagonist chose its stance) or assigned
    alone_label                                          the label before the judge read the other side's case
    votes                                                jurors for the stance, of how many: 2/3
    verifier relevance show unchecked questions          levels of what the protocol was set to, as an experiment
      turns panel                                        logs them
    plan                                                 digest of the plan it was played by; several are warned of

`label` is the answer the judge gave, or `undecided`, which counts half. Answers that differ in capitals alone are one.
Columns not named here are ignored.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foam.errors import InputError, NotFound
from foam.oversight.jsonl import json_objects
from foam.oversight.setting import PROTOCOLS, Protocol
from foam.text.sheet import read_csv, write_csv

REQUIRED = ("instance", "protocol", "stance", "truth", "label")
UNDECIDED = "undecided"
Numbers = NDArray[np.float64]
Codes = NDArray[np.int64]
Flags = NDArray[np.bool_]
Row = Mapping[str, Any]

_PROTOCOL_NAMES = {name: name for name in PROTOCOLS} | {
    "open_consultancy": "consultancy",
    "openconsult": "consultancy",
    "open_debate": "debate",
    "opendebate": "debate",
}
_LEVELS = ("order", "blinded", "load", "verifier", "relevance", "show", "unchecked", "questions", "turns", "panel")
"""Columns by which cases can be told apart into groups, beside stratum and judge."""
_ORDERS = {"": 0.0, "protagonist": 1.0, "p": 1.0, "antagonist": -1.0, "a": -1.0}
_ROLES = {"": 0.0, "open": 0.0, "assigned": 1.0}


@dataclass(frozen=True)
class Log:
    """Columns of a checked log. NaN stands for what was not recorded."""

    instance: Codes
    stratum: Codes
    judge: Codes
    debate: Flags
    endorsed: Numbers
    """1 when the label is the stance, 0 when it is another answer, 0.5 when undecided."""
    correct: Numbers
    """1 when the label is the truth, 0.5 when undecided; NaN without a known truth."""
    right: Numbers
    """1 when the stance is the truth, 0 when not; NaN without a known truth."""
    e_p: Numbers
    e_a: Numbers
    v_p: Numbers
    v_a: Numbers
    attempt_p: Numbers
    attempt_a: Numbers
    order: Numbers
    """1 protagonist first, -1 antagonist first, 0 not recorded or at once."""
    blinded: Numbers
    load: Numbers
    time: Numbers
    assigned: Flags
    """Whether the roles were assigned rather than chosen."""
    favour: Numbers
    """The share of the jury that was for the stance."""
    jurors: Numbers
    flipped: Numbers
    """1 when the judge's label was another before it read the other side's case."""
    strata: tuple[str, ...]
    judges: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    levels: Mapping[str, tuple[tuple[str, ...], Codes]] = field(default_factory=dict)
    """Of each column of levels that is there: the names, and which one a row has."""

    def __len__(self) -> int:
        return len(self.endorsed)

    def take(self, rows: Codes) -> Log:
        """These rows, in this order; names of strata and judges stay."""
        columns = [f.name for f in fields(self) if isinstance(getattr(self, f.name), np.ndarray)]
        levels = {name: (names, codes[rows]) for name, (names, codes) in self.levels.items()}
        return replace(self, levels=levels, **{name: getattr(self, name)[rows] for name in columns})

    def where(self, kept: Flags) -> Log:
        """The rows that are kept."""
        return self.take(np.flatnonzero(kept))

    def under(self, protocol: Protocol) -> Log:
        """The rows of one protocol."""
        return self.where(self.debate == (protocol == "debate"))

    @property
    def lead(self) -> Numbers:
        """e_P - e_A, with e_A = 0 in a consultancy."""
        return np.asarray(self.e_p - np.where(self.debate, self.e_a, 0.0))

    @property
    def graded_lead(self) -> Numbers:
        """V_P - V_A, with V_A = 0 in a consultancy."""
        return np.asarray(self.v_p - np.where(self.debate, self.v_a, 0.0))

    @property
    def groupings(self) -> dict[str, tuple[tuple[str, ...], Codes]]:
        """Every way in which the rows fall into two groups or more."""
        own = {"stratum": (self.strata, self.stratum), "judge": (self.judges, self.judge), **self.levels}
        return {name: grouped for name, grouped in own.items() if len(np.unique(grouped[1])) > 1}

    @property
    def known(self) -> Flags:
        """Rows whose truth is known."""
        return np.asarray(~np.isnan(self.right))

    def false_side(self) -> Log:
        """The log with every assigned-role debate told from its false side.

        When roles are assigned, "the protagonist" of a debate is a matter of naming, and each debate holds one
        false side. Wrong endorsement is then Pr(the judge endorses the false side), over all such debates.
        """
        turn = self.debate & self.assigned & (self.right == 1.0)
        return self._turned(turn)

    def _turned(self, turn: Flags) -> Log:
        """Swap protagonist and antagonist in these two-option debates."""
        swap = {
            mine: np.where(turn, getattr(self, theirs), getattr(self, mine))
            for pair in (("e_p", "e_a"), ("v_p", "v_a"), ("attempt_p", "attempt_a"))
            for mine, theirs in (pair, pair[::-1])
        }
        return replace(
            self,
            **swap,
            right=np.where(turn, 1 - self.right, self.right),
            endorsed=np.where(turn, 1 - self.endorsed, self.endorsed),
            favour=np.where(turn, 1 - self.favour, self.favour),
            order=np.where(turn, -self.order, self.order),
        )


def read_log(path: Path, *, threshold: float = 1.0) -> Log:
    """Read a log from CSV or JSON lines."""
    if not path.is_file():
        raise NotFound(f"no log at {path}", hint="a log is a .csv or .jsonl file; see docs/oversight.md")
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} is not UTF-8 text", hint="save the log as UTF-8 CSV or JSON lines") from error
    return build_log(_table(text, path), threshold=threshold)


def build_log(rows: Sequence[Row], *, threshold: float = 1.0) -> Log:
    """Check rows and turn them into columns. `threshold` is the v from which evidence counts as accepted."""
    _require(rows)
    read = [_Reader(row, number) for number, row in enumerate(rows, start=1)]
    strata, stratum = _encode(r.text("stratum", "all") for r in read)
    judges, judge = _encode(r.text("judge", "unnamed") for r in read)
    _, instance = _encode(r.text("instance") for r in read)
    debate = np.array([r.protocol() == "debate" for r in read], dtype=np.bool_)
    v_p, v_a = _column(read, "v_p"), _column(read, "v_a")
    return Log(
        instance=instance,
        stratum=stratum,
        judge=judge,
        debate=debate,
        endorsed=np.array([r.agrees("label", "stance") for r in read]),
        correct=np.array([r.agrees("label", "truth") for r in read]),
        right=np.array([r.agrees("stance", "truth") for r in read]),
        e_p=_accept(read, "e_p", v_p, threshold),
        e_a=np.where(debate, _accept(read, "e_a", v_a, threshold), 0.0),
        v_p=v_p,
        v_a=np.where(debate, v_a, 0.0),
        attempt_p=_column(read, "attempt_p", binary=True),
        attempt_a=_column(read, "attempt_a", binary=True),
        order=np.array([r.named("order", _ORDERS) for r in read]),
        blinded=_column(read, "blinded", binary=True),
        load=_column(read, "load"),
        time=_times(read),
        assigned=np.array([r.named("roles", _ROLES) == 1.0 for r in read], dtype=np.bool_),
        favour=np.array([r.votes()[0] for r in read]),
        jurors=np.array([r.votes()[1] for r in read]),
        flipped=np.array([r.flipped() for r in read]),
        strata=strata,
        judges=judges,
        warnings=tuple(_remarks(read, judges)),
        levels={name: _encode(r.text(name, "") for r in read) for name in _LEVELS if any(name in row for row in rows)},
    )


def csv_text(rows: Sequence[Row]) -> str:
    """Rows of the same columns as CSV."""
    head = list(rows[0])
    return write_csv(head, ([row[column] for column in head] for row in rows))


class _Reader:
    """One row, read with complaints that name it."""

    def __init__(self, row: Row, number: int) -> None:
        self._row, self.place = row, number

    def text(self, column: str, default: str | None = None) -> str:
        raw = self._row.get(column)
        found = "" if raw is None else str(raw).strip()
        if found or default is not None:
            return found or default or ""
        raise InputError(f"row {self.place}: {column} is blank", hint="every row needs it")

    def number(self, column: str, *, binary: bool) -> float:
        raw = self.text(column, "")
        if raw == "":
            return math.nan
        value = _number(raw)
        if value is None or not math.isfinite(value):
            raise InputError(f"row {self.place}: {column} is {raw!r}, not a number", hint="leave it blank if unknown")
        if binary and value not in (0.0, 1.0):
            raise InputError(f"row {self.place}: {column} is {raw}; it is 0 or 1", hint="graded scores go in v_p, v_a")
        return value

    def protocol(self) -> Protocol:
        said = self.text("protocol")
        found = _PROTOCOL_NAMES.get(said.lower().replace("-", "_").replace(" ", "_"))
        if found is None:
            raise InputError(f"row {self.place}: protocol {said!r} is unknown", hint="use consultancy or debate")
        return "debate" if found == "debate" else "consultancy"

    def named(self, column: str, names: Mapping[str, float]) -> float:
        said = self.text(column, "").lower()
        if said not in names:
            known = ", ".join(name for name in names if name)
            raise InputError(f"row {self.place}: {column} is {said!r}", hint=f"use one of {known}, or leave it blank")
        return names[said]

    def agrees(self, left: str, right: str) -> float:
        """1 when the two columns hold the same answer, 0.5 when the label is undecided, NaN when one is unknown."""
        if right == "truth" and not self.text("truth", ""):
            return math.nan
        said = self.answer(left)
        if left == "label" and said == UNDECIDED:
            return 0.5
        return float(said == self.answer(right))

    def votes(self) -> tuple[float, float]:
        """The share of the jury for the stance, and how many sat; NaN where it was not recorded."""
        said = self.text("votes", "")
        given, slash, seated = said.partition("/")
        counts = _number(given), _number(seated)
        if not said:
            return math.nan, math.nan
        if not slash or counts[0] is None or not counts[1]:
            raise InputError(f"row {self.place}: votes is {said!r}", hint="give jurors for the stance and in all: 2/3")
        return counts[0] / counts[1], counts[1]

    def flipped(self) -> float:
        if not self.text("alone_label", ""):
            return math.nan
        return float(self.answer("alone_label") != self.answer("label"))

    def answer(self, column: str) -> str:
        """An answer as it is compared with others: in small letters. Blank only where the truth is unknown."""
        return self.text(column, "" if column == "truth" else None).casefold()


def _require(rows: Sequence[Row]) -> None:
    if not rows:
        raise InputError("the log has no rows", hint=f"it needs the columns {', '.join(REQUIRED)}")
    missing = [name for name in REQUIRED if all(name not in row for row in rows)]
    if missing:
        raise InputError(
            f"the log lacks the column{'s' if len(missing) > 1 else ''} {', '.join(missing)}",
            hint=f"required: {', '.join(REQUIRED)}; the rest is in docs/oversight.md",
        )
    if all(not str(row.get("truth") or "").strip() for row in rows):
        raise InputError(
            "the truth is unknown in every row, and nothing about errors can be estimated",
            hint="fill `truth` where it is known; part of the rows is enough",
        )


def _remarks(read: Sequence[_Reader], judges: Sequence[str]) -> Iterator[str]:
    unknown = sum(1 for r in read if not r.text("truth", ""))
    if unknown:
        yield f"truth unknown in {unknown} of {len(read)} rows; they count only towards ties and the judge's fit"
    plans = {plan: {r.text("instance") for r in read if r.text("plan", "") == plan} for plan in
             dict.fromkeys(r.text("plan", "") for r in read)}  # fmt: skip
    if len(plans) > 1:
        shared = len(set[str]().union(*plans.values())) < sum(map(len, plans.values()))
        twice = ", and some instances stand under several, so that rows are not independent" if shared else ""
        yield f"rows of {len(plans)} plans, which asked differently, are taken together{twice}; estimate each by itself"
    if len(judges) == 1:
        yield f"one judge ({judges[0]}): the figures speak of that judge alone"
    yield from _strange_labels(read)
    yield from _repeated_cases(read)


def _strange_labels(read: Sequence[_Reader]) -> Iterator[str]:
    """Labels that are neither of two options that are known: of several options, or spelt otherwise."""
    decided = [r for r in read if r.answer("truth") not in ("", r.answer("stance"))]
    strange = [r for r in decided if r.answer("label") not in (r.answer("stance"), r.answer("truth"), UNDECIDED)]
    if strange:
        first = strange[0]
        example = f"{first.text('label')!r} for {first.text('stance')!r} against {first.text('truth')!r}"
        yield (
            f"{len(strange)} of {len(decided)} labels on wrong stances are neither the stance nor the truth "
            f"(first: row {first.place}, {example}): they count as a rejection that is not correct; "
            "if there are only two options, spell them alike in every column"
        )


def _repeated_cases(read: Sequence[_Reader]) -> Iterator[str]:
    """Instances in several rows: are they independent, and do they contradict each other?"""
    cases: dict[str, list[_Reader]] = {}
    for r in read:
        cases.setdefault(r.text("instance"), []).append(r)
    truths = {name: {r.answer("truth") for r in rows} - {""} for name, rows in cases.items()}
    torn = [name for name, answers in truths.items() if len(answers) > 1]
    if torn:
        yield f"the truth of {_count_instances(torn)} differs between rows: at least one of them is wrong"
    several = [name for name, rows in cases.items() if len(rows) > 1]
    if several:
        same = [name for name in several if _labelled_twice(cases[name])]
        again = f", {len(same)} of them under one protocol with the same stance and judge" if same else ""
        yield (
            f"{_count_instances(several)} in several rows{again}: they are taken as independent, so intervals "
            "and the permutation test are only rough"
        )


def _labelled_twice(rows: Sequence[_Reader]) -> bool:
    keys = [(r.protocol(), r.answer("stance"), r.text("judge", "")) for r in rows if r.text("judge", "")]
    return len(set(keys)) < len(keys)


def _count_instances(names: Sequence[str]) -> str:
    return f"{len(names)} instance{'s' if len(names) > 1 else ''} (first: {names[0]})"


def _column(read: Sequence[_Reader], name: str, *, binary: bool = False) -> Numbers:
    return np.array([r.number(name, binary=binary) for r in read])


def _accept(read: Sequence[_Reader], name: str, graded: Numbers, threshold: float) -> Numbers:
    """The 0/1 column where it is filled, else whether the graded score reaches the threshold."""
    given = _column(read, name, binary=True)
    by_score = np.where(np.isnan(graded), np.nan, (graded >= threshold).astype(np.float64))
    return np.where(np.isnan(given), by_score, given)


def _times(read: Sequence[_Reader]) -> Numbers:
    """Rank of the time column; rows of equal time in the order they stand in, rows without one where they stand."""
    said = [r.text("time", "") for r in read]
    numbers = [_number(s) for s in said]
    numeric = all(n is not None for n, text in zip(numbers, said, strict=True) if text)
    keys: list[Any] = [numbers[i] if numeric else text for i, text in enumerate(said) if text]
    dated = iter(sorted(range(len(keys)), key=keys.__getitem__))
    places = [i for i, text in enumerate(said) if text]
    order = [places[next(dated)] if text else i for i, text in enumerate(said)]
    ranks = np.empty(len(said))
    ranks[order] = np.arange(len(said))
    return ranks


def _encode(values: Iterable[str]) -> tuple[tuple[str, ...], Codes]:
    names: dict[str, int] = {}
    codes = [names.setdefault(value, len(names)) for value in values]
    return tuple(names), np.array(codes, dtype=np.int64)


def _number(text: str) -> float | None:
    try:
        return (
            {"true": 1.0, "false": 0.0}.get(text.lower()) if text.isalpha() and text.lower() != "nan" else float(text)
        )
    except ValueError:
        return None


def _table(text: str, path: Path) -> list[Row]:
    if path.suffix in {".jsonl", ".ndjson"}:
        return [row for _, row in json_objects(text, path.name)]
    return list(read_csv(text)[1])
