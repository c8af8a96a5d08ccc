"""Challenges to a decision over a file of documents: what code settles, what a reader, and what a person."""
