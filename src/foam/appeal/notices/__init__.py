"""What is sent to people: the decision, the receipt, the hearing, the outcome; in plain words, to read or print."""
