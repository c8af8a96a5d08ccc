"""What a file refers to and does not hold: enclosures, letters and reports, rules, answers, and people to be heard."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.examination.differences import find_people
from foam.examination.file import CaseFile, FiledDocument
from foam.examination.finding import Finding, make_finding
from foam.examination.parts import find_decision, list_rules
from foam.examination.sayings import split_ends
from foam.examination.sources import find_provisions, find_rule_references, list_heading_words, list_provisions
from foam.examination.wording import Wording, list_topics
from foam.text.mentions.dates import find_dates
from foam.text.normalise import read_as_one_line
from foam.text.stem import stem

_PAPER_WORDS = """
agreement application bill certificate complaint contract drawing e-mail email estimate form invoice lease letter
licence license logbook map mail memo memorandum message minutes note notice permit photo photograph plan policy
protocol quote receipt record recording register report reply request statement survey timesheet transcript video
"""
_PAPERS = "|".join(f"{word}s?" for word in _PAPER_WORDS.split())
_LABELLED = re.compile(
    r"\b(?P<label>Annex|Appendix|Attachment|Enclosure|Exhibit|Schedule|Figure|Table|Photo|Photograph|Document|Form|Addendum)"
    r" (?P<place>[A-Z]{1,2}\d{0,2}|\d{1,3}[A-Za-z]?|[IVX]{1,4})\b(?! ?\()"
)
_TEXTS = "act|article|by-?law|code|decision|document|judgment|law|order|ordinance|paper|regulations?|rules?|statute"
_CLASSES = frozenset({"Schedule", "Figure", "Table", "Document", "Form"})
"""Labels that also number classes, kinds and parts of other texts."""
_OWN = (
    r"\b(?:attached|enclosed|annexed|appended|accompanying|following)\b[^.;]{{0,40}}\b{label}s?\b|"
    r"\b{label}s?\b[^.;]{{0,40}}\b(?:attached|enclosed|annexed|appended|hereto|herewith|overleaf|below)\b|"
    r"\b{label}s?\b[^.;]{{0,40}}\b(?:to|of) this (?:{papers})\b|"
    r"\b(?:see (?:also )?|our |my ){label} {place}\b(?! (?:of|to) the\b)|\((?:see )?{label} {place}\)|"
    r"\bthis (?:{papers})\b[^.;]{{0,120}}\b{label} {place}\b"
)
"""How a document speaks of an annex of its own."""
_ENCLOSING = re.compile(r"\b(?:enclos|attach|append|annex|accompany|include|submit|herewith)", re.IGNORECASE)
_ENCLOSED = re.compile(
    rf"\b(?:(?:I|we) (?:also )?(?:enclose|attach|append|include|submit)(?: here(?:with|to))?|"
    rf"(?:please )?find (?:enclosed|attached)|(?:enclosed|attached) (?:is|are|you will find))"
    rf"(?: with this letter)?:? (?P<what>[^.;]{{0,80}}?\b(?:{_PAPERS})\b[^.;,]{{0,60}})",
    re.IGNORECASE,
)
_IS_ENCLOSED = re.compile(
    rf"(?P<what>\b[^.;,]{{0,50}}?\b(?:{_PAPERS})\b[^.;,]{{0,50}}?) (?:is|are) (?:enclosed|attached|annexed|appended)\b",
    re.IGNORECASE,
)
_ATTACHED = re.compile(
    rf"\b(?:attached|enclosed|annexed|accompanying) (?P<what>(?:\w+ ){{0,3}}?(?:{_PAPERS})\b(?: of [^.;,]{{3,40}})?)",
    re.I,
)
_GOES_WITH = re.compile(
    r"\b(?:on|using|use|with|complete|fill(?:ing)?(?: in| out| up)?|return|sign|send(?: back| us)?|read|see|by)\b"
    r"[^.;]{0,30}"
    r"\b(?:enclosed|attached|annexed|accompanying) (?:\w+ ){0,2}?"
    r"(?:forms?|notes?|notice|receipt|reply|map|plan|slip|leaflet|sheet|policy)\b",
    re.IGNORECASE,
)
"""A blank form or leaflet that goes out with a letter: the reader has it, and nothing rests on it."""
_SPEAKER = re.compile(r"(?P<who>[A-Z][\w.'’-]{0,20}(?: [A-Z][\w.'’-]{0,20}){0,2}|Q\d*|A\d*):? ?[:.] (?=\S)")
_PERSON_OF = r"(?:,? (?:of|by|from|to) (?:the )?(?:(?:Mr|Mrs|Ms|Dr)\.? )?\w+(?: [A-Z]\w+)?)?"
_DATED = re.compile(
    rf"(?P<what>\b(?:\w+(?:'s)? ){{0,2}}?(?:{_PAPERS}){_PERSON_OF},? (?:of|dated|from) (?:the )?)(?=\d|[A-Z])",
    re.IGNORECASE,
)
_NO_PAPER = re.compile(r"\b(?:no|any|without|never|not) (?:\w+ )?$", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:please|kindly|could you|can you|would you|(?:I|we) (?:ask|request)(?: you)? (?:to|that))"
    r"[^.?!]*?\b(?:confirm|explain|say|state|tell|let (?:me|us) know|send|provide|answer|clarify|show|give)\b",
    re.IGNORECASE,
)
_RHETORICAL = re.compile(
    r"^(?:how|who|what|why|when|where) (?:else|on earth|could anyone|would anyone)\b", re.IGNORECASE
)
_POLITE = re.compile(
    r"^(?:if|should|in case)\b|"
    r"\b(?:contact|call|phone|telephone|write to|do not hesitate|see (?:the|our)|pay|return|quote|note)\b",
    re.IGNORECASE,
)
_ANSWERED = 0.5
"""Share of a question's words that another's sentence must have to be an answer."""
_LEAST_WORDS = 2
_OF_MATTER = 0.2
"""Share of a question's words that decision or rules must have for it to be about the matter."""
_CLAUSE = 90
"""Characters after a name in which it is said what the person saw or said."""
_WITNESSED = re.compile(
    r"\b(?:saw|seen|witness(?:ed)?|watched|overheard|(?:was|were) (?:there|present|standing|working)|"
    r"told (?:us|me|the)|says|said|reported|noticed|found|heard|confirmed|informed|complained|remembers|recalls|"
    r"examined|treated|measured|inspected)\b"
)
_HEARD = re.compile(
    r"\b(?:interviewed|heard as a witness|gave evidence|testified|was heard|statement of|hearing of)\b", re.IGNORECASE
)


