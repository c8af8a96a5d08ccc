"""Mail by SMTP, to a real port: one address, nothing of a letter unless wanted, a note on file, no waiting."""

from __future__ import annotations

import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from tests.appeal.office import FORM

import foam
from foam.settings import load_config


class Post(socketserver.ThreadingTCPServer):
    """A mail server that keeps what it is handed, and refuses some addresses."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, *, refuses: str = "", slow: float = 0.0) -> None:
        super().__init__(("127.0.0.1", 0), _Clerk)
        self.refuses, self.slow = refuses, slow
        self.kept: list[tuple[tuple[str, ...], EmailMessage]] = []


class _Clerk(socketserver.StreamRequestHandler):
    server: Post

    def handle(self) -> None:
        time.sleep(self.server.slow)
        self._say("220 here")
        to: list[str] = []
        while line := self.rfile.readline().decode().strip():
            match line.split(maxsplit=1)[0].upper(), line:
                case "RCPT", _:
                    address = line.partition("<")[2].partition(">")[0]
                    if address == self.server.refuses:
                        self._say(f"550 {address} is unknown here")
                        continue
                    to.append(address)
                case "DATA", _:
                    self._say("354 go on")
                    self.server.kept.append((tuple(to), self._take()))
                case "QUIT", _:
                    self._say("221 bye")
                    return
                case _:
                    pass
            self._say("250 well")

    def _take(self) -> EmailMessage:
        lines = iter(self.rfile.readline, b".\r\n")
        return message_from_bytes(b"".join(lines), policy=policy.default)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


@contextmanager
def serve(**given: Any) -> Iterator[Post]:
    with Post(**given) as post:
        threading.Thread(target=post.serve_forever, daemon=True).start()
        yield post
        post.shutdown()


def set_up(post: Post, **more: Any) -> dict[str, Any]:
    server = {"host": "127.0.0.1", "port": post.server_address[1], "encryption": "none", "sender": "office@example.org"}
    return {f"mail.{name}": value for name, value in {**server, **more}.items()}


ADA = {**FORM, "person": "Ada Example", "mail": "ada@example.org", "file_number": "FA-1"}
BEN = {**FORM, "person": "Ben Other", "mail": "ben@example.org", "file_number": "FA-2"}


def open_home(folder: Path, **settings: Any) -> foam.Home:
    return foam.open(folder, environ={}, **settings)


def list_notes(home: foam.Home, matter: Any) -> list[tuple[str, str]]:
    acts = [one.filed.act for one in home.appeal.timeline(matter).acts if one.filed.act.name == "note_mail"]
    return [(act.brought.letter, act.brought.failed) for act in acts]  # type: ignore[union-attr]


def test_each_letter_is_told_to_the_one_address_of_its_matter(tmp_path: Path) -> None:
    with serve() as post:
        with open_home(tmp_path, **set_up(post, pages="https://foam.example.org")) as home:
            ada, ben, none = (home.appeal.begin(form) for form in (ADA, BEN, FORM))
            for matter in (ada, ben, none):
                home.appeal.step(matter, "issue_notice", by="worker")
        assert sorted(to for to, _ in post.kept) == [("ada@example.org",), ("ben@example.org",)]
        for to, mail in post.kept:
            assert (mail["To"],) == to
            number = "FA-1" if to == ("ada@example.org",) else "FA-2"
            assert number in mail["Subject"]
            body = mail.get_content()
            assert "https://foam.example.org" in body
            for private in ("Ada", "Ben", "benefits", "1,940"):
                assert private not in mail.as_string()
        with open_home(tmp_path) as home:
            assert [list_notes(home, one) for one in (ada, ben, none)] == [[("decision", "")], [("decision", "")], []]


def test_the_letter_goes_along_where_the_office_has_it_so(tmp_path: Path) -> None:
    pytest.importorskip("typst", reason="NO TYPST: pip install 'foam[pdf]'")
    with serve() as post:
        with open_home(tmp_path, **set_up(post, attach=True)) as home:
            home.appeal.step(home.appeal.begin(ADA), "issue_notice", by="worker")
        ((_, mail),) = post.kept
        (letter,) = mail.iter_attachments()
        assert letter.get_content().startswith(b"%PDF-")


def test_a_mail_that_is_refused_is_noted_without_what_the_server_said(tmp_path: Path) -> None:
    with serve(refuses="ada@example.org") as post:
        with open_home(tmp_path, **set_up(post)) as home:
            matter = home.appeal.begin(ADA)
            assert home.appeal.step(matter, "issue_notice", by="worker").state == "notice_issued"
        assert post.kept == []
    with open_home(tmp_path) as home:
        assert list_notes(home, matter) == [("decision", "the mail server refused the address")]
        told = home.appeal.timeline(matter)
        assert "Mail about a letter (decision): the mail server refused the address" in [one.says for one in told.acts]
        assert "ada@example.org" not in str(told)


def test_a_server_that_is_away_or_slow_holds_no_step_up(tmp_path: Path) -> None:
    away = {"mail.host": "127.0.0.1", "mail.port": 1, "mail.sender": "office@example.org"}
    with open_home(tmp_path / "away", **away) as home:
        matter = home.appeal.begin(ADA)
        assert home.appeal.step(matter, "issue_notice", by="worker").state == "notice_issued"
    with open_home(tmp_path / "away") as home:
        assert list_notes(home, matter) == [("decision", "the mail server could not be reached")]
    with serve(slow=3.0) as post, open_home(tmp_path / "slow", **set_up(post)) as home:
        matter = home.appeal.begin(ADA)
        home.appeal.step(matter, "issue_notice", by="worker")
        home.appeal.step(matter, "deliver", by="worker", role="original_decider", on=_today(home, matter))
        assert list_notes(home, matter) == [], "two steps were taken before the mail was"


def _today(home: foam.Home, matter: Any) -> Any:
    return home.appeal.timeline(matter).acts[-1].day


def test_what_is_to_be_encrypted_is_not_sent_in_the_open(tmp_path: Path) -> None:
    with serve() as post:
        with open_home(tmp_path, **set_up(post, encryption="starttls")) as home:
            matter = home.appeal.begin(ADA)
            home.appeal.step(matter, "issue_notice", by="worker")
        assert post.kept == []
    with open_home(tmp_path) as home:
        assert list_notes(home, matter) == [("decision", "the mail server refused the mail")]


@pytest.mark.parametrize("address", ["a@b, c@d", "a@b\nBcc: c@d", "nobody", "<a@b>"])
def test_what_is_not_one_address_is_refused(tmp_path: Path, address: str) -> None:
    with open_home(tmp_path) as home, pytest.raises(foam.InputError, match="mail"):
        home.appeal.begin({**ADA, "mail": address})


def test_an_address_that_was_removed_gets_nothing(tmp_path: Path) -> None:
    with serve() as post:
        with open_home(tmp_path, **set_up(post)) as home:
            matter = home.appeal.begin(ADA)
            home.appeal.redact(matter, by="clerk", because="asked for", person=True)
            home.appeal.step(matter, "issue_notice", by="worker")
        assert post.kept == []


def test_a_password_is_for_an_encrypted_connection_and_a_host_of_ones_own(tmp_path: Path) -> None:
    open_ = {"mail.host": "127.0.0.1", "mail.encryption": "none", "mail.sender": "o@example.org", "mail.password": "x"}
    with open_home(tmp_path, **open_) as home, pytest.raises(foam.FoamError, match="encrypted"):
        home.config()
    (tmp_path / "config.toml").write_text('[mail]\nhost = "mail.example.org"\nsender = "o@example.org"\n')
    environ = {"FOAM_MAIL__PASSWORD": "secret"}
    assert load_config(tmp_path, environ=environ).settings.mail.host == "mail.example.org"
    with pytest.raises(foam.FoamError, match="not your own home"):
        load_config(tmp_path, environ=environ, own=False)
