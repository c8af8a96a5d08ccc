"""Kinds of challenge to a part of an answer's tree, one class each."""
