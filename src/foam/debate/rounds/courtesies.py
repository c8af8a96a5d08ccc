"""What a speech says around its arguments: calls to the ballot, roadmaps, signposts. They assert nothing.

A call names nothing but a side or the motion, and a signpost nothing but the parts of a debate: whoever says a word
more has said something that can be answered.
"""

from __future__ import annotations

import re

from foam.debate.transcripts.cleaning import is_talk
from foam.text.normalise import normalise

_I = re.IGNORECASE
_OPENERS = (
    r"(?:(?:and|so|then|hence|thus|therefore|now|finally|again|lastly|first|once more|today|judges?|dear judges|please"
    r"|in (?:closing|conclusion|short|sum)|to (?:close|conclude|sum up)|with that|(?:that|this) is why"
    r"|for (?:all (?:of )?)?(?:this|that|these|those|these [a-z]+|the same|my|our)(?: reasons?)?"
    r"|on the flow(?: as it stands)?|ladies and gentlemen),? )*"
)
_ASIDE = r"(?:, (?:[a-z]+ ){0,7}[a-z]+,)?"
_NAMED = r"(?:pro|con|aff|neg|affirmative|negative|proposition|opposition|government)"
_SIDE = (
    rf"(?:us|me|(?:(?:the|an?|my|our) )?(?:{_NAMED}|(?:my|our) side)(?: (?:ballot|case|side|team))?|our side|my side)"
)
_MATTER = r"(?:the|this|today's|our|my) (?:case|debate|motion|resolution|side|topic)"
_VOTE = (
    rf"(?:(?:affirm|negate)(?: {_MATTER})?|(?:accept|carry|defeat|oppose|reject|support|uphold) {_MATTER}"
    rf"|vote (?:(?:for|with) )?{_SIDE}|vote (?:for|against|in favou?r of) {_MATTER}"
    rf"|(?:cast|give|hand|sign)(?: me| us)? (?:your|the) (?:ballots?|votes?)(?: (?:for|to) {_SIDE})?)"
)
_ASKING = r"(?:ask|beg|call on|call upon|encourage|invite|request|urge|would ask)"
_CALL = re.compile(
    rf"{_OPENERS}(?:(?:i|we) {_ASKING}(?: (?:you all|you|the judges?|this house|everybody))?{_ASIDE} to {_VOTE}"
    rf"|(?:i|we) {_ASKING}(?: you)? (?:for )?(?:your|an?)(?: {_NAMED})? (?:ballot|support|vote)|{_VOTE})",
    _I,
)
_GOES = (
    r"(?:address|answer|begin|close|come|continue|cover|deal|end|extend|defend|finish|follow|give|go|have|make|move|offer"
    r"|open|present|proceed|rebut|rebuild|reply|respond|return|run|speak|start|summari[sz]e|take|turn|walk|weigh|work)"
)
_WILL = (
    r"(?:(?:will|shall|am going to|are going to|want to|would like to|have to|must|now|first|then|next|also|briefly"
    r"|just|only|too) )*"
)
_GOING = re.compile(rf"{_OPENERS}(?:(?:(?:i|we) |i'll |we'll ){_WILL}|let (?:me|us) |let's ){_GOES}\b(?P<rest>.*)", _I)
_HEADING = re.compile(
    rf"(?:(?:(?:a|the|my|our) )?(?:brief |quick |short )?(?:road ?map|order)[:,]? |{_OPENERS})(?P<rest>.+)", _I
)
_OPENING_WORD = re.compile(
    r"(?:an?|as for|as to|first|fourth|last|next|now|on|one|second|third|then|to|turning to)\b", _I
)
_PLACES = """
    a across affirmative all an and answer answers argument arguments as at back before both brief briefly by case
    cases con contention contentions correction corrections debate defence defense down each examination fifth final
    finally first five flow for four fourth from her his honest i in issue issues it its judge judges last line lines me
    mine motion my negative next note objection objections of on one opponent opponent's opponents opposition or order
    our ours over own part parts point points pro proposition question questions quick quickly reason reasons rebuttal
    rebuttals remark replies reply roadmap second short side sides six speech summary that the their theirs them then
    these third this those three through to turn turns two up us we weighing what with word you your
"""
"""Words that name the parts of a debate and the way through them."""
_WHOLE = re.compile(
    r"(?:here(?: is|'s)|this is) (?:a|the|my|our) (?:brief |quick |short )?road ?map"
    r"|(?:(?:so|and) )?(?:i|we) rest (?:my|our) case|(?:that|this) (?:is|concludes|ends) (?:my|our) (?:case|speech)"
    r"|(?:i am|i'm|we are|we're|i stand|we stand) (?:now )?(?:open|ready) for (?:your |any )?"
    r"(?:questions|cross-examination)"
    r"|(?:i|we) (?:am |are )?look(?:ing)? forward to (?:the|your|this) (?:cross-examination|debate|questions|reply)"
    r"|(?:my|this|our) (?:case|reply|speech) (?:has|comes in|falls into|is in) \w+ (?:parts|points|steps)",
    _I,
)
_TITLE = (
    r"(?:dear|distinguished|esteemed|fellow|good|honou?rable|honou?red|learned|madam|mister|most|mr|mrs|ms|my|our|respected"
    r"|the|worthy|your)"
)
_HEARER = (
    r"(?:adjudicators?|all|audience|chair(?:man|woman|person)?|colleagues|everybody|everyone|floor|friends|gentlemen|guests"
    r"|honou?rs?|house|judges?|jur(?:y|ors)|ladies|ladies and gentlemen|listeners"
    r"|members of the (?:audience|house|jury|panel)"
    r"|moderator|opponents?|opposition|panel|proposition|sir|speaker|speakers|timekeeper)"
)
_HEARERS = rf"(?:{_TITLE} )*{_HEARER}(?:(?:, and|,| and) (?:{_TITLE} )*{_HEARER})*"
_GREETING = r"(?:hello|hi|welcome|good (?:afternoon|day|evening|morning))"
_ADDRESSED = re.compile(rf"^(?:{_GREETING},? )?{_HEARERS}(?:,| -|:) (?:and )?(?:again,? )?|^{_GREETING}, ", _I)
"""Whom a sentence speaks to before it says anything."""
_CLOSING_ADDRESS = re.compile(rf", {_HEARERS}$", _I)
_PARTED = r"(?:motion|resolution|topic|debate|side|case|team|house)"
_DECLARES = re.compile(
    rf"(?:and |so |today |now )*(?:i|we|my partner and i)(?:'ll| will| shall| am going to| are going to| want to)?"
    rf"(?: (?:proudly|firmly|gladly|now|also|hereby|today|therefore|here))*"
    rf"(?: (?:affirm|negate|oppose|propose|support|back|uphold|reject)(?: (?:the|this|today's|that) {_PARTED})?"
    rf"| (?:am|are|argue|speak|stand|rise|come|am speaking|are speaking|am standing|are standing)(?: here)?(?: today)?"
    rf"(?: up)?(?: firmly| proudly)? (?:for|with|against|on behalf of|on the side of|on"
    rf"|in (?:favou?r|support|affirmation|negation|opposition)(?: (?:of|to))?"
    rf"|to (?:affirm|negate|oppose|propose|support))"
    rf"(?: (?:the|this|today's|that|my|our))?(?: (?:{_NAMED}|{_PARTED}))*(?: of the {_PARTED})?)(?: today| here)?",
    _I,
)
"""Which side somebody is on, and nothing else."""
_BRIEF = re.compile(
    r"(?:(?:i|we)(?:'ll| will| shall| want to| would like to|'d like to| hope to| (?:will |shall )?try to| promise to"
    r"| am going to)|let me)(?: try to)? (?:be|keep (?:it|this|myself|my (?:remarks|speech)))"
    r"(?: very| quite| as| rather)?"
    r" (?:brief|clear|concise|quick|short)(?: (?:as (?:i|we) can(?: be)?|here|today|and (?:clear|to the point)))?",
    _I,
)
"""How long somebody means to speak."""
_AND = re.compile(r",? and (?=(?:i|we|let|please|vote|thank|thanks)\b)|, (?=(?:i|we|thank|thanks) )|[;:] ", _I)


