"""Cutting a card: what may not be lost stays, limits hold, nothing is guessed, and a claim is not forced on a text."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import foam
from foam.case.cutting.citing import list_missing, read_citation
from foam.case.cutting.cutter import cut_article
from foam.case.cutting.marking import choose_runs, find_least, list_runs
from foam.case.cutting.passage import NotEstablished, find_passage
from foam.case.cutting.restoring import list_put_back, restore, split_clauses
from foam.case.cutting.values import Cutting
from foam.cli.main import foam as command
from foam.errors import InputError
from foam.evidence.document import Citation, Document, Origin, make_document
from foam.evidence.imports import read
from foam.model.highlighter import Chances
from foam.model.judge import Judge, shipped_judge
from foam_quotes.text.span import Span

ARTICLE = Path(__file__).parent / "articles" / "mornings.txt"
CLAIM = "Later school start times increase attendance."
DENIED = "Later school start times improve grades in mathematics."
ELSEWHERE = "A tax on carbon lowers the emissions of power plants."
TODAY = "2024-05-06"


@pytest.fixture(scope="module")
def judge() -> Judge:
    return shipped_judge()


@pytest.fixture(scope="module")
def article() -> Document:
    return next(one for one in read(ARTICLE) if isinstance(one, Document))


def plain(text: str) -> Document:
    return make_document(text, origin=Origin(file="a.txt", format="text", importer="text-1"))


def mark(*likely: str) -> object:
    """A marker that finds some words likely and the rest not."""

    def marker(text: str, claim: str) -> Chances:
        words, at = [], 0
        for word in text.split():
            at = text.index(word, at)
            words.append(Span(at, at + len(word)))
            at += len(word)
        chances = np.array([0.9 if span.of(text).strip(".,") in likely else 0.02 for span in words], dtype=np.float32)
        return Chances(tuple(words), np.minimum(chances + 0.3, 1), chances)

    return marker


def cut(judge: Judge, article: Document, *likely: str, claim: str = CLAIM, words: int | None = None) -> Cutting:
    return cut_article(article, claim, judge=judge, marker=mark(*likely), marked_by="test", today=TODAY, words=words)  # type: ignore[arg-type]


def spoken(sentence: str, *likely: str) -> str:
    words = sentence.split()
    read = restore(words, [word.strip(".,;") in likely for word in words])
    return " ".join(word for word, one in zip(words, read, strict=True) if one)


@pytest.mark.parametrize(
    ("sentence", "likely", "kept"),
    [
        ("The new valve does not stop every leak.", "new valve stop leak", ("not", "every")),
        ("The vaccine may prevent 40 percent of cases.", "vaccine prevent cases", ("may", "40", "percent")),
        ("Crop yields rise if the rain comes in May.", "Crop yields rise", ("if the rain comes in May.",)),
        ("The bridge is safe unless the river floods.", "bridge is safe", ("unless the river floods.",)),
        ("Some wolves probably return to the valley.", "wolves return valley", ("Some", "probably")),
        ("There is no proof that the filter removes lead.", "filter removes lead", ("no",)),
        ("Ships never reached the 3 harbours of the north.", "Ships reached harbours", ("never", "3")),
    ],
)
def test_what_turns_a_sentence_is_put_back(sentence: str, likely: str, kept: tuple[str, ...]) -> None:
    said = spoken(sentence, *likely.split())
    for word in kept:
        assert word in said


def test_a_clause_of_which_nothing_is_read_may_be_left_out() -> None:
    said = spoken("Later bells help pupils, although 14 teachers were not asked.", "Later", "bells", "help", "pupils")
    assert said == "Later bells help pupils,"


def test_too_few_words_are_not_read_at_all() -> None:
    assert not any(restore(["The", "bell", "rings", "at", "eight."], [False, True, False, False, False]))


def test_a_clause_is_read_whole_and_scraps_are_left() -> None:
    said = spoken("The dam is old and weak, but the town below it sleeps.", "The", "dam", "is", "town")
    assert said == "The dam is old and weak,"


def test_what_is_put_back_is_named_where_it_turns_the_sense() -> None:
    words = ["The", "new", "valve", "does", "not", "stop", "every", "leak."]
    marked = [word.strip(".") in ("new", "valve", "stop", "leak") for word in words]
    assert list_put_back(words, marked, restore(words, marked)) == ["not", "every"]


def test_clauses_cover_a_sentence_and_a_list_is_one() -> None:
    words = ["Trains,", "buses,", "and", "trams", "ran", "late,", "because", "the", "wind", "was", "strong."]
    clauses = split_clauses(words)
    assert [at for clause in clauses for at in clause] == list(range(len(words)))
    assert [len(clause) for clause in clauses] == [6, 5]


@pytest.mark.parametrize(
    ("sentence", "likely", "said"),
    [
        (
            "The harbour board of the town has closed two piers.",
            "has closed two piers",
            "The harbour board of the town has closed two piers.",
        ),
        (
            "The old captains, who sailed for decades, are selling boats.",
            "are selling boats",
            "The old captains, are selling boats.",
        ),
        (
            "A survey of boats over three years shows that nets tear.",
            "years shows that nets tear",
            "A survey of boats over three years shows that nets tear.",
        ),
        (
            "In northern bays at least 60 percent of its boats leak.",
            "least 60 percent of its boats leak",
            "In northern bays at least 60 percent of its boats leak.",
        ),
        (
            "On windy days the first such pier was closed to boats.",
            "first such pier was closed to boats",
            "On windy days the first such pier was closed to boats.",
        ),
        (
            "It is a more costly and more complex repair.",
            "It is a more costly and more complex",
            "It is a more costly and more complex repair.",
        ),
    ],
)
def test_what_is_read_has_a_subject_and_does_not_break_off(sentence: str, likely: str, said: str) -> None:
    assert spoken(sentence, *likely.split()) == said


def test_a_byline_with_a_date_behind_it_gives_both_and_a_file_name_is_no_title() -> None:
    text = "Wind at sea\nBy Ottilie Marsh, professor of energy at Northport 14 March 2021\nWind is free. It blows."
    origin = Origin(file="downloads/scan-7.pdf", format="pdf", importer="pdf-3")
    article = make_document(text, origin=origin, citation=Citation(title="scan-7"))
    citation = read_citation(article, {}, today=TODAY)
    assert (citation.author, citation.published, citation.title) == ("Ottilie Marsh", "2021-03-14", "Wind at sea")
    assert citation.author_qualifications == "professor of energy at Northport"


def test_marks_are_runs_and_the_least_chance_follows_the_chances() -> None:
    chances = np.array([0.9, 0.9, 0.2, 0.9, 0.9, 0.05, 0.05, 0.05, 0.5, 0.05], dtype=np.float32)
    marks = choose_runs(chances, find_least(chances))
    assert list_runs(marks) == [(0, 5)]
    assert list_runs(np.zeros(3, dtype=bool)) == []
    assert not choose_runs(np.zeros(4, dtype=np.float32), 0.5).any()


def test_the_passage_that_says_it_is_found_and_its_words_are_the_articles(judge: Judge, article: Document) -> None:
    card = cut(
        judge, article, "Later", "starts", "raise", "attendance", "absences", "fell", "quarter", "first", "lesson"
    )
    assert card.document.text in article.text
    assert "raise attendance" in card.read
    assert card.tag in article.text
    for word in card.read.split():
        assert word in card.document.text
    assert all(f.start < f.end for f in card.document.markup)


def test_the_limit_of_words_holds_or_is_refused(judge: Judge, article: Document) -> None:
    likely = [
        "Later",
        "starts",
        "raise",
        "attendance",
        "absences",
        "fell",
        "pupils",
        "slept",
        "longer",
        "minutes",
        "quarter",
    ]
    assert cut(judge, article, *likely, words=30).words <= 30
    with pytest.raises(InputError, match="shortest faithful reading has"):
        cut(judge, article, *likely, words=3)


def test_of_chosen_sentences_the_passage_is_these_without_a_gap(judge: Judge, article: Document) -> None:
    number = next(n for n in range(len(article.ends)) if "Later starts raise" in article.sentence(n))
    passage = find_passage(judge, article, CLAIM, chosen=range(number - 1, number + 2))
    assert (passage.start, passage.stop) == (number - 1, number + 2)
    assert number in passage.carrying
    assert passage.is_found
    others = find_passage(judge, article, CLAIM, chosen=range(number + 2, len(article.ends)))
    assert (others.start, others.is_found) == (number + 2, False)


def test_a_passage_that_the_debater_chose_is_cut_as_chosen_under_their_tag_and_warned_of(
    judge: Judge, article: Document
) -> None:
    number = next(n for n in range(len(article.ends)) if "Later starts raise" in article.sentence(n))
    options = {"judge": judge, "marker": mark("Later"), "marked_by": "test", "today": TODAY}
    card = cut_article(article, ELSEWHERE, chosen=range(number, number + 1), tag="Taxes cut 70 percent.", **options)  # type: ignore[arg-type]
    assert card.document.text == article.sentence(number).strip()
    assert (card.tag, card.worded_by) == ("Taxes cut 70 percent.", "you")
    assert any("does not find that these sentences establish" in one for one in card.notes)
    assert any("70" in one for one in card.notes)


def test_a_headline_is_no_evidence_and_nothing_beside_it_is_taken(judge: Judge) -> None:
    said = "Later school start times raise attendance in secondary schools."
    text = f"Later school start times increase attendance\nBy Ottilie Marsh\n\n{said}\n\nWhat parents think of it\n"
    card = cut(judge, plain(text), *said.rstrip(".").split())
    assert card.document.text == said


def test_a_card_names_two_others_that_come_near(judge: Judge, article: Document) -> None:
    card = cut(judge, article, "Later", "starts", "raise", "attendance")
    assert len(card.others) == 2
    assert all(one.partition(": ")[2] not in card.document.text for one in card.others)


def test_an_article_about_something_else_is_declined(judge: Judge, article: Document) -> None:
    with pytest.raises(NotEstablished, match="nothing in it speaks of") as caught:
        find_passage(judge, article, ELSEWHERE)
    assert "--sentences " in caught.value.hint


def test_a_claim_of_a_few_words_that_is_declined_is_asked_to_be_longer(judge: Judge, article: Document) -> None:
    with pytest.raises(NotEstablished, match="nothing in it speaks of") as caught:
        find_passage(judge, article, "Whales sing at night")
    assert "leaves out who does what" in caught.value.hint


def test_what_denies_the_claim_is_cut_in_its_own_words_and_warned_of(judge: Judge, article: Document) -> None:
    passage = find_passage(judge, article, DENIED)
    assert (passage.is_found, passage.is_against) == (False, True)
    options = {"judge": judge, "marker": mark("Later"), "marked_by": "test", "today": TODAY}
    card = cut_article(article, DENIED, **options)  # type: ignore[arg-type]
    assert card.tag in article.text
    assert any("speaking against the claim" in one for one in card.notes)


def test_what_calls_a_claim_wrong_does_not_establish_it(judge: Judge, article: Document) -> None:
    assert not find_passage(judge, article, "The change is free.").is_found


@pytest.mark.parametrize("text", ["qwx zzkr blorf vnn trk. gnarf plok wibb drr.", "1 2 3 4 5", "— — —"])
def test_gibberish_is_declined(judge: Judge, text: str) -> None:
    with pytest.raises(NotEstablished):
        find_passage(judge, plain(text), CLAIM)


def test_an_article_of_one_sentence_gives_a_card(judge: Judge) -> None:
    only = "Later school start times raise attendance in secondary schools."
    card = cut(judge, plain(only), "Later", "school", "start", "times", "raise", "attendance")
    assert card.document.text == only
    assert "raise attendance" in card.read


def test_the_citation_is_read_from_the_article_and_the_rest_is_named(article: Document) -> None:
    citation = read_citation(article, {}, today=TODAY)
    assert citation.author == "Ottilie Marsh"
    assert citation.published == "2023-03-14"
    assert citation.title == "When the first bell rings"
    assert citation.url == "https://example.org/mornings/first-bell"
    assert citation.author_qualifications.startswith("lecturer in education policy")
    assert citation.accessed == TODAY
    assert list_missing(citation) == ("publication",)


def test_nothing_is_invented_for_a_bare_text() -> None:
    citation = read_citation(plain("The bell rang at eight. Everybody came late that day."), {}, today=TODAY)
    assert list_missing(citation) == ("author", "qualifications", "date", "title", "publication", "url")
    with pytest.raises(InputError, match="no field 'colour'"):
        read_citation(plain("The bell rang."), {"colour": "red"}, today=TODAY)


def test_fields_given_later_stand_in_the_citation(judge: Judge, article: Document) -> None:
    card = cut(judge, article, "Later", "starts", "raise", "attendance").with_citation(source="The Morning Paper")
    assert card.missing == ()
    assert card.document.card is not None
    assert card.document.card.cite == "Marsh 2023"


def test_a_card_written_to_word_comes_back_with_its_marks(judge: Judge, article: Document, tmp_path: Path) -> None:
    card = cut(judge, article, "Later", "starts", "raise", "attendance").with_citation(source="The Morning Paper")
    card.save(tmp_path / "card.docx")
    (back,) = [one for one in read(tmp_path / "card.docx") if isinstance(one, Document)]
    assert back.card is not None
    assert (back.card.tag, back.card.cite) == (card.tag, "Marsh 2023")
    assert back.extract("highlight").split() == card.read.split()
    assert back.citation.author == "Ottilie Marsh"
    assert " ".join(card.read.split()) in " ".join(card.render("text").split())


def run(home: Path, *arguments: str, text: str = "") -> tuple[int, str, str]:
    done = CliRunner().invoke(command, ["cut", *arguments], input=text, obj={"folder": home})
    return done.exit_code, done.stdout, done.stderr


def test_the_command_cuts_adds_and_writes(tmp_path: Path) -> None:
    out = tmp_path / "card.docx"
    code, said, _ = run(
        tmp_path / "home",
        str(ARTICLE),
        "--for",
        CLAIM,
        "--publication",
        "The Morning Paper",
        "--out",
        str(out),
        "--add",
    )
    assert code == 0
    assert "Marsh 2023" in said
    assert "in the library as d:" in said
    assert out.read_bytes()[:2] == b"PK"
    with foam.open(tmp_path / "home") as home:
        (line,) = home.library.list().documents
        assert line.cite == "Marsh 2023"


def test_a_card_without_a_citation_shows_no_empty_place_in_it(judge: Judge) -> None:
    text = "Later starts raise attendance in every school that was counted. Nobody there disputes the count any longer."
    shown = str(cut(judge, plain(text), "Later", "starts", "raise", "attendance"))
    assert "no author, no date, accessed 2024-05-06" in shown


def test_the_command_reads_pasted_text_and_names_what_the_citation_lacks(tmp_path: Path) -> None:
    code, said, noted = run(tmp_path / "home", "-", "--for", CLAIM, text=ARTICLE.read_text())
    assert code == 0
    assert "--publication" in noted
    assert "Later starts raise attendance" in said


@pytest.mark.parametrize(("claim", "code"), [(DENIED, 0), (ELSEWHERE, 1)])
def test_the_command_declines_with_an_exit_code(tmp_path: Path, claim: str, code: int) -> None:
    assert run(tmp_path / "home", str(ARTICLE), "--for", claim)[0] == code


def test_the_command_refuses_an_empty_file_and_one_that_is_not_there(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_bytes(b"")
    code, _, said = run(tmp_path / "home", str(empty), "--for", CLAIM)
    assert (code, "empty file" in said) == (2, True)
    assert run(tmp_path / "home", str(tmp_path / "none.txt"), "--for", CLAIM)[0] == 2
    assert run(tmp_path / "home", "-", "--for", CLAIM, text=" \n")[0] == 2


def test_word_files_hold_the_marks_under_verbatims_styles(judge: Judge, article: Document) -> None:
    from docx import Document as WordFile

    from foam.evidence.exports.verbatim import render_cards

    card = cut(judge, article, "Later", "starts", "raise", "attendance")
    file = WordFile(io.BytesIO(render_cards(card.tag, [card.document])))
    runs = [run for paragraph in file.paragraphs for run in paragraph.runs]
    read_aloud = " ".join(one.text for one in runs if one.font.highlight_color)
    assert read_aloud.split() == card.read.split()
    assert {one.style.style_id for one in runs if one.font.highlight_color} == {"StyleUnderline"}
