"""Ask a question over papers of one's own: sides, seats, what it will take, and when there is no answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import deliberate, open_home
from tests.behaviour.outcomes import read_leanings, read_outcome, read_sides, read_summary
from tests.behaviour.papers import SmallFile

import foam

WAGES = "Opening on Sundays costs 38,000 crowns a year in wages."
VISITS = "The Ellmoor library counted 4,200 visits on six trial Sundays."


def test_each_reason_stands_on_the_side_that_its_sentence_speaks_for(sunday: Held) -> None:
    sides = read_sides(sunday.document)
    assert sides[VISITS] == "for"
    assert sides[WAGES] == "against"
    assert "The bells of the chapel ring at ten." not in sides


def test_where_values_divide_the_table_it_claims_no_outcome_and_shows_where_each_seat_leans(sunday: Held) -> None:
    assert read_outcome(sunday.document) == "undecided"
    leanings = read_leanings(sunday.document)
    assert leanings["against"][0] < leanings["against"][1]
    assert leanings["for"][0] > leanings["for"][1]


def test_what_the_rules_and_facts_bear_out_is_recommended(piano: Held) -> None:
    assert read_outcome(piano.document) == "affirmed"
    assert read_summary(piano.document)[0] == "Milo Tarn should be granted the permit."


def test_two_papers_that_contradict_each_other_are_shown_as_contested(sunday: Held) -> None:
    page = run_foam(sunday.folder, "dossier", "show", sunday.run).stdout
    assert "“The reading room was full by noon on each trial Sunday.”" in page
    assert "“The reading room was half empty on each trial Sunday.”" in page
    assert "What may contradict each other" in page
    assert "The reading room was half empty on each trial Sunday." not in read_sides(sunday.document)


def test_an_objection_is_kept_with_the_answer_to_it(sunday: Held) -> None:
    page = run_foam(sunday.folder, "dossier", "show", sunday.run).stdout
    objection = page.partition("What was objected")[2]
    assert "The reading room was half empty on each trial Sunday." in objection
    assert "Rebutted: " in objection


def test_one_model_in_all_chairs_is_cautioned_against(sunday: Held) -> None:
    (caution,) = [one for one in sunday.document["cautions"] if "nobody else examined" in one]
    assert caution.startswith("one model, facts,")


def test_a_library_on_something_else_is_declined(tmp_path: Path, piano: Held) -> None:
    question = SmallFile("library-sunday").facts.question
    with open_home(piano.copy(tmp_path / "home"), piano.file.facts) as home, pytest.raises(foam.NotFound) as declined:
        home.deliberate(question, library=True)
    assert question in declined.value.what
    assert "Looked for: “Ellmoor”" in declined.value.what
    assert declined.value.hint
    with open_home(tmp_path / "home", piano.file.facts) as home:
        assert "No answer: nothing that was searched bears on this question." in str(home.ask(question, library=True))


def test_a_question_on_which_nothing_bears_is_not_decided(tmp_path: Path) -> None:
    file = SmallFile("street-piano")
    silent = tuple(one.model_copy(update={"side": "neither"}) for one in file.facts.sentences)
    ran = deliberate(tmp_path, file.facts.model_copy(update={"sentences": silent}), file.papers)
    assert read_outcome(ran.view.json_value()) == "not shown"
    assert ran.view.summary[0] == "The file does not settle it."


def test_a_small_debate_quotes_both_sides_and_can_be_replayed(sunday: Held, tmp_path: Path) -> None:
    with open_home(sunday.copy(tmp_path / "home"), sunday.file.facts) as home:
        answer = home.ask(sunday.file.facts.question, library=True)
        before, after = str(answer.view).split("Against it\n")
        assert home.replay(answer.run).ok
    assert VISITS in before
    assert WAGES in after
    assert "Caution: whoever judged and whoever argued are models of one family: facts" in before


def test_the_same_question_is_asked_once(sunday: Held, tmp_path: Path) -> None:
    with open_home(sunday.copy(tmp_path / "home"), sunday.file.facts) as home:
        again = home.deliberate(sunday.file.facts.question, library=True)
    assert (again.run, again.digest, again.asked) == (sunday.run, sunday.digest, 0)


def test_a_dry_run_says_what_it_would_take_and_asks_nothing(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    told = [sunday.file.facts.question, "--library", "--model", f"facts:{sunday.file.facts_file}"]
    total = read_foam(home, "deliberate", *told, "--dry-run")["total"]["questions"]
    assert total["least"] <= sunday.asked <= total["most"]
    assert [one["run"] for one in read_foam(home, "record", "list")["runs"]] == [sunday.run]


def test_what_a_run_cost_is_told_by_role_and_by_model(sunday: Held) -> None:
    cost = read_foam(sunday.folder, "record", "cost", sunday.run)
    assert cost["total"]["questions"] == sunday.asked
    assert sum(one["questions"] for one in cost["by_role"].values()) == sunday.asked
    assert list(cost["by_model"]) == ["facts"]


def test_what_a_model_was_sent_can_be_read_with_its_answer(sunday: Held) -> None:
    acts = read_foam(sunday.folder, "prompts", "list", "--run", sunday.run)["templates"]
    asked = next(one["name"] for one in acts if one["asked"])
    shown = read_foam(sunday.folder, "prompts", "show", asked, "--run", sunday.run, "--answer")
    assert shown["decider"] == "facts"
    assert shown["prompt"]
    assert shown["answer"]


@pytest.mark.parametrize(
    ("model", "what"), [("facts:nowhere.toml", "no file of facts at nowhere.toml"), ("nobody", "no model 'nobody'")]
)
def test_a_model_that_is_not_there_is_one_line_and_a_hint(sunday: Held, model: str, what: str) -> None:
    told = ("deliberate", sunday.file.facts.question, "--library", "--model", model)
    refused = run_foam(sunday.folder, *told, code=2)
    assert f"error: {what}" in refused.stderr
    assert "hint: " in refused.stderr
    assert "facts:FILE.toml" in refused.stderr
    assert "Traceback" not in refused.output


def test_the_facts_may_be_named_in_the_settings(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    run_foam(home, "config", "--set", f"model=facts:{sunday.file.facts_file}")
    again = read_foam(home, "deliberate", sunday.file.facts.question, "--library")
    assert again["dossier"] == sunday.document


@pytest.mark.parametrize("pack", ["mountain-hut", "street-lamps"])
def test_a_worked_example_is_deliberated_verified_and_replayed_without_a_model(tmp_path: Path, pack: str) -> None:
    ran = read_foam(tmp_path, "deliberate", "--pack", pack, "--model", "written-by-hand")
    assert read_summary(ran["dossier"])[0]
    for check in (("verify",), ("record", "replay")):
        run_foam(tmp_path, *check, ran["run"], code=0)
