"""What only FOAM reads off a text; words, sentences, spans and figures are those of `foam_quotes.text`."""
