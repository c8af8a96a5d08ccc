"""Every block in every format: hostile text stays text, nothing is lost, and the same paper gives the same bytes."""

from __future__ import annotations

import io
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path

import pytest
from docx import Document as WordFile
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pypdf import PdfReader
from tests.paper.sheets import everything, small

from foam.errors import InputError, MissingExtra
from foam.paper import (
    ENDINGS,
    FORMATS,
    Article,
    Bullets,
    Details,
    Figure,
    Format,
    Heading,
    Lines,
    Link,
    Paper,
    Paragraph,
    Quote,
    Series,
    Table,
    Text,
    Whisker,
    Whiskers,
    draw,
    form_of,
    fragment,
    render,
    require_extra,
    write,
)
from foam.paper.svg import ticks

HOSTILE = (
    '<script>alert(1)</script><img src=x onerror="alert(2)"> #panic("x") $1/0$ **b** [x](javascript:a) `c` | d & e '
    "</svg></p></main> \x1b[31m \u202eevil\u202c ]]> - 1. {{ 7*7 }} {% x %}"
)

Roundtrip = Callable[[Paper], str]


@pytest.fixture(params=FORMATS)
def form(request: pytest.FixtureRequest) -> Format:
    found: Format = request.param
    return found


@pytest.fixture
def roundtrip(form: Format) -> Roundtrip:
    """Renders a paper in a format and reads its words back with a reader that is not ours."""

    def words(paper: Paper) -> str:
        made = render(paper, form)
        if isinstance(made, bytes):
            return _pdf_words(made) if form == "pdf" else "\n".join(_word_words(made))
        if form == "text":
            return made
        return _html_words(made if form == "html" else MarkdownIt("commonmark").enable("table").render(made))

    return words


def _html_words(page: str) -> str:
    parser = _Page()
    parser.feed(page)
    return "".join(parser.words)


def _pdf_words(made: bytes) -> str:
    return "\n".join(sheet.extract_text() for sheet in PdfReader(io.BytesIO(made)).pages)


def _word_words(made: bytes) -> list[str]:
    return [str(text) for text in WordFile(io.BytesIO(made)).element.itertext()]


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name == "href" and value]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page_of(paper: Paper) -> _Page:
    parser = _Page()
    parser.feed(render(paper, "html"))
    return parser


def test_every_block_shows_its_words_in_every_format(roundtrip: Roundtrip) -> None:
    """As often as in the source: 8 looks, each heading, cell, quotation, and the tables beside the charts."""
    found = "".join(roundtrip(everything("Größe – Ελληνικά, Русский")).split())
    assert found.count("Größe–Ελληνικά,Русский") >= 40


def test_hostile_text_comes_back_as_it_was_written(roundtrip: Roundtrip) -> None:
    paper = Paper(
        title="t",
        blocks=(
            Paragraph(content=HOSTILE),
            Bullets(items=(HOSTILE,)),
            Table(head=("a", "b"), rows=(("x", HOSTILE),)),
            Quote(content=HOSTILE, cite=HOSTILE),
        ),
    )
    found = "".join(roundtrip(paper).split())
    for piece in ("<script>alert(1)</script>", '#panic("x")', "**b**[x](javascript:a)`c`|d&e", "{{7*7}}", "·[31mevil"):
        assert found.count("".join(piece.split())) >= 5, piece


def test_hostile_text_adds_no_element_to_a_page() -> None:
    calm, hostile = page_of(everything("x")), page_of(everything(HOSTILE))
    assert set(hostile.tags) == set(calm.tags)
    assert hostile.attributes == calm.attributes
    assert not set(hostile.tags) & {"script", "img", "iframe", "object", "link", "form"}
    assert all(link.startswith("#") for link in hostile.links)


@given(st.text())
@settings(max_examples=40, deadline=None)
def test_no_text_can_open_a_tag(said: str) -> None:
    blank = page_of(everything("x"))
    parser = page_of(everything(said or "x"))
    assert set(parser.tags) - {"bdi"} <= set(blank.tags), "text that runs the other way is set apart by ours"
    assert parser.attributes <= blank.attributes


