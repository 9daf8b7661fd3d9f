"""A repair as one HTML page: the text with its doubts, and the decisions to be saved from it.

The page loads nothing, and its policy lets it load nothing: style and script stand in it and are
named by their hashes. The damaged file is not trusted, so all of its text is escaped.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from scripts.repair.decisions import Decision
from scripts.repair.report import damaged_word, missing_line, visible
from scripts.repair.result import Guess, Repair

_HERE = Path(__file__).parent
_SHOWN = 16


def page(
    path: Path,
    result: Repair,
    decisions: Sequence[Decision] = (),
    *,
    missing: Iterable[Decision] = (),
    file: str = "decisions.jsonl",
) -> str:
    """Give the page of a repair; what is decided on it is saved under the name `file`.

    What it saves holds the `decisions` that were there too, so that it can take their place.

    >>> from scripts.repair import repair
    >>> "&lt;script&gt;" in page(Path("a.md"), repair("가 <script>".encode()))
    True
    """
    style = (_HERE / "page.css").read_bytes().decode("utf-8")
    script = (_HERE / "page.js").read_bytes().decode("utf-8")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    name = _text(str(path))
    return f"""<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name} · repair</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{name}</h1>
<p>{_counts(result)}</p>
</header>
<div id="bar" hidden>
<button type="button" id="previous" aria-label="이전 의심 Previous doubt">←</button>
<button type="button" id="next">{_both("다음 의심", "Next doubt")} →</button>
<button type="button" id="accept">{_both("모두 그대로", "Accept all")}</button>
<button type="button" id="save">{_both("결정 저장", "Save decisions")}</button>
<label><input type="checkbox" id="every"> {_both("확실한 것도 Tab으로", "Tab to sure ones")}</label>
<p id="status" role="status"></p>
</div>
<section>
<h2>{_both("무슨 일이 있었나", "What happened")}</h2>
<ol>{"".join(f"<li><code>{_text(s.name)}</code> {_text(s.did)}</li>" for s in result.steps)}</ol>
{_losses(result, missing)}<details>
<summary>{_both("의심스러운 글자 목록", "List of doubts")} ({len(result.flagged)})</summary>
<ul>{"".join(_listed(result))}</ul>
</details>
</section>
<main aria-label="본문 Text">
{"".join(_lines(result))}</main>
<div id="panel" role="dialog" aria-labelledby="where" hidden>
<p id="where"></p>
<div id="candidates"></div>
<form id="own">
<label>{_both("다른 글자", "Other text")} <input id="text" autocomplete="off"></label>
<button>{_both("넣기", "Use")}</button></form>
<button type="button" id="undo">{_both("결정 취소", "Undo")}</button>
<button type="button" id="close">{_both("닫기", "Close")}</button>
</div>
<script type="application/json" id="data">{_data(result, decisions, file)}</script>
<script>{script}</script>
</body>
</html>
"""


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


def _both(korean: str, english: str) -> str:
    return f'{korean} <span lang="en">{english}</span>'


def _text(text: str) -> str:
    # A control is shown, never obeyed: some of them turn the direction of what follows.
    return escape("\t".join(visible(part) for part in text.split("\t")))


def _counts(result: Repair) -> str:
    decided = sum(guess.decided for guess in result.guesses)
    doubtful = len(result.flagged)
    sure = len(result.guesses) - doubtful - decided
    return " · ".join(
        (
            _both(f"의심 {doubtful}", "doubtful"),
            _both(f"결정 {decided}", "decided"),
            _both(f"확실 {sure}", "all but certain"),
            _both(f"사라짐 {len(result.lost)}", "lost"),
        )
    )


def _losses(result: Repair, missing: Iterable[Decision]) -> str:
    lost = [
        f'<li><a href="#L{item.line}">{item.line}</a> {_text(item.message)}</li>'
        for item in result.lost
    ]
    gone = [f"<li>{_text(missing_line(decision))}</li>" for decision in missing]
    parts = ""
    if lost:
        parts += f"<h2>{_both('되살릴 수 없는 곳', 'Lost')}</h2>\n<ul>{''.join(lost)}</ul>\n"
    if gone:
        heading = _both("자리를 잃은 결정", "Decisions without a place")
        parts += f"<h2>{heading}</h2>\n<ul>{''.join(gone)}</ul>\n"
    return parts


def _shares(guess: Guess, number: int = _SHOWN) -> str:
    return ", ".join(f"{text} {share:.1%}" for text, share in guess.candidates[:number])


def _listed(result: Repair) -> Iterator[str]:
    for number, guess in enumerate(result.guesses):
        if guess.flagged:
            word = _text(damaged_word(guess.place))
            yield (
                f'<li><a href="#g{number}">{guess.line}:{guess.column}</a> <code>{word}</code> → '
                f"<strong>{_text(guess.text)}</strong> ({_text(_shares(guess))})</li>\n"
            )


def _lines(result: Repair) -> Iterator[str]:
    """Give the text line by line, the guesses marked; without the script the marks only show."""
    lost = {item.line for item in result.lost}
    guesses = list(enumerate(result.guesses))
    guesses.reverse()
    start = 0
    for number, line in enumerate(result.text.split("\n"), 1):
        end = start + len(line)
        at = start
        parts = []
        while guesses and guesses[-1][1].line == number:
            index, guess = guesses.pop()
            weight = "decided" if guess.decided else "doubt" if guess.flagged else "sure"
            parts.append(_text(result.text[at : guess.start]))
            parts.append(
                f'<span class="guess {weight}" id="g{index}" title="{_text(_shares(guess, 4))}">'
                f"{_text(guess.text)}</span>"
            )
            at = guess.end
        parts.append(_text(result.text[at:end].removesuffix("\r")))
        mark = ' class="lost"' if number in lost else ""
        yield f'<div id="L{number}"{mark}><i>{number}</i><p>{"".join(parts)}</p></div>\n'
        start = end + 1


def _data(result: Repair, decisions: Sequence[Decision], file: str) -> str:
    """Give what the script needs; `line` is the saved line of a decision up to its text."""
    old = {decision.place: decision for decision in decisions}
    here = {guess.place for guess in result.guesses}
    guesses = []
    for guess in result.guesses:
        known = old.get(guess.place)
        kept = Decision(guess.place, None, known.candidates if known else ())
        guesses.append(
            {
                "line": kept.to_line().removesuffix("}"),
                "at": f"{guess.line}:{guess.column}",
                "word": visible(damaged_word(guess.place)),
                "text": guess.text,
                "candidates": [[text, f"{share:.1%}"] for text, share in guess.candidates[:_SHOWN]],
                "doubt": guess.flagged,
                "decided": guess.decided,
                "open": known is not None and known.text is None,
            }
        )
    others = [decision.to_line() for place, decision in old.items() if place not in here]
    value = {"file": file, "others": others, "guesses": guesses}
    # "<" could end the element; in JSON it need not stand for itself.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
