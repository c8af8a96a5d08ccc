"""Who uses a home that several people share: accounts, sessions, tokens, who may see which case, who read what."""