@given(st.text(min_size=1, max_size=60).filter(str.strip))
@settings(max_examples=60, deadline=None)
def test_no_text_is_markup_in_markdown(said: str) -> None:
    """Read by a Markdown parser, a paragraph of any text is one paragraph of text."""
    paper = Paper(title="t", blocks=(Paragraph(content=said), Bullets(items=(said,))))
    tokens = MarkdownIt("commonmark").enable("table").parse(render(paper, "md"))
    kinds = {token.type for token in tokens}
    assert kinds <= {
        "heading_open", "heading_close", "inline", "paragraph_open", "paragraph_close", "bullet_list_open",
        "bullet_list_close", "list_item_open", "list_item_close",
    }  # fmt: skip
    inner = {child.type for token in tokens for child in token.children or ()}
    assert inner <= {"text", "text_special", "softbreak"}


def test_a_page_lets_nothing_in_and_says_which_style_is_ours() -> None:
    shown = render(small(), "html")
    assert "default-src 'none'; style-src 'sha256-" in shown
    assert "unsafe-inline" not in shown
    assert "style=" not in shown
    assert "<script" not in shown
    assert "prefers-color-scheme: dark" in shown
    assert "@media print" in shown


def test_links_lead_somewhere_and_ids_are_unique() -> None:
    page = page_of(everything("x"))
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)


def test_the_same_paper_gives_the_same_bytes(form: Format) -> None:
    assert render(everything("Ä"), form) == render(everything("Ä"), form)


def test_controls_become_dots_and_turned_text_is_turned_back(roundtrip: Roundtrip) -> None:
    found = roundtrip(Paper(title="t", blocks=(Paragraph(content="a\x00b\x1bc\ud800d \u202exyz\u202c\ufeff"),)))
    assert "a·b·c·d xyz" in found
    assert not re.search("[\x00\x1b\u202e\u202c\ud800\ufeff]", found)


def test_what_no_font_has_is_not_left_out_in_silence() -> None:
    with pytest.raises(InputError, match="could not be displayed") as caught:
        render(everything("Mro: \U00016a40"), "pdf")
    assert "take the page" in caught.value.hint


def test_text_keeps_to_its_width() -> None:
    paper = everything("some words that go on for a while and then a little more")
    lines = render(paper, "text", width=60).split("\n")
    assert max(map(len, lines)) <= 60


def test_formats_that_cannot_highlight_show_the_marked_parts_alone() -> None:
    parts = ("Before. ", "One.", " Between. ", "Two.", " After.")
    looks = ("context", "mark", "context", "mark", "context")
    quote = Quote(content=tuple(Text(text=t, look=look) for t, look in zip(parts, looks, strict=True)), gap=" /.../ ")
    paper = Paper(title="t", blocks=(quote,))
    assert "> One. /.../ Two.\n" in render(paper, "md")
    assert "“One. /.../ Two.”" in render(paper, "text")
    assert "<mark>One.</mark>" in render(paper, "html")
    assert "Between." in render(paper, "html")


def test_charts_are_well_formed_whatever_they_hold() -> None:
    for said in ("x", HOSTILE, "a\x00\uffff\ud800"):
        for block in everything(said).blocks:
            if isinstance(block, Figure):
                root = ElementTree.fromstring(draw(block.chart))
                assert root.tag.endswith("svg")
                assert not [element for element in root.iter() if element.tag.endswith(("script", "style"))]
    for points in ((), ((1.0, 2.0),), ((0.0, 0.5), (1.0, 0.5)), ((1.0, -1.0), (2.0, 5e9))):
        series = (Series(name="<s>", points=points),)
        ElementTree.fromstring(draw(Lines(title="t", x_label="x", y_label="y", series=series)))
    rows = (
        Whisker(name="a & b", value=None, low=0, high=1, reading="too few"),
        Whisker(name="wide", value=-2, low=-3, high=2, reading="-2"),
    )
    text = draw(Whiskers(title="t", x_label="x", rows=rows))
    ElementTree.fromstring(text)
    assert "too few" in text


