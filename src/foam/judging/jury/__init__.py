"""Who judges, by what? Rubrics, jurors, their scores, ballots and biases."""
