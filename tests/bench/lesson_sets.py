"""Sets of lessons to build: as many as wanted, in both languages, no two alike, always the same.

Their cells are of the kind that our lessons hold: arrays, jit, grad, vmap, scan, an error that is
wanted, a figure in some. Comments are translated, code is not. The pages are read alike by Naranhi
and by plain MyST-NB.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

# What `edit_prose` and `edit_code` change.
PROSE = {"ko": "여기서 값을 하나 바꿔 봅시다.", "en": "Let us change one value here."}
CODE = "start = 1.5"


@dataclass(frozen=True)
class Cell:
    """One code cell; `{0}`, `{1}` stand for comments, each given in Korean and in English."""

    code: str
    comments: tuple[tuple[str, str], ...] = ()
    raises: str = ""

    def source(self, tag: str) -> str:
        """Give the cell as it stands on the page of a language.

        >>> Cell("x = 1  # {0}", (("하나", "one"),)).source("ko")
        'x = 1  # 하나'
        """
        source = self.code
        for number, comment in enumerate(self.comments):
            source = source.replace(f"{{{number}}}", comment[tag == "en"])
        return source


def arrays(chance: random.Random) -> Cell:
    n, k = chance.randrange(5, 40), chance.randrange(2, 9)
    return Cell(
        f"x = jnp.linspace(0.0, {k}.0, {n})  # {{0}}\ny = x**2 - {k} * x\n(y.sum(), y.max())",
        ((f"점 {n}개", f"{n} points"),),
    )


def compiled(chance: random.Random) -> Cell:
    name, a, b = _name(chance), chance.randrange(2, 30), chance.randrange(2, 30)
    n = chance.randrange(4, 60)
    return Cell(
        f"@jax.jit\ndef {name}(x):\n    # {{0}}\n"
        f"    return jnp.tanh({a} * x) + jnp.sin(x) / {b}\n\n\n{name}(jnp.arange({n}.0))[:5]",
        (("한 번 컴파일하고 여러 번 씁니다", "compiled once, used many times"),),
    )


def gradient(chance: random.Random) -> Cell:
    name, a, p = _name(chance), chance.randrange(2, 20), chance.randrange(2, 6)
    return Cell(
        f"def {name}(w):\n    return jnp.sum({a} * w**{p} - w)\n\n\n"
        f"slope = jax.grad({name})(jnp.ones({chance.randrange(3, 9)}))  # {{0}}\nprint(slope)",
        (("기울기", "the gradient"),),
    )


def mapped(chance: random.Random) -> Cell:
    rows, columns = chance.randrange(3, 9), chance.randrange(3, 9)
    return Cell(
        f"batch = jnp.arange({rows * columns}.0).reshape({rows}, {columns})\n"
        f"# {{0}}\njax.vmap(lambda row: row / row.sum())(batch + {chance.randrange(1, 50)})",
        (("행마다 한 번씩", "once for each row"),),
    )


def scanned(chance: random.Random) -> Cell:
    n, factor = chance.randrange(5, 30), chance.randrange(2, 90) / 100
    return Cell(
        f"def step(carry, x):\n    carry = {factor} * carry + x  # {{0}}\n"
        "    return carry, carry\n\n\n"
        f"last, all_of_them = jax.lax.scan(step, 0.0, jnp.arange({n}.0))\nprint(last)",
        (("기억이 조금씩 사라집니다", "the memory fades"),),
    )


def looped(chance: random.Random) -> Cell:
    limit = chance.randrange(50, 5000)
    return Cell(
        "count, total = jax.lax.while_loop(\n"
        f"    lambda state: state[1] < {limit},  # {{0}}\n"
        f"    lambda state: (state[0] + 1, state[1] * {chance.randrange(2, 5)} + 1),\n"
        "    (0, 1),\n)\n"
        "print(count, total)",
        (("이만큼 커질 때까지", "until it has grown so far"),),
    )


def drawn_numbers(chance: random.Random) -> Cell:
    return Cell(
        f"key = jax.random.key({chance.randrange(10_000)})\n"
        f"sample = jax.random.normal(key, ({chance.randrange(20, 90)},))  # {{0}}\n"
        "(sample.mean(), sample.std())",
        (("언제나 같은 난수", "the same random numbers every time"),),
    )


def matrices(chance: random.Random) -> Cell:
    n = chance.randrange(3, 8)
    return Cell(
        f"a = jnp.eye({n}) * {chance.randrange(2, 9)} + {chance.randrange(1, 9) / 10}\n"
        "b = jnp.linalg.inv(a)  # {0}\njnp.allclose(a @ b, jnp.eye(len(a)), atol=1e-4)",
        (("역행렬", "the inverse"),),
    )


def plain_python(chance: random.Random) -> Cell:
    return Cell(
        f"for k in range({chance.randrange(2, 6)}):\n    print(k, (k + {chance.randrange(9)}) ** 2)"
    )


def traced_expression(chance: random.Random) -> Cell:
    return Cell(
        f"print(jax.make_jaxpr(lambda x: jnp.exp(x) * {chance.randrange(2, 99)} + 1)"
        f"(jnp.zeros({chance.randrange(2, 9)})))"
    )


def wanted_error(chance: random.Random) -> Cell:
    name, limit = _name(chance), chance.randrange(1, 90)
    return Cell(
        f"@jax.jit\ndef {name}(x):\n    # {{0}}\n    if x > {limit}:\n        return x\n"
        f"    return -x\n\n\n{name}(3.0)",
        (
            (
                "값을 모르는 채로는 가를 수 없습니다",
                "nothing to decide by while the value is unknown",
            ),
        ),
        raises="TracerBoolConversionError",
    )


def figure(chance: random.Random) -> Cell:
    return Cell(
        "import matplotlib.pyplot as plt\n\n"
        f"t = jnp.linspace(0, {chance.randrange(3, 12)}, 200)\n"
        f"plt.plot(t, jnp.sin({chance.randrange(2, 9)} * t) * jnp.exp(-t / 3))  # {{0}}\n"
        'plt.xlabel("t")\nplt.show()',
        (("잦아드는 진동", "a fading oscillation"),),
    )


ORDINARY: tuple[Callable[[random.Random], Cell], ...] = (
    arrays,
    compiled,
    gradient,
    mapped,
    scanned,
    looped,
    drawn_numbers,
    matrices,
    plain_python,
    traced_expression,
)
FIRST = Cell(
    "import jax\nimport jax.numpy as jnp\n\njnp.arange(3) + 1  # {0}", (("준비", "ready"),)
)


def cells_of(number: int, *, seed: str) -> tuple[Cell, ...]:
    """Give the 8 to 15 cells of a lesson: one raises an error, every third lesson has a figure.

    >>> 8 <= len(cells_of(0, seed="a")) <= 15, cells_of(0, seed="a") == cells_of(0, seed="a")
    (True, True)
    """
    chance = random.Random(f"{seed} {number}")
    wanted = chance.randrange(8, 16)
    cells = [FIRST, Cell(f"{CODE}  # {{0}}\nstart * {number + 1}", (("처음 값", "first value"),))]
    if number % 3 == 0:
        cells.append(figure(chance))
    kinds = chance.sample(ORDINARY, k=len(ORDINARY)) + chance.choices(ORDINARY, k=5)
    cells += [kind(chance) for kind in kinds[: wanted - len(cells) - 1]]
    return (*cells, wanted_error(chance))


def page(number: int, cells: Sequence[Cell], tag: str) -> str:
    """Give the page of a lesson in one language."""
    title = f"{number + 1}번째 수업" if tag == "ko" else f"Lesson number {number + 1}"
    lines = [
        "---",
        "file_format: mystnb",
        "kernelspec: {name: python3, display_name: Python 3}",
        f"order: {number + 1}",
        "---",
        f"(lesson-{number:03})=",
        f"# {title}",
        "",
    ]
    for place, cell in enumerate(cells):
        if place % 3 == 0:
            lines += [f"(lesson-{number:03}-{place})=", f"## {_heading(place, tag)}", ""]
        lines += [PROSE[tag] if place == 1 else _prose(number, place, tag), "", "```{code-cell}"]
        if cell.raises:
            lines += [":tags: [raises-exception]", f":raises: {cell.raises}"]
        lines += [cell.source(tag), "```", ""]
    return "\n".join(lines)


def make(folder: Path, lessons: int, *, seed: str = "naranhi") -> None:
    """Write a set of lessons, each in both languages, and start pages, below `folder`."""
    for tag in ("ko", "en"):
        inside = folder / f"lessons_{tag}"
        inside.mkdir(parents=True)
        names = [f"lesson-{number:03}" for number in range(lessons)]
        tree = ["```{toctree}", *names, "```", ""]
        start = [f"# {'수업' if tag == 'ko' else 'Lessons'}", "", *tree]
        (inside / "index.md").write_bytes("\n".join(start).encode())
        for number, name in enumerate(names):
            text = page(number, cells_of(number, seed=seed), tag)
            (inside / f"{name}.md").write_bytes(text.encode())


def edit_prose(folder: Path) -> None:
    """Change a sentence of the first lesson, in English."""
    _replace(folder / "lessons_en" / "lesson-000.md", PROSE["en"], f"{PROSE['en']} Only one.")


def edit_code(folder: Path) -> None:
    """Change a number in the code of the first lesson, in both languages."""
    for tag in ("ko", "en"):
        _replace(folder / f"lessons_{tag}" / "lesson-000.md", CODE, f"{CODE}25")


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_bytes().decode("utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{old!r} stands {text.count(old)} times in {path}")
    path.write_bytes(text.replace(old, new).encode("utf-8"))


def _name(chance: random.Random) -> str:
    return "".join(chance.choices("bcdfghklmnprstvw", k=3)) + chance.choice("aeiou")


def _heading(place: int, tag: str) -> str:
    return f"{place // 3 + 1}단계" if tag == "ko" else f"Step {place // 3 + 1}"


def _prose(number: int, place: int, tag: str) -> str:
    k = (number * 7 + place * 3) % 5
    korean = (
        "다음 셀은 배열을 하나 만들고 그 값을 보여 줍니다.",
        "함수를 `jax.jit`으로 감싸면 처음 부를 때 컴파일됩니다.",
        "여기서는 *추적*이 어떻게 이루어지는지 살펴봅시다.",
        "결과가 **같은지** 눈으로 확인해 보세요.",
        "모양이 바뀌면 다시 컴파일된다는 점을 기억해 두세요.",
    )
    english = (
        "The next cell makes an array and shows what is in it.",
        "A function that `jax.jit` wraps is compiled when it is first called.",
        "Let us look at how *tracing* goes about it.",
        "See for yourself whether the results are **the same**.",
        "Keep in mind that another shape is compiled once more.",
    )
    return f"{(korean if tag == 'ko' else english)[k]} ({number + 1}.{place + 1})"
