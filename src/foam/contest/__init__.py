"""How is it challenged? Challenges, targeted revision, procedure, redlines. Knows nothing of scoring."""
