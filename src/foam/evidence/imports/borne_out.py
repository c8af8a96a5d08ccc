"""Which facts that a program wrote into a file the document itself bears out. Only those are cited.

Word processors fill in whoever was logged in, their own name, a template's title and the time of saving. None of that
is said by the document; it counts where the document's own words say it, too.
"""

from __future__ import annotations

import re
from datetime import date

from foam_quotes.text.mentions.dates import find_dates
from foam_quotes.text.words import split_letters

_LEAST = 3
"""Letters of a word that is looked for: initials and `of` are not."""
_MACHINE_TITLE = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)\b.*|(?:untitled|(?:new )?document|presentation) ?\d*|"
    r".*\.(?:docx?|dotx?|odt|rtf|pdf|tex|dvi|txt|html?|pptx?))$",
    re.IGNORECASE,
)


def keep_author(name: str, text: str) -> str:
    """The author that the file's properties name, if the text has the name; else nothing."""
    wanted = {word for word in split_letters(name.casefold()) if len(word) >= _LEAST}
    return name if wanted and wanted <= set(split_letters(text.casefold())) else ""


def keep_title(title: str) -> str:
    """The title of the file's properties, unless a program made it up from a file name or a template."""
    return "" if _MACHINE_TITLE.match(title.strip()) else title


def keep_day(day: str, text: str) -> str:
    """The day that the file's properties give, as `2021-03-09`, if the text has it; else nothing."""
    try:
        wanted = date.fromisoformat(day)
    except ValueError:
        return ""
    return day if any(one.whole == wanted for one in find_dates(text)) else ""
