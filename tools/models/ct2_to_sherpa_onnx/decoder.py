"""Whisper's decoder: processes some tokens at a time, with a cache of earlier ones."""

import numpy as np
from attention import BY_HEAD, KEYS_BY_HEAD, merge_heads, projection, split_heads
from graph import FLOAT, INT64, Graph, float32
from onnx import TensorProto


def build_decoder(dims, state, alignment_heads):
    """Builds the decoder. `alignment_heads` are [layer, head]; their attention is a separate output that times the
    tokens.
    """
    return Decoder(dims, state, alignment_heads).build()


class Decoder:
    def __init__(self, dims, state, alignment_heads):
        self.graph, self.dims, self.state, self.alignment_heads = Graph(), dims, state, alignment_heads
        self.width, self.heads, self.layers = dims["n_text_state"], dims["n_text_head"], dims["n_text_layer"]
        self.size = self.width // self.heads
        self.cache, self.aligned = {"k": [], "v": []}, []

    def build(self):
        graph, state = self.graph, self.state
        self.length = graph.op("Slice", graph.op("Shape", "tokens"), graph.integers(1), graph.integers(2))
        self.end = graph.op("Add", "offset", self.length)
        table = state["decoder.token_embedding.weight"]
        x = self.embedded(table)
        self.mask = self.causal_mask()
        self.past = {
            c: graph.op("Slice", f"in_n_layer_self_{c}_cache", graph.integers(0), "offset", graph.integers(2))
            for c in "kv"
        }
        for i in range(self.layers):
            x = self.block(i, x)
        x = graph.norm(x, state, "decoder.ln")
        graph.op("MatMul", x, graph.constant(float32(table).T, "logits_weight"), out="logits")
        return graph.finish(self.inputs(), self.outputs())

    def embedded(self, table):
        """Looks up a table, which stays in 16 bits because it is a third of the model."""
        graph = self.graph
        table = graph.constant(np.ascontiguousarray(table, dtype=np.float16), "token_embedding")
        x = graph.op("Cast", graph.op("Gather", table, "tokens"), to=TensorProto.FLOAT)
        positions = graph.weight(self.state["decoder.positional_embedding"])
        return graph.op("Add", x, graph.op("Slice", positions, "offset", self.end, graph.integers(0)))

    def causal_mask(self):
        """Masks later positions."""
        graph, context = self.graph, self.dims["n_text_ctx"]
        mask = graph.constant(np.triu(np.full((context, context), -np.inf, np.float32), 1))
        starts = graph.op("Concat", "offset", graph.integers(0), axis=0)
        ends = graph.op("Concat", self.end, self.end, axis=0)
        return graph.op("Slice", mask, starts, ends, graph.integers(0, 1))

    def block(self, i, x):
        name, layer = f"decoder.blocks.{i}", self.graph.constant(np.array(i, np.int64))
        x = self.self_attention(name, layer, x)
        x = self.cross_attention(i, name, layer, x)
        return self.graph.feed_forward(x, self.state, name)

    def self_attention(self, name, layer, x):
        graph, state, width = self.graph, self.state, self.width
        weight, bias = projection(state, f"{name}.attn", ("query", "key", "value"), self.size)
        inner = graph.linear(graph.norm(x, state, f"{name}.attn_ln"), weight, bias)
        query, key, value = graph.op("Split", inner, graph.integers(width, width, width), outputs=3, axis=2)
        self.cache["k"].append(graph.op("Unsqueeze", key, graph.integers(0)))
        self.cache["v"].append(graph.op("Unsqueeze", value, graph.integers(0)))
        key = graph.op("Concat", graph.op("Gather", self.past["k"], layer, axis=0), key, axis=1)
        value = graph.op("Concat", graph.op("Gather", self.past["v"], layer, axis=0), value, axis=1)
        weights = graph.op("MatMul", self.split(query, BY_HEAD), self.split(key, KEYS_BY_HEAD))
        weights = graph.op("Softmax", graph.op("Add", weights, self.mask), axis=-1)
        heard = merge_heads(graph, graph.op("MatMul", weights, self.split(value, BY_HEAD)), width)
        return graph.op("Add", x, graph.layer(heard, state, f"{name}.attn.out"))

    def cross_attention(self, i, name, layer, x):
        graph, state = self.graph, self.state
        weight, bias = projection(state, f"{name}.cross_attn", ("query",), self.size)
        query = graph.linear(graph.norm(x, state, f"{name}.cross_attn_ln"), weight, bias)
        keys = self.split(query, BY_HEAD), graph.op("Gather", "n_layer_cross_k", layer, axis=0)
        weights = graph.op("Softmax", graph.op("MatMul", *keys), axis=-1)
        chosen = [head for at, head in self.alignment_heads if at == i]
        if chosen:
            self.aligned.append(graph.op("Gather", weights, graph.integers(*chosen), axis=1))
        heard = graph.op("MatMul", weights, graph.op("Gather", "n_layer_cross_v", layer, axis=0))
        heard = merge_heads(graph, heard, self.width)
        return graph.op("Add", x, graph.layer(heard, state, f"{name}.cross_attn.out"))

    def split(self, x, order):
        return split_heads(self.graph, x, self.heads, self.size, order)

    def inputs(self):
        cache, heads, size = [self.layers, "n_audio", "n_past", self.width], self.heads, self.size
        return [
            ("tokens", INT64, ["n_audio", "n_tokens"]),
            ("in_n_layer_self_k_cache", FLOAT, cache),
            ("in_n_layer_self_v_cache", FLOAT, cache),
            ("n_layer_cross_k", FLOAT, [self.layers, "n_audio", heads, size, "T2"]),
            ("n_layer_cross_v", FLOAT, [self.layers, "n_audio", heads, "T2", size]),
            ("offset", INT64, [1]),
        ]

    def outputs(self):
        graph, cache = self.graph, [self.layers, "n_audio", "n_out", self.width]
        outputs = [("logits", FLOAT, ["n_audio", "n_tokens", self.dims["n_vocab"]])]
        for c in "kv":
            name = f"out_n_layer_self_{c}_cache"
            graph.op("Concat", self.past[c], graph.op("Concat", *self.cache[c], axis=0), out=name, axis=2)
            outputs.append((name, FLOAT, cache))
        if self.aligned:
            graph.op("Concat", *self.aligned, out="cross_attention_weights", axis=1)
            heads = len(self.alignment_heads)
            outputs.append(("cross_attention_weights", FLOAT, ["n_audio", heads, "n_tokens", "T2"]))
        return outputs
