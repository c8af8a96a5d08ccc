"""Domain packs as plain data files. Holds no code and knows nothing of who reads it."""
