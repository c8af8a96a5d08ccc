"""Trusted keys: who vouches for a signature, how far trust follows a key, and what a revocation does."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from foam.bundle.keys import SigningKey, make_key
from foam.bundle.pins import (
    LocalRevocation,
    Pin,
    TrustedKeys,
    Vouching,
    find_trusted,
    follow_keys,
    judge_signer,
    keep_statement,
    pin_key,
    read_trusted,
    revoke_here,
)
from foam.bundle.statement import PAYLOAD_TYPE as BUNDLE_PAYLOAD
from foam.bundle.succession import (
    PAYLOAD_TYPE,
    Revocation,
    Succession,
    read_key_statement,
    read_key_statements,
    sign_key_statement,
)
from foam.errors import InputError, VerificationError

START, LATER, DAY = date(2026, 1, 1), date(2026, 3, 1), date(2026, 6, 1)


def _key(holder: str = "The Office") -> SigningKey:
    return make_key(holder, today=START, days=365)


OLD, NEW, NEWER, THIEF = _key(), _key(), _key(), _key()
PINNED = TrustedKeys(pins=(Pin(name="office", key=OLD.public, on=START),))
STEP = Succession(old=OLD.public, new=NEW.public, on=LATER)


def _revoked(key: SigningKey, by: SigningKey, on: date = LATER) -> Revocation:
    return Revocation(keyid=key.public.keyid, on=on, because="stolen", by=by.public)


def _judge(
    key: SigningKey, *carried: Succession | Revocation, on: date = DAY, trusted: TrustedKeys = PINNED
) -> Vouching:
    return judge_signer(key.public, on, trusted, carried)


def test_a_pinned_key_vouches_and_another_does_not() -> None:
    assert _judge(OLD) == Vouching(by="office")
    stranger = _judge(_key("Somebody"))
    assert (stranger.by, stranger.flaws, stranger.notes) == ("", (), ())


def test_another_key_of_the_same_holder_is_remarked_on() -> None:
    assert _judge(THIEF).notes == ("you trust a key of 'The Office', and this is another",)


def test_changed_days_of_a_pinned_key_are_a_flaw() -> None:
    longer = SigningKey(OLD.private, OLD.public.model_copy(update={"not_after": date(2050, 1, 1)}))
    assert _judge(longer).flaws == ("the key's holder or days were changed",)


def test_trust_follows_a_key_to_the_next_from_the_day_it_says() -> None:
    assert _judge(NEW, STEP).by == "office"
    assert _judge(OLD, STEP).by == "office"
    early = _judge(NEW, STEP, on=date(2026, 2, 28))
    assert early.by == ""
    assert "only since 2026-03-01" in early.notes[0]
    second = Succession(old=NEW.public, new=NEWER.public, on=DAY)
    for order in ((STEP, second), (second, STEP)):
        assert _judge(NEWER, *order).by == "office"
    assert _judge(NEWER, second).by == ""


def test_a_step_outside_the_days_of_either_key_leads_nowhere() -> None:
    for on in (date(2025, 12, 31), date(2027, 6, 1)):
        assert _judge(NEW, Succession(old=OLD.public, new=NEW.public, on=on), on=DAY).by == ""


def test_what_was_signed_after_a_revocation_fails_and_before_is_said() -> None:
    for by in (OLD, NEW):
        after = _judge(OLD, STEP, _revoked(OLD, by), on=DAY)
        assert after.flaws == ("its key was revoked on 2026-03-01 (stolen), and it was signed on 2026-06-01",)
        before = _judge(OLD, STEP, _revoked(OLD, by), on=date(2026, 2, 1))
        assert before.flaws == ()
    (note,) = _judge(OLD, _revoked(OLD, OLD), on=date(2026, 2, 1)).notes
    assert "it says that it was signed before" in note


def test_the_earliest_revocation_counts() -> None:
    both = (_revoked(OLD, OLD, on=date(2026, 8, 1)), _revoked(OLD, OLD, on=LATER))
    assert len(_judge(OLD, *both).flaws) == 1


def test_a_stranger_revokes_nothing_and_an_old_key_does_not_revoke_its_successor() -> None:
    assert _judge(OLD, _revoked(OLD, THIEF)) == Vouching(by="office")
    assert _judge(NEW, STEP, _revoked(NEW, OLD)).by == "office"
    assert _judge(NEW, STEP, _revoked(NEW, OLD)).flaws == ()


def test_a_revoked_key_names_no_new_successor() -> None:
    """A thief backdates a statement: what was not known here before the key was revoked does not count."""
    thiefs = Succession(old=OLD.public, new=THIEF.public, on=date(2026, 1, 2))
    assert _judge(THIEF, thiefs).by == "office"
    assert _judge(THIEF, thiefs, _revoked(OLD, OLD)).by == ""
    here = PINNED.model_copy(update={"revoked": (LocalRevocation(keyid=OLD.public.keyid, on=LATER, because="x"),)})
    assert _judge(THIEF, thiefs, trusted=here).by == ""
    known = here.model_copy(update={"statements": (STEP.model_copy(update={"on": date(2026, 2, 1)}),)})
    assert _judge(NEW, trusted=known).by == "office"
    late = here.model_copy(update={"statements": (STEP.model_copy(update={"on": DAY}),)})
    assert _judge(NEW, trusted=late).by == ""


def test_a_local_revocation_counts_for_the_reader() -> None:
    here = PINNED.model_copy(update={"revoked": (LocalRevocation(keyid=OLD.public.keyid, on=LATER, because="x"),)})
    assert _judge(OLD, trusted=here).flaws
    assert not _judge(OLD, trusted=here, on=date(2026, 2, 1)).flaws


def test_statements_go_around_in_a_ring_without_end() -> None:
    ring = (STEP, Succession(old=NEW.public, new=OLD.public, on=DAY))
    assert set(follow_keys(PINNED, ring)) == {OLD.public.keyid, NEW.public.keyid}


def test_statements_come_back_as_they_were_signed() -> None:
    lines = sign_key_statement(STEP, OLD) + sign_key_statement(_revoked(OLD, NEW), NEW)
    assert read_key_statements(lines) == (STEP, _revoked(OLD, NEW))


def test_a_statement_by_another_key_or_of_another_kind_is_refused() -> None:
    with pytest.raises(VerificationError, match="signed by key"):
        read_key_statement(sign_key_statement(STEP, THIEF))
    line = sign_key_statement(STEP, OLD)
    for place in range(0, len(line), 13):
        with pytest.raises(VerificationError):
            read_key_statement(line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :])
    assert PAYLOAD_TYPE != BUNDLE_PAYLOAD, "one cannot be passed off as the other"


def test_a_folder_of_keys_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert find_trusted(tmp_path / "none", tmp_path / "none") == TrustedKeys()
    pin_key(tmp_path, PINNED.pins[0])
    keep_statement(tmp_path, sign_key_statement(STEP, OLD))
    revoke_here(tmp_path, LocalRevocation(keyid=NEW.public.keyid, on=DAY, because="x"))
    found = read_trusted(tmp_path)
    assert found == TrustedKeys(
        pins=PINNED.pins,
        statements=(STEP,),
        revoked=(LocalRevocation(keyid=NEW.public.keyid, on=DAY, because="x"),),
    )
    with pytest.raises(InputError, match="another key by the name 'office'"):
        pin_key(tmp_path, Pin(name="office", key=THIEF.public, on=DAY))


@pytest.mark.parametrize("folder", ["trusted", "statements", "revoked"])
def test_a_file_that_cannot_be_read_is_named_and_not_passed_over(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "x.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="cannot read") as caught:
        read_trusted(tmp_path)
    assert "move it away" in caught.value.hint
