"""Making `syllables.xz` and `words.xz`: counts of Korean text that anyone may pass on.

`python -m scripts.repair.train FOLDER...` counts what `packages` reads in the folders and writes
the counts, with their provenance in `syllables.json`. Texts are kept apart by package: those that
measure the repair are held out and refused here; weights and threshold are fitted by `fit.py` on
packages that are counted only afterwards.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable

from scripts.files import write_atomically
from scripts.repair import syllables, words
from scripts.repair.packages import Package, packages
from scripts.repair.syllables import Counts, condensed, count

PROVENANCE = syllables.COUNTS.with_suffix(".json")

FITTED_ON = (
    "debian-faq-ko",
    "gimp-help-ko",
    "installation-guide-amd64",
    "kispilot",
    "libvirt-l10n",
    "mdbook_binder",
    "preflight_gpu",
    "python_hwpx",
    "rscc_common",
)
_DEVELOPED = "fitting: errors on it were looked at while the model was made"
_MEASURED = "measuring only"
HELD_OUT = {
    "brasero-common": _MEASURED,
    "cheese-common": _MEASURED,
    "debian-handbook": _MEASURED,
    "emacs-common": _DEVELOPED,
    "eog": _MEASURED,
    "file-roller": _MEASURED,
    "finance_datareader": _MEASURED,
    "gnome-calculator": _MEASURED,
    "gnome-disk-utility": _DEVELOPED,
    "gnome-system-monitor": _MEASURED,
    "gnome-terminal-data": _MEASURED,
    "konlpy": _MEASURED,
    "kss": _MEASURED,
    "pykrx": _MEASURED,
    "python_kis": _MEASURED,
    "r-base-core": _DEVELOPED,
    "sonote": _DEVELOPED,
    "soynlp": _DEVELOPED,
    "tjosa": _DEVELOPED,
    "topquant_ksk": _DEVELOPED,
    "totem-common": _MEASURED,
    "vim-runtime": _MEASURED,
    "wordextractor": _MEASURED,
}
# A word that was met once may be a misprint.
_RARE_WORD = 2


def counted(read: Iterable[Package]) -> tuple[Counts, dict[str, int]]:
    """Give the counts of syllables and of words in all lines, each line once."""
    lines = sorted({line for package in read for line in package.lines})
    strings = {s: n for s, n in count(lines).items() if s.replace("\n", "").isprintable()}
    met = {word: n for word, n in words.count_words(lines).items() if n >= _RARE_WORD}
    return Counts.of(condensed(strings)), met


def usable(read: Iterable[Package]) -> list[Package]:
    """Give the packages that may be counted: with Korean text, an open licence, not held out."""
    result: list[Package] = []
    for package in read:
        if not package.lines or package.name in HELD_OUT:
            continue
        if package.closed:
            sys.stderr.write(f"{package.file}: left out: its licence is {package.licence!r}\n")
            continue
        result.append(package)
    return result


def main(folders: list[str]) -> int:
    """Write the counts and their provenance; give the exit code."""
    if not folders:
        sys.stderr.write("usage: python -m scripts.repair.train FOLDER...\n")
        return 2
    read = usable(packages(folders))
    counts, met = counted(read)
    write_atomically(syllables.COUNTS, counts.to_bytes())
    write_atomically(words.COUNTS, words.to_bytes(met))
    provenance = {
        "sources": [
            {"file": p.file, "sha256": p.sha256, "licence": p.licence, "syllables": p.syllables}
            for p in read
        ],
        "fitted_on": FITTED_ON,
        "held_out": HELD_OUT,
        "words": len(met),
    }
    write_atomically(PROVENANCE, (json.dumps(provenance, indent=1) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
