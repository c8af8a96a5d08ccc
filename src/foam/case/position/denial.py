"""The shipped judge as a check on what was written: do the cited sentences speak of it, and do they deny it?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from foam.text.evidence import NOTES, split_parts
from foam.text.faithful import find_unfaithful
from foam.text.stem import list_stems, stem
from foam.text.words import is_negation, split_letters, split_words

_DENIED = 0.8
"""A chance of contradiction from which a text counts as denied."""
_DENIED_TURNED = 0.35
"""The same where one of the two has a negation that the other lacks, in the parts that speak of the same."""
_DENIED_TURNED_FAR = 0.7
"""The same where few of their words are the same: a negation in words of one's own may follow from what is cited."""
_AND_THAT = re.compile(r",? and that ", re.IGNORECASE)
"""Where a report goes on to another thing that was said, which another sentence may bear out."""
_BEARS = 0.1
_SHARED = 0.15
"""Sentences that share fewer of a text's words than this, and hardly bear on it, do not speak of it."""
_FAR = 0.03
_SHARED_FAR = 0.34
"""The same for sentences that bear on it even less: two or three common words do not make them speak of it."""
_SAME = 0.9
"""A text of which so many words, and all figures, stand in the evidence says what it says."""
_LEAST_BORROWED = 5
_ASIDE = re.compile(
    r",? (?:which|that) (?:is|are|was|were|does|do|did) not [^,;.]*|, (?:and|but)? ?not [^,;.]*", re.IGNORECASE
)
"""What sets something apart from what was said (`which is not removal`): the writer's comparison, no report."""
_LACKING = re.compile(
    r"\b(?:without|(?:of|with) no|(?:who|that|which) (?:has|have|had|belongs? to) no)(?: (?:an?|any|the|their|its))? "
    r"(?P<what>[\w'’-]+)(?= +[\w'’-]+ +[\w'’-]+)",
    re.IGNORECASE,
)
"""What says of whom something is told, by what they lack (`skippers without a licence may …`): more follows it."""
_WHOEVER = re.compile(
    r"\b(?:regardless|irrespective|independent(?:ly)?) of [^,;.]*|\bwhatever [^,;.]*|\b(?:non-?|un)\w{4,}|"
    r"\bindependents?\b",
    re.IGNORECASE,
)
"""How a source says the same: of whoever it is, or in a word of its own."""
_POINTING = re.compile(r"\b(?:they|them|their|these|those|such|anybody|anyone|everybody|everyone)\b", re.IGNORECASE)
_DEFINED = re.compile(
    r", (?:who|which|that)(?: (?:is|are|was|were) (?:those|people|persons|ones) (?:who|that))?"
    r" (?:(?:do|does|did|has|have|had|is|are|was|were|can|could|may|might|will|would) (?:not|never)|\w+ no|lacks?)\b"
    r"[^,;.]*,",
    re.IGNORECASE,
)
"""A clause between commas that says of whom something is told, by what they are not, do not do or do not have."""
_DEFINES = re.compile(
    r"\b(?:(?:without|(?:of|with) no)(?: (?:an?|any|the|their|its))?|"
    r"(?:who|that|which) (?:(?:do|does|did|has|have|had) (?:not|never) \w+(?: to)?(?: (?:an?|any|the|their|its))?|"
    r"\w+(?: to)? no)) (?P<what>[\w'’-]+)(?= +[\w'’-]+ +[\w'’-]+)",
    re.IGNORECASE,
)
"""The same in a text, in a few words before what is told of them."""
_FORBIDS = re.compile(
    r"\b(?:forbid(?:s|den|ding)?|forbade|bans?|banned|banning|prohibit(?:s|ed|ing|ions?)?|outlaw(?:s|ed)?|illegal|"
    r"unlawful|(?:an?|criminal) offen[cs]e|a crime)\b",
    re.IGNORECASE,
)
_MAY = re.compile(r"\b(?:may|can|could|must|allow(?:s|ed)?|permit(?:s|ted)?|free to|lawful(?:ly)?)\b", re.IGNORECASE)
_LIMITS = re.compile(r"(?:if|insofar|in so far|inasmuch|where|when|whenever|to|in order to|so as to)\b", re.IGNORECASE)
_INSERTED = re.compile(
    r"(?:on|in|at|by|for|under|within|from|near|along|outside|inside|to|of) (?:[\w'’-]+ ?){1,5}", re.IGNORECASE
)
"""Where or how, between commas, in the middle of what is said: `may not carry on, on its own roads, a practice`."""
_EARLIER = re.compile(r"\b(?:by|before|until|till|no later than|up to) (?P<when>(?:[A-Z]\w+|\d+)(?: \d+)*)")
_LATER = re.compile(r"\b(?:after|later than|beyond|past|from) (?P<when>(?:[A-Z]\w+|\d+)(?: \d+)*)")
_WITHOUT_NONE = re.compile(r"\bwithout\b(?P<what>[^.;]*?)\b(?:nobody|no one|nothing|none|never)\b", re.IGNORECASE)
"""Two negations of which one takes back the other: `without the log nobody would know`."""
_RATHER = re.compile(r"\W*(?:rather than|instead of|as opposed to)\b", re.IGNORECASE)
"""How a part begins that is turned round without a word for not."""
_LEAST_OF_PART = 3
"""Longer words of a part of a text that is held against the sentences by itself."""
_ONLY = re.compile(r"\b(?:only|just|merely|no more than) (?=(?:[a-z]+ )?[$£€]?\d)", re.IGNORECASE)
"""What a writer thinks of a figure, which the source gives without it."""
_AT_MOST = re.compile(
    r"(?:\b(?:not|no|never|cannot)|n't)\b(?P<between>(?: [a-z]+){0,4}?) (?:more|less|fewer|longer|later) than\b",
    re.IGNORECASE,
)
"""A negation that only sets a limit: `could not promise more than 80` is at most 80."""
_LIMIT = re.compile(r"\bat (?:the )?(?:most|least)\b|\bup to\b", re.IGNORECASE)
_OFF = "the sentences it cites do not speak of it"
_OTHERWISE = "the sentences it cites say otherwise"


