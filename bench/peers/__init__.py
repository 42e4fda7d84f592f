"""This tool beside other reducers, under the same counted tests (bench/peers.py)."""
