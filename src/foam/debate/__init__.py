"""How a debate is spoken, turn by turn. Start with `rounds/play.py`. Who wins is for `judging` to say."""
