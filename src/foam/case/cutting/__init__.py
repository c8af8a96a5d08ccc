"""One card from one article: the passage that establishes a claim, its words marked, its citation as far as it goes."""
