"""Whisper's attention, where queries and keys are both scaled in the query."""

import numpy as np
from graph import float32

#: From (batch, time, head, part) to what products of queries, keys and values want.
BY_HEAD = [0, 2, 1, 3]
KEYS_BY_HEAD = [0, 2, 3, 1]


def projection(state, name, parts, head_size):
    """Weights and biases of several projections side by side; queries come scaled."""
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
