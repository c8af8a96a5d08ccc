"""Planted faults, and whether a challenge finds them."""
