"""The `{exercise}` directive: a numbered task with its hints and its solution folded, to tick off.

Cells cannot stand inside another block, so those that follow an exercise up to its solution are
taken into it here. Its label is its name in every language: progress is kept by it.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import make_id

from scripts.lesson import EXERCISE
from scripts.render.locale import words_of
from scripts.render.solutions import Solution

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.writers.html5 import HTML5Translator

_TITLE = "exercise-title"


class Exercise(nodes.General, nodes.Element):
    """A task, with all that belongs to it; `done` is what its button says."""


class FoldedHint(nodes.hint):
    """A hint that is folded away until the reader asks for it."""

    tagname = "hint"


class ExerciseDirective(SphinxDirective):
    """A task with a title, which numbers it within its page."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {"label": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        label = self.options.get("label", "").strip()
        if not label:
            raise self.error('an exercise needs a label; write ":label: NAME" below its first line')
        number = int(self.env.temp_data.get(EXERCISE) or 0) + 1
        self.env.temp_data[EXERCISE] = number
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
        before = words.text("exercise_number", number=number)
        title = nodes.rubric("", f"{before} ", *inside, classes=[_TITLE])
        self.set_source_info(title)
        node += title
        node += self.parse_content_to_nodes()
        return [node, *messages]


def _complete(app: Sphinx, doctree: nodes.document) -> None:
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
                # Sphinx knows where the label leads by now, and no title for it.
                for name in exercise["names"]:
                    known = (app.env.current_document.docname, exercise["ids"][0], title.astext())
                    app.env.domains.standard_domain.labels[name] = known
        _take_in(exercise)


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


def _visit_hint(translator: HTML5Translator, node: FoldedHint) -> None:
    from sphinx.locale import admonitionlabels

    label = escape(str(admonitionlabels["hint"]))
    translator.body.append(f'<details class="folded-hint"><summary>{label}</summary>\n')


def _depart_hint(translator: HTML5Translator, node: FoldedHint) -> None:
    translator.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive(EXERCISE, ExerciseDirective)
    app.add_node(Exercise, html=(_visit, _depart))
    app.add_node(FoldedHint, html=(_visit_hint, _depart_hint))
    # After the solutions are folded.
    app.connect("doctree-read", _complete, priority=600)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
