"""The laws of a case: a card counts only where it was found to establish its slot, and what is missing is said.

Each case is spoilt in a way whose effect is known. A scripted model stands for an evaluator that reads; the embedded
judge is held to what it can tell.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.case.writing import Desk, agreeable, sample

from foam.case.deep import DeepSpec, check_deep
from foam.case.establish import digest_fit, is_established
from foam.case.slots import describe_act, fill_words
from foam.case.values import ESTABLISHES, NEEDED, SURE, Case, CutCard
from foam.case.verify import verify_case
from foam.cli.main import foam
from foam.evidence.search.against import rate_by_words
from foam.evidence.search.fake import HashingEmbedder
from foam.home.heard import read_case
from foam.job.job import run
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.model.question import Answer, Label, Labelled
from foam.model.scripted import Call, Said, Script, ScriptedModel
from foam.pack.outlines import list_speeches, load_outline
from foam.record.memory import MemoryStore

GIBBERISH = "Wug blick dax florp the toma zib of gorp and fep."


def read_for_its_slot(call: Call) -> Said | None:
    """An evaluator that accepts a card only in the slot that the sample read it for, and a step only after its own."""
    question = call.question
    if question.template not in ("case/slot", "case/step"):
        return agreeable(call)
    assert isinstance(question, Label)
    _, case = sample()
    if question.template == "case/slot":
        right = {(slot.point, slot.card.text) for slot in case.slots if slot.card}
        fits = (question.statement, question.text) in right
    else:
        tags = {slot.card.tag: slot for slot in case.slots if slot.card}
        fits = tags[question.text].path[:-1] == tags[question.statement].path[:-1]
    return Labelled(label=question.labels[0] if fits else "beside the point")


def verify_plainly(case: Case) -> dict[str, set[str]]:
    desk, _ = sample()
    return by_rule(verify_case(case, desk.documents, desk.template).failures)


def verify_deeply(case: Case, script: Script = read_for_its_slot) -> dict[str, set[str]]:
    desk, _ = sample()
    tools = Tools(models={"evaluator": ScriptedModel(script)}, pack=desk.pack, given={case.digest: case.json_value()})
    ran = complete(run(check_deep, DeepSpec(**tools.describe(), case=case.digest), tools, store=MemoryStore()))
    return by_rule(ran.view.failures)


def by_rule(failures: Any) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for failure in failures:
        found.setdefault(failure.rule, set()).add(failure.slot)
    return found


def with_cards(case: Case, cards: Mapping[str, CutCard | None]) -> Case:
    slots = (slot.model_copy(update={"card": cards[slot.id]}) if slot.id in cards else slot for slot in case.slots)
    return case.model_copy(update={"slots": tuple(slots)})


def shuffled(case: Case) -> Case:
    """Every card one slot further on."""
    filled = [slot for slot in case.slots if slot.card]
    moved = [*filled[-1:], *filled[:-1]]
    return with_cards(case, {slot.id: other.card for slot, other in zip(filled, moved, strict=True)})


def foreign_card(case: Case, text: str) -> CutCard:
    """A card from a document that is no part of the library."""
    update = {"document": "f" * 64, "sentences": (0,), "text": text, "body": text, "tag": text}
    return case.cards[0].model_copy(update=update)


def test_a_case_as_it_was_written_holds_plainly_and_in_depth() -> None:
    _, case = sample()
    assert verify_plainly(case) == {}
    assert verify_deeply(case) == {}


def test_shuffled_cards_are_each_named_without_a_model() -> None:
    _, case = sample()
    assert len(case.cards) == 20
    found = verify_plainly(shuffled(case))
    assert found["slot"] == {slot.id for slot in case.slots if slot.card}


def test_shuffled_cards_are_each_named_by_an_evaluator_that_is_asked_anew() -> None:
    _, case = sample()
    found = verify_deeply(shuffled(case))
    assert found["slot"] == {slot.id for slot in case.slots if slot.card}


def test_two_cards_that_changed_places_are_named_and_no_others() -> None:
    _, case = sample()
    first, second = (slot for slot in case.slots if slot.id in ("harms-now", "solvency-mechanism"))
    swapped = with_cards(case, {first.id: second.card, second.id: first.card})
    assert verify_plainly(swapped)["slot"] == {first.id, second.id}
    assert verify_deeply(swapped)["slot"] == {first.id, second.id}


@pytest.mark.parametrize("text", [GIBBERISH, "Boxing halls of fame were founded in several countries."])
def test_gibberish_and_a_card_of_a_foreign_library_are_named(text: str) -> None:
    _, case = sample()
    spoilt = with_cards(case, {"harms-now": foreign_card(case, text)})
    assert verify_plainly(spoilt)["slot"] == {"harms-now"}
    assert verify_deeply(spoilt)["slot"] == {"harms-now"}


def test_a_verdict_holds_for_its_plan_alone() -> None:
    _, case = sample()
    other = case.model_copy(update={"plan": "Cities should abolish parking fees."})
    assert verify_plainly(other)["slot"] == {slot.id for slot in case.slots if slot.card}


def test_a_slot_that_claims_to_seek_something_else_is_named() -> None:
    _, case = sample()
    easier = tuple(slot.model_copy(update={"seek": "Something is so."}) if slot.seek else slot for slot in case.slots)
    found = verify_plainly(case.model_copy(update={"slots": easier}))
    assert found["structure"] >= {slot.id for slot in case.slots if slot.seek}


def test_a_card_that_does_not_establish_its_slot_is_not_bound_and_the_next_is_tried() -> None:
    refused: dict[str, str] = {}

    def refuses_the_first(call: Call) -> Said | None:
        """The first card of every slot is beside the point."""
        question = call.question
        if question.template == "case/slot" and question.statement not in refused:
            assert isinstance(question, Label)
            refused[question.statement] = question.text
            return Labelled(label="beside the point")
        return agreeable(call)

    case = Desk(refuses_the_first).write().view
    bound = [slot for slot in case.slots if slot.card]
    assert len(bound) >= 15
    assert all(slot.card and slot.card.text != refused[slot.point] for slot in bound)
    assert all("beside the point" in {one.why for one in slot.refused} for slot in bound)


@pytest.mark.parametrize("label", ["contradicts", "beside the point", "unclear"])
def test_where_nothing_establishes_a_slot_it_is_empty_and_every_view_says_so(label: str, tmp_path: Path) -> None:
    def never_for_impacts(call: Call) -> Said | None:
        if call.question.template == "case/slot" and "Much is gained" in call.question.statement:
            return Labelled(label=label)
        return agreeable(call)

    case = Desk(never_for_impacts).write().view
    empty = [slot for slot in case.slots if slot.component == "impact"]
    assert len(empty) == 2
    assert all(slot.card is None and {one.why for one in slot.refused} == {label} for slot in empty)
    assert {slot.id for slot in empty} <= by_rule(case.failures)["unfilled"]
    assert all(f"{NEEDED} Nothing that was read establishes this: " in slot.spoken for slot in empty)
    assert all((slot.point or slot.seek) in slot.spoken for slot in empty)
    for ending in Case.endings():
        if ending not in (".flow.json", ".cites.txt", ".wiki.txt"):  # they hold what was said, and a hole was not
            said = read_words(case.save(tmp_path / f"case{ending}"))
            assert said.count("othing that was read establishes") >= len(empty), ending
            assert "Much is gained" in said


def read_words(path: Path) -> str:
    match path.suffix:
        case ".docx":
            docx = pytest.importorskip("docx")
            return "\n".join(one.text for one in docx.Document(str(path)).paragraphs)
        case ".xlsx":
            book = pytest.importorskip("openpyxl").load_workbook(path)
            return "\n".join(str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row)
        case ".pdf":
            pdf = pytest.importorskip("pypdf").PdfReader(str(path))
            return "\n".join(page.extract_text() for page in pdf.pages)
        case _:
            return path.read_text("utf-8")


def test_the_card_that_decides_removed_leaves_an_empty_slot() -> None:
    _, case = sample()
    slot = next(slot for slot in case.slots if slot.id == "solvency-mechanism")
    assert slot.card
    removed, text = slot.card.document, slot.card.text

    def without_it(call: Call) -> Said | None:
        """Nothing but the card that was removed establishes the mechanism."""
        question = call.question
        if isinstance(question, Label) and question.template == "case/slot" and question.statement == slot.point:
            return Labelled(label=ESTABLISHES if question.text == text else "beside the point")
        return agreeable(call)

    desk = Desk(without_it)
    assert next(one for one in desk.write().view.slots if one.id == slot.id).card
    poorer = Desk(without_it)
    poorer.corpus = type(desk.corpus).of([one for one in desk.pack.documents() if one.id != removed])
    left = poorer.write().view
    assert next(one for one in left.slots if one.id == slot.id).card is None
    assert slot.id in by_rule(left.failures)["unfilled"]


def test_a_verdict_below_the_threshold_counts_as_unclear() -> None:
    def unsure(call: Call) -> Said | None:
        if call.question.template == "case/slot":
            return Answer(reply=Labelled(label=ESTABLISHES), method="a guess", confidence=SURE - 0.01)
        return agreeable(call)

    case = Desk(unsure).write().view
    assert case.cards == ()
    assert {one.why for slot in case.slots for one in slot.refused} <= {"unclear", "it gives no figure"}


def test_a_chain_that_does_not_hold_is_said_to_be_broken() -> None:
    def breaks_before_the_impact(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.template == "case/step":
            _, case = sample()
            impacts = {slot.card.tag for slot in case.slots if slot.component == "impact" and slot.card}
            return Labelled(label="beside the point" if call.question.statement in impacts else call.question.labels[0])
        return agreeable(call)

    _, case = sample()
    assert verify_deeply(case, breaks_before_the_impact)["chain"] == {
        slot.id for slot in case.slots if slot.component == "impact"
    }


def test_a_step_is_judged_with_the_card_that_stands_before_it() -> None:
    _, case = sample()
    link, internal = (next(s for s in case.slots if s.component == name and s.card) for name in ("link", "uniqueness"))
    moved = with_cards(case, {link.id: internal.card})
    assert verify_plainly(moved)["chain"]


def test_the_advocate_and_the_alternative_are_read_and_not_taken_on_trust() -> None:
    _, case = sample()
    other = next(slot.card for slot in case.slots if slot.id == "harms-now")
    found = verify_case(with_cards(case, {"solvency-advocate": other}), sample()[0].documents, sample()[0].template)
    assert "solvency advocate speaks for another plan" in {failure.what for failure in found.failures}

    def keeps_it_up(call: Call) -> Said | None:
        if isinstance(call.question, Label) and call.question.labels[0] == "undoes it":
            return Labelled(label="keeps it up")
        return agreeable(call)

    desk = Desk(keeps_it_up, speech="1NC")
    written = desk.write(desk.case_spec(strategy=("kritik",))).view
    (left,) = written.left_out
    assert (left.id, left.because) == ("kritik", "its chain breaks at Alternative")
    assert "kritik-alternative" in left.lacks[0]
    assert not written.list_slots("kritik")


def test_every_slot_of_the_pack_seeks_in_the_words_of_the_round() -> None:
    desk, _ = sample()
    for speech in list_speeches(desk.pack):
        for node in load_outline(desk.pack, speech).tree.walk():
            if node.seek and node.component not in ("interpretation", "value"):
                assert any(name in node.seek for name in ("$plan", "$motion", "$act", "$said")), node.id


@pytest.mark.parametrize(
    ("statement", "act"),
    [
        ("Cities should make public transport free.", "cities were to make public transport free"),
        ("The EU must ban exports.", "the EU were to ban exports"),
        ("EU states should pay.", "EU states were to pay"),
        ("Gambling should be banned.", "gambling were to be banned"),
        ("This house supports the policy.", "this house supports the policy"),
    ],
)
def test_a_motion_becomes_a_condition(statement: str, act: str) -> None:
    assert describe_act(statement) == act


def test_a_dollar_sign_in_a_resolution_is_only_a_dollar_sign() -> None:
    assert "$5" in fill_words("If $act, it pays.", plan="", resolution="Cities should pay $5 a day.")


def test_what_was_judged_is_the_card_in_its_slot_for_the_plan() -> None:
    _, case = sample()
    slot = next(slot for slot in case.slots if slot.card)
    assert slot.card
    assert is_established(case.plan, slot)
    assert not is_established("Another plan.", slot)
    assert not is_established(case.plan, slot.model_copy(update={"path": (*slot.path[:-1], "other")}))
    read_less = slot.card.model_copy(update={"text": slot.card.text[:-5]})
    assert not is_established(case.plan, slot.model_copy(update={"card": read_less}))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def run_foam(*arguments: object, script: Script | None = None) -> tuple[int, Any]:
    opened = {"embedder": HashingEmbedder(), "stance": rate_by_words} if script else {}
    obj = {"models": ScriptedModel(script, name=script.__name__), **opened} if script else None
    result = CliRunner().invoke(foam, [*map(str, arguments), "--json"], obj=obj)
    assert result.exit_code in (0, 1), result.output
    return result.exit_code, json.loads(result.stdout)


def named(report: Any, rule: str) -> set[str]:
    return {failure["slot"] for failure in report["failures"] if failure["rule"] == rule}


def test_verdicts_made_up_for_shuffled_cards_are_not_on_the_record(home: Path, tmp_path: Path) -> None:
    """Whoever moves cards may forge the digests, too; the record still does not hold the verdicts."""
    path = tmp_path / "case.json"
    run_foam("case", "--strategy", "traditional", "--out", path, script=agreeable)
    case = read_case(path)
    bound = {slot.id for slot in case.slots if slot.card}
    _, before = run_foam("case", "verify", path, script=agreeable)
    assert not named(before, "slot") | named(before, "chain")
    moved = shuffled(case)
    forged = {
        slot.id: slot.card.model_copy(
            update={"verdict": slot.card.verdict.model_copy(update={"of": digest_fit(case.plan, slot, slot.card)})}
        )
        for slot in moved.slots
        if slot.card and slot.card.verdict
    }
    with_cards(moved, forged).save(path)
    code, report = run_foam("case", "verify", path, script=agreeable)
    assert code == 1
    assert named(report, "slot") == bound


def test_with_deep_the_evaluator_is_asked_and_its_verdicts_count_in_place_of_the_files(
    home: Path, tmp_path: Path
) -> None:
    path = tmp_path / "case.json"
    run_foam("case", "--strategy", "traditional", "--out", path, script=agreeable)

    def finds_all_beside(call: Call) -> Said | None:
        return Labelled(label="beside the point") if call.question.template == "case/slot" else agreeable(call)

    bound = {slot.id for slot in read_case(path).slots if slot.card}
    code, report = run_foam("case", "verify", path, "--deep", script=finds_all_beside)
    assert code == 1
    assert named(report, "slot") == bound
    assert report["established"] == 0
    _, again = run_foam("case", "verify", path, "--deep", script=agreeable)
    assert (again["established"], named(again, "slot")) == (len(bound), set())


@pytest.mark.embedded
@pytest.mark.usefixtures("home_with_appeal")
def test_with_the_embedded_judge_no_card_stands_in_a_slot_unjudged(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    run_foam("case", "--pack", "benefits-appeal", "--out", path)
    case = read_case(path)
    assert case.cards
    assert all(is_established(case.plan, slot) for slot in case.slots if slot.card)
    _, report = run_foam("case", "verify", path)
    assert not named(report, "slot")
    bound = {slot.id for slot in case.slots if slot.card}
    shuffled(case).save(path)
    assert named(run_foam("case", "verify", path)[1], "slot") == bound
    gibberish = with_cards(case, {slot: foreign_card(case, GIBBERISH) for slot in bound})
    gibberish.save(path)
    assert named(run_foam("case", "verify", path, "--deep")[1], "slot") == bound


def test_a_source_without_author_or_year_is_named_by_its_document() -> None:
    _, case = sample()
    slot = next(slot for slot in case.slots if slot.card)
    assert slot.card
    unsigned = slot.card.model_copy(update={"cite": "", "verdict": None})
    desk, _ = sample()
    found = verify_case(with_cards(case, {slot.id: unsigned}), desk.documents, desk.template).failures
    assert any(one.rule == "slot" and f"d:{unsigned.document[:8]}" in one.what for one in found)
