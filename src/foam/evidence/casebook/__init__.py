"""The cases that debaters' files hold: their plan, advantages, inherency and solvency, card by card."""
