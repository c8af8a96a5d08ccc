"""What a text mentions: dates, references, numbers, names and quotations, and whether other texts bear them out."""
