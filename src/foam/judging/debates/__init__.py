"""How good a debate is: InspireScore, Debatrix, and how far annotators agree."""
