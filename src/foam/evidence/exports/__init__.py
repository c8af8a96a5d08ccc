"""Cards out again: as Verbatim Word files, and as caselists write them."""

CITES, OPEN_SOURCE = ".cites.txt", ".wiki.txt"
"""The endings of what openCaselist takes."""
