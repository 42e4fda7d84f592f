"""Property tests of reduce-tree, and learning, on the workers of a Dask cluster. README.md says how it is used.

`command` reads the command line. `server` answers the candidates of `conversation`, each a `candidate`, and asks the
cluster by `connection`. `bundle`, `worker`, `limits` and `orphans` are what runs on the workers: it is sent to them by
value, so that they need nothing but `distributed`. `learn` has shards of a corpus learned.
"""
