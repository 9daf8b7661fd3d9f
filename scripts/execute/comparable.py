"""How two outputs are compared: without what is true of one run only, though a reader sees it.

A page shows what `%timeit` has measured and what JAX calls its device. Whoever compares two runs
compares the texts that `comparable` gives, and measured times by their ratio, if at all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scripts.execute.normalise import Run, normalise, texts_of, with_texts
from scripts.patterns import lazy_pattern

_UNITS = {"ns": 1e-9, "µs": 1e-6, "μs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0, "sec": 1.0}
_UNITS |= {"min": 60.0, "h": 3600.0, "d": 86400.0}

_PART = r"(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)? ?(?:ns|[µμu]s|ms|sec|s|min|h|d)\b"
_DURATION = lazy_pattern(rf"{_PART}(?: {_PART})*")
# The lines that IPython's timing magics and JAX's logs consist of, by their form: a duration that
# stands anywhere else may be what a lesson computed.
_MEASURED = lazy_pattern(
    r"^(?:CPU times: user .+|Wall time: .+|(?:Compiler|Parser) +: .+"
    r"|.*(?: ± .+| best of \d+: .+) per loop\b.*"
    r"|.*\bFinished .+ in [\d.e-]+ sec)$",
    re.MULTILINE,
)
_LOOPS = lazy_pattern(r"(?<=\bof )\d+ runs?, [\d,]+ loops?(?= each\b)|^[\d,]+ loops?(?=, best\b)")
_SLOWEST = lazy_pattern(
    r"^The slowest run took [\d.]+ times longer.*\n?(?:This could .*\n?)?", re.M
)
# `repr` and `str` of a device, as JAX's own tests have them for each platform, and as they were:
# CpuDevice(id=0), TpuDevice(id=0, ..., coords=(0,0,0), core_on_chip=0); cpu:0, TFRT_CPU_0,
# TPU_0(process=0,(0,0,0,0)).
_INSIDE = r"(?:[^()\n]|\([^()\n]*\))*"
_DEVICE = lazy_pattern(
    rf"\b(?:TFRT|StreamExecutor)?(?P<class>[A-Z][a-z]+)Device\(id=(?P<of_class>\d+){_INSIDE}\)"
    rf"|\b(?:TFRT_)?(?P<platform>[CGT]PU)_(?P<number>\d+)(?:\(process={_INSIDE}\)|\b(?!\())"
    r"|(?<![\w.:/-])(?P<name>cpu|cuda|gpu|oneapi|rocm|tpu):(?P<index>\d+)(?![\w.:])"
)


def timings(text: str) -> str:
    """Leave out what was measured by a timing magic or by JAX's logs.

    >>> timings("1.25 µs ± 3 ns per loop (mean ± std. dev. of 7 runs, 1,000,000 loops each)")
    '<time> ± <time> per loop (mean ± std. dev. of <loops> each)'
    >>> timings("a tide of 1.5 h")
    'a tide of 1.5 h'
    """
    text = _SLOWEST.sub("", text)
    return _MEASURED.sub(_without_times, text)


def device_names(text: str) -> str:
    """Name each device in one way, whichever version of JAX has named it, and however.

    >>> device_names("TFRT_CPU_0"), device_names("CpuDevice(id=0)")
    ('cpu:0', 'cpu:0')
    """
    return _DEVICE.sub(lambda match: ":".join(_device(match)), text)


def devices(text: str) -> tuple[str, ...]:
    """Give the devices that a text names, in their order.

    >>> devices("[CudaDevice(id=0), CudaDevice(id=1)]")
    ('cuda:0', 'cuda:1')
    """
    return tuple(":".join(_device(match)) for match in _DEVICE.finditer(text))


def without_platforms(text: str) -> str:
    """Name each device by its number alone, so that only how many and which there are is told.

    >>> without_platforms("on TPU_0(process=0,(0,0,0,0))") == without_platforms("on cuda:0")
    True
    """
    return _DEVICE.sub(lambda match: f"Device(id={_device(match)[1]})", text)


def _device(match: re.Match[str]) -> tuple[str, str]:
    platform = match["class"] or match["platform"] or match["name"]
    return platform.lower(), match["of_class"] or match["number"] or match["index"]


COMPARISONS: tuple[Callable[[str], str], ...] = (timings, device_names)


def comparable(text: str) -> str:
    """Give what two texts must have in common to count as the same output.

    >>> comparable("Wall time: 12 ms") == comparable("Wall time: 9.5 ms")
    True
    """
    # A text may come from elsewhere, such as a page that was adopted.
    text = normalise(text, Run(""))
    for comparison in COMPARISONS:
        text = comparison(text)
    return text


def comparable_outputs(outputs: Iterable[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
    """Give a cell's outputs with `comparable` texts in them."""
    return tuple(with_texts(output, comparable) for output in outputs)


def hiding(outputs: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """Give the names of the comparisons that leave something out of these outputs.

    >>> hiding([{"output_type": "stream", "name": "stdout", "text": "Wall time: 12 ms"}])
    ('timings',)
    """
    texts = [text for output in outputs for text in texts_of(output)]
    return tuple(c.__name__ for c in COMPARISONS if any(c(text) != text for text in texts))


def measured_seconds(text: str) -> tuple[float, ...]:
    """Give the times that `timings` leaves out, in seconds, in their order.

    >>> measured_seconds("CPU times: user 1.5 ms, sys: 0 ns, total: 1.5 ms\\nWall time: 1min 2s")
    (0.0015, 0.0, 0.0015, 62.0)
    """
    lines = "\n".join(match[0] for match in _MEASURED.finditer(text))
    return tuple(_seconds(match[0]) for match in _DURATION.finditer(lines))


def _without_times(line: re.Match[str]) -> str:
    return _DURATION.sub("<time>", _LOOPS.sub("<loops>", line[0]))


def _seconds(duration: str) -> float:
    parts = re.findall(r"([\d.]+(?:e[+-]?\d+)?) ?([a-zµμ]+)", duration)
    return sum(float(number) * _UNITS[unit] for number, unit in parts)
