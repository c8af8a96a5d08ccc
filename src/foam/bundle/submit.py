"""Taking forms in: words are kept only when their act is allowed, then the act joins the chain. Knows no face."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from foam.appeal.acts import Words
from foam.appeal.forms import ActForm, OpeningForm, act_of
from foam.appeal.notices.compose import WRITTEN_AFTER, Notice, compose
from foam.appeal.notices.letter import MISSING, REMOVED
from foam.appeal.perform import perform
from foam.appeal.standing import opened
from foam.appeal.table import transition
from foam.bundle.chain import MatterFile, add, after_act, open_file, read_file
from foam.bundle.vault import Salter, Secret, Vault, hold, new_salt
from foam.deliberation.views.pdf import Printed
from foam.record.store import Store
from foam.values import short


class _Staged:
    """Holds secrets until the act they belong to is allowed."""

    def __init__(self, salter: Salter) -> None:
        self._salter = salter
        self.secrets: list[Secret] = []

    def hold(self, text: str) -> Words:
        return hold(text, self, salter=self._salter)

    def put(self, secret: Secret) -> None:
        self.secrets.append(secret)

    def get(self, commitment: str) -> Secret | None:
        return next((secret for secret in self.secrets if secret.commitment == commitment), None)

    def remove(self, commitment: str) -> bool:
        return False

    @contextmanager
    def kept(self, vault: Vault) -> Iterator[None]:
        """Keep the words for what is done here; when it fails, they are gone again."""
        for secret in self.secrets:
            vault.put(secret)
        try:
            yield
        except BaseException:
            for secret in self.secrets:
                vault.remove(secret.commitment)
            raise


def begin(store: Store, vault: Vault, form: OpeningForm, *, at: datetime, salter: Salter = new_salt) -> MatterFile:
    """Open a matter. With fresh salts, beginning the same decision twice opens two matters."""
    staged = _Staged(salter)
    opening = form.sealed(staged.hold)
    opened(opening, at)
    with staged.kept(vault):
        return open_file(store, opening, clock=lambda: at)


def submit(
    store: Store, vault: Vault, key: str, form: ActForm, *, at: datetime, salter: Salter = new_salt
) -> MatterFile:
    """Perform an act. A refused act leaves nothing behind; one that removes words removes them from the vault."""
    file = read_file(store, key)
    staged = _Staged(salter)
    act = act_of(form, transition(form.act), file.standing, at=at, hold=staged.hold)
    perform(file.standing, act)
    with staged.kept(vault):
        after = add(store, key, act)
    for commitment in form.remove:
        vault.remove(commitment)
    return after


def write_notice(file: MatterFile, vault: Vault, notice: Notice) -> Printed:
    """A letter as it was due; NotFound when the matter has not come so far. Its foot bears the mark of the last act."""
    standing, mark = after_act(file, *WRITTEN_AFTER[notice])
    return compose(notice, standing, Reader(file, vault), reference=f"{short(file.key)}, mark {short(mark)}")


class Reader:
    """Opens the words of a matter for a letter or a list; of removed ones it says so."""

    def __init__(self, file: MatterFile, vault: Vault) -> None:
        self._removed = frozenset(file.standing.redacted)
        self._vault = vault

    def __call__(self, words: Words) -> str:
        return self.of(words.commitment)

    def of(self, commitment: str) -> str:
        """The text under a commitment."""
        if commitment in self._removed:
            return REMOVED
        secret = self._vault.get(commitment)
        return MISSING if secret is None else secret.text
