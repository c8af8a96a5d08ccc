"""What is a sentence, a span, a word count, a quotation? Knows nothing of files, stores or models."""
