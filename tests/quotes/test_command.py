"""`foam-quotes`: what it prints, how it ends, and the marked copies it writes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from docx import Document
from docx.enum.text import WD_COLOR_INDEX

from foam_quotes import Unreadable, check, read_sources, read_text
from foam_quotes.command import main

RULES = "No dogs on the grass in June. The fee is 40 euros."
FALSE = 'First line.\n\nIt says "No dogs on the grass in July" [rules]. The fee is 55 euros.\n'
TRUE = 'It says "No dogs on the grass" [rules].\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sources" / "law").mkdir(parents=True)
    (tmp_path / "sources" / "law" / "rules.txt").write_text(RULES)
    (tmp_path / "true.md").write_text(TRUE)
    (tmp_path / "false.md").write_text(FALSE)
    return tmp_path


def make_word(path: Path) -> Path:
    document = Document()
    document.add_paragraph("First line.")
    paragraph = document.add_paragraph("It says ")
    paragraph.add_run('"No dogs on the grass in').italic = True
    paragraph.add_run(' July" [rules]. The fee')
    document.add_table(1, 1).cell(0, 0).text = "The fee is 55 euros, all told."
    document.save(str(path))
    return path


@pytest.mark.parametrize(("texts", "code"), [(["true.md"], 0), (["false.md"], 1), (["true.md", "false.md"], 1)])
def test_it_ends_with_1_where_anything_is_not_true(texts: list[str], code: int) -> None:
    assert main(["check", "--source", "sources", *texts]) == code


def test_each_fault_is_told_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "true.md", "false.md", "--source", "sources/law/rules.txt"])
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("false.md:3: altered")
    assert "[-June-]{+July+}" in first
    assert second.startswith("false.md:3: number “55”")


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "false.md", "--source", "sources", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert told["false.md"]["is_true"] is False
    assert told["false.md"]["quotations"][0]["verdict"]["type"] == "altered"


def test_a_text_among_its_sources_is_not_held_against_itself(folder: Path) -> None:
    (folder / "sources" / "copy.md").write_text(FALSE)
    assert main(["check", "false.md", "--source", "sources"]) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "gone.md", "--source", "sources"],
        ["check", "true.md", "--source", "gone"],
        ["check", "binary.md", "--source", "sources"],
        ["check", "fake.docx", "--source", "sources"],
        ["check", "true.md", "--source", "empty"],
        ["check", "true.md", "--source", "sources", "--marked", "out.pdf"],
        ["check", "true.md", "false.md", "--source", "sources", "--marked", "out.md"],
    ],
)
def test_what_cannot_be_checked_ends_with_2(
    arguments: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "binary.md").write_bytes(b"\xc3\x28")
    (folder / "fake.docx").write_bytes(b"no zip")
    (folder / "empty").mkdir()
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_sources_of_a_folder_are_named_by_their_paths(folder: Path) -> None:
    make_word(folder / "sources" / "letter.docx")
    assert [one.name for one in read_sources("sources", "true.md")] == ["law/rules.txt", "letter.docx", "true.md"]
    with pytest.raises(Unreadable):
        read_sources("nowhere")


def test_a_marked_copy_tells_each_fault_behind_its_words(folder: Path) -> None:
    main(["check", "false.md", "--source", "sources", "--marked", "out.md"])
    marked = (folder / "out.md").read_text()
    assert '"No dogs on the grass in July" **[altered' in marked
    assert "55 **[number “55”" in marked
    faults = check(FALSE, read_sources("sources")).faults
    for fault in faults:
        marked = marked.replace(f" **[{fault.told}]**", "")
    assert marked == FALSE


def test_a_marked_word_file_keeps_its_looks(folder: Path) -> None:
    path = make_word(folder / "case.docx")
    assert main(["check", "case.docx", "--source", "sources", "--marked", "out.docx"]) == 1
    before, after = Document(str(path)), Document(str(folder / "out.docx"))
    runs = after.paragraphs[1].runs
    assert [run.text for run in runs[:3]] == ["It says ", '"No dogs on the grass in', ' July"']
    assert runs[1].italic
    assert runs[3].text.startswith(" [altered")
    assert runs[3].font.highlight_color == WD_COLOR_INDEX.YELLOW
    assert runs[4].text == " [rules]. The fee"
    assert "55 [number “55”" in after.tables[0].cell(0, 0).text
    assert after.paragraphs[0].text == before.paragraphs[0].text


def test_a_text_is_marked_as_a_word_file_too(folder: Path) -> None:
    main(["check", "false.md", "--source", "sources", "--marked", "out.docx"])
    assert 'July" [altered' in read_text("out.docx")
