"""What is a word, a sentence, a span, a figure, a date, a name?"""
