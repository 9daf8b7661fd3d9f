"""A root's own settings, files of TOML: what one says, and what is wrong with it at its line."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scripts.diagnostic import FaultError


@dataclass(frozen=True)
class Settings:
    """The bytes of a file of settings, and the rule that tells what is wrong with it."""

    path: Path
    rule: str
    data: bytes

    def parsed(self) -> dict[str, Any]:
        """Give what the file says; raises `FaultError` where it is no TOML.

        >>> Settings(Path("a.toml"), "style", b"notes = []").parsed()
        {'notes': []}
        """
        try:
            return tomllib.loads(self.data.decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            line = self.data[: error.start].count(b"\n") + 1
            raise self._no_toml(line, error) from error
        except tomllib.TOMLDecodeError as error:
            # The error itself tells it in Python 3.14. Where something lacks its end, that is it.
            named = re.search(r"\(at line (\d+),", str(error))
            line = int(named[1]) if named else max(1, len(self.data.splitlines()))
            raise self._no_toml(line, error) from error
        except RecursionError as error:
            raise self._no_toml(1, "it is nested too deeply") from error

    def fault(self, word: str, what: str) -> FaultError:
        """Give a fault in the first line that begins with a word, or else has it.

        >>> settings = Settings(Path("/a.toml"), "style", b"# not b\\na = 1\\nb = 2")
        >>> print(settings.fault("b", "is odd").finding(Path("/")))
        a.toml:3: is odd [style]
        """
        lines = self.data.decode("utf-8", "replace").split("\n")
        found = [number for number, line in enumerate(lines, 1) if word in line]
        key = re.compile(rf"[\s\[\"']*{re.escape(word)}(?!\w)")
        first = [number for number in found if key.match(lines[number - 1])]
        return FaultError(self.path, (first or found or [1])[0], self.rule, what)

    def _no_toml(self, line: int, why: object) -> FaultError:
        return FaultError(self.path, line, self.rule, f"cannot be read as TOML: {why}")


def read_settings(path: Path, rule: str) -> Settings | None:
    """Give a file of settings, None where there is none; raises `FaultError` for no file.

    >>> read_settings(Path("/nowhere/style.toml"), "style")
    """
    try:
        return Settings(path, rule, path.read_bytes())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise FaultError(path, 1, rule, f"cannot be read: {error.strerror}") from error
