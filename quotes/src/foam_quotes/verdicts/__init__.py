"""Quotation verdicts: is it verbatim, altered, paraphrased, from elsewhere, or made up?"""
