"""How can anyone check the file? Keys, a signed statement, one container, and its verification."""
