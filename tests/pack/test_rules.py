"""Stated rules: the tree of the benefits file without any model, and what keeps it from being settled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from decimal import Decimal

import pytest
from pydantic import ValidationError

from foam.argument.rows import Record, Support, list_shown
from foam.argument.tree import Frame, find_complaints
from foam.argument.working import Compare, Figure, compute, show_working
from foam.errors import InputError
from foam.evidence.document import Document, make_document
from foam.pack.binding import Bound, GivenInput, bind_rules, number_documents, parse_given
from foam.pack.loader import load_pack
from foam.pack.rules import Rules
from foam.semantics.bearing import find_bearing, find_unmoved
from foam.semantics.outcome import Outcome, find_outcome
from foam.semantics.standing import find_standings
from foam.semantics.ways import View

PACK = load_pack("benefits-appeal")
FILE = number_documents(PACK.documents())
RULES = PACK.rules or Rules()


def look(bound: Bound) -> View:
    return View(bound.frame, find_standings(bound.frame, bound.file))


def outcome(documents: Mapping[str, Document], *given: GivenInput) -> Outcome:
    bound = bind_rules(RULES, documents, given)
    return find_outcome(look(bound), bound.frame.roots[0])


def reword(name: str, old: str, new: str) -> Document:
    """A document of the file with other words."""
    document = FILE[name]
    assert old in document.text
    text = document.text.replace(old, new)
    return make_document(text, origin=document.origin, citation=document.citation, facets=document.facets)


def without(*names: str) -> dict[str, Document]:
    return {name: one for name, one in FILE.items() if name not in names}


def working(frame: Frame, name: str) -> Compare:
    found = frame.leaf_by_id[name].working
    assert isinstance(found, Compare)
    return found


def state(**tables: object) -> Rules:
    return Rules.model_validate(tables)


# The benefits file


def test_the_denial_is_reversed_without_a_model() -> None:
    bound = bind_rules(RULES, FILE)
    assert find_complaints(bound.frame, bound.file) == find_unmoved(bound.frame) == ()
    found = find_outcome(look(bound), bound.frame.roots[0])
    assert (found.option, found.hangs_on) == ("yes", ())
    (yes, _) = bound.frame.roots[0].options
    assert yes.text.endswith("paid from 3 March 2025.")


@pytest.mark.parametrize(
    ("leaf", "left", "limit", "at"),
    [
        ("countable_is_at_most_limit", Decimal("1049.20"), Decimal(1215), "07#s1"),
        ("countable_with_bonus_is_at_most_limit", Decimal("1204.00"), Decimal(1215), "07#s1"),
        ("days_is_at_most_period", Decimal(7), Decimal(90), "08#s0"),
    ],
)
def test_the_figures_are_those_of_the_file(leaf: str, left: Decimal, limit: Decimal, at: str) -> None:
    compared = working(bind_rules(RULES, FILE).frame, leaf)
    assert compute(compared.left).value == left
    assert compared.right == Figure(value=limit, at=(at,))


def test_a_working_is_printed_whole() -> None:
    compared = working(bind_rules(RULES, FILE).frame, "countable_is_at_most_limit")
    assert show_working(compared) == "(310 + 295 + 305 + 310) / 4 × 4.3 − 20 % = 1,049.20 (has to be at most 1,215)"


def test_whether_the_bonus_counts_need_not_be_judged() -> None:
    bound = bind_rules(RULES, FILE)
    view = look(bound)
    assert view.standings["lump"].stands == "open"
    assert "lump" in {one.leaf for one in bound.lacks}
    bearing = find_bearing(view, bound.frame.roots[0])
    assert not {"lump", "once", "r12c"} & {*bearing.alone, *bearing.rules_alone}
    assert {"size", "two", "four", "weekly_pay", "days_is_at_most_period"} <= set(bearing.alone)
    assert set(bearing.rules_alone) == {"r31a", "r9d", "r12a", "r12d", "limit"}


def test_the_nearest_day_and_limit_that_turn_it() -> None:
    bound = bind_rules(RULES, FILE)
    nearest = find_bearing(look(bound), bound.frame.roots[0]).nearest
    assert {one.input.value: one.value for one in nearest["days_is_at_most_period"]}[date(2025, 3, 25)] == date(
        2025, 6, 17
    )
    by_place = {
        one.input.at: one.value for one in nearest["countable_is_at_most_limit"] if isinstance(one.input, Figure)
    }
    assert by_place[("07#s1",)] == Decimal(1049)


def test_what_is_owed_stands_on_its_rule_and_on_the_notice() -> None:
    (beside,) = bind_rules(RULES, FILE).frame.beside
    assert (beside.bearing, beside.at) == ("owed_in_any_case", ("06#s4", "01#s3"))


# The file turned round, or taken away


def test_four_stubs_of_490_regular_pay_turn_it() -> None:
    stubs = {
        name: reword(name, re.findall(r"Regular pay for the week was \d+", FILE[name].text)[0], "Regular pay was 490")
        for name in ("02", "03", "04", "05")
    }
    bound = bind_rules(RULES, {**FILE, **stubs})
    assert compute(working(bound.frame, "countable_is_at_most_limit").left).value == Decimal("1685.60")
    assert outcome({**FILE, **stubs}).option == "no"


def test_stubs_taken_away_settle_nothing_and_are_asked_for() -> None:
    for gone in (("05",), ("02", "03", "04", "05")):
        bound = bind_rules(RULES, without(*gone))
        assert find_outcome(look(bound), bound.frame.roots[0]).option is None
        assert {"weekly_pay", "total_pay"} <= {one.leaf for one in bound.lacks}
        assert bound.frame.leaf_by_id["weekly_pay"].at == ()


def test_a_late_request_turns_it() -> None:
    letter = FILE["09"]
    late = letter.model_copy(update={"citation": letter.citation.model_copy(update={"published": "2025-06-17"})})
    assert outcome({**FILE, "09": late}).option == "no"


@pytest.mark.parametrize("gone", ["01", "06", "07", "08", "09"])
def test_without_a_rule_the_notice_or_the_request_nothing_is_claimed(gone: str) -> None:
    assert outcome(without(gone)).option is None


def test_a_foreign_library_settles_nothing() -> None:
    hut = number_documents(load_pack("mountain-hut").documents())
    bound = bind_rules(RULES, hut)
    assert find_outcome(look(bound), bound.frame.roots[0]).option is None
    assert {leaf.proposed for leaf in bound.frame.leaves if leaf.kind != "calculation"} == {"open"}


def test_two_figures_for_one_day_leave_the_sum_open() -> None:
    again = reword("05", "Regular pay for the week was 310", "Regular pay for the week was 400")
    bound = bind_rules(RULES, {**FILE, "17": again})
    assert "310.00 and 400.00" in {one.leaf: one.what for one in bound.lacks}["weekly_pay"]
    assert find_outcome(look(bound), bound.frame.roots[0]).option is None


def test_a_provision_found_twice_is_open() -> None:
    again = reword("08", "within 90 days", "within 80 days")
    bound = bind_rules(RULES, {**FILE, "17": again})
    assert bound.frame.leaf_by_id["r31a"].proposed == "open"
    assert "08#s0, 17#s0" in {one.leaf: one.what for one in bound.lacks}["r31a"]


def test_a_copy_counts_once() -> None:
    bound = bind_rules(RULES, {**FILE, "17": FILE["08"], "18": FILE["05"]})
    assert bound.frame.leaf_by_id["r31a"].at == ("08#s0",)
    assert find_outcome(look(bound), bound.frame.roots[0]).option == "yes"


def test_words_that_the_provision_does_not_have_leave_the_condition_open() -> None:
    other = reword("07", "is a member of the household", "counts with the household")
    bound = bind_rules(RULES, {**FILE, "07": other})
    assert bound.frame.leaf_by_id["two"].proposed == "open"
    assert [one.part for one in find_complaints(bound.frame, bound.file)] == ["two"]


def test_pointers_exchanged_are_complained_of() -> None:
    bound = bind_rules(RULES, FILE)
    swapped = {"02#s3": "03#s3", "03#s3": "02#s3"}
    text = re.sub(r"0[23]#s3", lambda at: swapped[at[0]], bound.frame.model_dump_json())
    assert {one.kind for one in find_complaints(Frame.model_validate_json(text), bound.file)} == {"figure"}


# What a person gives


def test_a_person_gives_what_is_missing_with_its_sentence() -> None:
    file = {**FILE, "07": reword("07", "does not exceed 1,215 crowns", "is at most 1,215 crowns")}
    assert outcome(file).option is None
    given = parse_given("limit=1,215@07#s1")
    assert outcome(file, given).option == "yes"
    leaf = bind_rules(RULES, file, [given]).frame.leaf_by_id["limit"]
    assert (leaf.at, leaf.because) == (("07#s1",), "a person read it")


@pytest.mark.parametrize(
    "text",
    [
        "limit=1,300@07#s1",
        "limit=1,215@99#s1",
        "limit=1,215@07#s9",
        "limit=many@07#s1",
        "no_such=1@07#s1",
        "notice=2025-03-19@01#s0",
    ],
)
def test_what_does_not_stand_in_its_sentence_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        bind_rules(RULES, FILE, [parse_given(text)])


def test_of_several_figures_a_person_gives_each() -> None:
    assert outcome(FILE, parse_given("weekly_pay=310@02#s3")).option is None
    weekly = [
        parse_given(f"weekly_pay={pay}@{at}#s3") for pay, at in ((310, "02"), (295, "03"), (305, "04"), (310, "05"))
    ]
    assert outcome(FILE, *weekly).option == "yes"


@pytest.mark.parametrize("text", ["limit", "limit=1,215", "=1,215@07#s1", "limit=@07#s1", "limit=1,215@"])
def test_an_input_has_a_name_a_value_and_a_sentence(text: str) -> None:
    with pytest.raises(InputError):
        parse_given(text)


# Form

FEES = {"name": "fee", "title": "the fee", "seek": "the fee", "pattern": "fee of {value}"}
MET = {"id": "met", "says": "It is met.", "fact": {"seek": "it is met"}}
ROOT = {"id": "due", "asks": "Is it due?", "if_true": "Yes.", "if_false": "No."}


@pytest.mark.parametrize(
    ("tables", "said"),
    [
        ({"root": [{**ROOT, "all": ["nothing"]}]}, "root “due”: there is no 'nothing'"),
        ({"root": [{**ROOT, "all": ["fee <= limit"]}], "input": [FEES]}, "there is no 'limit'"),
        ({"root": [{**ROOT, "all": ["fee <="]}], "input": [FEES]}, "is no formula"),
        ({"root": [{**ROOT, "all": ["a"], "any": ["a"]}]}, "one of all, any, more and level"),
        ({"node": [{"id": "a", "any": ["b"]}, {"id": "b", "all": ["a"]}]}, "hangs on itself"),
        ({"calculation": [{"id": "a", "formula": "b + 1"}, {"id": "b", "like": "a"}]}, "hangs on itself"),
        ({"calculation": [{"id": "a", "formula": "open('x')"}]}, "is no formula"),
        ({"input": [FEES, FEES]}, "'fee' names two things"),
        ({"input": [{**FEES, "source": "code"}]}, "there is no 'code'"),
        ({"provision": [{"id": "p"}]}, "the words it begins with, or its pattern"),
        ({"condition": [{**MET, "admitted_by": "count"}]}, "read by an input"),
        ({"condition": [{**MET, "if_open": "false"}]}, "go together"),
        ({"condition": [{**MET, "term": {"of": "p", "words": "w"}}]}, "there is no 'p'"),
        ({"root": [{**ROOT, "all": ["fee > 1"], "if_true": "Yes: {sum}."}], "input": [FEES]}, "there is no 'sum'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_rules_is_said_with_its_place(tables: dict[str, object], said: str) -> None:
    with pytest.raises(ValidationError, match=re.escape(said)):
        state(**tables)


def test_rounding_and_the_counting_of_days_name_their_rule() -> None:
    rules = state(
        source=[{"id": "code", "role": "rule", "kinds": ["rule"]}, {"id": "papers", "role": "record"}],
        provision=[{"id": "r12a", "source": "code", "begins": "Section 12(a)"}],
        input=[
            {**FEES, "name": "factor", "source": "code", "pattern": "payments multiplied by {value}", "kind": "number"},
            {
                **FEES,
                "name": "first",
                "pattern": "application is denied|is denied",
                "kind": "date",
                "kinds": ["notice"],
            },
            {**FEES, "name": "last", "pattern": "I am asking", "kind": "date", "kinds": ["letter"]},
        ],
        calculation=[
            {"id": "third", "formula": "factor / 3", "rounding": {"places": 1, "mode": "down", "by": "r12a"}},
            {"id": "days", "formula": "days_between(first, last)", "ends": "both", "by": "r12a"},
        ],
        root=[{**ROOT, "all": ["third == 1.4", "days == 8", "months_after(first, 1) > last"]}],
    )
    bound = bind_rules(rules, FILE)
    assert find_complaints(bound.frame, bound.file) == ()
    assert find_outcome(look(bound), bound.frame.roots[0]).option == "yes"
    assert [show_working(working(bound.frame, name)) for name in ("third_is_1_4", "days_is_8")] == [
        "4.3 / 3 (stated rules) rounded down to 0.1 by 06#s0 = 1.40 (has to be exactly 1.4 (stated rules))",
        "days from 18 March 2025 to 25 March 2025 (both ends counted) = 8 (has to be exactly 8 (stated rules))",
    ]


# The mountain hut, whose rules leave much to people

HUT = state(
    source=[
        {"id": "ordinance", "role": "rule", "kinds": ["rule"]},
        {"id": "survey", "role": "independent", "kinds": ["survey"]},
    ],
    provision=[{"id": f"r{n}", "source": "ordinance", "begins": f"Article {n}"} for n in (4, 5, 8, 9)],
    input=[
        {**FEES, "name": "pressure", "kind": "number", "source": "survey", "pattern": "old site .* at {value} kilo"},
        {**FEES, "name": "error", "kind": "number", "source": "survey", "pattern": "error .* at most {value} kilo"},
        {**FEES, "name": "most", "kind": "number", "source": "ordinance", "pattern": "exceeds {value} kilopascals"},
    ],
    condition=[
        {**MET, "id": "sleep", "term": {"of": "r4", "words": "building in which people sleep"}},
        {**MET, "id": "empty", "term": {"of": "r9", "words": "nobody enters between 1 November and 31 May"}},
        {
            **MET,
            "id": "shown",
            "term": {"of": "r9", "words": "it is shown that no avalanche reaches the site"},
            "if_open": "false",
            "burden": "r9",
        },
    ],
    root=[
        {
            **ROOT,
            "id": "refuse",
            "all": ["r4", "r8", "sleep", {"all": ["r5", "pressure - error > most"]}],
            "unless": [{"all": ["r9", "empty", "shown"]}],
        }
    ],
)


def test_the_hut_declines_where_people_have_to_judge() -> None:
    bound = bind_rules(HUT, number_documents(load_pack("mountain-hut").documents()))
    assert bound.list_complaints() == ()
    assert (
        show_working(working(bound.frame, "pressure_error_is_more_than_most")) == "42 − 6 = 36 (has to be more than 30)"
    )
    found = find_outcome(look(bound), bound.frame.roots[0])
    assert (found.option, {"sleep", "empty", "shown"} - set(found.hangs_on)) == (None, set())


def test_a_stated_burden_counts_only_once_somebody_examined_the_leaf() -> None:
    bound = bind_rules(HUT, number_documents(load_pack("mountain-hut").documents()))
    assert bound.frame.leaf_by_id["shown"].burden == "01#s4"
    supports = [
        Support(leaf=leaf.id, by="evaluator", says="establish", of=list_shown(leaf))
        for leaf in bound.frame.leaves
        if leaf.kind in ("fact", "application")
    ]
    standings = find_standings(bound.frame, bound.file, Record(supports=tuple(supports)))
    assert (standings["shown"].stands, standings["shown"].label, standings["shown"].counts_as) == (
        "open",
        "not_shown",
        False,
    )
    found = find_outcome(View(bound.frame, standings), bound.frame.roots[0])
    assert set(found.hangs_on) == {"sleep", "sleep_fact"}
