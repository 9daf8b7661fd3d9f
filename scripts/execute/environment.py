"""What runs the lessons: the variables that kernels get, the versions, and their fingerprint."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import site
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from scripts.execute.fonts import SETTINGS
from scripts.execute.normalise import NORMALISERS_VERSION

NOT_INSTALLED = "not installed"

# Their version can change what a lesson prints, or how it is shown.
_DISTRIBUTIONS = (
    *("jax", "jaxlib", "ml-dtypes", "numpy", "opt-einsum", "scipy"),
    *("contourpy", "cycler", "fonttools", "kiwisolver", "matplotlib", "matplotlib-inline"),
    *("pillow", "pyparsing", "python-dateutil"),
    *("ipykernel", "ipython", "jupyter-client", "nbclient", "traitlets"),
    *("asttokens", "executing", "pure-eval", "pygments", "stack-data"),
)

# So can all that builds on these, should it be installed.
_BUILDS_ON = re.compile(
    rb"^Requires-Dist: *(jax|jaxlib|numpy|matplotlib)\b(?!.*extra)", re.MULTILINE
)
_NAME = re.compile(rb"^Name: *(\S+)", re.MULTILINE)
_VERSION = re.compile(rb"^Version: *(\S+)", re.MULTILINE)

# Everything else stays outside: a lesson that prints its environment must not publish a secret,
# and PYTHONPATH, PYTHONSTARTUP, MATPLOTLIBRC and their like must not change what it prints.
_PASSED_NAMES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV")
_PASSED_PREFIXES = (*("JAX_", "XLA_", "CUDA_", "NVIDIA_", "ROCR_", "HIP_", "TPU_", "LIBTPU_"),)
# Flags, and which of a machine's devices there are for JAX.
_FINGERPRINTED_PREFIXES = (
    *("JAX_", "XLA_", "LIBTPU_", "CUDA_VISIBLE_", "NVIDIA_VISIBLE_", "ROCR_VISIBLE_"),
    *("HIP_VISIBLE_", "TPU_VISIBLE_"),
)

_SETTING_FILES = (SETTINGS, *map(Path(__file__).with_name, ("figures.py", "launch.py")))
_REPLACEABLE = {
    "JAX_PLATFORMS": "cpu",
    # C++ warnings of XLA would become outputs of whatever cell is running.
    "TF_CPP_MIN_LOG_LEVEL": "2",
}
_SETTLED = {
    # In a kernel `print(jax.make_jaxpr(f))` is coloured even where NO_COLOR is set.
    "JAX_PPRINT_USE_COLOR": "0",
    "NO_COLOR": "1",
    "TERM": "dumb",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    # One thread each: results do not depend on the number of cores, two kernels do not get in
    # each other's way, and importing numpy starts no thread, which no fork would survive.
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # XLA shares a sum out among its threads, so that its last digits depend on their number: two
    # everywhere, not one a core. Its releases have read it under either name.
    "NPROC": "2",
    "PJRT_NPROC": "2",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
}


def kernel_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Give the environment variables of a kernel, but for those that name folders of its own.

    >>> kernel_variables({"PYTHONPATH": "/x", "JAX_PLATFORMS": "cuda"})["JAX_PLATFORMS"]
    'cuda'
    >>> "PYTHONPATH" in kernel_variables({"PYTHONPATH": "/x"})
    False
    """
    passed = {
        name: value
        for name, value in environ.items()
        if name in _PASSED_NAMES or name.startswith(_PASSED_PREFIXES)
    }
    variables = {**_REPLACEABLE, **passed, **_SETTLED}
    if site.ENABLE_USER_SITE:
        # HOME is the lesson's own, but packages may be installed below ours.
        variables["PYTHONUSERBASE"] = site.getuserbase()
    return variables


def describe_environment() -> Mapping[str, str]:
    """Say in words what runs the lessons here: everything that may change an output.

    >>> {"python", "jax", "numpy", "cpu", "JAX_PLATFORMS"} <= set(describe_environment())
    True
    """
    variables = kernel_variables(os.environ)
    flags = {n: v for n, v in variables.items() if n.startswith(_FINGERPRINTED_PREFIXES)}
    described = {
        "python": platform.python_version(),
        **_versions(sys.path),
        "system": platform.system(),
        "machine": platform.machine(),
        "cpu": _cpu("model name") or platform.processor() or platform.machine(),
        "device": variables["JAX_PLATFORMS"],
        "normalisers": NORMALISERS_VERSION,
        "settings": _settings(),
        **accelerators(Path("/"), variables["JAX_PLATFORMS"]),
        **flags,
    }
    return dict(sorted(described.items()))


