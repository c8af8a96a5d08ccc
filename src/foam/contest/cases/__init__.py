"""Challenges to a written case: to its slots, what they rest on, and the choices of its outline."""
