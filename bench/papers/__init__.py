"""The tables of the papers, by one command each (bench/papers.py)."""
