"""How do they argue? Seeding, drafting, cross-examination, evaluation, revision. Knows no speeches or appeals."""
