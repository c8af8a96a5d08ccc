"""What is judged again after a sentence was struck: whoever judges is told so, and a corrected figure is cited."""

from __future__ import annotations

import re

import pytest
from tests.contest.test_evidence_challenges import brought
from tests.contest.test_written_challenges import (
    after,
    appraisal,
    file,
    hear,
    reply,
    rests_on_several,
    strength,
)
from tests.deliberation.test_handwritten import sit
from tests.job.sessions import session_with

from foam.contest.challenge import OutOfContext, SelectionBias, StaleSource
from foam.contest.editions import pair_figures
from foam.contest.on_the_rest import LEFT_OUT, STAND, WITHOUT, puts_figure_right
from foam.contest.redline import FACTS
from foam.contest.struck import list_gone, list_struck_before, read_without
from foam.contest.views.document import blocks
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.corrected import Corrected
from foam.deliberation.dossier import ClaimNode, EvidenceNode, ObjectionNode, ResponseNode
from foam.deliberation.objection import CHALLENGE_ID, EvaluatedObjection
from foam.deliberation.option_outcome import compare_option
from foam.deliberation.options import DeliberatedOption
from foam.deliberation.tellable import list_tellable
from foam.deliberation.views.words import describe_fate, describe_response
from foam.deliberation.written.exchange import STANDS
from foam.deliberation.written.exchange_words import tell_struck
from foam.deliberation.written.gone import with_corrected, without_struck
from foam.deliberation.written.material import describe_sentences, offer_evidence, tell_sentences
from foam.evidence.corpus import ListedCorpus, Passage, make_passages
from foam.evidence.document import Document, Origin, make_document
from foam.job.retrieval import Candidates
from foam.job.session import Tools
from foam.model.question import Write
from foam.paper import compose, render
from foam.text.pointer import Pointer
from foam.text.words import split_words

VERDICT = {"answers": "for", "adequacy": 6.0, "relevance": 8.0, "support": 8.0, "consequence": 8.0}


def correct(passage: Passage, title: str = "A later note") -> Document:
    """A paper that says the same with other figures."""
    return brought(re.sub(r"\d", "7", passage.text), title=title, published="2030-01-01")


def cites_a_figure() -> tuple[EvaluatedObjection, Passage]:
    """An objection that cites a sentence with a figure, and another beside it."""
    return next(
        (one, passage)
        for one in file().mediation.evaluated
        for passage in one.objection.evidence
        if len(one.objection.evidence) > 1 and re.search(r"\d", passage.text) and not passage.pointer.computed
    )


def test_an_objection_is_scored_with_what_corrects_the_sentence_that_was_struck() -> None:
    one, struck = cites_a_figure()
    paper = correct(struck)
    forms = {"acts/exchange": VERDICT}
    new = paper.sentence(0)
    node = make_evidence_id(struck.pointer)
    heard, asked = hear(node, SelectionBias(), lambda text: text == new, forms, documents=[paper], templates=("acts/",))
    now = after(heard).exchanges[one.objection.id]
    assert now.objection.lost == (struck,)
    assert [passage.text for passage in now.objection.evidence] == [
        new if passage == struck else passage.text for passage in one.objection.evidence
    ]
    told = [question.prompt for question in asked if f"Struck: “{struck.text}”" in question.prompt]
    assert told
    assert all(f"By: “{new}”" in prompt and "brought by the challenger" in prompt for prompt in told)
    assert any(f"{one.objection.id} cites what corrects" in said for said in heard.outcome.came_to)
    assert struck not in after(heard).claims[one.objection.claim].defence


def test_a_struck_sentence_stands_nowhere_as_plain_context_of_what_is_scored_again() -> None:
    one = next(e for e in file().mediation.evaluated if len(e.objection.evidence) > 1)
    struck, *_ = one.objection.evidence
    heard, asked = hear(
        make_evidence_id(struck.pointer),
        OutOfContext(),
        lambda _: True,
        {"acts/exchange": VERDICT},
        templates=("acts/exchange",),
    )
    prompts = [question.prompt for question in asked if one.objection.text in question.prompt]
    assert prompts
    assert after(heard).exchanges[one.objection.id].objection.lost == (struck,)
    for prompt in prompts:
        assert f"Struck: “{struck.text}”" in prompt
        assert prompt.count(struck.text) == 1


