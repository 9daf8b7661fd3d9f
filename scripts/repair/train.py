"""Making `syllables.xz` and `words.xz`: counts of Korean text that anyone may pass on.

`python -m scripts.repair.train FOLDER...` counts what `packages` reads in the folders and writes
the counts, with their provenance in `syllables.json`; with `--more` it counts on top of what is
there, and a package that was counted before only tells which lines are known. Texts are kept apart
by package: those that measure the repair are held out and refused here; weights and threshold are
fitted by `fit.py` on packages that are counted only afterwards.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from scripts.files import write_atomically
from scripts.repair import syllables, words
from scripts.repair.growth import grown, grown_words
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
    "ai_hwp_reader": _MEASURED,
    "baobab": _MEASURED,
    "brasero-common": _MEASURED,
    "cheese-common": _MEASURED,
    "dart_risk_mcp": _MEASURED,
    "data_go_kr_client": _MEASURED,
    "debian-handbook": _MEASURED,
    "django_itda": _MEASURED,
    "emacs-common": _DEVELOPED,
    "eog": _MEASURED,
    "file-roller": _MEASURED,
    "finance_datareader": _MEASURED,
    "gnome-calculator": _MEASURED,
    "gnome-disk-utility": _DEVELOPED,
    "gnome-system-monitor": _MEASURED,
    "gnome-terminal-data": _MEASURED,
    "helper_hwp": _MEASURED,
    "hwp_converter_ai": _MEASURED,
    "konlpy": _MEASURED,
    "korean_rnd_regs_mcp": _MEASURED,
    "kss": _MEASURED,
    "mju_univ_auth": _MEASURED,
    "opendart_client": _MEASURED,
    "pykrx": _MEASURED,
    "python_kis": _MEASURED,
    "r-base-core": _DEVELOPED,
    "seolpyo_dstory": _MEASURED,
    "sonote": _DEVELOPED,
    "soynlp": _DEVELOPED,
    "tjosa": _DEVELOPED,
    "topquant_ksk": _DEVELOPED,
    "totem-common": _MEASURED,
    "vim-runtime": _MEASURED,
    "wordextractor": _MEASURED,
}


def _one_name(name: str) -> str:
    """Give a package's name in the one way in which registries compare names."""
    return re.sub(r"[-_.]+", "-", name).lower()


_HELD_OUT = frozenset(map(_one_name, HELD_OUT))
# A word that was met once may be a misprint.
RARE_WORD = 2


def counted(read: Iterable[Package]) -> tuple[Counter[str], Counter[str]]:
    """Give the counts of strings and of words in all lines, each line once.

    >>> package = Package("names", "names-1.0.whl", "0" * 64, "MIT", ("함수의 값", "값과 값"))
    >>> strings, met = counted([package, package])
    >>> strings["값"], met["값"]
    (3, 2)
    """
    lines = sorted({line for package in read for line in package.lines})
    strings = count(lines)
    for string in [s for s in strings if not s.replace("\n", "").isprintable()]:
        del strings[string]
    return strings, words.count_words(lines)


def new_in(read: Iterable[Package], known: Iterable[Package] = ()) -> list[Package]:
    """Give the packages with the lines that none before them holds, and none of `known`.

    >>> package = Package("names", "names-1.0.whl", "0" * 64, "MIT", ("값 둘", "함수의 값"))
    >>> other = Package("other", "other-1.0.whl", "1" * 64, "MIT", ("값 둘", "값 셋"))
    >>> [one.lines for one in new_in([other], [package])]
    [('값 셋',)]
    """
    met = {line for package in known for line in package.lines}
    result: list[Package] = []
    for package in read:
        lines = tuple(line for line in package.lines if line not in met)
        met.update(lines)
        if lines:
            result.append(replace(package, lines=lines))
    return result


def usable(read: Iterable[Package]) -> list[Package]:
    """Give the packages that may be counted: with Korean text, an open licence, not held out.

    One that is there twice is given once; a closed one is named on stderr.

    >>> package = Package("names", "names-1.0.whl", "0" * 64, "MIT", ("함수의 값",))
    >>> held_out = Package("KoNLPy", "KoNLPy-1.0.whl", "1" * 64, "MIT", ("함수의 값",))
    >>> [one.name for one in usable([package, package, held_out])]
    ['names']
    """
    result: list[Package] = []
    taken: set[str] = set()
    for package in read:
        if not package.lines or package.sha256 in taken or _one_name(package.name) in _HELD_OUT:
            continue
        taken.add(package.sha256)
        if package.closed:
            sys.stderr.write(f"{package.file}: left out: its licence is {package.licence!r}\n")
            continue
        result.append(package)
    return result


def main(argv: list[str]) -> int:
    """Write the counts and their provenance; give the exit code, 2 where nothing was counted."""
    parser = argparse.ArgumentParser(
        usage="python -m scripts.repair.train [--more] FOLDER...", description=__doc__
    )
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="packages, as downloaded")
    parser.add_argument("--more", action="store_true", help="count on top of what is there")
    arguments = parser.parse_args(argv)
    if not arguments.folders:
        parser.print_usage(sys.stderr)
        return 2
    try:
        read = usable(packages(arguments.folders))
        sources = json.loads(PROVENANCE.read_bytes())["sources"] if arguments.more else []
        hashes = {source["sha256"] for source in sources}
        known = [package for package in read if package.sha256 in hashes]
        fresh = new_in([package for package in read if package.sha256 not in hashes], known)
        if not fresh:
            raise ValueError("these folders hold no text in Korean to count; name others")
        strings, met = counted(fresh)
        if arguments.more:
            kept = grown(Counts.from_bytes(syllables.COUNTS.read_bytes()), strings)
            base = words.from_bytes(words.COUNTS.read_bytes())
        else:
            kept, base = condensed(strings), {}
        counts, common = Counts.of(kept), grown_words(base, met, RARE_WORD)
    except (OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    files = {syllables.COUNTS: counts.to_bytes(), words.COUNTS: words.to_bytes(common)}
    for path, data in files.items():
        write_atomically(path, data)
    provenance = {
        "sha256": {path.name: hashlib.sha256(data).hexdigest() for path, data in files.items()},
        "sources": [
            *sources,
            *(
                {"file": p.file, "sha256": p.sha256, "licence": p.licence, "syllables": p.syllables}
                for p in fresh
            ),
        ],
        "fitted_on": FITTED_ON,
        "held_out": HELD_OUT,
        "words": len(common),
    }
    write_atomically(PROVENANCE, (json.dumps(provenance, indent=1) + "\n").encode())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
