"""The publish stage: a finished site becomes a version that never changes again.

Given a folder that `render` has finished, `publish` adds a whole copy of it, with a manifest of
checksums, to a target, and shows it in a new generation of the public root. `withdraw`, `roll_back`
and `collect` make other generations; `verify` proves later that nothing was lost or altered.
A target is a plain folder (`directory.py`) or a branch of a git repository (`branch.py`).
"""

from scripts.publish.branch import Branch
from scripts.publish.directory import Directory
from scripts.publish.publication import collect, publish, roll_back, verify, withdraw
from scripts.publish.target import Outcome, Target

__all__ = [
    "Branch",
    "Directory",
    "Outcome",
    "Target",
    "collect",
    "publish",
    "roll_back",
    "verify",
    "withdraw",
]