def test_a_seat_is_not_told_that_nothing_is_wrong_with_its_grounds_and_rests_on_the_corrected_one() -> None:
    claim = rests_on_several()
    struck, *left = claim.grounds
    paper = correct(struck)
    new = paper.sentence(0)
    heard, asked = hear(
        make_evidence_id(struck.pointer),
        SelectionBias(),
        lambda text: text == new,
        {**reply("qualify", left[0].text), **appraisal(claim, 3.0)},
        documents=[paper],
        templates=("acts/reply",),
    )
    told = [question.prompt for question in asked if "heard and sustained" in question.prompt]
    assert told
    assert "nothing was found wrong" not in LEFT_OUT
    assert any(f"may no longer rest on this: “{struck.text}”" in prompt for prompt in told)
    now = after(heard).claims[claim.id]
    assert struck not in now.rests_on
    assert new in {one.text for one in now.rests_on}
    told_of = " ".join(heard.outcome.came_to)
    assert "was narrowed by what takes the place of a ground" in told_of
    assert "it was appraised anew as it reads now, and nothing else of the challenge counts" in told_of
    assert now.qualifier == claim.qualifier  # what is wrong with it is charged once, where it is appraised
    challenge = next(
        one
        for one in list_tellable(after(heard).mediation)
        if "challenge from outside" in one.text and claim.text in one.text
    )
    assert "No evaluator was asked" in challenge.text
    assert "as the evaluator found" not in challenge.text
    option = compare_option(DeliberatedOption(id="o1", text="It."), after(heard).dossier, heard.run, "affirmed")
    put = [one for one in option.objections if one.id.startswith(CHALLENGE_ID)]
    assert put
    assert {one.met for one in put} == {None}
    own = next(one for one in heard.outcome.came_to if claim.id in one and "was narrowed" in one)
    assert "50% of it counts" not in own
    # Whoever judges an exchange over the claim later is told what was struck, and how the claim reads since.
    (earlier,) = list_struck_before(after(heard), now)
    assert (earlier.sentence, earlier.reads, earlier.by[0].text) == (struck, now.text, new)
    assert f"The claim reads since then: “{now.text}”" in tell_struck([earlier])
    assert struck not in read_without(now, [earlier]).grounds


def test_a_claim_on_a_corrected_figure_is_put_again_in_its_seats_words_with_its_other_grounds() -> None:
    claim = rests_on_several()
    struck, *others = claim.grounds
    cited = sit().table.corpus.document(struck.pointer.document)
    paper = correct(struck, cited.citation.title)
    new = paper.sentence(0)
    words = others[0].text
    heard, _ = hear(
        make_evidence_id(struck.pointer), StaleSource(), lambda _: False, reply("qualify", words), documents=[paper]
    )
    assert (heard.outcome.disposition, heard.outcome.move) == ("sustained", "swap")
    fresh = [one for one in after(heard).claims.values() if one.id not in file().claims]
    anew = next(one for one in fresh if [ground.text for ground in one.grounds[1:]] == [one.text for one in others])
    assert anew.ground.text == new
    assert anew.text == words
    told = [one.text for one in heard.outcome.reasons]
    assert len(told) == 1


def test_a_fact_that_a_challenge_did_not_touch_stays_undisputed_and_the_redline_shows_what_left() -> None:
    facts = {*file().dossier.facts}
    claim = next(
        one
        for one in file().claims.values()
        if one.counts and len(facts & {make_evidence_id(ground.pointer) for ground in one.rests_on}) > 1
    )
    own = [one for one in claim.rests_on if make_evidence_id(one.pointer) in facts]
    struck, *untouched = own
    paper = brought("Nothing of this is so, and the board has said it in its minutes.")
    forms = {**reply("qualify", untouched[0].text), **appraisal(claim, 3.0)}
    node = make_evidence_id(struck.pointer)
    heard, _ = hear(node, SelectionBias(), lambda text: text == paper.sentence(0), forms, documents=[paper])
    after_facts = {*after(heard).dossier.facts}
    assert node not in after_facts
    assert {make_evidence_id(one.pointer) for one in untouched} <= after_facts
    row = next(one for one in heard.redline if one.part == FACTS)
    assert any(struck.text in step.source for step in row.steps if step.type == "removed")
    shown = render(blocks(heard.outcome, heard.redline), "text").replace("\n", " ")
    listed = {id for one in heard.redline for id in (one.part, one.was)}
    assert all(id in shown for id in heard.outcome.locality.changed if id not in listed)


