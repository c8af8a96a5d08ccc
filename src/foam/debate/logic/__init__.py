"""The other side's reasoning: predicates, a neutral chain, and what is wrong with it."""
