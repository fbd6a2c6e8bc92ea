"""Who may come in: addresses, tokens, cookies, codes of pairing."""
