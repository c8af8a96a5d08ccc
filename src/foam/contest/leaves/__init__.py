"""Challenges to the answer of a question: to a leaf of its tree, a reason, or the tree itself."""
