"""The shape of the repository: what stands at the top, and what may import what."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SCRIPTS = REPOSITORY / "scripts"
STAGES = ("repair", "adopt", "check", "execute", "render", "publish")
RIM_FOLDERS = ("commands", "preview")
# Nouns that take several modules.
NOUN_FOLDERS = ("guard", "lesson", "names", "sharing", "sync")
# The rim: these hold the stages together and are imported by none of them.
RIM = (
    "scripts.cli",
    "scripts.__main__",
    "scripts.console",
    *(f"scripts.{folder}" for folder in RIM_FOLDERS),
)
HEAVY = (
    "IPython",
    "docutils",
    "jax",
    "jaxlib",
    "kiwipiepy",
    "matplotlib",
    "myst_nb",
    "nbclient",
    "numpy",
    "sphinx",
)
TOP_LEVEL = {
    "docs",
    "lessons_ko",
    "lessons_en",
    "scripts",
    "tests",
    "conf.py",
    "tox.ini",
    "README.md",
    "LICENSE",
}


def modules() -> list[Path]:
    return sorted(path for path in SCRIPTS.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(REPOSITORY).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def stage_of(name: str) -> str | None:
    parts = name.split(".")
    return parts[1] if parts[0] == "scripts" and len(parts) > 1 and parts[1] in STAGES else None


def is_rim(name: str) -> bool:
    return any(name == one or name.startswith(f"{one}.") for one in RIM)


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Give the full names that a module imports, and whether it does so when it is imported."""
    tree = ast.parse(path.read_bytes())
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for node in ast.walk(function)
    }
    inside |= {
        id(node)
        for guard in ast.walk(tree)
        if isinstance(guard, ast.If) and ast.unparse(guard.test) == "TYPE_CHECKING"
        for node in ast.walk(guard)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, id(node) not in inside
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = module_name(path).split(".")
                package = package if path.name == "__init__.py" else package[:-1]
                base = ".".join([*package[: len(package) - node.level + 1], *filter(None, [base])])
            for alias in node.names:
                yield f"{base}.{alias.name}", id(node) not in inside


def test_the_folders_are_the_stages_the_rim_and_some_nouns() -> None:
    folders = {path.parent.name for path in SCRIPTS.glob("*/__init__.py")}
    assert folders == {*STAGES, *RIM_FOLDERS, *NOUN_FOLDERS}


@pytest.mark.parametrize("path", modules(), ids=module_name)
def test_stages_import_nouns_only(path: Path) -> None:
    name = module_name(path)
    stage = stage_of(name)
    for imported, _ in imports(path):
        other = stage_of(imported)
        if stage is not None:
            assert other in {None, stage}, f"{name} imports another stage: {imported}"
            assert not is_rim(imported), f"{name} imports the rim: {imported}"
        elif not is_rim(name):
            assert other is None, f"the noun {name} imports a stage: {imported}"
            assert not is_rim(imported), f"the noun {name} imports the rim: {imported}"


@pytest.mark.parametrize(
    "path", [path for path in modules() if stage_of(module_name(path)) is None], ids=module_name
)
def test_nouns_and_the_command_line_are_light(path: Path) -> None:
    for imported, at_once in imports(path):
        if at_once:
            assert stage_of(imported) is None, f"{imported} must be imported in a function"
            assert imported.split(".")[0] not in HEAVY, f"{imported} must be imported in a function"


def test_importing_the_command_line_loads_nothing_heavy() -> None:
    program = (
        "import sys, importlib\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "print(*sorted(sys.modules))\n"
    )
    light = [
        name
        for path in modules()
        if stage_of(name := module_name(path)) is None and name != "scripts.__main__"
    ]
    done = subprocess.run(
        [sys.executable, "-c", program, *light],
        cwd=REPOSITORY,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    loaded = done.stdout.split()
    assert not {name.split(".")[0] for name in loaded} & set(HEAVY)
    assert not [name for name in loaded if stage_of(name)]


def test_the_top_level_is_exactly_this() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=REPOSITORY, capture_output=True, check=False
    )
    if listed.returncode:
        pytest.skip("no git, or no clone of the repository")
    top = {name.split("/")[0] for name in listed.stdout.decode("utf-8").split("\0") if name}
    assert {name for name in top if not name.startswith(".")} == TOP_LEVEL


def test_messages_reach_people_through_the_rim_only() -> None:
    for path in modules():
        if is_rim(module_name(path)):
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", f"{path.name}:{node.lineno} prints"
