"""Challenges to a decision over a file of documents: what code and the judge see, and what is left to a person."""
