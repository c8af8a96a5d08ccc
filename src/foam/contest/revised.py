"""How a comparison of options differs from the one it replaces: in sentences that stand on its face. Reads the record.

A reader who had the earlier comparison sees which challenges were sustained since, by whom, what was corrected, and
which options come out otherwise. Whoever tells the comparison reads the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from foam.contest.outcome import Outcome
from foam.contest.repeats import OUTCOME
from foam.contest.subject import DossierFile
from foam.deliberation.choice import OptionsDossier
from foam.deliberation.corrected import Corrected
from foam.record.graph import entries_of, require_entry
from foam.record.store import RUN, Store
from foam.values import short

CONTEST = "contest"
"""Name of the job that hears challenges."""
UNNAMED = "anyone"
"""Who challenges where no name was given."""


def tell_revisions(
    store: Store, question: str, first: OptionsDossier, again: OptionsDossier, files: Mapping[str, DossierFile]
) -> Iterator[str]:
    """What sets a comparison that was made again apart from the `first` one, which was made in the run `question`.

    `files` has the newest version of each deliberation that was revised, by the run it goes back to.
    """
    versions = {root: list(list_versions(store, file.run)) for root, file in files.items()}
    yield _tell_replaced(store, question, [run for runs in versions.values() for run in runs])
    for root, runs in versions.items():
        ids = _list_ids(first, root)
        yield from (
            f"{ids}: {_tell_challenge(outcome)} ({short(run)})." for run, outcome in _read_outcomes(store, runs)
        )
    corrected: dict[Corrected, list[str]] = {}
    for root, file in files.items():
        for one in file.mediation.corrected:
            corrected.setdefault(one, []).append(_list_ids(first, root))
    yield from (f"{', '.join(ids)}: {tell_corrected(one)}" for one, ids in corrected.items())
    yield from _tell_outcomes(first, again)


def list_versions(store: Store, version: str) -> Iterator[str]:
    """The challenges that led from a file to this version of it, the last one first."""
    while (entry := require_entry(store, version)).draft.question.get("job") == CONTEST:
        yield version
        version = entry.draft.question["spec"]["of"]


def tell_corrected(one: Corrected) -> str:
    """What a sentence said, and what corrects it, with the figures that differ."""
    figures = ", ".join(f"{figure.was} became {figure.now}" for figure in one.figures)
    cite = f" ({one.now.cite})" if one.now.cite else ""
    said = f"“{one.was.text}” was corrected; it now reads “{one.now.text}”{cite}"
    return f"{said}: {figures}." if figures else f"{said}."


def find_corrected(corrected: Iterable[Corrected], text: str) -> Corrected | None:
    """What corrects a sentence that says this; None where nothing does."""
    return next((one for one in corrected if one.was.text == text), None)


def _tell_replaced(store: Store, question: str, revised: list[str]) -> str:
    runs = [run.key for run in store.entries(kind=RUN) if run.key in revised]
    earlier = runs[-2] if len(runs) > 1 else ""
    since = f", as the challenge {short(earlier)} left it" if earlier else ""
    return f"This comparison is a revised one. It replaces that of {short(question)}{since}."


def _list_ids(first: OptionsDossier, root: str) -> str:
    return ", ".join(one.id for one in first.options if one.run == root)


def _read_outcomes(store: Store, runs: list[str]) -> Iterator[tuple[str, Outcome]]:
    """What became of each challenge, the first one first."""
    for run in reversed(runs):
        kept = next(entry for entry in entries_of(store, run) if entry.draft.kind == OUTCOME)
        yield run, Outcome.model_validate(kept.answer)


def _tell_challenge(outcome: Outcome) -> str:
    made = outcome.challenge
    who = "somebody who gave no name" if made.challenger == UNNAMED else made.challenger
    what = f"“{outcome.about}”" if outcome.about else made.node
    return f"a challenge by {who} to {what} ({made.ground.kind.replace('_', ' ')}) was {outcome.disposition}"


def _tell_outcomes(first: OptionsDossier, again: OptionsDossier) -> Iterator[str]:
    pairs = list(zip(first.options, again.options, strict=True))
    changed = [(was, now) for was, now in pairs if was.say_outcome() != now.say_outcome()]
    yield from (f"{now.id} came out {was.say_outcome()} and is {now.say_outcome()} now." for was, now in changed)
    if not changed:
        yield "Each option comes out as it did."
