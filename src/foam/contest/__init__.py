"""How is it challenged? Challenges, targeted revision, redlines."""
