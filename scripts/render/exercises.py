"""The `{exercise}` directive: a numbered task with its hints and its solution folded, to tick off.

Cells cannot stand inside another block, so those that follow an exercise up to its solution are
taken into it here. Its label is its name in every language: progress is kept by it.

Its number is that of its lesson in the track and its own on the page, as in 2.3. Both change with
other pages, so numbers are given when pages are written; the role `{exercise}` names one in prose.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.locale import admonitionlabels
from sphinx.roles import XRefRole
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id, make_refnode

from scripts.lesson import EXERCISE
from scripts.render.folds import folding
from scripts.render.locale import words_of
from scripts.render.site import site_of
from scripts.render.solutions import Solution

if TYPE_CHECKING:
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.writers.html5 import HTML5Translator

_TITLE = "exercise-title"


class Exercise(nodes.General, nodes.Element):
    """A task, with all that belongs to it; `done` is what its button says."""


class FoldedHint(nodes.hint):
    """A hint that is folded away until the reader asks for it."""

    tagname = "hint"


class ExerciseDirective(SphinxDirective):
    """A task with a title."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"label": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        label = self.options.get("label", "").strip()
        if not label:
            raise self.error('an exercise needs a label; write ":label: NAME" below its first line')
        words = words_of(self.config)
        node = Exercise("", done=words.text("exercise_done"))
        self.set_source_info(node)
        # Ids are the names that authors write, as they are for headings.
        name = nodes.fully_normalize_name(label)
        node["names"].append(name)
        node["label"] = label
        self.state.document.note_explicit_target(node, node)
        if not node["ids"]:
            node["ids"].append(make_id(self.env, self.state.document, "", label))
        inside, messages = self.state.inline_text(self.arguments[0], self.lineno)
        title = nodes.rubric("", "", *inside, classes=[_TITLE])
        self.set_source_info(title)
        node += title
        node += self.parse_content_to_nodes()
        return [node, *messages]


def _known(env: BuildEnvironment) -> dict[str, list[tuple[list[str], str, str]]]:
    """Give the exercises of each page, in its order: their names, an id, and their titles."""
    found: dict[str, list[tuple[list[str], str, str]]]
    found = env.__dict__.setdefault("naranhi_exercises", {})
    return found


def _forget(app: Sphinx, env: BuildEnvironment, docname: str) -> None:
    _known(env).pop(docname, None)


def _join(app: Sphinx, env: BuildEnvironment, docnames: set[str], other: BuildEnvironment) -> None:
    _known(env).update({name: own for name, own in _known(other).items() if name in docnames})


def _called(app: Sphinx, docname: str, number: int) -> str:
    """Give what an exercise is called: by its lesson's number, too, where that has one."""
    site = site_of(app.config)
    lesson = site.lesson(docname)
    place = site.place(lesson) if lesson is not None else None
    whole = f"{place[1]}.{number}" if place else str(number)
    return words_of(app.config).text("exercise_number", number=whole)


def _number(app: Sphinx, env: BuildEnvironment) -> None:
    """Let links by label say what is said on the page."""
    labels = env.domains.standard_domain.labels
    for docname, exercises in _known(env).items():
        for number, (names, anchor, title) in enumerate(exercises, 1):
            for name in names:
                labels[name] = (docname, anchor, f"{_called(app, docname, number)}. {title}")


def _write_numbers(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    for number, exercise in enumerate(doctree.findall(Exercise), 1):
        for title in exercise.findall(nodes.rubric):
            if _TITLE in title["classes"]:
                title.insert(0, nodes.Text(f"{_called(app, docname, number)}. "))


def _link(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.Element
) -> nodes.reference | None:
    """Lead from the role to its exercise, by its number alone or by what the author wrote."""
    if node["reftype"] != EXERCISE:
        return None
    wanted = nodes.fully_normalize_name(node["reftarget"])
    for docname, exercises in _known(env).items():
        for number, (names, anchor, title) in enumerate(exercises, 1):
            if wanted in names:
                own = node["refexplicit"]
                text = content.astext() if own else _called(app, docname, number)
                inside = nodes.inline(text, text)
                return make_refnode(
                    app.builder, node["refdoc"], docname, anchor, inside, "" if own else title
                )
    return None


def _complete(app: Sphinx, doctree: nodes.document) -> None:
    found = []
    for exercise in list(doctree.findall(Exercise)):
        for hint in list(exercise.findall(nodes.hint)):
            fold = FoldedHint("", *hint.children)
            fold.source, fold.line = hint.source, hint.line
            hint.parent.replace(hint, fold)
        level = 1
        above: nodes.Element | None = exercise.parent
        while above is not None:
            level += isinstance(above, nodes.section)
            above = above.parent
        for title in exercise.findall(nodes.rubric):
            if _TITLE in title["classes"]:
                title["heading-level"] = min(level, 6)
                found.append((list(exercise["names"]), exercise["ids"][0], title.astext()))
        _take_in(exercise)
    if found:
        _known(app.env)[app.env.current_document.docname] = found


def _take_in(exercise: Exercise) -> None:
    """Take the cells that follow into an exercise, up to the last of its solution."""
    parent = exercise.parent
    place = parent.index(exercise) + 1
    following: list[nodes.Node] = []
    for node in parent.children[place:]:
        if not isinstance(node, Solution) and not _is_cell(node):
            break
        following.append(node)
    while following and not isinstance(following[-1], Solution):
        following.pop()
    for node in following:
        parent.remove(node)
        exercise += node


def _is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def _visit(translator: HTML5Translator, node: Exercise) -> None:
    name = f' data-exercise="{escape(node["label"])}"'
    start = translator.starttag(node, "div", CLASS="exercise")
    translator.body.append(f"{start.rstrip()[:-1]}{name}>\n")


def _depart(translator: HTML5Translator, node: Exercise) -> None:
    # A script shows it, and keeps what it says.
    translator.body.append(
        '<button type="button" class="exercise-done" aria-pressed="false" hidden>'
        f"{escape(node['done'])}</button>\n</div>\n"
    )


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive(EXERCISE, ExerciseDirective)
    app.add_node(Exercise, html=(_visit, _depart))
    app.add_node(FoldedHint, html=folding("folded-hint", lambda _: str(admonitionlabels["hint"])))
    app.add_role_to_domain("std", EXERCISE, XRefRole(warn_dangling=True))
    app.connect("env-purge-doc", _forget)
    app.connect("env-merge-info", _join)
    # Before it is asked what pages show of each other.
    app.connect("env-updated", _number)
    app.connect("missing-reference", _link)
    app.connect("doctree-resolved", _write_numbers, priority=100)
    # After the solutions are folded.
    app.connect("doctree-read", _complete, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