def find_unsupported(cited: Sequence[str], text: str) -> str:
    """Why none of the cited sentences can bear the text out; empty if nothing shows that they cannot.

    It is denied if the sentence that is nearest to it in words denies it, and all of them together still do: a rule and
    a fact may say together what neither says alone. It is spoken of if any of them speaks of it.
    """
    cited = [_leave_out_notes(one) for one in cited]
    whole = _ASIDE.sub("", text)
    said = _leave_out_borrowed(cited, whole)
    nearest = sorted(cited, key=lambda one: -share_words(one, said))
    if not nearest or not said:
        return ""
    found = find_denial(nearest[0], said)
    if found == _OFF:
        return _OFF if all(find_denial(one, said) == _OFF for one in nearest[1:]) else ""
    if not found or _agree(cited, said) or all(_agree(cited, part) for part in _split_long_parts(said)):
        return ""
    if find_denial(" ".join(cited), whole, by_parts=True) != _OTHERWISE:
        return ""
    return f"{_OTHERWISE}: “{said}” against “{nearest[0]}”"


def find_contradicted(cited: Sequence[str], text: str) -> str:
    """Why the cited sentences deny the text; empty where they do not.

    That they are silent on a part of it, as on the cases to which a claim is narrowed, is no fault.
    """
    found = find_unsupported(cited, text)
    return "" if found == _OFF else found


def _agree(cited: Sequence[str], text: str) -> bool:
    return any(_agrees(one, _leave_out_lack(one, text)) for one in cited)


def _split_long_parts(text: str) -> list[str]:
    """The parts of a text of which each says enough to be held against a sentence by itself; else the text."""
    parts = split_parts(text)
    return parts if all(len(list_stems(part)) >= _LEAST_OF_PART for part in parts) else [text]


def _agrees(evidence: str, text: str) -> bool:
    """Whether the text says what the evidence says as far as code can tell: its figures, its words, and no negation."""
    text = _ONLY.sub("", text)
    if find_unfaithful(text, cited=[evidence]) or share_words(evidence, text) < _SAME:
        return False
    return not _is_turned(evidence, [text])


def _leave_out_notes(text: str) -> str:
    """A sentence without its marks of notes: they say nothing, and a judge may read something into them."""
    return re.sub(r"\s+(?=[.,;:!?)])|\s+$", "", NOTES.sub("", text))


def _leave_out_borrowed(cited: Sequence[str], text: str) -> str:
    """The text without the parts that stand word for word in what is cited: those are borne out, whatever a judge says.

    Empty where nothing else is left.
    """
    held = [" ".join(split_letters(one.lower())) for one in cited]
    parts = ((part, split_letters(part.lower())) for part in split_parts(text))
    kept = [part for part, said in parts if len(said) < _LEAST_BORROWED or not any(" ".join(said) in h for h in held)]
    return " ".join(kept)


