"""The letter that brings somebody the first code of their account: where to go, what to type, and until when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from foam.appeal.notices.letter import para
from foam.examination.days import show_day
from foam.paper import Bullets, Paper, Readable, compose, strong
from foam.people.values import Code


@dataclass(frozen=True)
class Invitation(Readable):
    """An invitation to come in."""

    code: Code
    pages: str
    """The address where people log in."""
    office: str = ""
    address: str = ""


@compose.register
def compose_invitation(letter: Invitation) -> Paper:
    """The letter: it names no case, since it may be opened by another."""
    last = date.fromisoformat(letter.code.until[:10]) - timedelta(days=1)  # the code ends in the course of a day
    head = [para(strong(letter.office))] if letter.office else []
    head += [para(letter.address)] if letter.address else []
    steps = (
        f"Open this address: {letter.pages}/recover",
        f"Account name: {letter.code.name}",
        f"Code: {letter.code.code}",
        "Choose a password of your own. Next time you log in with your name and this password.",
    )
    return Paper(
        title="How to see your case",
        blocks=(
            *head,
            para("You can read what is on file, and write to us, on our pages. So you come in for the first time:"),
            Bullets(items=steps),
            para("The code works once, until ", strong(show_day(last)), ". After that, ask us for a new one."),
            para("Keep this letter to yourself. Whoever has the code can come in under your name."),
            para("You do not have to use these pages. You can write to us or come in, as before."),
        ),
    )
