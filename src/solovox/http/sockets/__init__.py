"""The sockets of pages, and the sessions behind them."""
