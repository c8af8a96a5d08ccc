"""Cards: find them, cut them of sentences of a document, look at what was cut, keep it, send it."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query
from fastapi.responses import RedirectResponse, Response
from starlette.requests import Request

from foam import CardFile, Cutting, Document, Home, InputError, NotFound
from foam.web.catalogue import say
from foam.web.rendered import Kept
from foam.web.site import Site, View, add_twins
from foam.web.sources import list_sentences, name_document
from foam.web.works import Outcome, Work

CITED = ("author", "author_qualifications", "published", "title", "source", "url", "accessed")
"""Fields of a citation that a form asks for."""
LONGEST_FIELD = 300
_MOST_SENT = 200
_FOUND = 30
MOST_KEPT = 32
"""Cards that were cut and are remembered until somebody keeps them."""
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_Field: TypeAlias = Annotated[str, Form(max_length=LONGEST_FIELD)]


class Citing:
    """The fields of a citation as a form gives them."""

    def __init__(
        self,
        author: _Field = "",
        author_qualifications: _Field = "",
        published: _Field = "",
        title: _Field = "",
        source: _Field = "",
        url: _Field = "",
        accessed: _Field = "",
    ) -> None:
        given = (author, author_qualifications, published, title, source, url, accessed)
        self.fields = {name: text.strip() for name, text in zip(CITED, given, strict=True) if text.strip()}


Cited: TypeAlias = Annotated[Citing, Depends(Citing)]


def make_router(site: Site) -> APIRouter:
    router = APIRouter(tags=["cards"])
    cuts: Kept[Cutting] = Kept(MOST_KEPT)

    def find_cut(name: str) -> Cutting:
        if (found := cuts.find(name)) is None:
            raise NotFound(say("cut.gone"), hint=say("cut.gone_hint"))
        return found

    async def choose_sentences(
        request: Request, document: str, around: int = 0, sentence: Annotated[list[int] | None, Query()] = None
    ) -> Response:
        page = await asyncio.to_thread(site.home.library.show, document)
        return site.show(request, _show_choice(page.document, around, sentence or [], request.query_params))

    @router.post("/library/{document}/cut", response_model=None, status_code=303, summary="Cut a card of a document")
    async def cut(
        document: str,
        claim: Annotated[str, Form(max_length=LONGEST_FIELD)],
        cited: Cited,
        sentence: Annotated[list[int] | None, Form()] = None,
        words: Annotated[int | None, Form(ge=5, le=2000)] = None,
    ) -> Response:
        article = (await asyncio.to_thread(site.home.library.show, document)).document
        asked = " ".join(claim.split())
        if not asked:
            raise InputError(say("cut.no_claim"), hint=say("cut.claim_help"))
        options: dict[str, Any] = {"words": words, "citation": cited.fields, "sentences": sorted(set(sentence or []))}
        work = _begin_cut(site, cuts, article, asked, options)
        return RedirectResponse(f"/progress/{work.id}", status_code=303)

    async def show_cut(request: Request, cut: str) -> Response:
        return site.show(request, _show_made(cut, find_cut(cut)))

    @router.post("/cuts/{cut}", response_model=None, status_code=303, summary="Keep a card that was cut")
    async def keep(cut: str, cited: Cited) -> Response:
        card = find_cut(cut).with_citation(**cited.fields)
        await site.home.cut.add.aio(card)
        return RedirectResponse(f"/cards/{name_card(card.document)}", status_code=303)

    async def cards(
        request: Request, q: str = "", author: str = "", since: str = "", until: str = "", block: str = ""
    ) -> Response:
        asked = {
            "q": q.strip(),
            "author": author.strip(),
            "since": since.strip(),
            "until": until.strip(),
            "block": block.strip(),
        }
        found = await site.read(request, f"cards {sorted(asked.items())}", lambda: find_cards(site.home, asked))
        return site.show(request, View("cards.html", say("cards.title"), found))

    async def show_card(request: Request, card: str) -> Response:
        found, others = await asyncio.to_thread(_find_cards_of, site.home, card)
        data = {"document": found[0].id, "cards": [_tell_card(one) for one in found], "others": others}
        return site.show(request, View("card.html", name_document(found[0]), data))

    @router.get("/cards/as/docx", response_class=Response, summary="Chosen cards as a send document")
    async def send(card: Annotated[list[str] | None, Query()] = None) -> Response:
        if not card or len(card) > _MOST_SENT:
            raise InputError(say("card.none_chosen"), hint=say("card.none_chosen_hint", most=_MOST_SENT))
        content = await asyncio.to_thread(_write_cards, site.home, card)
        headers = {"Content-Disposition": 'attachment; filename="foam-cards.docx"'}
        return Response(content, media_type=WORD, headers=headers)

    add_twins(router, "/library/{document}/cut", choose_sentences, summary="Choose the sentences of a card")
    add_twins(router, "/cuts/{cut}", show_cut, summary="A card that was cut and is not kept yet")
    add_twins(router, "/cards", cards, summary="Debaters' cards by tag, author, year and block")
    add_twins(router, "/cards/{card}", show_card, summary="A card with its cite and its marks")
    return router


def _begin_cut(site: Site, cuts: Kept[Cutting], article: Document, claim: str, options: dict[str, Any]) -> Work:
    """Cut a card in the background; where that fails, the form comes back as it was filled in."""

    async def call(home: Home) -> Outcome:
        card = await home.cut.make.aio(article, claim=claim, **options)
        worded = await home.cut.word.aio(card)
        made = worded.view if worded else card
        name = made.digest.rpartition(":")[2][:16]
        cuts.put(name, made)
        return Outcome(href=f"/cuts/{name}")

    again = {
        **options["citation"], "claim": claim, "words": options["words"] or "", "sentence": options["sentences"],
    }  # fmt: skip
    back = f"{_cut_path(article.id)}?{urlencode(again, doseq=True)}"
    return site.works.begin(say("cut.cutting"), ["cut", article.id, claim, options], call, back=back)


def name_card(document: Document) -> str:
    """What a card goes by in addresses: its text, and which of the cards of that text it is."""
    return f"{document.id[:16]}-{_name_cut(document)}"


def _find_cards_of(home: Home, name: str) -> tuple[tuple[Document, ...], int]:
    """The card of this name, or all cards of a text, the newest first, and how many more the text has."""
    text, _, cut = name.partition("-")
    cards = [one for one in reversed(home.library.show(text).appearances) if one.card is not None]
    found = tuple(one for one in cards if not cut or _name_cut(one) == cut)
    if not found:
        raise NotFound(say("card.no_card"), hint=say("card.no_card_hint"))
    return found, len(cards) - len(found)


def _name_cut(document: Document) -> str:
    return document.digest.rpartition(":")[2][:8]


def _write_cards(home: Home, names: list[str]) -> bytes:
    """The cards as a Word file without the debater's own words."""
    cards = tuple(_find_cards_of(home, one)[0][0] for one in dict.fromkeys(names))
    with tempfile.TemporaryDirectory() as folder:
        return CardFile(title=say("cards.title"), cards=cards).save(Path(folder) / "cards.docx", send=True).read_bytes()


