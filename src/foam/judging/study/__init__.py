"""Studies of debates: many speeches or whole debates by plan, marked, and laid out as the paper's tables."""
