"""The Python side of reduce-generator."""
