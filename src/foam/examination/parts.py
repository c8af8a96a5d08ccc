"""Which documents of a file are its rules and which is its decision, where nobody named them."""

from __future__ import annotations

import re

from foam.examination.file import CaseFile, FiledDocument

_RULES = re.compile(
    r"\b(?:rules?|code|regulations?|by-?laws?|act|ordinance|statute|policy|policies|terms|conditions|handbook|charter|"
    r"procedure|lease|tenancy agreement|contract|standing orders?|guidelines?|directive)\b",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:decision|notice of|denial|refusal|determination|ruling|order|exclusion|eviction|sanction|termination)\b",
    re.IGNORECASE,
)
_DECIDES = re.compile(
    r"\b(?:(?:we|I|the (?:office|board|panel|committee|council|authority|head\w*|department)) (?:have|has|had)? ?"
    r"(?:decided|refuse[sd]?|reject(?:s|ed)?|den(?:y|ied|ies)|revoke[sd]?|exclude[sd]?|terminate[sd]?|uph[eo]ld)|"
    r"(?:is|are|was|has been|have been|is hereby) (?:hereby )?(?:denied|refused|rejected|dismissed|revoked|excluded|"
    r"terminated|granted|withdrawn)|(?:my|our|this) decision)\b",
    re.IGNORECASE,
)
_OUTCOME = re.compile(
    r"(?:(?:therefore|accordingly|consequently|for (?:this|these) reasons?|in consequence|so|thus|as a result),? )?"
    r"(?:(?:your|the|this|his|her|their|our) (?:[\w'’-]+ ){1,6}?"
    r"(?:is|are|was|has been|have been|will be|cannot be|must be) "
    r"(?:(?:therefore|thus|hereby|accordingly|now|not) )*"
    r"(?:refused|rejected|disallowed|dismissed|denied|declined|granted|"
    r"allowed|approved|upheld|removed|withdrawn|cancelled|revoked|terminated|excluded|turned down|closed|stopped)|"
    r"(?:you|he|she|they|the [a-z]+) (?:(?:do|does|did)(?: not|n['’]t) qualify|"
    r"(?:is|are) (?:therefore |thus )?(?:not |in)"
    r"(?:eligible|entitled))|"
    r"(?:I|we) (?:(?:must|have to|therefore|hereby|accordingly) )+"
    r"(?:refuse|reject|dismiss|deny|decline|exclude|revoke))\b",
    re.IGNORECASE,
)
"""What was decided, and nothing that says why."""
_NUMBERED = re.compile(r"^\(?(?:\d{1,2}|[a-h]|[ivx]{1,4})[.)] ")
_WHY = re.compile(r"\b(?:because|since|as|for|on the grounds?|due to|under|by|having|within|without)\b", re.IGNORECASE)
_ARTICLES = re.compile(
    r"(?:section|rule|article|§|clause|paragraph)? ?\d{1,3}(?:\.\d+)*(?:\([a-z0-9]{1,3}\))*[.:)]?(?: |$)", re.IGNORECASE
)
_OBLIGES = re.compile(
    r"\b(?:must|shall|may (?:not|only)|is (?:not )?(?:entitled|eligible|allowed|permitted)|only if|unless)\b"
)


_HEAD = 8
"""Sentences at the top that may be headings."""
_LONGEST_HEADING = 80


def list_rules(file: CaseFile) -> tuple[FiledDocument, ...]:
    """The rules that were named; else the documents that call themselves rules and read like them."""
    return file.rules or tuple(one for one in file.documents if one.part == "document" and _reads_like_rules(one))


def find_decision(file: CaseFile) -> FiledDocument | None:
    """The decision that was named; else the one document that calls itself a decision and decides something."""
    if file.decision is not None:
        return file.decision
    rules = list_rules(file)
    titled = [one for one in file.documents if one not in rules and _decides(one)]
    return titled[0] if len(titled) == 1 else None


def concerns_decision(file: CaseFile) -> bool:
    """Whether the documents are of something that was decided, or is to be by rules: articles on a subject are not."""
    return find_decision(file) is not None or bool(list_rules(file))


def find_operative(decision: FiledDocument) -> int | None:
    """The sentence that says what was decided."""
    return next((n for n, one in enumerate(decision.sentences) if _DECIDES.search(one)), None)


def is_outcome(text: str) -> bool:
    """Whether a sentence says what was decided, and not why: it is no reason of the decision."""
    text = _NUMBERED.sub("", text.strip())
    found = _OUTCOME.match(text)
    return found is not None and not _WHY.search(text[found.end() :])


def list_records(file: CaseFile) -> tuple[FiledDocument, ...]:
    """Everything that is neither a rule nor the decision. Pay slips that are alike but for a figure all count."""
    aside = {one.id for one in list_rules(file)}
    if (decision := find_decision(file)) is not None:
        aside.add(decision.id)
    return tuple(one for one in file.documents if one.id not in aside)


def _describe(filed: FiledDocument) -> str:
    document = filed.document
    headings = [line for line in filed.sentences[:_HEAD] if len(line) <= _LONGEST_HEADING and not line.endswith(".")]
    said = (filed.name, document.facets.kind, document.citation.source, document.origin.file, *headings)
    return " ".join(said).replace("_", " ")


def _reads_like_rules(filed: FiledDocument) -> bool:
    if not _RULES.search(_describe(filed)):
        return False
    articles = sum(bool(_ARTICLES.match(one)) for one in filed.sentences)
    obliging = sum(bool(_OBLIGES.search(one)) for one in filed.sentences)
    return articles >= 2 or obliging * 3 >= len(filed.sentences)


def _decides(filed: FiledDocument) -> bool:
    is_titled = bool(_DECISION.search(_describe(filed)))
    return is_titled and filed.author.role in ("authority", "unknown") and bool(_DECIDES.search(filed.document.text))