def test_ticks_are_round_and_inside() -> None:
    assert ticks(0.0, 1.0) == [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert ticks(-3.0, 7.0, 5) == [-2.0, 0.0, 2.0, 4.0, 6.0]
    assert ticks(2.0, 2.0) == [2.0]


def test_a_long_scatter_says_that_its_table_is_cut() -> None:
    series = (Series(name="s", points=tuple((float(n), 0.0) for n in range(500)), line=False),)
    chart = Figure(chart=Lines(title="t", x_label="x", y_label="y", series=series))
    assert "… and 440 more" in render([chart], "md", title="t")


def test_bare_blocks_need_no_title() -> None:
    assert render([Paragraph(content="Hello.")], "text") == "Hello.\n"
    assert render([Paragraph(content="Hello.")], "md") == "Hello.\n"


def test_a_fragment_brings_its_style_and_no_page() -> None:
    shown = fragment(small())
    assert shown.startswith('<div class="paper"><style>')
    assert "<body" not in shown


def test_a_paper_round_trips_through_json() -> None:
    paper = everything("x")
    assert Paper.model_validate_json(paper.model_dump_json()) == paper


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_the_ending_of_a_file_chooses_the_format(ending: str, tmp_path: Path) -> None:
    path = write(tmp_path / f"paper{ending.upper()}", small())
    made = render(small(), ENDINGS[ending])
    assert path.read_bytes() == (made.encode() if isinstance(made, str) else made)


def test_an_unknown_ending_and_a_missing_folder_are_said_clearly(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot tell what to write") as caught:
        form_of(Path("a.odt"))
    assert ".html, .md, .txt, .pdf, .docx" in caught.value.hint
    with pytest.raises(InputError, match="cannot write"):
        write(tmp_path / "none" / "a.md", small())


def test_a_missing_extra_is_named() -> None:
    with pytest.raises(MissingExtra, match="python-docx"):
        require_extra(Path("case.DOCX"), find=lambda name: None if name == "docx" else find_spec(name))
    require_extra(Path("case.json"))


def test_a_link_that_leads_nowhere_is_only_text_on_paper(roundtrip: Roundtrip) -> None:
    assert "see this" in roundtrip(Paper(title="t", blocks=(Paragraph(content=Link(text="see this", to="gone")),)))


def test_importing_the_package_loads_no_renderer() -> None:
    import subprocess

    code = "import sys, foam.paper; print(sorted({'jinja2', 'typst', 'docx'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_example_of_the_documentation_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(example, {})


def test_a_small_document_as_it_stands() -> None:
    body = re.search(r"<body.*</body>", render(small(), "html"), re.DOTALL)
    assert body
    assert body[0].split("\n") == [
        '<body class="paper">',
        "<header><h1>Should the denial be reversed?</h1></header>",
        "<main>",
        '<p class="lead">Reverse it: 2 of 3 seats agree.</p>',
        '<h2 id="claims">Claims</h2>',
        '<article id="claim-1" class="green">',
        "<h3>The letter came late.</h3>",
        '<p class="meta"><span class="badge green">stands for every seat</span> <code>claim-1</code></p>',
        "<blockquote>It was posted on 3 May.<cite>Clerk 2024 <code>ab12#3</code></cite></blockquote>",
        "</article>",
        '<section><div class="wide" tabindex="0"><table><thead><tr><th scope="col">Seat</th>'
        '<th scope="col">Accepts</th></tr></thead>'
        "<tbody>",
        '<tr><td>advocate</td><td><a href="#claim-1">claim 1</a></td></tr>',
        "<tr><td>auditor</td><td>–</td></tr>",
        "</tbody></table></div></section>",
        "<ul><li>Nobody <strong>objected</strong>.</li></ul>",
        "</main>",
        "<footer><p>Advisory: people decide.</p></footer>",
        "</body>",
    ]
    assert render(small(), "md").split("\n") == [
        "# Should the denial be reversed?",
        "",
        "Reverse it: 2 of 3 seats agree.",
        "",
        "## Claims",
        "",
        "### The letter came late.",
        "",
        "**stands for every seat** `claim-1`",
        "",
        "> It was posted on 3 May.",
        "> — Clerk 2024 `ab12#3`",
        "",
        "| Seat | Accepts |",
        "|---|---|",
        "| advocate | claim 1 (`claim-1`) |",
        "| auditor | – |",
        "",
        "- Nobody **objected**.",
        "",
        "*Advisory: people decide.*",
        "",
    ]
    assert render(small(), "text").split("\n") == [
        "Should the denial be reversed?",
        "==============================",
        "",
        "Reverse it: 2 of 3 seats agree.",
        "",
        "Claims",
        "------",
        "",
        "  The letter came late.",
        "",
        "  stands for every seat claim-1",
        "",
        "      “It was posted on 3 May.”",
        "      — Clerk 2024 ab12#3",
        "",
        "Seat      Accepts",
        "--------  -----------------",
        "advocate  claim 1 (claim-1)",
        "auditor   –",
        "",
        "- Nobody objected.",
        "",
        "Advisory: people decide.",
        "",
    ]


def test_what_is_an_aside_is_folded_on_a_page_and_a_note_at_the_end_of_a_file() -> None:
    folded = Details(summary="Grounds", blocks=(Paragraph(content="They rest on s1."),), aside=True)
    plan = Details(summary="Plan", blocks=(Paragraph(content="Win."),), aside=True)
    turns = (Heading(text="First speech", level=2), Paragraph(content="We begin."), folded, plan)
    paper = Paper(title="Debate", blocks=(Article(blocks=turns), Paragraph(content="The end.")))
    for said in (render(paper, "text"), render(paper, "md")):
        assert said.index("The end.") < said.index("Note 1: Grounds") < said.index("They rest on")
    assert "Notes: 1 Grounds; 2 Plan" in render(paper, "text")
    assert "Note 2: Plan [First speech]" in render(paper, "text")
    shown = render(paper, "html")
    assert shown.index("They rest on") < shown.index("The end.")
    assert "Note 1" not in shown


def test_a_paper_without_asides_has_no_notes() -> None:
    plain = Paper(title="Debate", blocks=(Details(summary="Grounds", blocks=(Paragraph(content="s1"),)),))
    assert "Notes" not in render(plain, "text")


def test_the_columns_of_a_word_table_are_as_wide_as_what_they_hold_needs() -> None:
    says = "a long account of what was said and how it was met, sentence after sentence, " * 4
    table = Table(head=("side", "what was said"), rows=(("pro", says), ("con", says)))
    made = render(Paper(title="Flow", blocks=(table,)), "docx")
    assert isinstance(made, bytes)
    narrow, wide = (cell.width for cell in WordFile(io.BytesIO(made)).tables[0].rows[1].cells)
    assert narrow is not None
    assert wide is not None
    assert wide > 3 * narrow


def test_in_plain_text_long_first_cells_stand_above_their_rows() -> None:
    reason = "Where nobody counts the boats that leave, what the harbour office reports is a guess " * 2
    seats = ("the person concerned", "the opponent", "the examiner", "the advocate")
    rows = ((reason.strip(), "for", "lawfulness", "0.50", "0.030", "0.015", "0.045", "0.060"),) * 2
    table = Table(head=("Reason", "Side", "Value", "Strength", *seats), rows=rows)
    made = render(Paper(title="t", blocks=(table,)), "text")
    lines = made.splitlines()
    assert max(map(len, lines)) <= 100
    assert len(lines) < 16
    assert any(line.startswith("Where nobody counts the boats that leave, what the harbour office") for line in lines)
    (figures,) = {" ".join(line.split()) for line in lines if "0.030" in line}
    assert figures == "for lawfulness 0.50 0.030 0.015 0.045 0.060"


@pytest.mark.parametrize(("after", "pages"), [((), 2), ((Paragraph(content="And then."),), 3)])
def test_a_wide_table_has_a_page_on_its_side_and_what_follows_stands_upright(
    after: tuple[Paragraph, ...], pages: int
) -> None:
    table = Table(head=[f"speech {n}" for n in range(8)], rows=[["DROPPED, taken up again"] * 8], wide=True)
    folded = Details(summary="As a grid", blocks=(table,))
    paper = Paper(title="Flow", blocks=(Paragraph(content="Before."), folded, *after))
    file = WordFile(io.BytesIO(render(paper, "docx")))
    turned = [section.page_width > section.page_height for section in file.sections]
    assert turned == [False, True, False][:pages]
    widths = {cell.width for cell in file.tables[0].rows[0].cells}
    assert min(widths) > 900_000, "an inch for the longest word at eight points"
    shown = PdfReader(io.BytesIO(render(paper, "pdf"))).pages
    assert [page.mediabox.width > page.mediabox.height for page in shown] == turned
    assert "As a grid" in shown[1].extract_text()


def test_links_in_a_table_of_many_columns_are_as_small_as_its_words() -> None:
    cells = [[Link(text="1.1", to="p"), "said", "by", "whom", "when"]]
    paper = Paper(title="Flow", blocks=(Paragraph(content="It.", id="p"), Table(head=["a"] * 5, rows=cells)))
    file = WordFile(io.BytesIO(render(paper, "docx")))
    sizes = {one.get(one.nsmap["w"].join("{}") + "val") for one in file.tables[0]._tbl.iter("{*}sz")}
    runs = list(file.tables[0]._tbl.iter("{*}r"))
    assert sizes == {"16"}
    assert len(list(file.tables[0]._tbl.iter("{*}sz"))) == len(runs)
