"""The endings of the files that each kind of value can be saved to, as help lists them.

Written down here because the kinds themselves know them only once half the program is imported.
"""

from __future__ import annotations

ANSWER = (".json", ".argdown", ".aif.json", ".annotations.json", ".html", ".md", ".txt", ".pdf", ".docx")
CARD_FILE = (".docx", ".cites.txt", ".wiki.txt", ".html", ".md", ".txt", ".pdf")
CASE = (".flow.json", ".json", ".docx", ".cites.txt", ".wiki.txt", ".xlsx", ".html", ".md", ".txt", ".pdf")
CUTTING = (".docx", ".html", ".md", ".txt", ".pdf")
DEBATE = (".json", ".csv", ".xlsx", ".html", ".md", ".txt", ".pdf", ".docx")
DEBATE_EVALUATION = (".json", ".html", ".md", ".txt", ".pdf", ".docx")
EXAMINATION = (".json", ".html", ".md", ".txt", ".pdf", ".docx")
