"""Keeps a page, while Sphinx reads it, from what its lessons may not use.

`scripts.guard` has read the lessons before; what stands here does not go by how a text is written.
It sits where docutils looks directives and roles up, so that no nesting, no alias and no other
markup leads around it, and it looks at what has become of a page before Sphinx copies a file.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import Directive, directives, roles
from myst_nb.sphinx_ import Parser
from sphinx import addnodes
from sphinx.util import logging

from scripts.guard import is_inside, scheme
from scripts.permitted import Permitted, read_permitted

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

_LOG = logging.getLogger(__name__)

# Their option names a file to read, or a host to ask.
_READING = frozenset({"diff", "file", "url"})


class GuardedParser(Parser):  # type: ignore[misc]  # MyST-NB ships no types
    """MyST-NB's parser, with directives and roles that are permitted, and no others."""

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read a page into `document`."""
        permitted = _permitted(document.settings.env)
        with _looking_up(permitted, document):
            super().parse(inputstring, document)


class _Nothing(Directive):
    """In the place of a directive that is refused: it takes all, and shows nothing."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self) -> list[nodes.Node]:
        return []


def _no_role(*arguments: Any, **options: Any) -> tuple[list[nodes.Node], list[nodes.Node]]:
    return [], []


@contextlib.contextmanager
def _looking_up(permitted: Permitted, document: nodes.document) -> Iterator[None]:
    """Refuse, while a page is read, what is not permitted as soon as it is looked up."""
    find_directive, find_role = directives.directive, roles.role

    def directive(name: str, language: Any, page: Any) -> Any:
        if name.lower() not in permitted.directives:
            _refuse("directive", f"the directive {name[:60]} is not permitted", document)
            return _Nothing, []
        found, messages = find_directive(name, language, page)
        return (found and _without_reading(found, document), messages)

    def role(name: str, language: Any, line: int, reporter: Any) -> Any:
        # The default role, of text between two backticks in reStructuredText, has no name.
        if name and not permitted.role(name.lower()):
            place = document.settings.env.docname, line
            _refuse("role", f"the role {name[:60]} is not permitted", place)
            return _no_role, []
        return find_role(name, language, line, reporter)

    # Docutils' types name the arguments, which it gives by their places.
    directives.directive, roles.role = directive, role  # type: ignore[assignment]  # see above
    try:
        yield
    finally:
        directives.directive, roles.role = find_directive, find_role


def _without_reading(found: type[Directive], document: nodes.document) -> type[Directive]:
    """Give a directive that reads no file outside the lessons' folders."""
    if found.__name__ == "LiteralInclude":
        return type(found.__name__, (found,), {"run": _read_inside(found)})
    options = found.option_spec
    if not options or not _READING & set(options):
        return found
    kept = {key: kind for key, kind in options.items() if key not in _READING}
    return type(found.__name__, (found,), {"option_spec": kept})


def _read_inside(found: type[Directive]) -> Any:
    def run(self: Any) -> list[nodes.Node]:
        names = [*self.arguments[:1], *filter(None, [self.options.get("diff")])]
        for name in names:
            if not _is_inside(self.env, name):
                _refuse("path", f"{name[:60]} lies outside the folders of the lessons", self)
                return []
        return list(found.run(self))

    return run


