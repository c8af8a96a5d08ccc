"""A 1AC laid out from a debater's own file: its order, its length, each card to the letter, the plan; checked, edited,
written as a Word file and read back."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.ferries import (
    AFFIRMATIVE,
    BATTERIES,
    HERRING,
    PLAN,
    RESOLUTION,
    SMOKE,
    SOLVENCY,
    add_card,
)
from tests.behaviour.debater.wordfile import WordFile, list_tags, read_lines
from tests.behaviour.parts import list_records


@pytest.fixture(scope="session")
def wrote(filed: Desk, tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """The 1AC in its folder in all its formats, and the home in which it was written."""
    desk = filed.copy(tmp_path_factory.mktemp("wrote"))
    told = desk.ask("case", RESOLUTION, "--library", "--words", "400", "--out", desk.folder / "1AC.json")
    endings = ("docx", "txt", "md", "html", "pdf", "xlsx", "cites.txt", "wiki.txt", "flow.json")
    desk.run("case", "export", told["run"], *(desk.folder / f"1AC.{ending}" for ending in endings))
    (desk.folder / "told.json").write_text(json.dumps(told), "utf-8")
    return desk


@pytest.fixture
def case(wrote: Desk, tmp_path: Path) -> Desk:
    return wrote.copy(tmp_path)


def test_the_case_stands_in_the_debaters_order_under_the_debaters_tags(wrote: Desk) -> None:
    assert list_tags(wrote.folder / "1AC.docx") == [card.tag for card in AFFIRMATIVE]


def test_plan_advantages_and_solvency_follow_each_other(wrote: Desk) -> None:
    heads = [line.text for line in read_lines(wrote.folder / "1AC.docx") if line.style == "Heading2"]
    assert heads[:4] == ["Plan text", "Advantage 1: Smoke", "Advantage 2: Herring", "Solvency"]


def test_the_plan_is_the_files_own_and_is_read_first(wrote: Desk) -> None:
    lines = read_lines(wrote.folder / "1AC.docx")
    plan = next(number for number, line in enumerate(lines) if line.text == PLAN)
    assert plan < next(number for number, line in enumerate(lines) if line.text == SMOKE[0].tag)


def test_a_plan_of_ones_own_words_stands_in_its_place(case: Desk) -> None:
    words = "Island councils should run electric ferries on every crossing under ten miles."
    shown = case.run("case", RESOLUTION, "--library", "--words", "400", "--plan", words, "--out", case.folder / "x.txt")
    assert words in " ".join(shown.split())
    assert PLAN not in (case.folder / "x.txt").read_text("utf-8")


def test_each_card_is_to_the_letter_what_stands_at_its_address(wrote: Desk) -> None:
    text = " ".join((wrote.folder / "1AC.txt").read_text("utf-8").split())
    read = re.findall(r"(d:[0-9a-f]+#s\d+) “([^”]+)”", text)
    assert [words for _, words in read] == [card.read for card in AFFIRMATIVE]
    for pointer, words in read:
        assert words in wrote.ask("cite", pointer)["sentence"]


def test_what_was_highlighted_is_read_and_the_rest_of_the_card_is_kept(wrote: Desk) -> None:
    bodies = [line for line in read_lines(wrote.folder / "1AC.docx") if line.read]
    assert [line.read for line in bodies] == [card.read for card in AFFIRMATIVE]
    for line, card in zip(bodies, AFFIRMATIVE, strict=True):
        assert line.text == f"{card.read} as the council was told that day. {card.small}"
        assert line.stressed == "that day"


def test_the_word_file_comes_in_again_as_the_same_documents(wrote: Desk, empty: Desk) -> None:
    empty.run("library", "add", wrote.folder / "1AC.docx")
    again = {one["title"]: one["id"] for one in empty.ask("library", "list")["documents"]}
    before = {one["title"]: one["id"] for one in wrote.ask("library", "list")["documents"]}
    assert {tag: again[tag] for tag in (card.tag for card in AFFIRMATIVE)} == {
        tag: before[tag] for tag in (card.tag for card in AFFIRMATIVE)
    }


def test_the_quotations_of_the_word_file_all_hold(wrote: Desk) -> None:
    assert f"{len(AFFIRMATIVE)} exact" in wrote.run("quote", "check", wrote.folder / "1AC.docx")
    assert "CFVR 100.0%" in wrote.run("audit", wrote.folder / "1AC.docx", "--sources", wrote.folder / "1AC.docx")


def test_the_command_counts_the_words_and_says_that_quotations_are_verified(wrote: Desk) -> None:
    told = json.loads((wrote.folder / "told.json").read_text("utf-8"))
    spoken = sum(len(f"{card.tag} {card.cite} {card.read}".split()) for card in AFFIRMATIVE) + len(PLAN.split())
    assert told["issued"]
    assert told["words"] == spoken
    assert told["minutes"] == pytest.approx(spoken / 250, abs=0.01)
    assert "quotations verified" in (wrote.folder / "1AC.txt").read_text("utf-8")


@pytest.mark.parametrize("words", [100, 150])
def test_a_shorter_speech_keeps_its_advantages_and_its_length(case: Desk, words: int) -> None:
    out = case.folder / "short.docx"
    told = case.ask("case", RESOLUTION, "--library", "--words", words, "--out", out)
    tags = list_tags(out)
    assert len(tags) < len(AFFIRMATIVE)
    assert words <= told["words"] < 195, "shorter than the whole, and never below what was asked for"
    assert tags == [card.tag for card in AFFIRMATIVE if card.tag in tags], "in the debater's order"
    for advantage in (SMOKE, HERRING, SOLVENCY):
        assert {card.tag for card in advantage} & set(tags)


def test_every_format_holds_the_tags_and_is_what_the_record_gives(wrote: Desk) -> None:
    for ending in ("txt", "md", "html", "flow.json", "cites.txt", "wiki.txt", "json"):
        text = " ".join((wrote.folder / f"1AC.{ending}").read_text("utf-8").split())
        assert all(card.tag in text for card in AFFIRMATIVE), ending
    assert (wrote.folder / "1AC.pdf").read_bytes().startswith(b"%PDF")


def test_the_check_finds_nothing_wrong_and_the_record_gives_the_case_again(wrote: Desk) -> None:
    report = wrote.ask("case", "verify", wrote.folder / "1AC.json")
    assert (report["ok"], report["failures"], report["citations"]) == (True, [], len(AFFIRMATIVE))
    assert (report["exact_rate"], report["cemr"], report["cfvr"]) == (1.0, 1.0, 1.0)
    told = json.loads((wrote.folder / "told.json").read_text("utf-8"))
    assert wrote.ask("record", "replay", told["run"])["ok"]


def change_card(path: Path, tag: str, change: Any) -> None:
    """Change by hand, in the file, the record that has this tag and a text."""
    document = json.loads(path.read_text("utf-8"))
    (card,) = [one for one in list_records(document) if one.get("tag") == tag and "text" in one]
    change(card)
    path.write_text(json.dumps(document), "utf-8")


@pytest.mark.parametrize(
    ("old", "new", "verdict"),
    [("four thousand", "nine thousand", "altered"), (SMOKE[3].read, "Whales sing at night", "fabricated")],
)
def test_a_quotation_that_was_changed_in_the_file_fails(case: Desk, old: str, new: str, verdict: str) -> None:
    path = case.folder / "1AC.json"
    change_card(path, SMOKE[3].tag, lambda card: card.update(text=card["text"].replace(old, new)))
    report = case.ask("case", "verify", path, code=1)
    assert not report["ok"]
    assert verdict in {one["verdict"] for one in report["failures"]}
    assert report["exact_rate"] < 1


def test_a_case_that_no_run_wrote_fails(case: Desk) -> None:
    path = case.folder / "1AC.json"
    path.write_text(path.read_text("utf-8").replace(RESOLUTION, "Island councils should run no ferries"), "utf-8")
    assert not case.ask("case", "verify", path, code=1)["ok"]


def edit(case: Desk, change: Any) -> Path:
    """Take the case as lines, change them, and give them back; the Word file of what came of it."""
    case.run("case", "edit", case.folder / "1AC.json")
    lines = case.folder / "1AC.edit.md"
    text = change(lines.read_text("utf-8"))
    lines.write_text(text, "utf-8")
    case.run("case", "edit", case.folder / "1AC.json", "--with", lines, "--out", case.folder / "edited.json")
    report = case.ask("case", "verify", case.folder / "edited.json")
    assert report["ok"]
    out = case.folder / "edited.docx"
    case.run("case", "edit", case.folder / "edited.json", "--with", lines, "--out", out)
    return out


def find_line(text: str, tag: str) -> str:
    (line,) = [line for line in text.splitlines(keepends=True) if tag in line]
    return line


def test_a_line_that_is_deleted_leaves_the_case(case: Desk) -> None:
    out = edit(case, lambda text: text.replace(find_line(text, SMOKE[2].tag), ""))
    assert list_tags(out) == [card.tag for card in AFFIRMATIVE if card is not SMOKE[2]]


def test_lines_that_are_exchanged_are_read_in_their_new_order(case: Desk) -> None:
    def swap(text: str) -> str:
        one, two = find_line(text, SOLVENCY[0].tag), find_line(text, SOLVENCY[1].tag)
        return text.replace(one, "\0").replace(two, one).replace("\0", two)

    assert list_tags(edit(case, swap))[-2:] == [SOLVENCY[1].tag, SOLVENCY[0].tag]


def test_a_tag_that_is_changed_is_ones_own_over_the_same_words(case: Desk) -> None:
    out = edit(case, lambda text: text.replace(SMOKE[0].tag, "Smoke lies over the harbours"))
    lines = read_lines(out)
    place = next(number for number, line in enumerate(lines) if line.text == "Smoke lies over the harbours")
    assert lines[place + 2].read == SMOKE[0].read


def test_a_card_that_is_added_by_its_id_is_read(case: Desk) -> None:
    (found,) = [one for one in case.ask("search", "--cards", BATTERIES.tag)["cards"] if one["tag"] == BATTERIES.tag]
    line = f"- d:{found['document'][:12]} | mechanism | {BATTERIES.tag}\n"
    out = edit(case, lambda text: text.rstrip("\n") + f"\n{line}")
    assert list_tags(out)[-1] == BATTERIES.tag


def test_a_step_without_a_card_stays_open_and_says_what_to_look_for(case: Desk) -> None:
    chain = "Harbour: soot → chess clubs"
    words = ("case", RESOLUTION, "--library", "--words", "400", "--advantage", chain, "--out", case.folder / "open.txt")
    shown = " ".join(case.run(*words, code=1).split())
    assert "NOT ISSUED" in shown
    assert "[EVIDENCE NEEDED]" in shown
    assert "look for: " in shown
    assert "chess clubs" in shown
    assert "NOT ISSUED" in (case.folder / "open.txt").read_text("utf-8")
    assert "[EVIDENCE NEEDED]" in (case.folder / "open.txt").read_text("utf-8")


def test_a_template_that_the_library_cannot_fill_is_not_issued_and_names_each_hole(case: Desk) -> None:
    out = case.folder / "holes.json"
    shown = " ".join(
        case.run("case", RESOLUTION, "--library", "--strategy", "traditional", "--out", out, code=1).split()
    )
    assert "NOT ISSUED" in shown
    report = case.ask("case", "verify", out, code=1)
    holes = [one for one in report["failures"] if one["rule"] == "unfilled"]
    assert len(holes) > 3
    assert all(one["remedy"] for one in holes)
    assert any("look for: " in one["remedy"] for one in holes)


def test_a_resolution_that_the_library_does_not_speak_of_is_declined(case: Desk) -> None:
    shown = case.run("case", "Schools should teach chess to every pupil", "--library", code=2)
    assert "nothing in your library bears on" in shown
    assert not any(card.read in shown for card in AFFIRMATIVE)


def test_the_advantage_that_is_named_comes_first(case: Desk) -> None:
    out = case.folder / "own.docx"
    case.run("case", RESOLUTION, "--library", "--words", "400", "--advantage", "Herring", "--out", out)
    assert list_tags(out)[0] == HERRING[0].tag


def test_a_dry_run_says_what_it_will_ask_and_writes_nothing(case: Desk) -> None:
    out = case.folder / "dry.docx"
    shown = case.run("case", RESOLUTION, "--library", "--words", "400", "--dry-run", "--out", out)
    assert f"{len(AFFIRMATIVE)} cards of your own" in shown
    assert not out.exists()


def test_cards_without_a_cite_are_no_part_of_a_case(empty: Desk) -> None:
    file = WordFile()
    file.head(1, "1AC")
    file.head(4, f"Plan: {PLAN}")
    file.head(3, "Adv 1: Smoke")
    for card in SMOKE:
        add_card(file, card)
    file.head(4, "Everybody knows that ferries are good")
    file.write(("Nobody doubts that ferries are good for every island.", "read"))
    file.head(3, "Solvency")
    for card in SOLVENCY:
        add_card(file, card)
    empty.run("library", "add", file.save(empty.folder / "North-Ferries-Aff-Open-R1.docx"))
    out = empty.folder / "1AC.docx"
    empty.run("case", RESOLUTION, "--library", "--words", "400", "--out", out, code=None)
    assert list_tags(out) == [card.tag for card in (*SMOKE, *SOLVENCY)]
