"""Whisper's encoder, with the decoder's cross-attention inputs."""

from attention import BY_HEAD, KEYS_BY_HEAD, merge_heads, projection, split_heads
from graph import FLOAT, Graph


def build_encoder(dims, state):
    """Builds the encoder, from a spectrogram to the keys and values of each of the decoder's layers."""
    graph, width, heads = Graph(), dims["n_audio_state"], dims["n_audio_head"]
    x = positioned(graph, state, convolved(graph, state))
    for i in range(dims["n_audio_layer"]):
        x = block(graph, state, f"encoder.blocks.{i}", x, width, heads)
    x = graph.norm(x, state, "encoder.ln_post")
    heads, size = dims["n_text_head"], dims["n_text_state"] // dims["n_text_head"]
    cross_attention_inputs(graph, state, x, dims, size)
    layers = dims["n_text_layer"]
    return graph.finish(
        [("mel", FLOAT, ["n_audio", dims["n_mels"], "T"])],
        [
            ("n_layer_cross_k", FLOAT, [layers, "n_audio", heads, size, "T2"]),
            ("n_layer_cross_v", FLOAT, [layers, "n_audio", heads, "T2", size]),
        ],
    )


def convolved(graph, state):
    x = "mel"
    for conv, stride in (("conv1", 1), ("conv2", 2)):
        weight = graph.weight(state[f"encoder.{conv}.weight"])
        bias = graph.weight(state[f"encoder.{conv}.bias"])
        x = graph.gelu(
            graph.op("Conv", x, weight, bias, kernel_shape=[3], pads=[1, 1], strides=[stride])
        )
    return graph.op("Transpose", x, perm=[0, 2, 1])


def positioned(graph, state, x):
    """Adds positions for the length of the sound, because sherpa-onnx passes sounds shorter than 30 seconds unpadded.
    """
    frames = graph.op("Slice", graph.op("Shape", x), graph.integers(1), graph.integers(2))
    positions = graph.weight(state["encoder.positional_embedding"])
    return graph.op("Add", x, graph.op("Slice", positions, graph.integers(0), frames, graph.integers(0)))


def block(graph, state, name, x, width, heads):
    size = width // heads
    weight, bias = projection(state, f"{name}.attn", ("query", "key", "value"), size)
    inner = graph.linear(graph.norm(x, state, f"{name}.attn_ln"), weight, bias)
    query, key, value = graph.op("Split", inner, graph.integers(width, width, width), outputs=3, axis=2)
    weights = graph.op(
        "MatMul",
        split_heads(graph, query, heads, size, BY_HEAD),
        split_heads(graph, key, heads, size, KEYS_BY_HEAD),
    )
    heard = graph.op(
        "MatMul", graph.op("Softmax", weights, axis=-1), split_heads(graph, value, heads, size, BY_HEAD)
    )
    x = graph.op("Add", x, graph.layer(merge_heads(graph, heard, width), state, f"{name}.attn.out"))
    return graph.feed_forward(x, state, name)


def cross_attention_inputs(graph, state, x, dims, size):
    width, heads, keys, values = dims["n_text_state"], dims["n_text_head"], [], []
    for i in range(dims["n_text_layer"]):
        weight, bias = projection(state, f"decoder.blocks.{i}.cross_attn", ("key", "value"), size)
        key, value = graph.op(
            "Split", graph.linear(x, weight, bias), graph.integers(width, width), outputs=2, axis=2
        )
        first = graph.integers(0)
        keys.append(graph.op("Unsqueeze", split_heads(graph, key, heads, size, KEYS_BY_HEAD), first))
        values.append(graph.op("Unsqueeze", split_heads(graph, value, heads, size, BY_HEAD), first))
    graph.op("Concat", *keys, out="n_layer_cross_k", axis=0)
    graph.op("Concat", *values, out="n_layer_cross_v", axis=0)