def _check_tree(app: Sphinx, tree: nodes.document) -> None:
    """Take out of a page what leads where it may not; before files are copied for it."""
    env, permitted = app.env, _permitted(app.env)
    for node in list(tree.findall(nodes.reference)):
        if _is_bad(str(node.get("refuri", "")), permitted):
            _refuse("link", f"{scheme(node['refuri'])}: addresses are not permitted", node)
            node.replace_self(node.children)
    for image in list(tree.findall(nodes.image)):
        uri = str(image["uri"])
        # Outputs are ours: MyST-NB has written them beside the pages.
        if not _is_output(image) and (scheme(uri) or not _is_inside(env, uri)):
            _refuse("path", f"{uri[:60]} is no picture of the lessons", image)
            image.replace_self([])
    for download in list(tree.findall(addnodes.download_reference)):
        target = str(download.get("reftarget", ""))
        if scheme(target) or not _is_inside(env, target):
            _refuse("path", f"{target[:60]} lies outside the folders of the lessons", download)
            download.replace_self(download.children)
    for contents in list(tree.findall(addnodes.toctree)):
        bad = {ref for _, ref in contents["entries"] if _is_bad(str(ref), permitted)}
        for ref in sorted(bad):
            _refuse("link", f"{scheme(ref)}: addresses are not permitted", contents)
        contents["entries"] = [one for one in contents["entries"] if one[1] not in bad]
    for name in sorted(map(str, env.dependencies.get(env.docname, ()))):
        if not _is_inside(env, f"/{name}"):
            place = Path(name).name
            _refuse("path", f"{place[:60]} lies outside the folders of the lessons", tree)


def _break_circles(app: Sphinx, env: BuildEnvironment) -> None:
    """Refuse tables of contents that lead back to where they are: Sphinx would follow for ever."""
    above: list[str] = []
    done: set[str] = set()

    def follow(docname: str) -> None:
        above.append(docname)
        for child in list(env.toctree_includes.get(docname, ())):
            if child in above:
                message = f"the table of contents leads back to {child}"
                _LOG.warning(message, type="toc", subtype="circular", location=docname)
                env.toctree_includes[docname].remove(child)
            elif child not in done:
                follow(child)
        done.add(above.pop())

    for docname in (app.config.root_doc, *sorted(env.toctree_includes)):
        if docname not in done:
            follow(docname)


def _is_bad(uri: str, permitted: Permitted) -> bool:
    # What MyST has not made a whole address of by now, it has not understood.
    kind = scheme(uri)
    return bool(kind) and kind not in permitted.schemes


def _is_inside(env: BuildEnvironment, name: str) -> bool:
    """Tell whether a file, named as on the page that is read, is one that lessons may show."""
    root = Path(env.config.naranhi_root)
    try:
        _, path = env.relfn2path(name)
        return is_inside(Path(path), root, _permitted(env))
    except (OSError, ValueError):
        return False


def _is_output(node: nodes.Node | None) -> bool:
    while node is not None:
        if isinstance(node, nodes.container) and str(node.get("nb_element", "")) in _OUTPUTS:
            return True
        node = node.parent
    return False


_OUTPUTS = frozenset({"cell_code_output", "mime_bundle"})


def _refuse(what: str, message: str, place: Any) -> None:
    _LOG.warning(message, type=f"refused-{what}", location=_location(place))


def _location(place: Any) -> Any:
    if isinstance(place, nodes.document):
        line = place.current_line if isinstance(place.current_line, int) else None
        return place.settings.env.docname, line
    if isinstance(place, Directive):
        return place.state.document.settings.env.docname, place.lineno
    return place


def _permitted(env: BuildEnvironment) -> Permitted:
    found: Permitted = env.config.naranhi_permitted
    return found


def _read(app: Sphinx, config: Config) -> None:
    config["naranhi_permitted"] = read_permitted(Path(config.naranhi_root))
    # What the directives and roles are kept from, docutils and MyST are, too.
    config["myst_disable_syntax"] = [*config.myst_disable_syntax, "html_block", "html_inline"]


def setup(app: Sphinx) -> dict[str, Any]:
    # Another list is no reason to read pages again: nothing that was refused has become a page.
    app.add_config_value("naranhi_permitted", None, "", Permitted)
    app.add_source_parser(GuardedParser, override=True)
    app.connect("config-inited", _read, priority=200)
    # Before Sphinx looks for pictures and downloads.
    app.connect("doctree-read", _check_tree, priority=100)
    app.connect("env-updated", _break_circles, priority=100)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
