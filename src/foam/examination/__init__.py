"""What is wrong in a file of documents: findings that code, or the shipped judge, can show sentence by sentence."""
