"""Where the record's log stood after each act of a matter: letters bear it, and the bundle proves it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.canonical import write_canonical
from foam.record.proof import Proof
from foam.values import Value


class Moment(Value):
    """An act, and the proof from the head right after it to the head that the bundle bears."""

    act: str
    proof: Proof


def write_moments(moments: Iterable[Moment]) -> bytes:
    """The file: a line for each act, in their order."""
    return b"".join(write_canonical(moment.json_value()) + b"\n" for moment in moments)


def read_moments(data: bytes) -> tuple[Moment, ...]:
    return tuple(Moment.model_validate_json(line) for line in data.splitlines())


def find_moment_flaws(moments: Iterable[Moment], head: str, numbers: dict[str, int]) -> Iterator[tuple[str, str]]:
    """Acts whose moment is not theirs or is not proved, and why; `numbers` are the acts' lines in the log."""
    for moment in moments:
        if str(moment.proof.later) != head or not moment.proof.holds:
            yield moment.act, "the log did not stand so when it was done"
        elif numbers.get(moment.act) != moment.proof.earlier.size:
            yield moment.act, "it is not the act after which the log stood so"