@pytest.mark.parametrize("commits", ["yes", "in part"])
def test_a_reason_that_is_as_strong_without_a_ground_pays_nothing_for_losing_it(commits: str) -> None:
    """What is wrong with it is charged where it is appraised; how certain it is put is what its seat says."""
    claim = rests_on_several()
    struck, *left = claim.grounds
    form = reply("qualify", left[0].text)
    form = {"acts/reply": {**form["acts/reply"], "commits": commits}}  # type: ignore[dict-item]
    same = appraisal(claim, 10 * claim.support.strength)
    heard, _ = hear(make_evidence_id(struck.pointer), OutOfContext(), lambda _: True, {**form, **same})
    now = after(heard).claims[claim.id]
    assert now.text == left[0].text
    assert strength(after(heard), claim.id) == pytest.approx(strength(file(), claim.id))
    assert now.qualifier == (claim.qualifier if commits == "yes" else "in some cases")


def test_a_seat_may_say_that_its_claim_stands_on_what_is_left_and_it_is_appraised_on_that() -> None:
    claim = next(
        one
        for one in file().claims.values()
        if one.counts and not one.wordings and len(one.grounds) > 1 and not one.same_point_as
    )
    struck, *left = claim.grounds
    said = {"commits": "yes", "move": STANDS, "text": "The rest bears it out.", "claim": "", "ids": (), "grounds": ()}
    forms = {"acts/reply": {**said, "warrant": "", "unless": ""}, **appraisal(claim, 4.0)}
    node = make_evidence_id(struck.pointer)
    heard, asked = hear(node, OutOfContext(), lambda _: True, forms, templates=("acts/",))
    (form,) = [one for one in asked if one.template == "acts/reply" and claim.text in one.statement]
    assert isinstance(form, Write)
    assert {"stands", "qualify", "concede"} == {*next(one.labels for one in form.fields if one.name == "move")}  # type: ignore[union-attr]
    assert STAND in form.prompt
    (read,) = [one for one in asked if one.template == "acts/appraisal" and f"Claim: {claim.text}" in one.prompt]
    assert f"| {struck.text}" not in read.prompt  # it may stand around the grounds, and is none of them
    now = after(heard).claims[claim.id]
    assert (now.text, now.rests_on, now.qualifier) == (claim.text, tuple(left), claim.qualifier)
    assert now.support.strength == pytest.approx(0.4)
    told = " ".join(heard.outcome.came_to)
    assert "keeps its words and stands on what is left of its grounds" in told
    assert "50% of it counts" not in told
    over = (one for one in after(heard).mediation.evaluated if one.objection.by_challenge)
    made = next(one for one in over if one.objection.claim == claim.id)
    node_of = after(heard).dossier.find_node(made.objection.id)
    assert isinstance(node_of, ObjectionNode)
    assert describe_fate(after(heard).dossier, node_of) == "sustained: the claim stands on its other grounds"


def states_a_figure() -> tuple[ObjectionNode, EvidenceNode, str]:
    """An objection whose words state a figure of a sentence that is cited in the dossier, and that figure."""
    nodes = file().dossier.nodes
    cited = [one for one in nodes if isinstance(one, EvidenceNode) and not one.pointer.computed]
    return next(
        (said, one, word)
        for said in nodes
        if isinstance(said, ObjectionNode)
        for one in cited
        for word in split_words(one.text)
        if re.fullmatch(r"\d+[.,]\d+|\d{3}", word) and word in split_words(said.text)
    )


def test_words_that_state_a_corrected_figure_are_marked_wherever_they_are_shown_and_told() -> None:
    said, cited, figure = states_a_figure()
    other = re.sub(r"\d$", lambda digit: str((int(digit[0]) + 4) % 10), figure)
    paper = brought(cited.text.replace(figure, other), title="A later note", published="2030-01-01")
    forms = {"acts/exchange": VERDICT}
    heard, _ = hear(cited.id, SelectionBias(), lambda text: text == paper.sentence(0), forms, documents=[paper])
    now, note = after(heard), f"its figure {figure} was corrected since: {other}"
    assert now.dossier.find_node(said.id).text == said.text  # type: ignore[union-attr]
    shown = " ".join(render(compose(now.dossier).blocks, "text").split())
    assert f"{' '.join(said.text.split())} [{note}]" in shown
    (row,) = [one for one in heard.redline if one.part == said.id]
    assert note.rsplit(": ", 1)[0] in " ".join(step.quote for step in row.steps)
    assert any(f"{said.text} [{note}]" in one.text for one in list_tellable(now.mediation))
    first = " ".join(render(compose(file().dossier).blocks, "text").split())
    assert "corrected since" not in first


