"""Kinds of challenge, one class each: what a person can say of a part, and all that is known about saying it."""