def find_missing(file: CaseFile) -> tuple[Finding, ...]:
    """What is referred to and is not in the file, what was asked and not answered, and who was not heard."""
    found = [*_find_papers(file), *_find_rules(file), *_find_unanswered(file), *_find_unheard(file)]
    return tuple({finding.text: finding for finding in reversed(found)}.values())[::-1]


def _find_papers(file: CaseFile) -> Iterator[Finding]:
    """Enclosures, annexes and dated papers that no document of the file is."""
    for document, number, text in file.list_sentences():
        line = read_as_one_line(text)
        for match in _LABELLED.finditer(line):
            label, place = match["label"], match["place"]
            if match.start() and _is_annex(file, document, label, place) and not _holds_label(file, f"{label} {place}"):
                yield _tell_paper(document, number, f"{label} {place}")
        enclosed = _find_enclosed(line)
        if enclosed and not _LABELLED.search(line):
            if not _holds_paper(file, enclosed, document):
                yield _tell_paper(document, number, _name_paper(enclosed))
            continue
        days = {one.span.start: one for one in find_dates(line) if one.whole}
        for match in _DATED.finditer(line) if days else ():
            day = days.get(match.end())
            if day is None or _NO_PAPER.search(line[: match.start()]):
                continue
            others = file.list_others(document)
            if not any(one.author.dated == day.whole for one in file.documents) and not any(
                _bears_day(one, day.span.of(line)) for one in others
            ):
                yield _tell_paper(document, number, f"{_name_paper(match['what'])} {day.span.of(line)}")


