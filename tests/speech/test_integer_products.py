"""Convolutions of whole numbers as products: the same numbers, whatever the sizes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.speech.integer_products import (
    GRAPH,
    INITIALIZER,
    NODE,
    Node,
    Tensor,
    are_exact,
    as_products,
    field,
    fields,
    node,
    tensor,
)
from solovox.speech.onnx import open_model


def value(name, kind, *, sizes):
    """A tensor of `sizes` dimensions, as an input or an output."""
    shape = b"".join(field(1, field(2, f"{name}{at}".encode())) for at in range(sizes))
    return field(1, name.encode()) + field(2, field(1, field(1, kind) + field(2, shape)))


def convolution(weights, zero, **numbers):
    """A model of one, opset 13: `x` and its zero point to `y`."""
    graph = [
        node("ConvInteger", ("x", "w", "xz", "wz"), "y", **numbers),
        field(2, b"g"),
        tensor("w", weights),
        tensor("wz", np.array(zero, np.uint8)),
        field(11, value("x", 2, sizes=3)),
        field(11, value("xz", 2, sizes=0)),
        field(12, value("y", 6, sizes=3)),
    ]
    return field(1, 8) + field(GRAPH, b"".join(graph)) + field(8, field(2, 13))


def operations(model):
    graph = next(part for number, part in fields(memoryview(model)) if number == GRAPH)
    return [Node.read(part).operation for number, part in fields(graph) if number == NODE]


def constants(model):
    graph = next(part for number, part in fields(memoryview(model)) if number == GRAPH)
    return {Tensor.read(part).name for number, part in fields(graph) if number == INITIALIZER}


def run(model, sound, zero):
    (found,) = open_model(model).run(None, {"x": sound, "xz": np.array(zero, np.uint8)})
    return found


@given(st.data())
def test_the_numbers_are_the_same(data):
    dice = np.random.default_rng(data.draw(st.integers(0, 1 << 30)))
    places, step = data.draw(st.integers(1, 7)), data.draw(st.integers(1, 3))
    pads = data.draw(st.tuples(st.integers(0, 4), st.integers(0, 4)))
    weights = dice.integers(
        0, 256, (data.draw(st.integers(1, 9)), data.draw(st.integers(1, 9)), places), np.uint8
    )
    length = (places - 1) * step + data.draw(st.integers(1, 40))
    sound = dice.integers(0, 256, (1, weights.shape[1], length), np.uint8)
    zero, behind = dice.integers(0, 256, 2)
    model = convolution(weights, behind, dilations=(step,), pads=pads, kernel_shape=(places,))
    np.testing.assert_array_equal(run(as_products(model), sound, zero), run(model, sound, zero))


W = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
SOUND = np.arange(80, dtype=np.uint8).reshape(1, 4, 20)


def test_it_is_a_product_now_and_the_old_weights_are_gone():
    made = as_products(convolution(W, 7, pads=(1, 1)))
    assert ("MatMulInteger" in operations(made)) == are_exact()
    assert ("ConvInteger" in operations(made)) != are_exact()
    assert ("w" in constants(made)) != are_exact()


@pytest.mark.parametrize(
    ("weights", "numbers"),
    [(W, {"strides": (2,)}), (np.ones((4, 1, 3), np.uint8), {"group": 4}), (np.ones((2, 4, 3), np.int8), {})],
    ids=["another stride", "groups", "signed weights"],
)
def test_what_is_not_understood_stays(weights, numbers):
    model = convolution(weights, 7, **numbers)
    made = as_products(model)
    assert operations(made) == ["ConvInteger"]
    assert constants(made) == {"w", "wz"}


def test_no_model_is_one_clear_error_where_models_are_changed():
    if not are_exact():
        assert as_products(b"\x3f no model") == b"\x3f no model"
        return
    with pytest.raises((ValueError, IndexError)):
        as_products(b"\x3f no model")
