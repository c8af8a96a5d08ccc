"""`foam people`: the accounts of a home that several people share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from foam import short_id
from foam.cli.frame import Face, faced

if TYPE_CHECKING:
    from foam.people.values import Code

_SET = "{name} sets a password with this code at /recover, once, until {until}:"


@click.group()
def people() -> None:
    """Look after the accounts of a home that several people share (`foam serve --people`)."""


@people.command()
@click.argument("name")
@click.option("--role", "roles", multiple=True, required=True, help="What they are; may be given several times.")
@faced
def add(face: Face, name: str, roles: tuple[str, ...]) -> None:
    """Open an account NAME, the id by which its person acts in appeals; prints a code for the first password."""
    with face.home() as home:
        made = home.people.add(name, roles=roles)
    _show_code(face, made)


@people.command(name="list")
@faced
def list_(face: Face) -> None:
    """List every account with its roles."""
    with face.home() as home:
        found = home.people.list()
    lines = [f"{one.name}  {', '.join(one.roles)}{'' if one.has_password else '  no password yet'}" for one in found]
    face.show("\n".join(lines) or "there are no accounts", {"people": [one.json_value() for one in found]})


@people.command()
@click.argument("name")
@faced
def remove(face: Face, name: str) -> None:
    """Take an account away, with its sessions, tokens and places in cases; what it read stays on the audit."""
    with face.home() as home:
        home.people.remove(name)
    face.show(f"{name} has no account any more", {"removed": name})


@people.command()
@click.argument("name")
@faced
def reset(face: Face, name: str) -> None:
    """Print a code with which NAME sets a new password, once, within a day."""
    with face.home() as home:
        made = home.people.reset(name)
    _show_code(face, made)


@people.command()
@click.argument("name")
@click.argument("matter")
@click.option("--role", required=True, help="What they are in this case.")
@faced
def grant(face: Face, name: str, matter: str, role: str) -> None:
    """Give NAME a role in the case MATTER, so that they see it and can act in it."""
    with face.home() as home:
        place = home.people.grant(name, matter, role=role)
    face.show(f"{name} is {role} in {short_id(place.matter)}", place.json_value())


@people.command()
@click.argument("name")
@click.argument("matter")
@click.option("--role", required=True, help="What they were in this case.")
@faced
def revoke(face: Face, name: str, matter: str, role: str) -> None:
    """Take a role in the case MATTER back from NAME; who has acted in it keeps seeing it."""
    with face.home() as home:
        home.people.revoke(name, matter, role=role)
    face.show(f"{name} is no {role} in this case any more", {"name": name, "role": role})


@people.command()
@click.argument("name")
@click.option("--issuer", required=True, help="Who vouches for them: the address given to `foam serve --oidc`.")
@click.option("--subject", required=True, help="What they are called there; the page that refuses them says it.")
@faced
def link(face: Face, name: str, issuer: str, subject: str) -> None:
    """Let NAME log in with an identity of their institution (OpenID Connect)."""
    with face.home() as home:
        home.people.link(name, issuer, subject)
    face.show(f"{name} can log in by {issuer}", {"name": name, "issuer": issuer, "subject": subject})


@people.command()
@click.argument("name")
@faced
def unlink(face: Face, name: str) -> None:
    """Forget every identity elsewhere of NAME, and end their sessions."""
    with face.home() as home:
        count = home.people.unlink(name)
    face.show(f"{count} forgotten", {"name": name, "forgotten": count})


@people.command()
@click.option("--name", help="Of this person alone.")
@click.option("--matter", help="In this case alone.")
@faced
def places(face: Face, name: str | None, matter: str | None) -> None:
    """List the roles that people were given in single cases."""
    with face.home() as home:
        found = home.people.places(name=name, matter=matter)
    lines = [f"{short_id(one.matter)}  {one.person}  {one.role}  since {one.since[:10]}, by {one.by}" for one in found]
    face.show("\n".join(lines) or "nobody was given a role in a case", {"places": [one.json_value() for one in found]})


@people.command()
@click.option("--who", default="", help="By this person alone.")
@click.option("--what", default="", help="Of this case or run alone: its first digits, with b2: before.")
@click.option("--limit", type=click.IntRange(1, 100_000), default=200, show_default=True, help="How many lines.")
@faced
def audit(face: Face, who: str, what: str, limit: int) -> None:
    """List who looked at which personal file, the newest first."""
    with face.home() as home:
        found = home.people.audit(who=who, what=what, limit=limit)
    lines = [
        f"{one.at}  {one.who or '-'}{f' (token {one.token})' if one.token else ''}  {one.did}  {short_id(one.what)}"
        f"{'' if one.allowed else '  REFUSED'}"
        for one in found
    ]
    face.show("\n".join(lines) or "nobody has looked at anything", {"audit": [one.json_value() for one in found]})


def _show_code(face: Face, made: Code) -> None:
    until = made.until[:16].replace("T", " ")
    face.show(f"{_SET.format(name=made.name, until=f'{until} UTC')}\n\n  {made.code}", made.json_value())
