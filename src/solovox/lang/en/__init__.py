"""English: numbers, days, sums, units, places, and what is said around a request."""
