"""How good is it? Rubric, juries, tournaments. Knows nothing of how the cases were made."""
