"""The endings of the files that each kind of value can be saved to, as help lists them.

Written down here because the kinds themselves know them only once half the program is imported.
"""

from __future__ import annotations

ENDINGS = {
    "Answer": (".json", ".argdown", ".aif.json", ".annotations.json", ".html", ".md", ".txt", ".pdf", ".docx"),
    "CardFile": (".docx", ".cites.txt", ".wiki.txt", ".html", ".md", ".txt", ".pdf"),
    "Case": (".flow.json", ".json", ".docx", ".cites.txt", ".wiki.txt", ".xlsx", ".html", ".md", ".txt", ".pdf"),
    "Cutting": (".docx", ".html", ".md", ".txt", ".pdf"),
    "Debate": (".json", ".csv", ".xlsx", ".html", ".md", ".txt", ".pdf", ".docx"),
    "DebateEvaluation": (".json", ".html", ".md", ".txt", ".pdf", ".docx"),
    "Examination": (".json", ".html", ".md", ".txt", ".pdf", ".docx"),
}  # fmt: skip
"""By the name that a kind of value has in `foam`."""
