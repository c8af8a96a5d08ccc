"""A dossier's document, laid out for a page: a reason unfolds where it is named, and what few read is folded away.

The blocks stay those of the document; only their order and their folds change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from foam.paper import Article, Block, Bullets, Details, Heading, Link, Paper, Paragraph

REASONS = ("for", "against")
"""Sections whose reasons unfold in place."""
LAST = "open"
"""The last section that everybody should read; every later one is folded."""
FOLDED = ("told-official", "told-expert")
"""Sections before it that not everybody should read."""
CLAIMS = "claims"


def unfold(paper: Paper, *, other_claims: str) -> Paper:
    """The document with its reasons in place; `other_claims` is the title of those that are none."""
    sections = list(_split(paper.blocks))
    claims = {one.id: one for title, body in sections if _is(title, CLAIMS) for one in body if isinstance(one, Article)}
    placed: set[str] = set()
    made: list[Block] = []
    for title, body in sections:
        if title is None:
            made += body
        elif title.id in REASONS:
            made += [title, *_place(body, claims, placed)]
        elif title.id == CLAIMS:
            left = [_fold(one) for name, one in claims.items() if name not in placed]
            made += [Details(summary=other_claims, blocks=tuple(left), id=CLAIMS)] if left else []
        elif _is_folded(title, sections):
            made.append(Details(summary=title.text, blocks=tuple(body), id=title.id))
        else:
            made += [title, *body]
    return paper.model_copy(update={"blocks": tuple(made)})


def list_sections(paper: Paper) -> list[tuple[str, str]]:
    """The sections that can be linked to, by id and title."""
    return [
        (one.id, one.text if isinstance(one, Heading) else one.summary)
        for one in paper.blocks
        if one.id and (isinstance(one, Heading) or (isinstance(one, Details) and not one.id.startswith("claim-")))
    ]


def split_opening(paper: Paper) -> tuple[Paper, Paper]:
    """What stands before the first section, and the rest."""
    place = next((place for place, one in enumerate(paper.blocks) if isinstance(one, Heading) and one.id), 0)
    parts = paper.blocks[:place], paper.blocks[place:]
    opening, rest = (paper.model_copy(update={"blocks": part}) for part in parts)
    return opening, rest


def _split(blocks: Sequence[Block]) -> Iterator[tuple[Heading | None, list[Block]]]:
    """The sections of the first level, each with its heading; what stands before them has none."""
    title: Heading | None = None
    body: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            yield title, body
            title, body = block, []
        else:
            body.append(block)
    yield title, body


def _is(title: Heading | None, name: str) -> bool:
    return title is not None and title.id == name


def _is_folded(title: Heading, sections: Iterable[tuple[Heading | None, list[Block]]]) -> bool:
    names = [one.id for one, _ in sections if one is not None]
    return title.id in FOLDED or (LAST in names and names.index(title.id) > names.index(LAST))


def _place(body: Iterable[Block], claims: dict[str, Article], placed: set[str]) -> Iterator[Block]:
    """The list of a section with each reason unfolding into what it rests on."""
    for block in body:
        named = [_find_claim(item, claims) for item in block.items] if isinstance(block, Bullets) else []
        if named and all(named):
            for one in named:
                assert one is not None
                placed.add(one.id)
                yield _fold(one)
        else:
            yield block


def _find_claim(item: Sequence[object], claims: dict[str, Article]) -> Article | None:
    return next((claims[part.to] for part in item if isinstance(part, Link) and part.to in claims), None)


def _fold(claim: Article) -> Details:
    """A claim under its own words."""
    head, *rest = claim.blocks
    assert isinstance(head, Heading)
    return Details(summary=head.text, blocks=tuple(rest) or (Paragraph(content=head.text),), id=claim.id)
