"""The repair's model: what is read of packages, what is counted, searched, chosen and fitted."""

from __future__ import annotations

import gettext
import gzip
import hashlib
import io
import itertools
import json
import lzma
import math
import tarfile
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scripts.repair import fit, syllables, train, words
from scripts.repair.choose import Votes, Word, choose
from scripts.repair.fit import Example
from scripts.repair.growth import grown
from scripts.repair.lattice import Piece, Slot
from scripts.repair.packages import Package, packages
from scripts.repair.search import Lattice, Options, words_of
from scripts.repair.syllables import (
    RARE,
    START,
    Counts,
    SyllableModel,
    condensed,
    count,
    reduced,
)

# ---- packages made by hand


def tar_of(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return out.getvalue()


def ar_of(members: Mapping[str, bytes]) -> bytes:
    data = b"!<arch>\n"
    for name, body in members.items():
        head = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(body):<10}`\n"
        data += head.encode() + body + b"\n" * (len(body) % 2)
    return data


def deb(path: Path, files: Mapping[str, bytes], packed: str = "xz") -> None:
    tar = tar_of({f"./{name}": data for name, data in files.items()})
    body = lzma.compress(tar) if packed == "xz" else gzip.compress(tar)
    # An odd member before it: what follows stands at an even offset.
    path.write_bytes(ar_of({"debian-binary": b"2.0\nx", f"data.tar.{packed}": body}))


def zip_of(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def wheel(path: Path, files: Mapping[str, bytes], metadata: str = "License: MIT") -> None:
    described = {"names-1.0.dist-info/METADATA": f"Name: names\n{metadata}\n".encode()}
    path.write_bytes(zip_of({**files, **described}))


def tgz(path: Path, files: Mapping[str, bytes], package: object = None) -> None:
    described = json.dumps({"license": "MIT"} if package is None else package).encode()
    inner = {f"package/{n}": d for n, d in {**files, "package.json": described}.items()}
    path.write_bytes(gzip.compress(tar_of(inner)))


def mo_of(messages: Mapping[str, str | tuple[str, ...]]) -> bytes:
    catalogue = Catalog(locale="ko")
    for key, text in messages.items():
        catalogue.add((key, key + "s") if isinstance(text, tuple) else key, text)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def only(folder: Path) -> Package:
    (package,) = packages([str(folder)])
    return package


PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\nLast-Translator: 머리말 이름\\n"

msgid "one"
msgstr "첫째 말"

#, fuzzy
msgid "two"
msgstr "흐린 말"

msgid "file"
msgid_plural "files"
msgstr[0] "파일 여럿"

msgid "long"
msgstr ""
"여러 줄에 "
"걸친 말"

msgid "none"
msgstr ""

#~ msgid "old"
#~ msgstr "낡은 말"
"""

PYTHON = '''# 주석 한 줄
"""모듈의 설명.

둘째 단락입니다.
"""
한글이름 = 1  #: 이름표 설명
NAMES = ["두 낱말", "낱말", f"값은 {한글이름} 이다", b"bytes"]
'''

NOTEBOOK = {
    "cells": [
        {"cell_type": "markdown", "source": ["# 첫 제목\n", "본문 줄"]},
        {"cell_type": "code", "source": ["x = '코드 안의 말'"]},
        {"cell_type": "markdown", "source": "통째로 쓴 칸"},
    ]
}

MANUAL_PAGE = r"""'\" t
.\" 주석 한 줄
.TH X 1
.SH 이름
첫 \fB\e인자\fR \- \(lq옵션의\(rq\& 값
.nf
"""

DOCBOOK = """<book><title>머리 글</title><para>단락
<command>하나</command></para><listitem><simpara>항목 둘</simpara></listitem></book>"""

HTML = """<html><head><title>쪽 제목</title><style>/* 숨은 모양 */</style></head><body>
<p>한 <b>굵은</b>  글과
이어진 줄</p><ul><li>하나요<li>둘이요</ul>
<script type="text/html"><p>틀 속의 글</p></script>&lt;꺾쇠&gt; 글</body></html>"""

MALLARD = """<page xmlns="http://projectmallard.org/1.0/"><title>도움말 쪽</title>
<p><gui>설정</gui>을 누릅니다</p><steps><item><p>첫 단계</p></item></steps></page>"""


@pytest.mark.parametrize(
    ("name", "data", "lines"),
    [
        pytest.param("a/ko.po", PO, ["첫째 말", "파일 여럿", "여러 줄에 걸친 말"], id="po"),
        pytest.param(
            "a/locale/ko/LC_MESSAGES/a.json",
            json.dumps({"a": "바깥 말", "b": {"c": ["안쪽 말", 1, None]}, "d": "English"}),
            ["바깥 말", "안쪽 말"],
            id="json",
        ),
        pytest.param(
            "a/i18n/ko.json.js",
            'window.t = {"key": "따옴 \\"속\\" 말", "x": "\\uac12\\uc774"};',
            ['따옴 "속" 말', "값이"],
            id="json.js",
        ),
        pytest.param(
            "a/ko/index.html",
            HTML,
            ["쪽 제목", "한 굵은 글과 이어진 줄", "하나요", "둘이요", "틀 속의 글", "<꺾쇠> 글"],
            id="html",
        ),
        pytest.param(
            "a/ko/a.page", MALLARD, ["도움말 쪽", "설정을 누릅니다", "첫 단계"], id="mallard"
        ),
        pytest.param(
            "a/code.py",
            PYTHON,
            [
                "주석 한 줄",
                "모듈의 설명.",
                "둘째 단락입니다.",
                "이름표 설명",
                "두 낱말",
                'f"값은 {한글이름} 이다"',
            ],
            id="python",
        ),
        pytest.param(
            "a/book.ipynb",
            json.dumps(NOTEBOOK),
            ["# 첫 제목", "본문 줄", "통째로 쓴 칸"],
            id="ipynb",
        ),
        pytest.param(
            "a/README.md", "# 읽을 것\n\n가\n값과  이름\n", ["# 읽을 것", "값과 이름"], id="md"
        ),
        pytest.param("a/long.md", "가나" * 1001 + "\n짧은 줄", ["짧은 줄"], id="too long a line"),
        pytest.param(
            "usr/share/man/ko/man1/x.1", MANUAL_PAGE, ["이름", "첫 \\인자 - 옵션의 값"], id="roff"
        ),
        pytest.param(
            "a/ko/index.docbook", DOCBOOK, ["머리 글", "단락 하나", "항목 둘"], id="docbook"
        ),
        pytest.param(
            "a/Strings_ko.properties", "a=\\uac12\\u0020\\uB458", ["a=값 둘"], id="escapes"
        ),
        pytest.param("a/po.ko.js", 'f({"a": [null, "고른 말"]})', ["고른 말"], id="po.js"),
        pytest.param(
            "a/ko-0123456789abcdef.json", '{"a": "고른 말"}', ["고른 말"], id="a name with a hash"
        ),
        pytest.param("a/ko-kernel.json", '{"a": "바깥 말"}', [], id="a name that opens with ko-"),
        pytest.param("a/fr.po", PO, [], id="another language"),
        pytest.param("a/korea/x.json", '{"a": "바깥 말"}', [], id="a word that only opens with ko"),
        pytest.param("a/data.csv", "바깥 말", [], id="another kind of file"),
    ],
)
def test_lines_of_each_kind_of_file(tmp_path: Path, name: str, data: str, lines: list[str]) -> None:
    wheel(tmp_path / "names-1.0-py3-none-any.whl", {name: data.encode()})
    assert sorted(only(tmp_path).lines) == sorted(lines)


def qm_of(*fields: tuple[int, bytes | None]) -> bytes:
    """Give a catalogue of Qt with one message: (tag, content); None is a field without length."""
    message = b"".join(
        bytes([tag]) + (b"\0\0\0\7" if content is None else len(content).to_bytes(4) + content)
        for tag, content in fields
    )
    magic = bytes.fromhex("3cb86418caef9c95cd211cbf60a1bddd")
    hashes = b"\x42" + (8).to_bytes(4) + bytes(8)
    return magic + hashes + b"\x69" + (len(message) + 1).to_bytes(4) + message + b"\1"


def test_a_catalogue_of_qt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = qm_of((3, "고른 말".encode("utf-16-be")), (5, None), (6, b"text"), (7, b"context"))
    missing = whole[:-1] + b"\3" + b"\xff" * 4 + b"\1"
    files = {
        "a_ko.qm": whole,
        "b_ko.qm": missing.replace(whole[29:34], b"\x69" + (len(missing) - 34).to_bytes(4)),
        "c_ko.qm": b"no catalogue at all",
        "d_ko.qm": whole[:40],
    }
    wheel(tmp_path / "names-1.0-py3-none-any.whl", files)
    assert only(tmp_path).lines == ("고른 말",)
    said = capsys.readouterr().err
    assert "c_ko.qm: left out" in said
    assert "a_ko.qm" not in said
    assert "b_ko.qm" not in said


def test_files_within_archives_and_packed_ones(tmp_path: Path) -> None:
    files = {
        "usr/share/java/i18n.jar": zip_of({"x/LocalStrings_ko.properties": b"a=\\uac12 \\ub458"}),
        "usr/share/man/ko/man1/x.1.gz": gzip.compress(b".SH " + "이름".encode()),
    }
    deb(tmp_path / "app_1.0_all.deb", files)
    assert sorted(only(tmp_path).lines) == ["a=값 둘", "이름"]


def test_a_source_package_is_read_with_its_licence(tmp_path: Path) -> None:
    files = {
        "names-1.0/PKG-INFO": b"Name: names\nLicense: MIT\n",
        "names-1.0/docs/ko/docs/a.md": "고른 말".encode(),
        "names-1.0/vendor/other/PKG-INFO": b"License: GPL-3.0\n",
    }
    (tmp_path / "names-1.0.tar.gz").write_bytes(gzip.compress(tar_of(files)))
    found = only(tmp_path)
    assert (found.name, found.lines, found.licence) == ("names", ("고른 말",), "MIT")


def test_a_catalogue_gives_its_messages_but_not_its_head(tmp_path: Path) -> None:
    (tmp_path / "app.mo").write_bytes(mo_of({"a": "고른 말", "b": ("파일 여럿",), "c": "text"}))
    found = only(tmp_path)
    assert sorted(found.lines) == ["고른 말", "파일 여럿"]
    assert found.licence == "see the package's copyright file"
    assert gettext.GNUTranslations(io.BytesIO(mo_of({"a": "고른 말"}))).gettext("a") == "고른 말"


@pytest.mark.parametrize("packed", ["xz", "gz"])
def test_a_debian_package_is_read_with_its_licence(tmp_path: Path, packed: str) -> None:
    files = {
        "usr/share/locale/ko/LC_MESSAGES/app.mo": mo_of({"a": "고른 말"}),
        "usr/share/locale/ja/LC_MESSAGES/app.mo": mo_of({"a": "다른 말"}),
        "usr/share/doc/app/copyright": b"Files: *\nLicense: GPL-2+ \n text\nLicense: MIT\n",
        "usr/lib/langpack-ko.xpi": zip_of({"locale/ko/a.properties": "key=꾸러미 속 말".encode()}),
    }
    deb(tmp_path / "app-common_2%3a1.0-1_all.deb", files, packed)
    found = only(tmp_path)
    assert (found.name, found.licence) == ("app-common", "GPL-2+")
    assert sorted(found.lines) == ["key=꾸러미 속 말", "고른 말"]
    assert found.syllables == 8
    data = (tmp_path / "app-common_2%3a1.0-1_all.deb").read_bytes()
    assert found.sha256 == hashlib.sha256(data).hexdigest()


@pytest.mark.parametrize(
    ("stated", "licence"),
    [
        pytest.param("Just so.\n", "see the package's copyright file", id="prose"),
        pytest.param("License: other\n", "other", id="a name"),
    ],
)
def test_what_debian_says(tmp_path: Path, stated: str, licence: str) -> None:
    deb(tmp_path / "app_1.0_all.deb", {"usr/share/doc/app/copyright": stated.encode()})
    assert only(tmp_path).licence == licence


MIT = "\n  MIT License\n\nCopyright (c) 2020 A. B.\n\nPermission is hereby granted ...\n"
CLASSIFIED = "Classifier: License :: OSI Approved :: BSD License"


@pytest.mark.parametrize(
    ("metadata", "text", "licence", "closed"),
    [
        pytest.param(
            "License-Expression: MIT OR X11\nLicense: x", "", "MIT OR X11", False, id="expr"
        ),
        pytest.param(
            f"License: see below\n{CLASSIFIED}", "", "BSD License", False, id="classifier"
        ),
        pytest.param("License: Apache 2.0", MIT, "Apache 2.0", False, id="field before the text"),
        pytest.param("License: UNKNOWN", MIT, "MIT License", False, id="text"),
        pytest.param(
            "Summary: x", "Copyright 2020 A\n\nPermission is", "Permission is", False, id="whose"
        ),
        pytest.param("Summary: x", "Copyright 2020 A\n", "", True, id="only whose"),
        pytest.param(
            "Summary: x",
            "(c) A. All rights reserved.",
            "(c) A. All rights reserved.",
            True,
            id="all",
        ),
        pytest.param("License: Proprietary", MIT, "Proprietary", True, id="proprietary, with text"),
        pytest.param("Summary: x", "", "", True, id="nothing"),
        pytest.param(
            "Classifier: License :: Other/Proprietary License",
            "",
            "Other/Proprietary License",
            True,
            id="closed classifier",
        ),
        pytest.param("License: CC-BY-NC-4.0", "", "CC-BY-NC-4.0", True, id="not for everybody"),
        pytest.param("License: Unlicense", "", "Unlicense", False, id="the Unlicense"),
    ],
)
def test_the_licence_of_a_wheel(
    tmp_path: Path, metadata: str, text: str, licence: str, closed: bool
) -> None:
    files = {"a.md": "고른 말".encode()}
    if text:
        files["names-1.0.dist-info/licenses/LICENSE"] = text.encode()
    wheel(tmp_path / "names-1.0-py3-none-any.whl", files, metadata)
    found = only(tmp_path)
    assert (found.licence, found.closed) == (licence, closed)
    assert train.usable([found]) == ([] if closed else [found])


def test_a_package_within_a_wheel_does_not_speak_for_it(tmp_path: Path) -> None:
    inner = {"a/_vendor/b-1.0.dist-info/METADATA": b"License: GPL-3.0\n", "a.md": b""}
    wheel(tmp_path / "names-1.0-py3-none-any.whl", inner, "Summary: x")
    assert only(tmp_path).closed


@pytest.mark.parametrize(
    ("package", "licence", "closed"),
    [
        pytest.param({"license": "Apache-2.0"}, "Apache-2.0", False, id="string"),
        pytest.param({"license": {"type": "MIT", "url": "x"}}, "MIT", False, id="object"),
        pytest.param(
            {"licenses": [{"type": "MIT"}, {"type": "GPL-2.0"}]}, "MIT OR GPL-2.0", False, id="list"
        ),
        pytest.param({"license": "UNLICENSED"}, "UNLICENSED", True, id="nobody's"),
        pytest.param(
            {"license": "SEE LICENSE IN EULA.txt"}, "SEE LICENSE IN EULA.txt", True, id="elsewhere"
        ),
        pytest.param({"name": "names"}, "", True, id="nothing"),
        pytest.param({"license": None}, "", True, id="null"),
    ],
)
def test_the_licence_of_an_npm_package(
    tmp_path: Path, package: object, licence: str, closed: bool
) -> None:
    tgz(tmp_path / "names-1.0.0.tgz", {"locales/ko.json": '{"a": "고른 말"}'.encode()}, package)
    found = only(tmp_path)
    assert (found.name, found.licence, found.closed) == ("names", licence, closed)
    assert found.lines == ("고른 말",)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        pytest.param("ko.json", b'{"a": ', id="json cut short"),
        pytest.param("ko.json.js", b'"\\x"', id="json.js with a bad escape"),
        pytest.param("x.ipynb", b"[1, 2]", id="a notebook that is a list"),
        pytest.param(
            "x.ipynb", b'{"cells": [{"cell_type": "markdown"}]}', id="a cell without text"
        ),
        pytest.param("ko.mo", b"no catalogue at all", id="no catalogue"),
        pytest.param("ko.mo", b"\xde\x12\x04\x95\x00", id="a catalogue cut short"),
        pytest.param("x.py", "값 = (\n  '두 낱말'".encode(), id="python cut short"),
        pytest.param("x.md", "말".encode("cp949"), id="not UTF-8"),
        pytest.param("ko.json", b"[" * 100_000, id="nested without end"),
    ],
)
def test_a_broken_file_is_named_and_left_out_alone(
    tmp_path: Path, name: str, data: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {f"a/locale/{name}": data, "a/good.md": "고른 말".encode()}
    wheel(tmp_path / "names-1.0-py3-none-any.whl", files)
    assert only(tmp_path).lines == ("고른 말",)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(f"names-1.0-py3-none-any.whl: a/locale/{name}: left out")


def test_a_broken_package_json_leaves_no_licence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"package/package.json": b"{", "package/ko.json": '["고른 말"]'.encode()}
    (tmp_path / "names-1.0.0.tgz").write_bytes(gzip.compress(tar_of(files)))
    assert only(tmp_path).closed
    assert capsys.readouterr().err.startswith("names-1.0.0.tgz: package/package.json: left out")


def whole_archives(folder: Path) -> dict[str, bytes]:
    files = {"a/ko.json": json.dumps({"a": "고른 말 " * 200}).encode()}
    deb(folder / "a_1.0_all.deb", files)
    deb(folder / "b_1.0_all.deb", files, "gz")
    wheel(folder / "c-1.0-py3-none-any.whl", files)
    tgz(folder / "d-1.0.0.tgz", files)
    archives = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert all(package.lines for package in packages([str(folder)]))
    for name in archives:
        (folder / name).unlink()
    return archives


@pytest.mark.parametrize("part", [0.0, 0.05, 0.3, 0.5, 0.95])
def test_an_archive_cut_short_is_named_and_left_out(
    tmp_path: Path, part: float, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, data in whole_archives(tmp_path).items():
        (tmp_path / name).write_bytes(data[: int(len(data) * part)])
        assert list(packages([str(tmp_path)])) == []
        said = capsys.readouterr().err
        assert said.startswith(f"{name}: left out")
        assert said.count("\n") == 1
        (tmp_path / name).unlink()


def test_other_files_and_folders_are_passed_by(tmp_path: Path) -> None:
    (tmp_path / "folder.whl").mkdir()
    (tmp_path / "notes.txt").write_bytes("고른 말".encode())
    assert list(packages([str(tmp_path)])) == []


def package(name: str, *lines: str, licence: str = "MIT") -> Package:
    return Package(
        name, f"{name}-1.0.whl", hashlib.sha256(name.encode()).hexdigest(), licence, lines
    )


def test_closed_and_held_out_packages_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    good = package("names", "고른 말")
    held_out = [package(name, "고른 말") for name in train.HELD_OUT]
    spelled = package("Python.KIS", "고른 말")
    closed = package("shut", "고른 말", licence="Proprietary")
    assert train.usable([*held_out, spelled, closed, package("empty"), good, good]) == [good]
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("shut-1.0.whl: left out: its licence is 'Proprietary'")


def test_a_line_that_two_packages_hold_counts_once() -> None:
    once = train.counted([package("a", "함수의 값", "값 하나"), package("b", "이름 값")])
    twice = train.counted(
        [package("a", "함수의 값", "값 하나"), package("b", "이름 값", "값 하나")]
    )
    assert once == twice
    assert once[1] == {"함수의": 1, "값": 3, "하나": 1, "이름": 1}


def test_what_nobody_can_print_is_not_counted() -> None:
    strings, _ = train.counted([package("a", "값\x00이", "값\ud83d이", "값이")])
    counts = Counts.of(condensed(strings))
    assert sorted(counts.alphabet) == [START, "값", "이"]
    assert Counts.from_bytes(counts.to_bytes()).alphabet == counts.alphabet


def test_a_package_keeps_the_lines_that_are_new() -> None:
    known = package("old", "값 하나")
    read = [package("a", "값 하나", "값 둘"), package("b", "값 둘"), package("c", "값 셋")]
    assert [(p.name, p.lines) for p in train.new_in(read, [known])] == [
        ("a", ("값 둘",)),
        ("c", ("값 셋",)),
    ]


@pytest.mark.parametrize("main", [train.main, fit.main])
def test_nothing_to_read_is_said(
    main: Callable[[list[str]], int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = syllables.COUNTS.read_bytes()
    assert main([]) == main([str(tmp_path / "nowhere")]) == main([str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert "FOLDER..." in said
    assert "nowhere" in said
    assert "Traceback" not in said
    assert syllables.COUNTS.read_bytes() == before


def test_training_writes_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "from"
    source.mkdir()
    (source / "lesson.md").write_bytes("함수의 값\n값 하나\n값 둘\n".encode())
    for module, name in ((syllables, "syllables.xz"), (words, "words.xz")):
        monkeypatch.setattr(module, "COUNTS", tmp_path / name)
    monkeypatch.setattr(train, "PROVENANCE", tmp_path / "syllables.json")
    assert train.main([str(source)]) == 0
    first = {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    said = json.loads(first["syllables.json"])
    assert [source["file"] for source in said["sources"]] == ["lesson.md"]
    assert_hashes(tmp_path, said)
    assert said["words"] == 1
    assert train.main([str(source)]) == 0
    assert first == {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}


def test_more_is_counted_on_top_of_what_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module, name in ((syllables, "syllables.xz"), (words, "words.xz")):
        monkeypatch.setattr(module, "COUNTS", tmp_path / name)
    monkeypatch.setattr(train, "PROVENANCE", tmp_path / "syllables.json")
    first, second = tmp_path / "first", tmp_path / "second"
    for folder, name, text in (
        (first, "old.md", "함수의 값은 이름입니다\n값 하나\n값 둘\n"),
        (second, "new.md", "값 하나\n값 셋\n함수 하나\n"),
    ):
        folder.mkdir()
        (folder / name).write_bytes(text.encode())
    assert train.main([str(first)]) == 0
    # The old package says which of the lines are known; it is no source twice.
    assert train.main(["--more", str(first), str(second)]) == 0
    said = json.loads((tmp_path / "syllables.json").read_bytes())
    assert [(one["file"], one["syllables"]) for one in said["sources"]] == [
        ("old.md", 15),
        ("new.md", 6),
    ]
    assert_hashes(tmp_path, said)
    assert words.from_bytes(words.COUNTS.read_bytes()) == {"값": 3}
    lines = ["함수의 값은 이름입니다", "값 하나", "값 둘", "값 셋", "함수 하나"]
    both = Counts.of(condensed(count(lines)))
    known = Counts.from_bytes(syllables.COUNTS.read_bytes())
    assert [known.number(s) for s in ("값", "함수", "값 ", "하나")] == [
        both.number(s) for s in ("값", "함수", "값 ", "하나")
    ]
    assert train.main(["--more", str(first), str(second)]) == 2
    assert "name others" in capsys.readouterr().err


# ---- the provenance of the counts that are shipped


def assert_hashes(folder: Path, said: dict[str, dict[str, str]]) -> None:
    assert sorted(said["sha256"]) == ["syllables.xz", "words.xz"]
    for name, digest in said["sha256"].items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest


def test_the_shipped_counts_are_those_that_the_provenance_describes() -> None:
    said = json.loads(train.PROVENANCE.read_bytes())
    assert_hashes(train.PROVENANCE.parent, said)
    assert len(words.from_bytes(words.COUNTS.read_bytes())) == said["words"]
    assert syllables.shipped().order == syllables.ORDER
    assert said["held_out"] == train.HELD_OUT
    assert said["fitted_on"] == list(train.FITTED_ON)


def test_each_shipped_source_is_open_and_not_held_out() -> None:
    said = json.loads(train.PROVENANCE.read_bytes())
    sources = [
        Package(
            # A wheel, a tarball and a Debian package put the version behind the first - or _.
            name=source["file"].partition("_" if source["file"].endswith(".deb") else "-")[0],
            file=source["file"],
            sha256=source["sha256"],
            licence=source["licence"],
            lines=("고른 말",),
        )
        for source in said["sources"]
    ]
    assert len(sources) > 100
    for source, row in zip(sources, said["sources"], strict=True):
        assert sorted(row) == ["file", "licence", "sha256", "syllables"]
        assert len(bytes.fromhex(row["sha256"])) == 32
        assert row["syllables"] > 0
        assert not source.closed, row
        assert source.name not in train.HELD_OUT, row
    assert {source.sha256 for source in train.usable(sources)} == {one.sha256 for one in sources}
    for name in train.FITTED_ON:
        assert any(source.file.startswith(name) for source in sources), name


# ---- counts

LETTERS = "가나다라 "
LINES = st.lists(st.text(st.sampled_from(LETTERS + "\0\n*a"), max_size=12), min_size=1, max_size=8)
STRINGS = st.dictionaries(
    st.text(st.sampled_from(LETTERS + "\0\U0001f600"), min_size=1, max_size=5),
    st.integers(0, 2**32 - 1),
    min_size=1,
)


@settings(deadline=None)
@given(STRINGS, st.text(max_size=6))
def test_counts_answer_as_a_dict_does(numbers: dict[str, int], other: str) -> None:
    for counts in (Counts.of(numbers), Counts.from_bytes(Counts.of(numbers).to_bytes())):
        assert counts.order == max(map(len, numbers))
        for text in {*numbers, *(string[:-1] for string in numbers), other, other + "가"}:
            assert counts.number(text) == numbers.get(text, 0)
            assert counts.after(text) == {
                string[-1]: number for string, number in numbers.items() if string[:-1] == text
            }


@settings(deadline=None)
@given(STRINGS)
def test_counts_come_back_byte_for_byte(numbers: dict[str, int]) -> None:
    data = Counts.of(numbers).to_bytes()
    assert Counts.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"": 1}, id="only the empty string"),
        pytest.param({"가나다라마바": 1}, id="more characters than fit in 64 bits"),
        pytest.param({chr(number): 1 for number in range(4097)}, id="too many characters"),
    ],
)
def test_counts_refuse_what_they_cannot_hold(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="characters"):
        Counts.of(numbers)


def test_as_many_characters_as_there_are_numbers() -> None:
    numbers = {chr(0x100 + number) * 5: number for number in range(4096)}
    counts = Counts.of(numbers)
    assert [counts.number(text) for text in numbers] == list(numbers.values())
    last = chr(0x100 + 4095)
    assert counts.after(last * 4) == {last: 4095}


def by_hand(lines: Sequence[str], order: int, rare: int) -> dict[str, int]:
    """Count as `condensed` says it does, from the lines themselves, one string at a time."""
    texts = [START + reduced(line) + START for line in lines]
    strings = Counter(
        text[start : start + size]
        for text in texts
        for size in range(1, order + 1)
        for start in range(len(text) - size + 1)
    )
    result: dict[str, int] = {}
    for string, number in strings.items():
        before = {other[0] for other in strings if other[1:] == string}
        if len(string) < order:
            result[string] = number if string.startswith(START) else len(before) or 1
        elif number >= rare:
            result[string] = number
    for head in {string[:-1] for string in result if len(string) == order}:
        seldom = [n for s, n in strings.items() if len(s) == order and s[:-1] == head and n < rare]
        if seldom:
            result[head + "\0"] = sum(seldom)
    return result


@settings(deadline=None)
@given(
    st.lists(st.text(st.sampled_from("가나 "), max_size=8), min_size=3, max_size=6),
    st.integers(2, 4),
    st.integers(1, 3),
)
def test_condensed_counts_are_those_counted_by_hand(
    lines: list[str], order: int, rare: int
) -> None:
    counts = count(lines, order)
    assume(max(map(len, counts)) == order)
    assert condensed(counts, rare) == by_hand(lines, order, rare)


@settings(deadline=None)
@given(LINES, LINES)
def test_counts_grow_as_if_all_text_had_been_counted_at_once(
    first: list[str], second: list[str]
) -> None:
    order = 3
    # Twice, so that there are longest strings that are kept; what nobody prints is not counted.
    first = [line.replace(RARE, "") for line in [*first, "가나다라", "가나다라"]]
    second = [line.replace(RARE, "") for line in second]
    known = condensed(count(first, order))
    found = grown(Counts.of(known), count(second, order))
    assert Counts.of(found).order == order
    whole = condensed(count([*first, *second], order))
    for string, number in whole.items():
        if len(string) < order - 1:
            assert found[string] == number, string
        elif len(string) == order - 1:
            # A character before it that the first text held once is counted again.
            assert found[string] >= number, string
        elif string[-1] != RARE:
            # The first text lost it where it held it once; the second may hold it once too.
            lost = number - found.get(string, 0)
            assert lost in {0, 1} or lost == number == 2, string
    assert {s for s in found if s[-1] != RARE} <= set(whole) | set(known)


def test_nothing_condensed_is_nothing() -> None:
    assert condensed({}) == {}


WORDS_MET = st.dictionaries(
    st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1, max_size=5),
    st.integers(1, 10**9),
)


@settings(deadline=None)
@given(WORDS_MET)
def test_words_come_back(met: dict[str, int]) -> None:
    assert words.from_bytes(words.to_bytes(met)) == met


def test_words_of_a_text_are_added_to_those_shipped() -> None:
    base = words.shipped()
    known = next(iter(base))
    more = words.with_text([f"{known} 쀍뷁쀍", f"`{known}`"])
    assert more[known] == base[known] + 2
    assert more["쀍뷁쀍"] == 1
    assert "쀍뷁쀍" not in words.shipped()


# ---- the model

ALPHABET = LETTERS + "a0→\n"


def model_of(lines: Sequence[str], order: int = 4) -> SyllableModel:
    return SyllableModel(Counts.of(condensed(count(lines, order))))


CONTEXTS = st.text(st.sampled_from(ALPHABET + "\0쀍"), max_size=6)


@settings(deadline=None)
@given(LINES, LINES, CONTEXTS)
def test_probabilities_are_parts_of_one(lines: list[str], more: list[str], context: str) -> None:
    for model in (
        model_of(lines),
        model_of(lines).with_text(more),
        model_of(lines).with_text(more, 0.3),
    ):
        each = [model.probability(context, character) for character in ALPHABET + "\0쀍\ud800"]
        assert all(0 < share < 1 for share in each)
        assert sum(each) <= 1 + 1e-9


@settings(deadline=None)
@given(LINES, LINES, st.lists(st.tuples(CONTEXTS, st.text(st.sampled_from(ALPHABET), max_size=6))))
def test_shares_are_the_probabilities(
    lines: list[str], more: list[str], asked: list[tuple[str, str]]
) -> None:
    model = model_of(lines).with_text(more)
    for context, characters in asked:
        assert model.shares(context, characters).tolist() == pytest.approx(
            [model.probability(context, character) for character in characters]
        )


@settings(deadline=None)
@given(
    st.lists(st.text(st.sampled_from("가나다 "), max_size=8), min_size=1, max_size=4),
    st.text(st.sampled_from("가나다라"), min_size=5, max_size=8),
)
def test_what_was_read_is_likelier_against_what_was_not(lines: list[str], read: str) -> None:
    model = model_of(lines)
    known = model.with_text([read] * 3)
    for at in range(3, len(read)):
        context, character = read[at - 3 : at], read[at]
        following = {c for i, c in enumerate(read[3:], 3) if read[i - 3 : i] == context}
        if following == {character}:
            for unread in set("가나다라마 ") - set(read):
                before, now = (
                    one.probability(context, character) / one.probability(context, unread)
                    for one in (model, known)
                )
                assert now > before


@settings(deadline=None)
@given(LINES, LINES, CONTEXTS)
def test_a_text_says_nothing_about_the_next_one(
    lines: list[str], more: list[str], context: str
) -> None:
    fresh = model_of(lines).with_text(more)
    used = model_of(lines)
    asked = [(context[:at], c) for at in range(len(context) + 1) for c in ALPHABET]
    for other in (used, used.with_text(["가나다라", *more[:1]])):
        for one in asked:
            other.probability(*one)
    here = used.with_text(more)
    assert [here.probability(*one) for one in asked] == [fresh.probability(*one) for one in asked]


def test_what_came_before_does_not_change_a_repair_with_text_of_its_own() -> None:
    line = "가나다"
    plain = model_of(["가나라", "가다나"])
    before = plain.probability("가나", "다")
    assert plain.with_text([line] * 9).probability("가나", "다") > 2 * before


# ---- the search

SLOT = st.lists(st.sampled_from("가나다라→"), min_size=1, max_size=3, unique=True).map(
    lambda texts: Slot("?", tuple((text, 0.25 * place) for place, text in enumerate(texts)))
)
PIECES = st.lists(
    st.one_of(SLOT, st.text(st.sampled_from(LETTERS + "\n*"), max_size=3)), max_size=7
)
TEXT = ["가나다 라가", "나다라 가나 다", "라라 가", "다나가 나라", "가 나 다 라"]


def nats_by_hand(line: Sequence[Piece], chosen: Sequence[int], model: SyllableModel) -> float:
    """Give the nats of a whole line, character by character, with the costs of what was chosen."""
    left = iter(chosen)
    nats = 0.0
    # What is sure is read as one, as marks and spaces run together.
    parts = [""]
    for piece in line:
        if isinstance(piece, Slot):
            text, cost = piece.candidates[next(left)]
            nats += cost
            parts += [text, ""]
        else:
            assert isinstance(piece, str)
            parts[-1] += piece
    text = START
    text += "".join(reduced(part.replace("\n", " ")) for part in parts)
    return nats - sum(
        math.log(model.probability(text[:at], text[at])) for at in range(1, len(text))
    )


@settings(deadline=None)
@given(PIECES)
def test_posteriors_are_those_of_all_ways_together(line: list[Piece]) -> None:
    model = model_of(TEXT)
    slots = [piece for piece in line if isinstance(piece, Slot)]
    assume(0 < len(slots) <= 4)
    ways = list(itertools.product(*(range(len(slot.candidates)) for slot in slots)))
    weights = [math.exp(-nats_by_hand(line, way, model)) for way in ways]
    lattice = Lattice(line, model)
    for first, last in words_of(lattice):
        shares: dict[tuple[int, ...], float] = {}
        for way, weight in zip(ways, weights, strict=True):
            part = way[first : last + 1]
            shares[part] = shares.get(part, 0.0) + weight / sum(weights)
        found = {chosen: math.exp(score) for chosen, score in lattice.words(first, last)}
        assert sum(found.values()) == pytest.approx(1.0, abs=2e-3)
        # What the beam drops is less than e^-10 of the best.
        assert all(found.get(way, 0.0) == pytest.approx(p, abs=2e-3) for way, p in shares.items())


@settings(deadline=None)
@given(PIECES)
def test_each_slot_of_a_line_is_chosen_once(line: list[Piece]) -> None:
    slots = [piece for piece in line if isinstance(piece, Slot)]
    (chosen,) = choose([line], model_of(TEXT), lambda texts: [-float(len(text)) for text in texts])
    assert len(chosen) == len(slots)
    for choice, slot in zip(chosen, slots, strict=True):
        assert choice.text in dict(slot.candidates)
        assert sum(share for _, share in choice.candidates) == pytest.approx(1.0, abs=1e-6)
        assert {text for text, _ in choice.candidates} <= {text for text, _ in slot.candidates}


def slot(texts: str, found: str = "?") -> Slot:
    return Slot(found, tuple((text, 0.0) for text in texts))


def test_lines_without_anything_to_choose() -> None:
    model = model_of(TEXT)
    assert choose([], model) == []
    assert choose([[], [""], ["가나"]], model) == [[], [], []]
    ((only_one,),) = choose([["가", slot("나")]], model)
    assert (only_one.text, only_one.candidates) == ("나", (("나", 1.0),))


def test_a_slot_with_hundreds_of_candidates_keeps_the_commonest() -> None:
    model = model_of([*TEXT, "가나다라 " * 5])
    many = "".join(chr(0xB000 + number) for number in range(400)) + "다"
    ((choice,),) = choose([["가나", slot(many), "라"]], model)
    assert choice.text == "다"
    assert len(choice.candidates) < 400


def test_a_line_without_spaces_ends_its_words_all_the_same() -> None:
    line = [piece for _ in range(100) for piece in ("가", slot("나다"))]
    groups = words_of(Lattice(line, model_of(TEXT)))
    assert [number for first, last in groups for number in range(first, last + 1)] == [*range(100)]
    assert 1 < max(last - first + 1 for first, last in groups) < 30
    (chosen,) = choose([line], model_of(TEXT), lambda texts: [0.0] * len(texts))
    assert len(chosen) == 100


def test_a_scorer_is_asked_about_each_text_once() -> None:
    asked: list[str] = []

    def scorer(texts: Sequence[str]) -> list[float]:
        asked.extend(texts)
        return [0.0] * len(texts)

    line: list[Piece] = ["가", slot("나다"), " ", slot("라가"), "나", slot("다라")]
    choose([line, line], model_of(TEXT), scorer)
    assert asked
    assert len(asked) == len(set(asked))


def test_what_is_far_away_is_not_shown() -> None:
    shown: list[str] = []

    def scorer(texts: Sequence[str]) -> list[float]:
        shown.extend(texts)
        return [0.0] * len(texts)

    line: list[Piece] = ["먼말 " + "가나 " * 30 + "앞", slot("나다"), "뒤" + " 라가" * 30 + " 끝말"]
    choose([line], model_of(TEXT), scorer)
    assert all("앞나뒤" in text or "앞다뒤" in text for text in shown)
    assert not any("먼말" in text or "끝말" in text for text in shown)
    assert max(map(len, shown)) < 70


# ---- the page's votes


def word(key: str, shares: Mapping[str, float]) -> Word:
    texts = list(shares)
    options: Options = [((index,), math.log(shares[text])) for index, text in enumerate(texts)]
    return Word((slot("".join(texts)),), (key,), options)


def share(found: Word, text: str, place: int = 0) -> float:
    return found.shares(place)[text]


def test_one_place_alone_is_not_changed() -> None:
    lone = word("가[?]", {"나": 0.6, "다": 0.4})
    votes = Votes([lone, word("라[?]", {"나": 0.1, "다": 0.9})])
    assert votes.opinions(lone) == [0.0, 0.0]
    assert votes.weighed(lone) == lone


def test_places_without_neighbours_do_not_vote() -> None:
    nameless = word("", {"나": 0.6, "다": 0.4})
    assert Votes([nameless] * 3).weighed(nameless) == nameless


@settings(deadline=None)
@given(st.floats(0.51, 0.99), st.integers(1, 5))
def test_places_that_look_alike_pull_each_other(sure: float, others: int) -> None:
    doubtful = word("가[?]", {"나": 0.5, "다": 0.5})
    certain = word("가[?]", {"나": sure, "다": 1 - sure})
    votes = Votes([doubtful, *[certain] * others])
    assert share(votes.weighed(doubtful), "나") > 0.5


def test_more_places_pull_harder() -> None:
    doubtful = word("가[?]", {"나": 0.5, "다": 0.5})
    certain = word("가[?]", {"나": 0.9, "다": 0.1})
    few, many = (Votes([doubtful, *[certain] * n]).weighed(doubtful) for n in (1, 9))
    assert share(few, "나") < share(many, "나") < 1


def test_two_places_of_one_word_that_look_alike() -> None:
    both = slot("나다")
    options: Options = [((a, b), math.log(0.25)) for a in range(2) for b in range(2)]
    twin = Word((both, both), ("가[?]가", "가[?]가"), options)
    weighed = Votes([twin]).weighed(twin)
    assert [chosen for chosen, _ in weighed.options] == [chosen for chosen, _ in options]
    assert share(weighed, "나") == pytest.approx(0.5)
    certain = word("가[?]가", {"나": 0.95, "다": 0.05})
    pulled = Votes([twin, certain]).weighed(twin)
    assert share(pulled, "나", 0) == pytest.approx(share(pulled, "나", 1))
    assert share(pulled, "나") > 0.5


# ---- fitting


def example(
    asked: Sequence[tuple[float, ...]], right: int | None, scores: Sequence[float]
) -> Example:
    texts = "가나다라"[: len(asked)]
    options: Options = [((index,), score) for index, score in enumerate(scores)]
    text = "쀍" if right is None else texts[right]
    return Example(Word((slot(texts),), ("",), options), tuple(asked), right, text)


def test_weights_of_simulated_choices_are_found() -> None:
    true = (0.8, -1.5, 0.3)
    chance = np.random.default_rng(3)
    found: list[Example] = []
    for _ in range(6000):
        asked = chance.normal(size=(chance.integers(2, 5), len(true)))
        powers = np.exp(asked @ true)
        right = int(chance.choice(len(asked), p=powers / powers.sum()))
        found.append(example([tuple(one) for one in asked.tolist()], right, [0.0] * len(asked)))
    # Words without a choice, or whose right way is not among the ways, say nothing.
    found += [
        example([(9.0, 9.0, 9.0)], 0, [0.0]),
        example([(5.0,) * 3, (0.0,) * 3], None, [0.0] * 2),
    ]
    assert fit.weights(found) == pytest.approx(true, abs=0.12)


def test_nothing_to_weigh_is_said() -> None:
    with pytest.raises(ValueError, match="no damaged word"):
        fit.weights([example([(1.0,)], 0, [0.0])])


def test_wrong_flagged_and_silent_syllables_are_counted() -> None:
    sure, unsure = math.log(0.99 / 0.01), math.log(0.6 / 0.4)
    found = [
        example([(sure,), (0.0,)], 0, [0.0, 0.0]),
        example([(sure,), (0.0,)], 1, [0.0, 0.0]),
        example([(unsure,), (0.0,)], 0, [0.0, 0.0]),
        example([(unsure,), (0.0,)], 1, [0.0, 0.0]),
        example([(sure,), (0.0,)], None, [0.0, 0.0]),
    ]
    assert fit.silent(found, [1.0], 0.98) == pytest.approx((3 / 5, 2 / 5, 2 / 5))
    assert fit.silent(found, [1.0], 0.5) == pytest.approx((3 / 5, 0, 3 / 5))
    assert fit.silent(found, [1.0], 0.999) == pytest.approx((3 / 5, 1, 0))


def test_agreement_is_one_opinion_more() -> None:
    page = [example([(1.0,), (0.0,)], 0, [0.0, 0.0]) for _ in range(3)]
    assert [len(opinion) for one in fit.heard(page, [2.0]) for opinion in one.asked] == [2] * 6


def test_examples_know_what_is_right() -> None:
    lines = ["함수의 값을 돌려줍니다", "함수의 이름을 바꿉니다", "값의 이름"]
    model = model_of(lines * 3, 5)
    found = list(fit.examples(lines, "cp1254", model, {"함수의": 3}))
    assert found
    assert {one.text for one in found if "의" in one.text}
    for one in found:
        assert (
            one.right is None or "".join(one.word.texts(one.word.options[one.right][0])) == one.text
        )
        assert len(one.asked) == len(one.word.options)
