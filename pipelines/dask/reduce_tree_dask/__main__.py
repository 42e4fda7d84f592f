"""`python3 -m reduce_tree_dask`."""

from .command import main

main()
