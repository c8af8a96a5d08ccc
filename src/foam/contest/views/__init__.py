"""How outcomes and redlines are shown. Computes nothing that is not in them."""
