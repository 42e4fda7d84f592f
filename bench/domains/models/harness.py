"""Puts models through a compiler and says what comes of each: a line of `ok`, `invalid: ...`, `wrong: ...` or `crash: ...`.

    harness.py COMPILER FILE...         COMPILER: onnxruntime, onnxoptimizer or openvino

Runs under the Python of an environment that has the compiler. A model is valid if the checker of ONNX accepts it, shape
inference among its checks. What is wrong is judged by onnxruntime without optimizations.
"""

import json
import os
import re
import signal
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

LIMIT = 30


class Invalid(Exception):
    pass


def tensor(about):
    shape = about["shape"]
    if "values" in about:
        array = numpy.array(about["values"], dtype=numpy.int64)
    else:
        array = numpy.random.RandomState(about["seed"]).uniform(0.1, 1, shape).astype(numpy.float32)
    return numpy_helper.from_array(array.reshape(shape), about["name"])


def attributes(about):
    return {name: value for name, value in about.items() if value is not None}


def model_of(text):
    try:
        about = json.loads(text)
        inputs = [helper.make_tensor_value_info(each["name"], TensorProto.FLOAT, each["shape"]) for each in about["inputs"]]
        nodes = [helper.make_node(each["op"], each["inputs"], each["outputs"], **attributes(each["attributes"]))
                 for each in about["operators"]]
        outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in about["outputs"]]
        graph = helper.make_graph(nodes, "graph", inputs, outputs, [tensor(each) for each in about["constants"]])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 11)], ir_version=6)
        # The shapes of outputs are not in the text.
        model = onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True)
        onnx.checker.check_model(model, full_check=True)
    except Exception as error:
        raise Invalid(message(error)) from error
    return model


def fed(model):
    """Inputs for a run, the same for a name and shape in whatever model."""
    feeds = {}
    for value in model.graph.input:
        shape = [each.dim_value for each in value.type.tensor_type.shape.dim]
        feeds[value.name] = numpy.random.RandomState(sum(value.name.encode()) % 97).uniform(-1, 2, shape).astype(numpy.float32)
    return feeds


def run(model, optimized=False):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    level = onnxruntime.GraphOptimizationLevel
    options.graph_optimization_level = level.ORT_ENABLE_ALL if optimized else level.ORT_DISABLE_ALL
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    return session.run(None, fed(model))


def with_onnxruntime(model):
    return run(model, optimized=True)


def with_onnxoptimizer(model):
    import onnxoptimizer

    passes = [name for name in onnxoptimizer.get_available_passes() if re.match("fuse|eliminate|extract|nop", name)]
    optimized = onnxoptimizer.optimize(model, passes, fixed_point=True)
    onnx.checker.check_model(optimized)
    return run(optimized)


def with_openvino(model):
    import openvino.runtime

    # All of these are held until the outputs are copied: they share memory.
    core = openvino.runtime.Core()
    options = {"INFERENCE_NUM_THREADS": "1", "INFERENCE_PRECISION_HINT": "f32"}
    network = core.read_model(model.SerializeToString(), b"")
    compiled = core.compile_model(network, "CPU", options)
    request = compiled.create_infer_request()
    feeds = dict(enumerate(fed(model).values()))
    request.infer(feeds)
    return [numpy.array(request.get_output_tensor(at).data) for at in range(len(model.graph.output))]


def difference(expected, found):
    """What is wrong with the found outputs, in a few words; none if they are as expected."""
    for one, other in zip(expected, found):
        if one.shape != other.shape:
            return "shapes differ"
        numbers = numpy.isfinite(one) & (numpy.abs(one) < 1e6)
        if not numpy.allclose(one[numbers], other[numbers], rtol=1e-2, atol=1e-3, equal_nan=True):
            return "values differ"
    return None


def message(error):
    """An error in one line without what is of one model alone: its names and numbers."""
    text = " ".join(str(error).split())
    text = re.sub(r"\S*/\S+", "PATH", text)
    text = re.sub(r"\b[xct]\d+\w*|'[^']*'|\"[^\"]*\"", "NAME", text)
    text = re.sub(r"\{[-\d,]*\}|-?\d+", "N", text)
    return "%s: %s" % (type(error).__name__, text[:120])


def outcome(compiler, text):
    try:
        model = model_of(text)
    except Invalid as error:
        return "invalid: %s" % error
    try:
        expected = run(model)
    except Exception:
        return "ok: the reference cannot run it"
    try:
        found = compiler(model)
    except Exception as error:
        return "crash: %s" % message(error)
    what = difference(expected, found)
    return "wrong: %s" % what if what else "ok"


def judged(compiler, path):
    """The outcome for a file, from a process of its own: a compiler may be killed by a signal."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(LIMIT)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        with open(path, encoding="latin-1") as file:
            said = outcome(compiler, file.read())
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return "crash: signal %d" % os.WTERMSIG(status) if os.WIFSIGNALED(status) else said or "crash: no answer"


COMPILERS = {"onnxruntime": with_onnxruntime, "onnxoptimizer": with_onnxoptimizer, "openvino": with_openvino}


def main():
    for path in sys.argv[2:]:
        print(judged(COMPILERS[sys.argv[1]], path), flush=True)


if __name__ == "__main__":
    main()