def _leave_out_lack(evidence: str, text: str) -> str:
    """The text without what its subject lacks, where the evidence says in another way of whom it speaks: by a pronoun,
    as of whoever it is, or by a word that has the negation in it. It is no denial then.

    Where the evidence speaks of the very thing that is said to be lacking, the text stays as it is.
    """
    if not (_WHOEVER.search(evidence) or _POINTING.search(evidence)):
        return text
    held = list_stems(_WHOEVER.sub(" ", evidence))
    return _LACKING.sub(lambda match: match[0] if list_stems(match["what"]) & held else "", text)


def _leave_out_shared_lack(evidence: str, text: str) -> tuple[str, str]:
    """Both without what says of whom they speak, where both say it by the same lack: it is neither asserted nor denied
    of anybody then, and a judge may take two wordings of it for a contradiction.
    """
    clauses = {stem(word.lower()) for one in _DEFINED.finditer(evidence) for word in split_letters(one.group())}
    lacks = [one for one in _DEFINES.finditer(text) if stem(one["what"].lower()) in clauses]
    if not lacks:
        return evidence, text
    for one in reversed(lacks):
        text = f"{text[: one.start()].rstrip()}{text[one.end() :]}"
    return _DEFINED.sub("", evidence), text


@lru_cache(maxsize=4096)
def find_denial(evidence: str, text: str, *, by_parts: bool = False) -> str:
    """Why the evidence cannot bear the text out; empty if nothing shows that it cannot.

    `by_parts` looks for a negation in that part of the text alone which is nearest to the evidence.
    """
    # Here, since whoever reads a dossier and checks a bundle needs no judge.
    from foam.model.judge import shipped_judge
    from foam.model.judge.weighing import weigh

    judge = shipped_judge()
    evidence, text = _leave_out_shared_lack(evidence, text)
    (found,) = weigh(judge, [(evidence, text)])
    if found.bears < _BEARS:
        return _OFF if share_words(evidence, text) < (_SHARED_FAR if found.bears < _FAR else _SHARED) else ""
    (fact,) = judge.entails([(evidence, text)])
    denied = min(found.contradicts, fact.contradicts)
    plain = _leave_out_lack(evidence, text)
    parts = [part for one in split_parts(plain) for part in _AND_THAT.split(one)] if by_parts else [plain]
    least = _DENIED
    if _is_turned(evidence, parts):
        least = _DENIED_TURNED if share_words(evidence, text) >= _SHARED_FAR else _DENIED_TURNED_FAR
    return _OTHERWISE if denied >= least else ""


def share_words(evidence: str, text: str) -> float:
    """The share of the text's longer words that the evidence has."""
    said = list_stems(text)
    return len(said & list_stems(evidence)) / len(said) if said else 1.0


def _is_turned(evidence: str, said: Sequence[str]) -> bool:
    """Whether a part of the text or the part of the evidence that shares most words with it alone has a negation: one
    that stands elsewhere says nothing of it. Of several that share as many, none may have it as the other has.
    """
    pairs = [(part, held) for part in said for held in _split_main_parts(evidence)]
    shared = {pair: len(list_stems(pair[0]) & list_stems(pair[1])) for pair in pairs}
    nearest = [pair for pair, count in shared.items() if count == max(shared.values())]
    return all(
        _is_negated(part, beside=held) != _is_negated(held, beside=part) and not _are_of_other_times(part, held)
        for part, held in nearest
    )


def _are_of_other_times(one: str, other: str) -> bool:
    """Whether one is of the time before a day and the other of the time after it: what is true of the one is not of the
    other."""
    return any(
        {match["when"] for match in _EARLIER.finditer(a)} & {match["when"] for match in _LATER.finditer(b)}
        for a, b in ((one, other), (other, one))
    )


def _split_main_parts(text: str) -> list[str]:
    """The parts of a text, those that only say when or how far a part holds together with it: `nobody may land, if it
    is dark` says of nobody that they may land in the dark."""
    found: list[str] = []
    goes_on = False
    for part in split_parts(text):
        inserted = _INSERTED.fullmatch(part.strip(" ,")) is not None
        if found and (goes_on or inserted or _LIMITS.match(part)):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
        goes_on = inserted and len(found) > 0
    return found


def _is_negated(text: str, *, beside: str) -> bool:
    """Whether a text is turned round. `Without it nobody` is not, what is forbidden is, `beside` what may be done."""
    plain = _WITHOUT_NONE.sub(r"\g<what>", text)
    if _AT_MOST.search(beside) or _LIMIT.search(beside):
        plain = _AT_MOST.sub(r"\g<between> at most", plain)
    forbids = _FORBIDS.search(plain) is not None and _MAY.search(beside) is not None
    return forbids != (
        _RATHER.match(plain) is not None or any(is_negation(word.lower()) for word in split_words(plain))
    )
