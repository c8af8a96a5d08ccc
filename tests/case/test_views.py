"""Cases as files: they show what the case says, a Word file comes back as the same cards, and text stays text."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
import pypdf
import pytest
from docx import Document as WordFile
from tests.case.scribe import written_round, written_sample
from tests.case.writing import sample, spoken_round

from foam.argument.flow import Argument, Flow, FlowPage, FlowPageSpeech, find_dropped
from foam.case.flow import build_flow
from foam.case.values import NEEDED, WORDS_PER_MINUTE, Case, CaseFailure, CutCard, Refusal
from foam.case.views.cards import split_source
from foam.case.views.document import compose_case as compose
from foam.case.views.verbatim import render_verbatim, split_citation
from foam.case.views.words import MEETS_NONE, describe_length, summarize_case
from foam.case.views.workbook import AFF, GREEN, YELLOW, make_sheet_name, render_flow, render_workbook
from foam.evidence.assemble import OMISSION
from foam.evidence.document import Document
from foam.evidence.imports import read
from foam.paper import render

HOSTILE = "<script>alert(1)</script> # *not* a [link](x) =1+1"


def page(case: Case) -> str:
    return render(compose(case), "html")


def markdown(case: Case, *, words_per_minute: float = WORDS_PER_MINUTE) -> str:
    return render(compose(case, words_per_minute=words_per_minute), "md")


def printed(case: Case) -> bytes:
    return render(compose(case), "pdf")


@pytest.fixture(params=["bounded", "written"])
def case(request: pytest.FixtureRequest) -> Case:
    return written_sample()[1] if request.param == "written" else sample()[1]


def imported(case: Case, tmp_path: Path, *, caps: bool = False) -> list[Document]:
    path = tmp_path / "Speech 1AC.docx"
    path.write_bytes(render_verbatim(case, caps=caps))
    found = [one for one in read(path) if isinstance(one, Document)]
    return [one for one in found if one.card and not one.card.analytic]


def test_a_case_exported_to_word_and_imported_again_gives_the_same_cards(case: Case, tmp_path: Path) -> None:
    found = imported(case, tmp_path)
    assert [one.id for one in found] == [card.document for card in case.cards]
    assert [one.card.tag for one in found if one.card] == [card.tag for card in case.cards]
    assert [one.card.cite for one in found if one.card] == [card.cite for card in case.cards]
    read_aloud = [" ".join(text for text, aloud in split_source(card) if aloud).split() for card in case.cards]
    assert [one.extract("underline").split() for one in found] == read_aloud
    assert [one.extract("highlight").split() for one in found] == read_aloud
    titles = {
        slot.card.document: group.title for group in case.groups for slot in case.list_slots(group.id) if slot.card
    }
    assert {one.id: one.card.block for one in found if one.card} == titles


def test_a_speech_that_answers_comes_back_too(tmp_path: Path) -> None:
    """What it meets stands over a block, and is taken for no card."""
    answering = spoken_round()["2AC"]
    found = imported(answering, tmp_path)
    assert [one.id for one in found] == [card.document for card in answering.cards]
    assert [one.card.tag for one in found if one.card] == [card.tag for card in answering.cards]


def test_citations_come_back_with_their_fields(case: Case, tmp_path: Path) -> None:
    desk, _ = sample()
    for one in imported(case, tmp_path):
        source = desk.documents[one.id].citation
        assert (one.citation.author, one.citation.title) == (source.author, source.title)
        assert one.citation.year == source.year


def test_tags_may_be_set_in_capitals(case: Case, tmp_path: Path) -> None:
    assert [one.card.tag for one in imported(case, tmp_path, caps=True) if one.card] == [
        c.tag.upper() for c in case.cards
    ]


def test_the_word_file_uses_the_style_ids_that_debaters_tools_know(case: Case) -> None:
    file = WordFile(io.BytesIO(render_verbatim(case)))
    xml = "".join(paragraph._p.xml for paragraph in file.paragraphs)
    for style_id in ("Heading1", "Heading3", "Heading4", "Style13ptBold", "StyleUnderline"):
        assert f'w:val="{style_id}"' in xml
    assert 'w:highlight w:val="yellow"' in xml


def test_a_paragraph_of_the_source_stays_one() -> None:
    card = CutCard(tag="t", cite="c", source="s", document="d", sentences=(1,), body="One.\n\nTwo. Three.", text="Two.")
    assert list(split_source(card)) == [("One.\n\n", False), ("Two.", True), (" Three.", False)]


def test_words_that_the_source_does_not_have_are_never_shown_inside_it() -> None:
    card = CutCard(tag="t", cite="c", source="s", document="d", sentences=(0,), body="One. Two.", text="Forged.")
    assert list(split_source(card)) == [("Forged. ", True), ("One. Two.", False)]


def test_markdown_and_page_hold_every_tag_and_every_quotation(case: Case) -> None:
    shown = page(case)
    for card in case.cards:
        assert card.cite in markdown(case)
        assert card.cite in shown
    assert markdown(case).count("\n> ") == len(case.cards)
    assert shown.count("<article") == len(case.cards)


def test_text_stays_text(case: Case) -> None:
    hostile = case.model_copy(update={"resolution": HOSTILE, "notice": HOSTILE})
    assert "<script>" not in page(hostile)
    assert r"\<script\>" in markdown(hostile)


def test_characters_that_a_file_cannot_hold_do_not_stop_it(case: Case) -> None:
    """What the other side sends may hold anything."""
    hostile = case.model_copy(
        update={"resolution": "a\x00\x0b\uffffb", "slots": (case.slots[0].model_copy(update={"against": "\x1fc"}),)}
    )
    for written in (render_verbatim(hostile), render_workbook(hostile), printed(hostile), page(hostile).encode()):
        assert written
    assert "1AC: ab" in WordFile(io.BytesIO(render_verbatim(hostile))).paragraphs[0].text


def test_a_refused_case_says_so_first(case: Case) -> None:
    hole = CaseFailure(slot="solvency-advocate", rule="unfilled", what="nobody advocates it", remedy="look further")
    failing = case.model_copy(update={"failures": (hole,)})
    for shown in (markdown(failing), page(failing)):
        assert "NOT ISSUED: 1 failure" in shown
        assert "nobody advocates it" in shown


def test_minutes_go_by_the_readers_speed(case: Case) -> None:
    assert f"{case.words / 350:.1f} minutes at 350 words a minute" in markdown(case, words_per_minute=350)


def test_the_flow_has_a_page_per_syllogism_and_a_reference_for_everything(case: Case) -> None:
    flow = build_flow(case)
    assert [one.title for one in flow.pages] == [group.title for group in case.groups]
    assert [argument.id for argument in flow.arguments] == [f"1AC/{slot.id}" for slot in case.slots]
    assert all(argument.syllogism and argument.node and argument.perspective for argument in flow.arguments)
    assert find_dropped(flow) == ()


def test_the_workbook_is_kept_as_debaters_keep_it(case: Case) -> None:
    book = openpyxl.load_workbook(io.BytesIO(render_workbook(case)))
    assert book.sheetnames[0] == "Info"
    assert book.sheetnames[-1] == "CX"
    assert len(book.sheetnames) == 2 + len(case.groups)
    sheet = book[book.sheetnames[2]]
    assert [cell.value for cell in sheet[1]] == ["1AC", "1NC", "2AC", "Block", "1AR", "2NR", "2AR"]
    assert sheet.freeze_panes == "A2"
    tab = sheet.sheet_properties.tabColor
    assert tab
    assert tab.rgb.endswith(AFF)
    line = sheet["A3"].border.bottom
    assert line.color
    assert (line.style, line.color.rgb[-6:]) == ("thick", GREEN)
    assert case.slots[1].card
    assert case.slots[1].card.tag in sheet["A3"].value


def test_what_answers_stands_beside_what_it_answers_and_all_else_in_a_row_of_its_own() -> None:
    first = [Argument(id=f"1AC/{n}", text=f"point {n}") for n in range(3)]
    second = [Argument(id="1NC/a", text="of its own"), Argument(id="1NC/b", text="to 1", answers="1AC/1")]
    speeches = (
        FlowPageSpeech(speech="1AC", arguments=tuple(first)),
        FlowPageSpeech(speech="1NC", arguments=tuple(second)),
    )
    page = FlowPage(title="Case", side="aff", speeches=speeches)
    book = openpyxl.load_workbook(io.BytesIO(render_flow(Flow(resolution="R", format="policy", pages=(page,)))))
    sheet = book[book.sheetnames[1]]
    beside = {sheet.cell(row, 2).value: sheet.cell(row, 1).value for row in range(3, 9) if sheet.cell(row, 2).value}
    told = {str(name).partition("\n")[0]: str(met or "").partition("\n")[0] for name, met in beside.items()}
    assert told == {"of its own": "", "to 1": "point 1"}


def test_no_cell_is_taken_for_a_formula(case: Case) -> None:
    hostile = case.model_copy(update={"resolution": '=HYPERLINK("http://x")'})
    book = openpyxl.load_workbook(io.BytesIO(render_workbook(hostile)))
    assert book["Info"]["B10"].data_type == "s"
    assert make_sheet_name("a/b:c*" + "x" * 50) == "a b c " + "x" * 25


def test_every_kind_of_debate_has_its_columns_and_its_cross_examination(case: Case) -> None:
    kinds = {
        "policy": (7, ["1AC CX", "1NC CX", "2AC CX", "2NC CX"]),
        "ld": (5, ["AC CX", "NC CX"]),
        "pf": (8, ["First CX", "Second CX", "Grand CX"]),
    }
    for kind, (columns, examined) in kinds.items():
        speech = "1AC" if kind == "policy" else f"{kind.upper()}-AC"
        book = openpyxl.load_workbook(
            io.BytesIO(render_workbook(case.model_copy(update={"format": kind, "speech": speech})))
        )
        assert len(book[book.sheetnames[2]][1]) == columns
        assert book[book.sheetnames[2]]["A3"].value
        assert [cell.value for cell in book["CX"][1] if cell.value] == examined
        assert [cell.value for cell in book["CX"][2]][:2] == ["Question", "Response"]
        tab = book["CX"].sheet_properties.tabColor
        assert tab
        assert tab.rgb.endswith(GREEN)


def test_a_round_is_flowed_in_rows_with_arrows_and_what_was_dropped_is_marked() -> None:
    book = openpyxl.load_workbook(io.BytesIO(render_workbook(spoken_round()["2AR"])))
    cells = [
        cell for sheet in book.worksheets[1:-1] for row in sheet.iter_rows(min_row=2) for cell in row if cell.value
    ]
    assert any(str(cell.value).startswith("→→→ Extend ") for cell in cells)
    lost = [cell for cell in cells if str(cell.value).endswith("[dropped]")]
    assert lost
    assert all(cell.fill.start_color.rgb[-6:] == YELLOW for cell in lost)
    page = next(sheet for sheet in book.worksheets if "OffCase" in sheet.title)
    assert [cell.value for cell in page[1]] == ["1NC", "2AC", "Block", "1AR", "2NR", "2AR"]
    assert any(page.cell(row, 2).value for row in range(2, page.max_row + 1))


def test_what_each_part_of_an_argument_solves_or_meets_stands_over_its_own_card(tmp_path: Path) -> None:
    heard = spoken_round()["1NC"]
    parts = [slot.path for slot in heard.slots if slot.syllogism == "case_defence" and slot.card]
    assert len(parts) > 1
    slots = (
        slot.model_copy(update={"meets": f"Point {parts.index(slot.path)} of theirs."}) if slot.path in parts else slot
        for slot in heard.slots
    )
    case = heard.model_copy(update={"slots": tuple(slots)})
    shown = markdown(case)
    solving = [slot for slot in case.slots if slot.component == "solves_case" and slot.card]
    assert solving
    for slot in case.slots:
        if slot.card and (slot in solving or slot.path in parts):
            over = slot.title if slot in solving else slot.meets
            tag = shown.index(slot.card.tag, shown.index(over))
            assert 0 < tag - shown.index(over) < len(over) + 40, slot.id
    found = imported(case, tmp_path)
    assert [one.id for one in found] == [card.document for card in case.cards]
    blocks = {one.id: one.card.block for one in found if one.card}
    assert all(slot.card and blocks[slot.card.document] == slot.title for slot in solving)
    word = [one.text for one in WordFile(io.BytesIO(render_verbatim(case))).paragraphs]
    assert all(f"They say: Point {n} of theirs." in word for n in range(len(parts)))


def test_what_an_answer_meets_is_shown_with_it() -> None:
    case = spoken_round()["2AC"]
    met = next(slot.against for slot in case.slots if slot.against)
    assert f"They say: {met}" in page(case).replace("&#39;", "'")
    assert "Not answered on their own sheet, which a judge may take as granted: " in markdown(spoken_round()["1NC"])


def test_the_printed_case_holds_every_tag(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "case.pdf"
    path.write_bytes(printed(case))
    text = "".join("".join(sheet.extract_text().split()) for sheet in pypdf.PdfReader(path).pages)
    for card in case.cards:
        assert "".join(card.tag.split()) in text
        assert "".join(card.source.split()) in text


def test_a_cell_that_begins_as_a_formula_is_text() -> None:
    import openpyxl

    from foam.case.views.workbook import write_text

    sheet = openpyxl.Workbook().active
    texts = ("=1+1", "+1", "-1+cmd|' /C calc'!A0", "@SUM(A1)", "plain", "\x1b[31m=1")
    cells = [write_text(sheet, row, 1, text) for row, text in enumerate(texts, start=1)]
    assert [cell.data_type for cell in cells] == ["s"] * len(texts)
    assert [cell.value for cell in cells] == [*texts[:-1], "·[31m=1"]


def test_a_card_from_a_source_without_author_and_year_is_shown_in_every_view() -> None:
    _, case = sample()
    slots = tuple(
        slot.model_copy(update={"card": slot.card.model_copy(update={"cite": "", "source": '"A report"'})})
        if slot.card
        else slot
        for slot in case.slots
    )
    bare = case.model_copy(update={"slots": slots})
    assert list(split_citation(bare.cards[0])) == [('"A report"', False)]
    assert "()" not in summarize_case(bare)
    assert render_verbatim(bare)
    assert ', "A report"' not in render(compose(bare), "md")


def test_holes_stand_after_the_speech_and_say_what_was_read() -> None:
    _, case = sample()
    read = Refusal(document="d" * 64, cite="Ostrander 2020", why="unclear", entry="e")
    slots = {slot.id: slot.model_copy(update={"card": None}) for slot in case.slots if slot.card}
    first, second, *_ = slots
    slots[first] = slots[first].model_copy(update={"refused": (read,)})
    slots[second] = slots[second].model_copy(update={"searched": (), "refused": ()})
    holed = case.model_copy(update={"slots": tuple(slots.get(slot.id, slot) for slot in case.slots)})
    assert "Nothing that was read establishes this" in slots[first].hole
    assert "it was not searched for" in slots[second].hole
    file = WordFile(io.BytesIO(render_verbatim(holed)))
    lines = [(str(paragraph.style and paragraph.style.name), paragraph.text) for paragraph in file.paragraphs]
    after = [text for _, text in lines].index("After the speech")
    assert all(place > after for place, (_, text) in enumerate(lines) if NEEDED in text)
    assert case.plan not in slots[first].hole


def test_of_a_long_source_what_is_read_and_a_few_sentences_around_it_are_shown(case: Case) -> None:
    first = next(slot for slot in case.slots if slot.card)
    assert first.card is not None
    filler = "\n\n".join(f"Paragraph {n} says nothing that is read. {'Word ' * 150}." for n in range(6))
    longer = first.card.model_copy(update={"body": f"{first.card.body}\n\n{filler}"})
    slots = tuple(slot.model_copy(update={"card": longer}) if slot is first else slot for slot in case.slots)
    longer_case = case.model_copy(update={"slots": slots})
    file = WordFile(io.BytesIO(render_verbatim(longer_case)))
    said = [line for paragraph in file.paragraphs for line in paragraph.text.split("\n")]
    assert not any(text.startswith("Paragraph 3 says") for text in said)
    assert "[…]" in said
    assert "Paragraph 3 says" not in str(compose(longer_case))
    read = {run.text for paragraph in file.paragraphs for run in paragraph.runs if run.font.highlight_color}
    assert all(any(piece in text for text in read) for piece, is_read in split_source(longer) if is_read)


def test_a_long_source_in_one_paragraph_is_cut_to_what_stands_around_what_is_read() -> None:
    sentences = [f"Lock number {n} holds water." for n in range(400)]
    text = f"{sentences[50]}{OMISSION}{sentences[300]}"
    card = CutCard(
        tag="t", cite="c", source="s", document="d", sentences=(50, 300), body=" ".join(sentences), text=text
    )
    pieces = list(split_source(card))
    assert [piece for piece, read in pieces if read] == [sentences[50], sentences[300]]
    shown = "".join(piece for piece, _ in pieces)
    assert sentences[47] in shown
    assert sentences[303] in shown
    assert sentences[100] not in shown
    assert shown.count("[…]") == 3


def test_public_forum_is_timed_at_the_pace_at_which_it_is_spoken() -> None:
    _, case = sample()
    forum = case.model_copy(update={"format": "pf"})
    assert "at 250 words a minute" in describe_length(case)
    assert "at 170 words a minute" in describe_length(forum)
    assert "at 200 words a minute" in describe_length(forum, words_per_minute=200)


def test_the_year_of_a_source_is_printed_once() -> None:
    _, case = sample()
    slot = next(one for one in case.slots if one.card)
    assert slot.card
    card = slot.card.model_copy(update={"cite": "Harbour office 2014", "source": 'Harbour office, 2014, "Tolls"'})
    shown = case.model_copy(update={"slots": (slot.model_copy(update={"card": card}),)})
    assert markdown(shown).count("2014") == 1


def test_a_word_file_pairs_each_answer_with_its_card_and_keeps_a_counterplan_together(tmp_path: Path) -> None:
    case = written_round(("1AC", "1NC"))["1NC"]
    defence = [slot for slot in case.slots if slot.syllogism == "case_defence"]
    assert all(slot.card for slot in defence)
    alone = defence[-1].model_copy(update={"answers": "", "meets": ""})
    case = case.model_copy(update={"slots": tuple(alone if one == defence[-1] else one for one in case.slots)})
    shown = [(one.style.name, one.text) for one in WordFile(io.BytesIO(render_verbatim(case))).paragraphs if one.style]
    texts = [text for _, text in shown]
    for slot in (*defence[:-1], alone):
        assert slot.card
        at = texts.index(slot.title)
        said = f"They say: {slot.meets}" if slot.meets else MEETS_NONE
        assert texts[at + 1].rstrip(".") == said.rstrip(".")
        assert texts[at + 2] == slot.card.tag
    assert texts[texts.index("Why not both") + 1] == next(one.analytic for one in case.slots if "Why" in one.title)
    levels = {text: name for name, text in shown}
    solves = [slot.title for slot in case.slots if slot.component == "solves_case"]
    assert len(solves) == 2
    assert levels["Counterplan"].startswith("Heading 2")
    assert all(levels[title].startswith("Heading 3") for title in solves)
    assert all(levels[group.title].startswith("Heading 2") for group in case.groups)
    found = imported(case, tmp_path)
    assert [one.id for one in found] == [card.document for card in case.cards]


def test_a_second_answer_to_a_point_does_not_stand_beside_the_next_point() -> None:
    said = (Argument(id="a", text="first point"), Argument(id="b", text="second point"))
    answers = tuple(Argument(id=f"x{n}", text=f"answer {n}", answers="a") for n in (1, 2))
    late = (*answers, Argument(id="y", text="answer to the second", answers="b"), Argument(id="a", text="again"))
    speeches = (FlowPageSpeech(speech="1AC", arguments=said), FlowPageSpeech(speech="1NC", arguments=late))
    page = FlowPage(title="Case", side="aff", speeches=speeches)
    book = openpyxl.load_workbook(io.BytesIO(render_flow(Flow(resolution="R", format="policy", pages=(page,)))))
    sheet = book[book.sheetnames[1]]
    rows = [[str(sheet.cell(row, at).value or "").partition("\n")[0] for at in (1, 2)] for row in (3, 4, 5)]
    assert rows[0] == ["first point", "answer 1"]
    assert rows[1] == ["", "answer 2"]
    assert rows[2] == ["second point", "answer to the second"]