def _show_choice(document: Document, around: int, chosen: list[int], given: Mapping[str, str]) -> View:
    """The form that a card is cut with, filled with what was sent before; what stays empty is read from the text."""
    shown, sentences = list_sentences(document, min(max(chosen or [around]), len(document.ends) - 1))
    data = {
        "document": document.id, "title": name_document(document), "claim": given.get("claim", ""),
        "words": given.get("words", ""), "chosen": chosen, "sentences": sentences, "total": len(document.ends),
        "citation": {name: given.get(name, "") for name in CITED},
    }  # fmt: skip
    context = {
        "before": shown.start,
        "after": len(document.ends) - shown.stop,
        "first": shown.start,
        "last": shown.stop,
    }
    return View("choose.html", say("cut.title"), data, context)


def _show_made(name: str, card: Cutting) -> View:
    """A card that was cut, with what its citation lacks and a way to cut it otherwise."""
    data = {
        "cut": name, **_tell_card(card.document), "claim": card.claim, "words": card.words,
        "missing": list(card.missing), "notes": [*_tell_put_back(card), card.wording, *card.notes],
        "again": f"{_cut_path(card.article)}?{urlencode(_ask_again(card), doseq=True)}",
    }  # fmt: skip
    filled = {field: getattr(card.document.citation, field) for field in CITED}
    return View("cut.html", say("cut.made"), data, {"filled": filled})


def _tell_card(document: Document) -> dict[str, Any]:
    """A card as pages and programs get it."""
    card = document.card
    assert card is not None
    (pieces,) = CardFile(title="", cards=(document,)).pieces
    return {
        "document": document.id,
        "card": name_card(document),
        "tag": card.tag,
        "undertag": card.undertag,
        "cite": card.cite or document.citation.brief,
        "citation": document.citation.raw or document.citation.in_full,
        "heads": [one for one in (card.pocket, card.hat, card.block) if one],
        "file": document.origin.file.rpartition("/")[2],
        "pieces": [{"text": one.text, "look": _name_look(one)} for one in pieces],
        "read": " ".join(document.extract("highlight").split()),
    }


def _name_look(piece: Any) -> str:
    """How a piece of a card is set: what is read above what is stressed above what is underlined."""
    looks = (("read", piece.highlight), ("stressed", piece.emphasis), ("kept", piece.underline), ("small", piece.small))
    return next((name for name, is_set in looks if is_set), "plain")


def _tell_put_back(card: Cutting) -> list[str]:
    return [say("cut.put_back", words="; ".join(card.put_back))] if card.put_back else []


def _ask_again(card: Cutting) -> dict[str, Any]:
    """What a form says to cut a card of the same sentences."""
    first, after = card.sentences
    return {"claim": card.claim, "sentence": sorted({first, after - 1})}


def _cut_path(document: str) -> str:
    return f"/library/{document[:16]}/cut"


def find_cards(home: Home, asked: dict[str, str]) -> dict[str, Any]:
    """Cards by words and fields, each under the headings of its file."""
    fields = {"author": "author=", "since": "year>=", "until": "year<=", "block": "block="}
    where = [f"{sign}{asked[name]}" for name, sign in fields.items() if asked[name]]
    found = home.search.cards(asked["q"], where=where, limit=_FOUND)
    cards = []
    for line, document in zip(found.cards, home.search.gather(found).cards, strict=True):
        card = document.card
        heads = (card.pocket, card.hat, card.block) if card else (line.block,)
        shown = {
            "file": line.file.rpartition("/")[2],
            "heads": [one for one in heads if one],
            "card": name_card(document),
        }
        cards.append({**line.json_value(), **shown})
    return {"asked": asked, "cards": cards}
