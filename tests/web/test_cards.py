"""Cutting cards without scripts: choose sentences, say the claim, look at the card, keep it, send it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.evidence.exports.test_round_trip import CARDS
from tests.web.serving import EVIL, Desk, load
from tests.web.test_flows import send

import foam
from foam.evidence.imports import read

ARTICLE = Path(__file__).parents[1] / "case" / "articles" / "mornings.txt"
CLAIM = "Later school start times increase attendance."
SAYS_SO = "Later starts raise attendance"


@pytest.fixture
def article(desk: Desk) -> foam.Document:
    """An article that lies in the library."""
    with desk.open_home() as home:
        home.library.add(ARTICLE, workers=1)
        (line,) = home.library.list(limit=1).documents
        return home.library.show(line.id).document


def find_sentence(article: foam.Document, words: str) -> int:
    return next(number for number in range(len(article.ends)) if words in article.sentence(number))


def cut(client: TestClient, article: foam.Document, form: dict[str, Any]) -> Any:
    page = f"/library/{article.id[:16]}/cut"
    return send(client, page, form, page=page)


def test_a_document_leads_to_the_cut_and_every_sentence_can_be_chosen(
    client: TestClient, article: foam.Document
) -> None:
    page = f"/library/{article.id[:16]}"
    assert f'href="{page}/cut?around=0"' in client.get(page).text
    shown = client.get(f"{page}/cut").text
    assert len(re.findall(r'type="checkbox"[^>]* name="sentence"', shown)) == len(article.ends)
    data = client.get(f"{page}/cut.json").json()
    assert [one["text"] for one in data["sentences"]] == [article.sentence(n) for n in range(len(article.ends))]


def test_a_card_is_cut_looked_at_kept_shown_and_sent(
    client: TestClient, article: foam.Document, tmp_path: Path
) -> None:
    first, last = (find_sentence(article, words) for words in ("What happens when", "Teachers reported"))
    made = cut(client, article, {"claim": CLAIM, "sentence": [str(first), str(last)], "source": f"Morning {EVIL}"})
    assert made.url.path.startswith("/cuts/"), made.text
    assert "<script>alert" not in made.text
    data = client.get(f"{made.url.path}.json").json()
    body = "".join(one["text"] for one in data["pieces"])
    assert body.startswith(article.sentence(first))
    assert body.endswith(article.sentence(last))
    assert "attendance" in data["read"]
    assert {"read"} < {one["look"] for one in data["pieces"]}
    assert client.get("/cards.json").json()["cards"] == [], "nothing is kept before somebody says so"
    kept = send(client, made.url.path, {"source": "The Morning Paper"}, page=made.url.path)
    assert "The Morning Paper" in kept.text
    assert re.search(r"<mark>[^<]+</mark>", kept.text)
    (card,) = client.get("/cards.json").json()["cards"]
    assert kept.url.path == f"/cards/{card['card']}"
    assert card["cite"] == "Marsh 23"
    assert kept.url.path in client.get("/cards").text
    file = client.get("/cards/as/docx", params={"card": card["card"]})
    assert "attachment" in file.headers["content-disposition"]
    word = tmp_path / "cards.docx"
    word.write_bytes(file.content)
    again = [one for one in read(word) if isinstance(one, foam.Document)]
    assert [(one.text, one.card.tag) for one in again if one.card] == [(body, data["tag"])]


def test_without_a_choice_the_passage_is_found_and_the_limit_holds(client: TestClient, article: foam.Document) -> None:
    made = cut(client, article, {"claim": CLAIM, "words": "20"})
    data = client.get(f"{made.url.path}.json").json()
    assert SAYS_SO in "".join(one["text"] for one in data["pieces"])
    assert 0 < data["words"] <= 20
    assert data["missing"] == ["publication"]
    assert "Still missing: publication." in made.text
    assert "When the first bell rings" in made.text, "what the form leaves empty is read from the article"
    again = client.get(data["again"]).text
    assert f'value="{CLAIM}"' in again
    assert len(re.findall(r" checked>", again)) == 2


def test_chosen_sentences_that_do_not_prove_the_claim_are_cut_with_a_warning(
    client: TestClient, article: foam.Document
) -> None:
    number = find_sentence(article, "Costs are smaller")
    made = cut(client, article, {"claim": CLAIM, "sentence": str(number), "author": "Ada Osei"})
    assert any("establish" in one or "against" in one for one in client.get(f"{made.url.path}.json").json()["notes"])


def test_a_claim_of_which_the_article_says_nothing_is_declined_and_can_be_changed(
    client: TestClient, article: foam.Document
) -> None:
    claim = "A tax on carbon lowers the emissions of power plants."
    failed = cut(client, article, {"claim": claim, "author": "Ada Osei"})
    assert "nothing in it speaks of" in failed.text
    (back,) = re.findall(r'<a class="button" href="(/library/[^"]+)"', failed.text)
    form = client.get(back.replace("&amp;", "&")).text
    assert f'value="{claim}"' in form
    assert 'value="Ada Osei"' in form


@pytest.mark.parametrize(
    ("form", "status"),
    [({"claim": "  "}, 400), ({}, 422), ({"claim": CLAIM, "words": "2"}, 422), ({"claim": "x" * 301}, 422)],
)
def test_a_form_that_says_too_little_is_refused(
    client: TestClient, article: foam.Document, form: dict[str, str], status: int
) -> None:
    assert cut(client, article, form).status_code == status


def test_a_sentence_that_is_not_there_is_told(client: TestClient, article: foam.Document) -> None:
    assert "has no sentence s999" in cut(client, article, {"claim": CLAIM, "sentence": "999"}).text


def test_a_text_that_was_cut_twice_shows_both_cards(client: TestClient, desk: Desk, article: foam.Document) -> None:
    sentences = [find_sentence(article, SAYS_SO)]
    with desk.open_home() as home:
        for author in ("Ada Osei", "Ben Marsh"):
            home.cut.add(home.cut(article, claim=CLAIM, sentences=sentences, citation={"author": author}))
        card = home.cut(article, claim=CLAIM, sentences=sentences).document.id
    both = client.get(f"/cards/{card[:16]}.json").json()["cards"]
    assert [one["cite"] for one in both] == ["Marsh 2023", "Osei 2023"]
    one = client.get(f"/cards/{both[1]['card']}").text
    assert "Ada Osei" in one
    assert "Ben Marsh" not in one
    assert "Other cards of this text: 1" in one


def test_what_is_no_card_is_not_shown_or_sent_as_one(client: TestClient, article: foam.Document) -> None:
    assert "This text is no card" in client.get(f"/cards/{article.id[:16]}").text
    assert client.get("/cards/as/docx", params={"card": article.id[:16]}).status_code == 404
    assert "No card was chosen" in client.get("/cards/as/docx").text
    assert "This card is gone" in load(client, "/cuts/none").text


def test_chosen_cards_are_sent_without_the_debater_s_own_words(client: TestClient, desk: Desk, tmp_path: Path) -> None:
    file = tmp_path / "Harbours.docx"
    foam.CardFile(title="Harbours", cards=CARDS).save(file)
    with desk.open_home() as home:
        home.library.add(file, workers=1)
    cards = client.get("/cards.json").json()["cards"]
    chosen = cards[:2]
    content = client.get("/cards/as/docx", params={"card": [one["card"] for one in chosen]}).content
    sent = tmp_path / "sent.docx"
    sent.write_bytes(content)
    found = [one.card for one in read(sent) if isinstance(one, foam.Document) and one.card]
    assert {one.tag for one in found} == {one["tag"] for one in chosen}
    assert not any(one.undertag or one.analytic for one in found)
