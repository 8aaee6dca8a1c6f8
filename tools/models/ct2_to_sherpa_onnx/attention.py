"""Whisper's attention, with the scale of queries and keys applied to the queries."""

import numpy as np
from graph import float32

#: Permutations of (batch, time, head, part) for products of queries, keys and values.
BY_HEAD = [0, 2, 1, 3]
KEYS_BY_HEAD = [0, 2, 3, 1]


def projection(state, name, parts, head_size):
    """Concatenates weights and biases of several projections; queries are scaled."""
    weights, biases = [], []
    for part in parts:
        scale = np.float32(head_size**-0.5 if part == "query" else 1)
        weight = float32(state[f"{name}.{part}.weight"])
        bias = state.get(f"{name}.{part}.bias")
        weights.append(weight * scale)
        biases.append((float32(bias) if bias is not None else np.zeros(len(weight), np.float32)) * scale)
    return np.concatenate(weights), np.concatenate(biases)


def split_heads(graph, x, heads, size, order):
    return graph.op("Transpose", graph.op("Reshape", x, graph.integers(0, 0, heads, size)), perm=order)


def merge_heads(graph, x, width):
    return graph.op("Reshape", graph.op("Transpose", x, perm=BY_HEAD), graph.integers(0, 0, width))
