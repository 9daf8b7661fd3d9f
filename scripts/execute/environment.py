"""What runs the lessons: the variables that kernels get, the versions, and their fingerprint."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import site
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from scripts.execute.normalise import NORMALISERS_VERSION

NOT_INSTALLED = "not installed"

# Their version can change what a lesson prints, or how it is shown.
_DISTRIBUTIONS = (
    "jax",
    "jaxlib",
    "numpy",
    "scipy",
    "matplotlib",
    "ipykernel",
    "ipython",
    "nbclient",
)

# Everything else stays outside: a lesson that prints its environment must not publish a secret,
# and PYTHONPATH, PYTHONSTARTUP, MATPLOTLIBRC and their like must not change what it prints.
_PASSED_NAMES = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV")
_PASSED_PREFIXES = ("JAX_", "XLA_", "CUDA_", "NVIDIA_", "OMP_", "OPENBLAS_", "MKL_")
_FINGERPRINTED_PREFIXES = ("JAX_", "XLA_")


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
    variables = {
        "JAX_PLATFORMS": "cpu",
        # C++ warnings of XLA would become outputs of whatever cell is running.
        "TF_CPP_MIN_LOG_LEVEL": "2",
        **passed,
        # In a kernel `print(jax.make_jaxpr(f))` is coloured even where NO_COLOR is set.
        "JAX_PPRINT_USE_COLOR": "0",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "MPLBACKEND": "module://matplotlib_inline.backend_inline",
        "PYTHONHASHSEED": "0",
        "PYTHONUTF8": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }
    if site.ENABLE_USER_SITE:
        # HOME is the lesson's own, but packages may be installed below ours.
        variables["PYTHONUSERBASE"] = site.getuserbase()
    return variables


def describe_environment() -> Mapping[str, str]:
    """Say in words what runs the lessons here: everything that may change an output.

    >>> sorted(describe_environment())[:3]
    ['JAX_PLATFORMS', 'JAX_PPRINT_USE_COLOR', 'cpu']
    """
    variables = kernel_variables(os.environ)
    flags = {n: v for n, v in variables.items() if n.startswith(_FINGERPRINTED_PREFIXES)}
    versions = {name: installed_version(name) for name in _DISTRIBUTIONS}
    described = {
        "python": platform.python_version(),
        **versions,
        "system": platform.system(),
        "machine": platform.machine(),
        "cpu": _cpu_model(),
        "device": variables["JAX_PLATFORMS"],
        "normalisers": NORMALISERS_VERSION,
        **flags,
    }
    return dict(sorted(described.items()))


def fingerprint(environment: Mapping[str, str]) -> str:
    """Give the SHA-256 (hex) of an environment, the same for the same words in any order.

    >>> fingerprint({"a": "1", "b": "2"}) == fingerprint({"b": "2", "a": "1"})
    True
    """
    canonical = json.dumps(
        dict(environment), ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(canonical.encode("utf-8")).hexdigest()


def installed_version(distribution: str) -> str:
    """Give the version of a distribution, found without importing it."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return NOT_INSTALLED


def _cpu_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_bytes().decode("utf-8", "replace").splitlines()
    except OSError:
        lines = []
    for line in lines:
        key, _, value = line.partition(":")
        if key.strip() == "model name":
            return value.strip()
    return platform.processor() or platform.machine()