def is_courtesy(sentence: str) -> bool:
    """Whether a sentence is a call to the ballot, a roadmap or a signpost, or several of them joined, with thanks.

    So are a salutation and what it is joined with, where that asserts nothing: “Honourable judges, I negate.”
    """
    bare = normalise(sentence).strip(" .!\"'")
    parts = [part.strip(" ,") for part in _AND.split(_strip_address(bare))]
    return bool(bare) and (_is_one(bare) or all(map(_says_nothing, parts)))


def _strip_address(words: str) -> str:
    """The words without whom they are spoken to, at their beginning and their end."""
    return _CLOSING_ADDRESS.sub("", _ADDRESSED.sub("", words))


def _says_nothing(words: str) -> bool:
    """Whether it is a courtesy, thanks, a greeting or a declaration, be it to somebody who is addressed first."""
    bare = _strip_address(words)
    if re.fullmatch(rf"(?:{_GREETING},? )?{_HEARERS}|{_GREETING}", bare, _I):
        return True
    return any(_is_one(one) or is_talk(one) for one in (words, bare))


def _is_one(words: str) -> bool:
    return any(one.fullmatch(words) for one in (_CALL, _WHOLE, _DECLARES, _BRIEF)) or _is_signpost(words)


def _is_signpost(words: str) -> bool:
    """Whether it says where the speech goes, or heads what follows, in words of the debate alone."""
    going = _GOING.fullmatch(words)
    if going:
        return _names_places(going["rest"])
    heading = _HEADING.fullmatch(words)
    return bool(heading and heading["rest"] and _OPENING_WORD.match(words)) and _names_places(words)


def _names_places(words: str) -> bool:
    """Whether they name nothing but parts of a debate, be it by the ids of points."""
    found = re.findall(r"\d+\.\d+|[a-z']+|\d+", words.lower())
    places = [one for one in found if not re.fullmatch(r"\d+\.\d+", one)]
    return all(one in _PLACES.split() or re.fullmatch(_GOES, one) for one in places)
