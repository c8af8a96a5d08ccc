"""Words in a document that address the programs which read it: they are told what to do, and bear nothing out."""

from __future__ import annotations

import re

_READER = (
    r"(?:AIs?|(?:AI|assistant|language|reading) (?:tools?|programs?|models?|systems?)|assistants?|chatbots?|LLMs?|"
    r"software|algorithms?|automatic (?:systems?|programs?))"
)
_DEVICE = r"(?:systems?|programs?|programmes?|machines?|tools?|computers?|models?|agents?|bots?)"
_READS = r"(?:that|which|who)? ?(?:reads?|reading|process(?:es|ing)?|examin(?:es?|ing)|handles?|sees?|scans?)\b"
_TOLD = r"(?:must|shall|should|has to|have to|is to|are to|is asked|are asked|will|may not)"
_INSTRUCTS = re.compile(
    rf"\b{_READER}\b[^.!?]{{0,60}}\b{_TOLD}\b|\b{_READER}\b[^.!?:]{{0,40}}:|\b{_DEVICE} {_READS}|"
    rf"\bwhoever\b[^.!?]{{0,60}}\bsoftware\b|"
    r"\b(?:ignore|disregard|forget) (?:all |any |the |your )?(?:previous|prior|earlier|above|other) "
    r"(?:instructions?|rules|text|documents?)\b|\byou are an? (?:AI|assistant|language model)\b|"
    rf"\bthe {_DEVICE} (?:must|shall)\b",
    re.IGNORECASE,
)


def instructs_programs(text: str) -> bool:
    """Whether words address the programs that read them."""
    return bool(_INSTRUCTS.search(text))
