"""What is a sentence, a span, a word count, a quotation?"""
