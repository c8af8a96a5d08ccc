"""Coming in: passwords, codes, sessions and tokens, and the wait of whoever keeps failing."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher

import foam
from foam.people.credentials import check_password, hash_password, is_outdated, make_code, read_code
from foam.people.entering import CODE_LASTS, FIRST_WAIT, FREE_TRIES, IDLE, INVITATION_LASTS, LONGEST, LONGEST_WAIT

GOOD, OTHER = "seven green bottles", "eight blue bottles"


class Hands:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def turn(self, by: timedelta) -> None:
        self.now += by


@pytest.fixture
def clock() -> Hands:
    return Hands()


@pytest.fixture
def home(tmp_path: Path, clock: Hands) -> foam.Home:
    return foam.open(
        tmp_path / "home", models=foam.ScriptedModel(), embedder=foam.HashingEmbedder(), environ={}, clock=clock
    )


@pytest.fixture
def session(home: foam.Home) -> str:
    code = home.people.add("ada", roles=["reader"]).code
    return home.people.redeem("ada", code, GOOD).session


def test_a_code_sets_the_first_password_once(home: foam.Home) -> None:
    made = home.people.add("ada", roles=["reader", "records_clerk"])
    assert not home.people.show("ada").has_password
    assert not home.people.redeem("ada", "aaaa-bbbb-cccc-dddd", GOOD).session
    typed = made.code.upper().replace("-", " ")
    first = home.people.redeem("ada", typed, GOOD)
    signed = home.people.find_session(first.session)
    assert signed is not None
    assert signed.account.roles == ("records_clerk", "reader")
    assert not home.people.redeem("ada", made.code, OTHER).session
    assert home.people.log_in("ada", GOOD).session
    assert not home.people.log_in("ada", OTHER).session


def test_an_invitation_is_over_after_two_weeks_and_another_code_after_a_day(home: foam.Home, clock: Hands) -> None:
    code = home.people.add("ada", roles=["reader"]).code
    home.people.add("bob", roles=["administrator"])
    assert not home.people.redeem("bob", code, GOOD).session, "it counts for its own name"
    clock.turn(INVITATION_LASTS - timedelta(seconds=1))
    assert home.people.redeem("ada", code, GOOD).session
    again = home.people.reset("ada").code
    clock.turn(CODE_LASTS + timedelta(seconds=1))
    assert not home.people.redeem("ada", again, GOOD).session
    late = home.people.add("cy", roles=["reader"]).code
    clock.turn(INVITATION_LASTS + timedelta(seconds=1))
    assert not home.people.redeem("cy", late, GOOD).session


def test_a_new_code_replaces_the_password_and_ends_every_session(home: foam.Home, session: str) -> None:
    code = home.people.reset("ada").code
    assert home.people.find_session(session) is not None
    new = home.people.redeem("ada", code, OTHER)
    assert home.people.find_session(session) is None
    assert home.people.find_session(new.session) is not None
    assert not home.people.log_in("ada", GOOD).session


def test_another_password_ends_every_other_session(home: foam.Home, session: str) -> None:
    second = home.people.log_in("ada", GOOD).session
    assert not home.people.change_password("ada", "wrong words here", OTHER).session
    third = home.people.change_password("ada", GOOD, OTHER).session
    assert [home.people.find_session(one) is not None for one in (session, second, third)] == [False, False, True]


@pytest.mark.parametrize("password", ["short", "a" * 30, "x" * 201, "my name is ada lovelace"])
def test_a_password_that_is_easy_to_guess_is_refused(home: foam.Home, password: str) -> None:
    code = home.people.add("ada", roles=["reader"]).code
    with pytest.raises(foam.InputError, match="password"):
        home.people.redeem("ada", code, password)
    assert home.people.redeem("ada", code, GOOD).session, "the code was not used up"


def test_a_session_ends_when_it_is_idle_and_at_the_latest_after_half_a_day(
    home: foam.Home, clock: Hands, session: str
) -> None:
    clock.turn(IDLE - timedelta(seconds=5))
    assert home.people.find_session(session) is not None
    clock.turn(IDLE + timedelta(seconds=1))
    assert home.people.find_session(session) is None
    busy = home.people.log_in("ada", GOOD).session
    for _ in range(int(LONGEST / timedelta(minutes=20))):
        assert home.people.find_session(busy) is not None
        clock.turn(timedelta(minutes=20))
    clock.turn(timedelta(seconds=1))
    assert home.people.find_session(busy) is None


def test_whoever_keeps_failing_waits_longer_and_longer_whether_the_name_is_known_or_not(
    home: foam.Home, clock: Hands, session: str
) -> None:
    def fail(name: str) -> list[int]:
        waits = [home.people.log_in(name, f"guess number {n}").wait for n in range(FREE_TRIES)]
        for _ in range(2):
            clock.turn(timedelta(seconds=waits[-1] + 1))
            waits.append(home.people.log_in(name, "one more guess").wait)
        return waits

    first = int(FIRST_WAIT.total_seconds())
    known, unknown = fail("ada"), fail("nobody-here")
    assert known == unknown == [0, 0, 0, 0, first, 2 * first, 4 * first]
    locked = home.people.log_in("ada", GOOD)
    assert not locked.session
    assert locked.wait > 0
    clock.turn(timedelta(seconds=4 * first))
    assert home.people.log_in("ada", GOOD).session
    assert home.people.log_in("ada", "wrong again, sorry").wait == 0, "who came in starts anew"


def test_the_wait_has_an_end(home: foam.Home, clock: Hands) -> None:
    waits = []
    for _ in range(20):
        waits.append(home.people.log_in("ada", "guess").wait)
        clock.turn(timedelta(seconds=waits[-1]))
    assert waits[-1] == LONGEST_WAIT.total_seconds()


def test_codes_cannot_be_guessed_at_length_either(home: foam.Home) -> None:
    code = home.people.add("ada", roles=["reader"]).code
    for _ in range(FREE_TRIES):
        assert not home.people.redeem("ada", make_code(), GOOD).session
    assert home.people.redeem("ada", code, GOOD).wait > 0


def test_who_is_locked_out_by_somebody_elses_guesses_comes_in_by_a_code(home: foam.Home, session: str) -> None:
    for _ in range(FREE_TRIES + 1):
        home.people.log_in("ada", "guess")
    assert home.people.log_in("ada", GOOD).wait > 0
    assert home.people.redeem("ada", home.people.reset("ada").code, OTHER).session
    assert home.people.log_in("ada", OTHER).session


def test_tokens_have_scopes_end_and_can_be_taken_back(home: foam.Home, clock: Hands, session: str) -> None:
    made = home.people.add_token("ada", title="Nightly export", scopes=["challenge", "read"], days=10)
    signed = home.people.find_token(made.secret)
    assert signed is not None
    assert (signed.account.name, signed.scopes) == ("ada", ("read", "challenge"))
    assert home.people.find_token(made.secret + "x") is None
    assert home.people.find_session(made.secret) is None
    assert home.people.tokens("ada")[0].used
    clock.turn(timedelta(days=10))
    assert home.people.find_token(made.secret) is None
    other = home.people.add_token("ada", title="", scopes=["read"], days=1)
    home.people.remove_token("ada", other.token.id)
    assert home.people.find_token(other.secret) is None
    with pytest.raises(foam.NotFound):
        home.people.remove_token("ada", other.token.id)
    for wrong in ([], ["read", "everything"]):
        with pytest.raises(foam.InputError, match="scope"):
            home.people.add_token("ada", title="", scopes=wrong)
    with pytest.raises(foam.InputError, match="365"):
        home.people.add_token("ada", title="", scopes=["read"], days=900)


def test_whoever_has_no_account_any_more_is_out(home: foam.Home, session: str) -> None:
    token = home.people.add_token("ada", title="t", scopes=["read"]).secret
    home.people.remove("ada")
    assert home.people.find_session(session) is None
    assert home.people.find_token(token) is None
    assert not home.people.log_in("ada", GOOD).session
    again = home.people.add("ada", roles=["reader"])
    assert home.people.tokens("ada") == ()
    assert not home.people.log_in("ada", GOOD).session
    assert again.code


def test_the_file_holds_no_secret(home: foam.Home, session: str) -> None:
    token = home.people.add_token("ada", title="t", scopes=["read"]).secret
    code = home.people.reset("ada").code
    home.close()
    with sqlite3.connect(home.folder / "foam.db") as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'people_%'")]
        held = "\n".join(str(row) for table in tables for row in db.execute(f"SELECT * FROM {table}"))
    db.close()
    assert "$argon2id$" in held
    for secret in (session, token, token.rpartition("_")[2], code, GOOD):
        assert secret not in held


def test_the_record_is_whole_with_people_beside_it(home: foam.Home, session: str) -> None:
    home.ask("Should street lamps be dimmed at night?", pack="street-lamps")
    assert home.record.verify().ok


def test_roles_change_and_the_last_administrator_stays(home: foam.Home, session: str) -> None:
    home.people.add("keeper", roles=["administrator"])
    with pytest.raises(foam.InputError, match="last administrator"):
        home.people.remove("keeper")
    with pytest.raises(foam.InputError, match="last administrator"):
        home.people.change_roles("keeper", ["reader"])
    assert home.people.change_roles("ada", ["administrator"]).roles == ("administrator",)
    assert home.people.find_session(session) is None
    home.people.remove("keeper")
    assert [one.name for one in home.people.list()] == ["ada"]


@pytest.mark.parametrize("name", ["", "Ada", "ada lovelace", "-ada", "../x", "a" * 65, "ädä"])
def test_an_account_goes_by_an_id_of_the_procedure(home: foam.Home, name: str) -> None:
    with pytest.raises(foam.InputError, match="no name"):
        home.people.add(name, roles=["reader"])


def test_what_is_no_role_is_refused(home: foam.Home) -> None:
    for roles in ([], ["owner"], ["reader", "witness"]):
        with pytest.raises(foam.InputError, match="role"):
            home.people.add("ada", roles=roles)
    home.people.add("ada", roles=["reader"])
    with pytest.raises(foam.InputError, match="already"):
        home.people.add("ada", roles=["reader"])


def test_the_hashes_that_people_get_are_dear(dear_hashes: None) -> None:
    kept = hash_password(GOOD)
    assert "$argon2id$" in kept
    assert "m=65536,t=3" in kept
    assert check_password(kept, GOOD)
    assert not check_password(kept, OTHER)
    assert not is_outdated(kept)
    assert is_outdated(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(GOOD))


def test_a_password_is_the_same_however_its_letters_are_put_together() -> None:
    kept = hash_password("caf\u00e9 au lait ☕ twice")
    assert check_password(kept, "cafe\u0301 au lait ☕ twice")
    assert not check_password(kept, "cafe au lait ☕ twice")
    assert not check_password("", "anything at all")
    assert not check_password("no hash", "anything at all")


def test_a_code_is_read_however_it_is_typed() -> None:
    code = make_code()
    assert read_code(f"  {code.upper()} ") == read_code(code.replace("-", "")) == code