def _is_annex(file: CaseFile, document: FiledDocument, label: str, place: str) -> bool:
    """Whether a label with a number names an annex: one that also numbers classes does so only where the document
    itself speaks of its annexes, or the file has others of the kind.
    """
    if label not in _CLASSES:
        return True
    own = re.compile(_OWN.format(label=label, place=re.escape(place), papers=f"{_PAPERS}|{_TEXTS}"), re.IGNORECASE)
    kind = re.compile(rf"{label} (?:[A-Z]|\d{{1,3}}|[IVX]{{1,4}})\b", re.IGNORECASE)
    names = (re.sub(r"[-_]", " ", one.name) for one in file.documents)
    return any(own.search(read_as_one_line(text)) for text in document.sentences) or any(map(kind.search, names))


def _find_enclosed(line: str) -> str:
    """The paper that a sentence says is enclosed; nothing where it says so of none."""
    if not _ENCLOSING.search(line) or _GOES_WITH.search(line):
        return ""
    found = _ENCLOSED.search(line) or _IS_ENCLOSED.search(line) or _ATTACHED.search(line)
    return found["what"] if found else ""


def _bears_day(document: FiledDocument, day: str) -> bool:
    """Whether a document names the day in its first lines."""
    return any(day in line for line in document.document.text.split("\n")[:6])


def _holds_label(file: CaseFile, label: str) -> bool:
    """Whether a document is called by this label, or one of its lines is headed by it."""
    wanted = re.compile(rf"{re.escape(label)}\b(?! (?:says|shows|is|was|contains|lists|gives)\b)", re.IGNORECASE)
    return any(
        label.casefold() in re.sub(r"[-_]", " ", one.name.casefold()) or any(map(wanted.match, one.sentences))
        for one in file.documents
    )


def _holds_paper(file: CaseFile, what: str, asking: FiledDocument) -> bool:
    """Whether another document is headed by the kind of paper that is named, or is of the author who is."""
    wanted = {stem(word.lower()) for word in re.findall(rf"\b(?:{_PAPERS})\b", what, re.IGNORECASE)}
    names = set(re.findall(r"\b[A-Z][\w'-]+", what))
    return any(wanted & list_heading_words(one) or one.author.surname in names for one in file.list_others(asking))


def _name_paper(what: str) -> str:
    """A paper as a reader calls it: without `my` and `your`, which are the writer's."""
    plain = re.sub(
        r"^(?:the|a|an|my|our|your|his|her|their|its|in|by|to|see|and|with|from|also|this) ",
        "",
        what.strip(),
        flags=re.I,
    )
    return plain if plain == what.strip() else _name_paper(plain)


def _tell_paper(document: FiledDocument, number: int, what: str) -> Finding:
    return make_finding(
        "missing",
        f"{document.shown_first} refers to “{what}”, but the file does not have it.",
        advice="Ask for it, and do not rely on what is said of it until it has been read.",
        passages=(document.say(number),),
        sure=0.85,
    )


def _find_rules(file: CaseFile) -> Iterator[Finding]:
    """Rules that are cited by number and stand nowhere in the file; told once for each number."""
    provisions = list_provisions(file)
    own = {(one.document.id, number) for one in provisions for number in one.sentences}
    begins = {one.document.id: one.sentences.start for one in reversed(provisions)}
    labels = {one.label for one in provisions}
    told: set[str] = set()
    for document, number, text in file.list_sentences():
        if (document.id, number) in own or number < begins.get(
            document.id, 0
        ):  # a heading that says which rules follow
            continue
        line = read_as_one_line(text)
        for reference in find_rule_references(line):
            name = f"{reference.label} {reference.place}"
            is_known = not provisions or reference.label not in labels or name in told
            if is_known or not reference.label:
                continue
            if not find_provisions(reference, line, provisions, document):
                told.add(name)
                yield make_finding(
                    "missing",
                    f"{document.shown_first} relies on {name}, which is not among the rules in the file.",
                    advice="Ask for the text of this rule; without it nobody can check what it says.",
                    passages=(document.say(number),),
                    sure=0.8,
                )


