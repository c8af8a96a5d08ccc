"""`foam cut`: one debate card from one article."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

import foam
from foam import InputError
from foam.cli import endings
from foam.cli.frame import BUDGET, DRY_RUN, Face, FileOption, faced, tell_cost
from foam.visible import clean_line

_FIELDS = {
    "author": ("author", "Full name of the author."),
    "qualifications": ("author_qualifications", "Who the author is: post, institution."),
    "date": ("published", "When it was published: 2021, 2021-03 or 2021-03-09."),
    "title": ("title", "Title of the article."),
    "publication": ("source", "Journal, paper, publisher or site."),
    "url": ("url", "Address of the article."),
    "accessed": ("accessed", "Day on which you read it [the day of the cut]."),
}
"""Options of the citation, and the fields they give."""


def _citation_options(command: Any) -> Any:
    for name, (field, said) in reversed(_FIELDS.items()):
        command = click.option(f"--{name}", field, default="", metavar="TEXT", help=said)(command)
    return command


@click.command()
@click.argument("article")
@click.option("--for", "claim", required=True, metavar="CLAIM", help="What the card is to establish, as a sentence.")
@click.option("--tag", default="", metavar="TEXT", help="Your tag [the source's words, or a model's].")
@click.option("--sentences", metavar="N-M", help="Cut these sentences of it, by their numbers, as they stand.")
@click.option("--words", type=click.IntRange(min=5), help="Read at most so many words aloud.")
@click.option("--out", cls=FileOption, endings=endings.CUTTING, help="Write the card")
@click.option("--model", help="A model that writes, which words the tag [the setting `model`, where that one writes].")
@BUDGET
@DRY_RUN
@click.option("--add", is_flag=True, help="Take the card into your library.")
@_citation_options
@faced
def cut(
    face: Face,
    article: str,
    claim: str,
    tag: str,
    sentences: str | None,
    words: int | None,
    model: str | None,
    dry_run: bool,
    out: Path | None,
    add: bool,
    **cited: str,
) -> None:
    """Cut a card from ARTICLE (a PDF, a saved web page, a text, or - for pasted text) that establishes CLAIM.

    The tag is yours, in the source's own words, or in those of a model that writes, held against what is read; the
    citation as far as the article gives it, and on a terminal you are asked for what it lacks. Where no passage
    establishes the claim, the nearest is cut, with a warning. Exit code 1: nothing speaks of the claim.
    """
    given = {field: value for field, value in cited.items() if value}
    asked: dict[str, Any] = {
        "claim": claim,
        "words": words,
        "citation": given,
        "tag": tag,
        "sentences": _read_numbers(sentences),
    }
    with face.home() as home:
        if dry_run:
            found = home.estimate.cut(model=model)
            face.show(home.estimate.describe(found), home.estimate.data(found))
            return
        if out is not None:
            foam.Cutting.check_ending(out)
        card = home.cut.text(sys.stdin.read(), **asked) if article == "-" else home.cut(article, **asked)
        if card.missing and article != "-" and not face.as_json and not face.quiet and sys.stdin.isatty():
            card = card.with_citation(**_ask_for(card.missing))
        worded = home.cut.word(card, model=model)
        cost, spent = tell_cost(home, worded) if worded else ([], {})
        card = worded.view if worded else card
        if out is not None:
            card.save(out)
        added = home.cut.add(card) if add else None
    if card.missing:
        options = " ".join(f"--{name}" for name in card.missing)
        face.note(f"the citation lacks: {', '.join(card.missing)}; give them with {options}")
    where = [f"written to {clean_line(str(out))}"] if out else []
    where += [f"in the library as d:{card.document.id[:8]}"] if added else []
    where += [*cost, f"run {foam.short_id(worded.run)}"] if worded else []
    data = {**card.data(), **({"run": worded.run, **spent} if worded else {})}
    face.show("\n".join([str(card), *where]), data)


def _read_numbers(sentences: str | None) -> tuple[int, ...]:
    """The first and the last of the sentences that are named."""
    named = sentences.split("-") if sentences else []
    if len(named) > 2 or not all(map(str.isdecimal, named)):
        raise InputError(f"{sentences!r} names no sentences", hint="--sentences 12, or --sentences 12-15")
    return tuple(map(int, named))


def _ask_for(missing: tuple[str, ...]) -> dict[str, str]:
    """What a person knows of the citation; nothing where they only press Enter."""
    answers = {
        name: click.prompt(f"{name} (Enter: unknown)", default="", show_default=False, err=True) for name in missing
    }
    return {_FIELDS[name][0]: answer.strip() for name, answer in answers.items() if answer.strip()}
