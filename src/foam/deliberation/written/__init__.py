"""The written voice: what a model that writes does in one act each, where another answers a chain of bounded choices.

Both voices give the same values (drafts, claims, objections, responses), so that the rest of the code does not know
the difference. An act that code or the evaluator cannot bear out is replaced by the bounded form.
"""
