"""Takes forms in and gives letters out. Words are kept only when their act is allowed; then the act joins the chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property, partial

from foam.appeal.acts import Words
from foam.appeal.chain import Matter, add_act, find_standing_after, open_matter, read_matter
from foam.appeal.forms import ActForm, OpeningForm, make_act
from foam.appeal.grounds import Notice
from foam.appeal.notices.compose import WRITTEN_AFTER, compose_notice
from foam.appeal.notices.letter import MISSING, REMOVED, list_passages
from foam.appeal.notices.reading import Reading, measure_reading
from foam.appeal.notices.sources import HeldReason, hold_to_sources, list_missing
from foam.appeal.perform import find_refusals, perform
from foam.appeal.standing import Standing, advance, open_standing
from foam.appeal.table import find_transition
from foam.appeal.vault import MemoryVault, Salter, Vault, hold, new_salt
from foam.errors import InputError
from foam.model.port import PairJudge
from foam.paper import Paper, Readable, compose
from foam.record.personal import Seal
from foam.record.store import Store
from foam.values import short

_WITH_REASONS: tuple[Notice, ...] = ("decision", "outcome", "explanation")
_LETTER_OF = {act: letter for letter in _WITH_REASONS for act in WRITTEN_AFTER[letter]}
"""The letter that an act sends, or whose reasons it gives."""
_DRAFT = "draft, not sent"


class StagedVault(MemoryVault):
    """Holds secrets until the act they belong to is allowed."""

    def __init__(self, salter: Salter) -> None:
        super().__init__()
        self._salter = salter

    def hold(self, text: str) -> Words:
        return hold(text, self, salter=self._salter)

    @contextmanager
    def keep(self, vault: Vault) -> Iterator[None]:
        """Keep the words for what is done here; when it fails, they are gone again."""
        for secret in self._kept.values():
            vault.put(secret)
        try:
            yield
        except BaseException:
            for commitment in self._kept:
                vault.remove(commitment)
            raise


def begin_matter(
    store: Store,
    vault: Vault,
    form: OpeningForm,
    *,
    at: datetime,
    salter: Salter = new_salt,
    seal: Seal | None = None,
) -> Matter:
    """Open a matter, with a seal as one of a personal file.

    With fresh salts, beginning the same decision twice opens two matters.
    """
    staged = StagedVault(salter)
    opening = form.seal(staged.hold)
    open_standing(opening, at)
    with staged.keep(vault):
        return open_matter(store, opening, clock=lambda: at, seal=seal)


def check_opening(form: OpeningForm, *, at: datetime) -> None:
    """Refuse what cannot be opened as a matter; nothing is kept."""
    open_standing(form.seal(StagedVault(new_salt).hold), at)


def submit_act(
    store: Store, vault: Vault, key: str, form: ActForm, *, judge: PairJudge, at: datetime, salter: Salter = new_salt
) -> Matter:
    """Perform an act. A refused act leaves nothing behind; one that removes words removes them from the vault.

    An act by which a letter with reasons is sent, or on which one rests, is refused where the letter would be.
    """
    matter = read_matter(store, key)
    staged = StagedVault(salter)
    act = make_act(form, find_transition(form.act), matter.standing, at=at, hold=staged.hold)
    after_act = perform(matter.standing, act)
    read = WordsReader(matter, vault, staged)
    offer = matter.standing.offer
    if form.act == "settle" and form.terms and offer and form.terms.split() != read(offer).split():
        raise InputError("the terms are others now", hint=f"agree to these, or do not: {read(offer)}")
    if form.act in _LETTER_OF:
        require_sources(hold_to_sources(_LETTER_OF[form.act], after_act, read, weigh_pairs=judge.weigh))
    with staged.keep(vault):
        after = add_act(store, key, act)
    for commitment in form.remove:
        vault.remove(commitment)
    return after


def require_sources(reasons: Iterable[HeldReason]) -> None:
    """Refuse a letter with a reason, or other figures, that its sources do not bear out."""
    for number, one in enumerate(reasons, start=1):
        if one.held == "not borne out":
            raise InputError(
                f"{one.name_part(number)} is not borne out: {one.why}",
                hint="cite what shows it, say it in the words of what it cites, or drop it",
            )


class Letter(Readable):
    """A letter of a matter: how hard it is to read, what it lacks, and whether its sources bear its reasons out."""

    def __init__(
        self,
        notice: Notice,
        standing: Standing,
        read: WordsReader,
        *,
        number: str,
        mark: str,
        judge: PairJudge,
        refusals: Mapping[str, str] | None = None,
    ) -> None:
        self.notice = notice
        self.paper = compose_notice(notice, standing, read, number=number, mark=mark)
        self.missing = list_missing(notice, standing)
        self.refusals = dict(refusals or {})
        """Of a draft: what stands against the act that would send it, by the guard that says so."""
        self._hold = partial(hold_to_sources, notice, standing, read, weigh_pairs=judge.weigh)

    @cached_property
    def reasons(self) -> tuple[HeldReason, ...]:
        """Every reason, held against what it cites."""
        return self._hold()

    def require_sources(self) -> None:
        """Refuse to issue a letter that gives a reason which its sources do not bear out."""
        require_sources(self.reasons)

    @property
    def reading(self) -> Reading:
        """How long its sentences and words are."""
        return measure_reading(list_passages(self.paper))


@compose.register
def compose_letter(letter: Letter) -> Paper:
    """The letter as a document."""
    return letter.paper


def write_letter(
    matter: Matter,
    vault: Vault,
    notice: Notice,
    *,
    judge: PairJudge,
    heads: Mapping[str, str] | None = None,
    draft: bool = False,
) -> Letter:
    """A letter as it was due; NotFound when the matter has not come so far.

    A `draft` of the decision can be had before it is sent: an office sees what its sources do not bear out in time.
    Its foot bears the mark of the last act and, where `heads` has it, the head of the record right after that act:
    whoever keeps the letter can tell later whether anything was taken out of the record.
    """
    if draft and notice == "decision" and matter.standing.state == "draft_decision":
        standing, mark = matter.standing, ""
    else:
        standing, mark = find_standing_after(matter, *WRITTEN_AFTER[notice])
    marked = f"mark {short(mark)}" if mark else _DRAFT
    if heads and mark in heads:
        marked += f", record {heads[mark]}"
    return Letter(notice, standing, WordsReader(matter, vault), number=short(matter.key), mark=marked, judge=judge)


def draft_letter(matter: Matter, vault: Vault, form: ActForm, *, judge: PairJudge, at: datetime) -> Letter:
    """The letter that an act would lead to, and what stands against the act; nothing is kept."""
    staged = StagedVault(new_salt)
    row = find_transition(form.act)
    act = make_act(form, row, matter.standing, at=at, hold=staged.hold)
    return Letter(
        _LETTER_OF[form.act],
        advance(matter.standing, act, row),
        WordsReader(matter, vault, staged),
        number=short(matter.key),
        mark=_DRAFT,
        judge=judge,
        refusals=find_refusals(matter.standing, act),
    )


class WordsReader:
    """Opens the words of a matter for a letter or a list; of removed ones it says so."""

    def __init__(self, matter: Matter, *vaults: Vault) -> None:
        self._removed = frozenset(matter.standing.redacted)
        self._vaults = vaults

    def __call__(self, words: Words) -> str:
        return self.read(words.commitment)

    def read(self, commitment: str) -> str:
        """The text under a commitment."""
        if commitment in self._removed:
            return REMOVED
        secrets = (vault.get(commitment) for vault in self._vaults)
        return next((secret.text for secret in secrets if secret is not None), MISSING)
