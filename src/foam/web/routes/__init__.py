"""The pages by what people come for: ask, read, challenge, look something up."""
