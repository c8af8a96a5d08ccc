"""Answers to a position out of one's own library, sorted by kind of answer."""
