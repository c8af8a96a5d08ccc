"""Argumentative memory: how good arguments were made, kept beside the evidence library and found again."""
