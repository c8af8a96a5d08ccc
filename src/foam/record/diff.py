"""Two runs side by side: what they decided alike, what differently, what only one of them decided.

Decisions are matched by what was decided (kind) and what was asked (question), not by key: another model, seed or
input changes the key, and it is those changes that one wants to see.
"""

from __future__ import annotations

from collections import defaultdict, deque

from foam.record.entry import Entry
from foam.record.graph import require_entry
from foam.record.store import Store
from foam.values import Value, digest


class Match(Value):
    """The same decision in both runs: its kind, and its entry in each."""

    kind: str
    a: str
    b: str


class RunDiff(Value):
    """Every member of both runs, in exactly one of these places."""

    same: tuple[Match, ...] = ()
    """Answered alike; the keys differ when a decider or an input did."""
    changed: tuple[Match, ...] = ()
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()


def diff(store: Store, run_a: str, run_b: str) -> RunDiff:
    """Compare the members of two runs, in the order in which the first run took its decisions."""
    entries_a, entries_b = _read_entries(store, run_a), _read_entries(store, run_b)
    pairs = _pair(entries_a, entries_b)
    matches = [(a, b) for a in entries_a if (b := pairs.get(a.key)) is not None]
    taken = {b.key for b in pairs.values()}
    return RunDiff(
        same=tuple(_match(a, b) for a, b in matches if _question_and_answer(a) == _question_and_answer(b)),
        changed=tuple(_match(a, b) for a, b in matches if _question_and_answer(a) != _question_and_answer(b)),
        only_a=tuple(a.key for a in entries_a if a.key not in pairs),
        only_b=tuple(b.key for b in entries_b if b.key not in taken),
    )


def _read_entries(store: Store, run: str) -> list[Entry]:
    require_entry(store, run)
    return [require_entry(store, key) for key in store.members(run)]


def _pair(entries_a: list[Entry], entries_b: list[Entry]) -> dict[str, Entry]:
    """Key of a's entry to b's entry. Among like questions: same key first, then same answer, then in order."""
    pairs: dict[str, Entry] = {}
    left = {b.key: b for b in entries_b}
    for likeness in (_key, _question_and_answer, _question):
        offered: dict[str, deque[str]] = defaultdict(deque)
        for b in left.values():
            offered[likeness(b)].append(b.key)
        for a in entries_a:
            if a.key not in pairs and (rivals := offered[likeness(a)]):
                pairs[a.key] = left.pop(rivals.popleft())
    return pairs


def _key(entry: Entry) -> str:
    return entry.key


def _question_and_answer(entry: Entry) -> str:
    return digest([entry.draft.kind, entry.draft.question, entry.answer])


def _question(entry: Entry) -> str:
    return digest([entry.draft.kind, entry.draft.question])


def _match(a: Entry, b: Entry) -> Match:
    return Match(kind=a.draft.kind, a=a.key, b=b.key)