def accelerators(system: Path, platforms: str) -> dict[str, str]:
    """Say which graphics processors and the like JAX may use, and how many, by their drivers.

    JAX itself is not asked, which would have to be started for it. NVIDIA's driver lists models by
    name, of all others there are the numbers by which they are known on the PCI bus. `system` is
    the root of the file system. For `cpu` there are none: how many devices a processor is made to
    be stands among the variables.

    >>> accelerators(Path("/nowhere"), "cuda")
    {'devices': 'unknown'}
    """
    if platforms == "cpu":
        return {}
    models = [
        _tail(line)
        for path in sorted(system.glob("proc/driver/nvidia/gpus/*/information"))
        for line in path.read_bytes().splitlines()
        if line.startswith(b"Model:")
    ]
    return {"devices": ", ".join(models or sorted(_on_the_bus(system))) or "unknown"}


# Classes of PCI: what draws, and what computes; and whose TPUs are of neither.
_PCI_CLASSES = ("0x03", "0x12")
_GOOGLE = "0x1ae0"


def _on_the_bus(system: Path) -> Iterator[str]:
    for folder in system.glob("sys/bus/pci/devices/*"):
        with contextlib.suppress(OSError):
            kind, vendor, device = (
                (folder / name).read_bytes().decode("utf-8", "replace").strip()
                for name in ("class", "vendor", "device")
            )
            if kind.startswith(_PCI_CLASSES) or vendor == _GOOGLE:
                yield f"{vendor}:{device}"


def _tail(line: bytes) -> str:
    return line.partition(b":")[2].strip().decode("utf-8", "replace")


def compilations_folder(cache: Path) -> Path:
    """Give the folder for code that XLA compiles here; other machines and versions have another."""
    variables = kernel_variables(os.environ)
    flags = {n: v for n, v in variables.items() if n.startswith(_FINGERPRINTED_PREFIXES)}
    settled = {
        "python": platform.python_version(),
        "jax": installed_version("jax"),
        "jaxlib": installed_version("jaxlib"),
        "machine": platform.machine(),
        "cpu": _cpu("model name"),
        "instructions": _cpu("flags") or _cpu("Features"),
        **flags,
    }
    return cache.absolute() / "compilations" / fingerprint(settled)[:16]


def fingerprint(environment: Mapping[str, str]) -> str:
    """Give the SHA-256 (hex) of an environment, the same for the same words in any order.

    >>> fingerprint({"a": "1", "b": "2"}) == fingerprint({"b": "2", "a": "1"})
    True
    """
    canonical = json.dumps(
        dict(environment), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Say what is not as it was between two environments, by name.

    >>> changes({"jax": "0.10.1", "python": "3.11.2"}, {"jax": "0.10.2", "python": "3.11.2"})
    ['jax (0.10.1, now 0.10.2)']
    """
    return [
        f"{name} ({before.get(name, 'nothing')}, now {now.get(name, 'nothing')})"
        for name in sorted({*before, *now})
        if before.get(name) != now.get(name)
    ]


@cache
def installed_version(distribution: str) -> str:
    """Give the version of a distribution, found without importing it, and once a process."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return NOT_INSTALLED


def _versions(folders: Iterable[str]) -> dict[str, str]:
    """Give the versions of what a lesson may import, read from the files that name them.

    Reading them as files takes a tenth of what `importlib.metadata` takes for all that is there.
    """
    found = dict.fromkeys(_DISTRIBUTIONS, NOT_INSTALLED)
    # What comes first is imported.
    for folder in reversed(list(folders)):
        for path in Path(folder).glob("*.dist-info/METADATA"):
            # Being uninstalled; any other error would make this another environment.
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                head = path.read_bytes().partition(b"\n\n")[0]
                name, version = _NAME.search(head), _VERSION.search(head)
                if name is None or version is None:
                    continue
                normal = re.sub("[-_.]+", "-", name[1].decode()).lower()
                if normal in found or _BUILDS_ON.search(head):
                    found[normal] = version[1].decode()
    return found


def _settings() -> str:
    """Give the first 16 digits of a SHA-256 of what we settle for lessons and their figures."""
    files = {path.name: path.read_bytes().decode("utf-8") for path in _SETTING_FILES}
    return fingerprint({**_REPLACEABLE, **_SETTLED, **files})[:16]


def _cpu(wanted: str) -> str:
    """Give what the system says of the first processor."""
    try:
        lines = Path("/proc/cpuinfo").read_bytes().decode("utf-8", "replace").splitlines()
    except FileNotFoundError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == wanted:
            return value.strip()
    return ""