def _find_unanswered(file: CaseFile) -> Iterator[Finding]:
    """Questions and requests about the matter to which no other document says anything.

    What an authority asks for is an order or a courtesy, not a question that it owes an answer to.
    """
    wording = Wording(file)
    matter = _list_matter(file)
    for document, number, text in file.list_sentences():
        line = next((part for part in split_ends(text.strip()) if part.endswith("?")), text.strip())
        is_question = line.endswith("?") and not _RHETORICAL.match(line)
        is_request = _ASKED.search(line) and not _POLITE.search(line) and document.author.role != "authority"
        if document.part == "rules" or not (is_question or is_request) or _is_own_heading(document, number):
            continue
        if is_question and _is_answered_next(document, number):
            continue
        topics = list_topics(line)
        if len(topics) < _LEAST_WORDS or len(topics & matter) < _OF_MATTER * len(topics):
            continue
        others = {one.id for one in file.list_others(document) if _is_later(one, document)}
        answers = (one for one in wording.lines if one.document.id in others and not one.text.endswith("?"))
        nearest = wording.find_nearest(line, answers)
        if nearest is None or nearest[1] < _ANSWERED:
            yield make_finding(
                "missing",
                f"Nobody in the file answers what {document.shown} asks: “{line}”",
                advice="Ask for an answer, or take into account that none was given.",
                passages=(document.say(number),),
                sure=0.75,
            )


def _list_matter(file: CaseFile) -> set[str]:
    """The words of the decision and of the rules; none where there is neither, as among articles."""
    decision = find_decision(file)
    return {
        word
        for one in (*([decision] if decision else ()), *list_rules(file))
        for word in list_topics(one.document.text)
    }


def _is_answered_next(document: FiledDocument, number: int) -> bool:
    """Whether a question of a transcript is answered in its next line, by another speaker."""
    following = document.sentences[number + 1 : number + 2]
    asks, answers = _SPEAKER.match(document.sentences[number]), _SPEAKER.match(following[0]) if following else None
    if answers is None:
        return False
    return asks["who"] != answers["who"] if asks else answers["who"] in ("A", "Answer")


def _is_own_heading(document: FiledDocument, number: int) -> bool:
    """Whether a question is a heading under which the document itself answers."""
    if not document.sentences[number].endswith("?"):
        return False
    span = document.document.sentences[number]
    before, after = document.document.text[: span.start], document.document.text[span.end :]
    stands_alone = (not before or before.endswith("\n")) and document.document.text[span.start : span.end].endswith(
        "\n"
    )
    return stands_alone and document.part == "decision" and bool(after)


def _is_later(one: FiledDocument, than: FiledDocument) -> bool:
    """Whether a document may answer another: it is not older, as far as their days are known."""
    return one.author.dated is None or than.author.dated is None or one.author.dated >= than.author.dated


def _find_unheard(file: CaseFile) -> Iterator[Finding]:
    """People who are said to have seen or said something, and of whom the file holds no word of their own.

    Where there is neither a decision nor a rule, as among articles, nobody has to be heard.
    """
    if find_decision(file) is None and not list_rules(file):
        return
    authors = [one.author.name for one in file.documents if one.author.name]
    told: set[str] = set()
    for document, number, text in file.list_sentences():
        line = read_as_one_line(text)
        for surname, name in find_people(line).items():
            if surname in told or any(surname in re.split(r"[ ,]+", author) for author in authors):
                continue
            clause = line.partition(name)[2][:_CLAUSE]
            if name.endswith(("'s", "’s")) or not _WITNESSED.search(clause) or _HEARD.search(line):
                continue
            told.add(surname)
            yield make_finding(
                "missing",
                f"{document.shown_first} tells what {name} saw or said, but the file has no statement of {name}.",
                advice=f"Ask {name} for a signed statement; until then it is hearsay.",
                passages=(document.say(number),),
                sure=0.75,
            )
