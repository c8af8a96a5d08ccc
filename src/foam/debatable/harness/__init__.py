"""How do systems compare? Answers from files or models, both metrics, baselines, length, people's preferences."""