def test_a_reason_on_another_source_that_repeats_a_corrected_figure_is_marked_and_not_struck() -> None:
    cited, letter, paper = find_repeated()
    forms = {"acts/exchange": VERDICT}
    heard, _ = hear(cited.id, SelectionBias(), lambda text: text == paper.sentence(0), forms, documents=[paper])
    now, note = after(heard), "repeats a figure that was corrected: 30 became 25"
    resting = [one for one in now.mediation.reasons if letter in one.rests_on]
    assert resting
    for claim in resting:
        assert any(note in said and claim.id in said for said in heard.outcome.came_to)
    shown = " ".join(render(compose(now.dossier).blocks, "text").split())
    assert f"[{letter.pointer.brief()}] [{note}]" in shown or f"{letter.pointer.brief()} [{note}]" in shown
    rows = {row.part: " ".join(step.quote for step in row.steps) for row in heard.redline}
    assert note in rows[make_evidence_id(letter.pointer)]
    assert any(letter.text in one.text and note in one.text for one in list_tellable(now.mediation))
    assert make_evidence_id(letter.pointer) not in now.dossier.facts
    assert not any(note in text for text in [render(compose(file().dossier).blocks, "text")])


def test_a_sentence_that_repeats_a_corrected_figure_is_marked_in_every_act_that_shows_it() -> None:
    cited, letter, paper = find_repeated()
    forms = {"acts/exchange": VERDICT}
    acts = ("acts/reply", "acts/exchange", "acts/appraisal")
    _, asked = hear(
        cited.id, SelectionBias(), lambda text: text == paper.sentence(0), forms, documents=[paper], templates=acts
    )
    note = f"{letter.text} [repeats a figure that was corrected: 30 became 25]"
    showing = [one for one in asked if letter.text in one.prompt + one.shared]
    assert {one.template for one in showing} >= {"acts/reply"}
    assert not [one.template for one in showing if note not in one.prompt + one.shared]


def test_the_mark_stands_where_a_sentence_is_offered_cited_or_told_around_another() -> None:
    text = "The boat was built in Arvel. It cost the owner 40 crowns to build the boat. It was sold to a miller."
    document = make_document(text, origin=Origin(file="t", format="text", importer="t"))
    first, letter, last = make_passages(document)
    was = letter.model_copy(update={"pointer": Pointer(document="a" * 64, sentence=0)})
    now = was.model_copy(
        update={"pointer": Pointer(document="b" * 64, sentence=0), "text": letter.text.replace("40", "55")}
    )
    corrected = Corrected(was=was, now=now, figures=pair_figures(now.text, was.text))
    session = session_with(Tools(corpus=ListedCorpus.of([document]), pack=sit().table.pack))
    later = with_corrected(session, [corrected])
    marked = f"{letter.text} [repeats a figure that was corrected: 40 became 55]"
    assert letter.text in describe_sentences(session, [first])
    assert "corrected" not in describe_sentences(session, [first, letter])
    assert f"- {marked}" in describe_sentences(later, [first])
    assert f"g1 | {marked}" in describe_sentences(later, [letter])
    assert marked in tell_sentences(later, [last])[last.pointer]
    for whole in (0, 3):
        offer = offer_evidence(later, Candidates(entry="", passages=(first, letter, last), whole=whole))
        assert f"s2 | {marked}" in f"{offer.told} {offer.shared}"
        assert offer.candidates.passages[1] == letter


def test_a_struck_sentence_is_shown_to_nobody_as_if_it_held() -> None:
    cited = next(one for one in file().dossier.nodes if isinstance(one, EvidenceNode) and "Article 5" in one.text)
    paper = brought(cited.text.replace("30 kilo", "25 kilo"), title="A later note", published="2030-01-01")
    heard, asked = hear(
        cited.id,
        SelectionBias(),
        lambda text: text == paper.sentence(0),
        {"acts/exchange": VERDICT},
        documents=[paper],
        templates=("acts/appraisal", "acts/reply", "acts/exchange"),
    )
    assert asked
    for question in asked:
        told = question.prompt.replace(f"Struck: “{cited.text}”", "").replace(WITHOUT.format(struck=cited.text), "")
        assert cited.text not in told, question.template
    assert list_gone(after(heard)) == {cited.pointer}
    assert not list_gone(file())


