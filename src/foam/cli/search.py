"""`foam search`: find sentences that answer a query, or counter-evidence to a claim."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import foam
from foam.cli import endings
from foam.cli.frame import Face, FileOption, faced
from foam.cli.library import EMPTY, SEND, VECTORS, VERSION, clip, name_place, wrap_sentence

JUDGED = "stance is judged by a small model (docs/judge.md): read what is found before you rely on it"
_NOTHING_WHERE = (
    "nothing found; a document of which the library does not know what --where asks for, such as its year, is left out"
)


@click.command()
@click.argument("query", nargs=-1)
@click.option(
    "--where",
    multiple=True,
    metavar="FIELD=VALUE",
    help="side, kind, trust, topic, source, domain, year; of cards tag, author, file, block, side, team, year.",
)
@click.option("--cards", is_flag=True, help="Find debaters' cards by tag, author and block, the newest first.")
@click.option("--newest", is_flag=True, help="With --cards --against: the newest first, not the strongest.")
@click.option("--policy", default="open", show_default=True, help="Sources to admit: a policy by its name.")
@click.option("--against", is_flag=True, help="Find counter-evidence: QUERY is a claim.")
@click.option("--limit", type=click.IntRange(min=1, max=1000), default=20, show_default=True, help="At most so many.")
@click.option(
    "--diversity", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Weight of being unlike."
)
@click.option("--out", cls=FileOption, endings=endings.CARD_FILE, help="With --cards: write the cards to this file")
@SEND
@VERSION
@VECTORS
@faced
def search(
    face: Face,
    query: tuple[str, ...],
    cards: bool,
    against: bool,
    newest: bool,
    diversity: float,
    out: Path | None,
    send: bool,
    **options: Any,
) -> None:
    """Find the sentences that answer QUERY, by words and by meaning; or cards, a line each."""
    words = " ".join(query)
    if cards:
        if diversity or options["policy"] != "open" or options["version"] is not None:
            raise click.UsageError("--cards takes QUERY, --where, --against, --newest and --limit alone")
        if against and not words:
            raise click.UsageError("Missing argument 'QUERY...': the claim that cards shall speak against.")
        asked = {"where": options["where"], "limit": options["limit"]}
        if against:
            asked |= {"newest": newest, "vectors": options["vectors"]}
        _search_cards(face, words, asked, against=against, out=out, send=send)
        return
    if newest:
        raise click.UsageError("--newest orders cards: add --cards")
    if out or send:
        raise click.UsageError("--out and --send write cards: add --cards")
    if not words:
        raise click.UsageError("Missing argument 'QUERY...'.")
    with face.home() as home:
        found: Any = (
            home.search.against(words, **options) if against else home.search(words, diversity=diversity, **options)
        )
    if not found.version:
        face.note(EMPTY)
    if against:
        face.note(JUDGED)
    lines = (
        [_against_line(*one, found.cites) for one in enumerate(found.against, start=1)]
        if against
        else [_found_line(*one, found.cites) for one in enumerate(found.found, start=1)]
    )
    nothing = _say_nothing_against(found) if against else "nothing found"
    face.show("\n".join(lines) or (_NOTHING_WHERE if options["where"] else nothing), found.data())


def _search_cards(
    face: Face, words: str, asked: dict[str, Any], *, against: bool, out: Path | None, send: bool
) -> None:
    if out:
        foam.CardFile.check_ending(out)
    with face.home() as home:
        found = home.search.cards_against(words, **asked) if against else home.search.cards(words, **asked)
        if out:
            home.search.gather(found).save(out, send=send)
    if not found.version:
        face.note(EMPTY)
    if against:
        face.note(JUDGED)
    if found.in_part:
        face.note("no card has all of these words in tag, author and block; these have most of them, the most first")
    if out:
        face.note(f"{len(found.cards)} cards written to {out}")
    nothing = _say_nothing_against(found) if against else "nothing found"
    face.show("\n".join(map(_card_line, found.cards)) or nothing, found.data())


def _say_nothing_against(found: Any) -> str:
    """What was looked at, where nothing was found that speaks against a claim."""
    return (
        f"no hit that speaks against it was found: of the {found.considered} sentences nearest to the claim or its"
        " contrary the judge is firm of none; what it cannot tell is not shown"
    )


def _card_line(card: Any) -> str:
    """TAG | Last YY | file › block."""
    files = f"  (read by {card.read_by} files)" if card.read_by > 1 else ""
    line = f"{clip(card.tag, 80)} | {card.cite} | {name_place(card.file, card.block)}{files}  d:{card.document[:8]}"
    if card.contradicts is None:
        return line
    return f"{line}\n    contradicts {card.contradicts:.2f}: {clip(card.says, 100)}"


def _found_line(place: int, one: Any, cites: dict[str, str]) -> str:
    ranks = (("words", one.lexical_rank), ("vectors", one.vector_rank), ("copies", len(one.also) or None))
    why = ", ".join(f"{name} {rank}" for name, rank in ranks if rank is not None)
    return _result_line(place, one, cites, why)


def _against_line(place: int, one: Any, cites: dict[str, str]) -> str:
    why = ", ".join((f"contradicts {one.contradicts:.2f}", *one.signals))
    line = _result_line(place, one.found, cites, why)
    return "\n".join([line, *(f"    not read as evidence: {text}" for text in one.left_out)])


def _result_line(place: int, found: Any, cites: dict[str, str], why: str) -> str:
    head = f"{place:>2}. {found.pointer.brief()}  {cites[found.pointer.document]}  ({why})"
    return f"{head}\n{wrap_sentence(found.text)}"