def test_what_was_struck_is_neither_offered_nor_told_around_other_sentences() -> None:
    text = "The boat was built in Arvel. It cost the owner 40 crowns. It was sold to a miller."
    document = make_document(text, origin=Origin(file="t", format="text", importer="t"))
    first, struck, last = make_passages(document)
    session = session_with(Tools(corpus=ListedCorpus.of([document]), pack=sit().table.pack))
    later = without_struck(session, [struck.pointer])
    assert struck.text in describe_sentences(session, [first])
    assert struck.text not in describe_sentences(later, [first])
    assert last.text in describe_sentences(later, [first])
    for whole in (0, 3):
        found = Candidates(entry="", passages=(first, struck, last), whole=whole)
        before, since = (offer_evidence(one, found) for one in (session, later))
        assert struck in before.candidates.passages
        assert [one.text for one in since.candidates.passages] == [first.text, last.text]
        assert since.candidates.whole == (2 if whole else 0)
        assert struck.text not in f"{since.told} {since.shared}"


def test_a_seat_may_drop_what_its_claim_was_held_unless() -> None:
    claim = next(one for one in file().mediation.reasons if one.unless and one.voice == "written" and not one.wordings)
    words = claim.rests_on[0].text
    paper = brought("Nothing of this is so, and the board has said it in its minutes.")
    said = reply("qualify", words)["acts/reply"]
    assert isinstance(said, dict)
    for unless, held in (("", claim.unless), ("None.", ""), ("the board says so", "the board says so")):
        forms = {"acts/reply": {**said, "unless": unless}, **appraisal(claim, 3.0)}
        heard, _ = hear(claim.id, SelectionBias(), lambda text: text == paper.sentence(0), forms, documents=[paper])
        now = after(heard)
        assert (now.claims[claim.id].text, now.claims[claim.id].unless) == (words, held)
        assert now.claims[claim.id].as_it_reads.parts.rebuttal == held
        node = now.dossier.find_node(claim.id)
        assert isinstance(node, ClaimNode)
        assert node.unless == held


def test_the_claim_now_is_printed_in_the_words_that_it_has_now_and_a_challenge_in_those_it_was_made_to() -> None:
    claim, one = next(
        (claim, over)
        for over in file().mediation.evaluated
        for claim in [file().claims[over.objection.claim]]
        if over.response and over.response.wording and claim.counts and claim.text == over.response.wording
    )
    words = claim.rests_on[0].text
    paper = brought("Nothing of this is so, and the board has said it in its minutes.")
    forms = {**reply("qualify", words), **appraisal(claim, 3.0)}
    heard, _ = hear(claim.id, SelectionBias(), lambda text: text == paper.sentence(0), forms, documents=[paper])
    now = after(heard)
    assert now.claims[claim.id].text == words
    assert one.response is not None
    response = now.dossier.find_node(one.response.id)
    assert isinstance(response, ResponseNode)
    assert describe_response(now.dossier, response).endswith(f"the claim now: {words}")
    told = next(told for told in list_tellable(now.mediation) if one.objection.id in told.nodes)
    assert f"The claim now: {words}" in told.text
    made = next(over for over in now.mediation.evaluated if over.objection.by_challenge)
    node = now.dossier.find_node(made.objection.id)
    assert isinstance(node, ObjectionNode)
    assert node.struck == claim.text
    told = next(told for told in list_tellable(now.mediation) if node.id in told.nodes)
    assert f"in these words: “{claim.text}”" in told.text
    shown = " ".join(render(compose(now.dossier).blocks, "text").split())
    (row,) = [row for row in heard.redline if row.part == node.id]
    assert "10.0 of 10" not in " ".join(step.quote for step in row.steps)
    assert f"sustained: the claim was narrowed; {node.id}" in shown


@pytest.mark.parametrize(
    ("wording", "is_right"),
    [
        ("Rent, one more person and electricity for 88,000 units would come to about 152,000 euros a year.", True),
        ("Rent and electricity would come to about 152,000 euros a year.", False),
        ("Rent, electricity and one more person would only in some years come to about 152,000 euros a year.", False),
        ("Rent, electricity and one more person would come to about 169,500 euros a year.", False),
    ],
)
def test_a_sum_that_is_put_right_holds_in_as_many_cases_as_before(wording: str, is_right: bool) -> None:
    claim = "Rent, electricity and one more person would come to about 169,500 euros a year."
    assert puts_figure_right(claim, wording) == is_right


def find_repeated() -> tuple[EvidenceNode, Passage, Document]:
    """A sentence with a figure, one of another source that repeats it, and a paper that corrects the first."""
    cited = next(one for one in file().dossier.nodes if isinstance(one, EvidenceNode) and "Article 5" in one.text)
    letter = next(
        one
        for claim in file().mediation.reasons
        for one in claim.rests_on
        if "exceeds 30 kilopascals" in one.text and one.pointer.document != cited.pointer.document
    )
    later = cited.text.replace("30 kilo", "25 kilo")
    return cited, letter, brought(later, title="A later note", published="2030-01-01")
