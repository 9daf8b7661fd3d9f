"""Links to other projects' documentation, resolved by our inventories and not by a network.

`[text](inv:jax:py:function#jax.jit)`, `{py:func}` and `{external+jax:py:func}` work as in any
Sphinx project; what Sphinx would fetch is made of `scripts/inventory.py` instead. A link that leads
nowhere is a warning, which stops our builds, and keeps its text.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes

from scripts.files import write_atomically
from scripts.inventory import PROJECTS, TITLES, read_inventory
from scripts.render.inventory.objects_inv import write_objects_inv

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode
    from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
    from sphinx.application import Sphinx
    from sphinx.config import Config


def _use_our_inventories(app: Sphinx, config: Config) -> None:
    """Put the inventories where Sphinx reads them from; addresses that a caller set stay."""
    folder = Path(app.doctreedir) / "inventories"
    for project, base in PROJECTS.items():
        if project in config.intersphinx_mapping:
            continue
        inventory = read_inventory(project)
        data = write_objects_inv(TITLES[project], inventory.release, inventory)
        path = folder / f"{project}.inv"
        if not path.is_file() or path.read_bytes() != data:
            folder.mkdir(parents=True, exist_ok=True)
            write_atomically(path, data)
        config.intersphinx_mapping[project] = (base, str(path))


def _keep_text_of_failed_links() -> None:
    """Have MyST show the text of an `inv:` link that leads nowhere; it leaves it out otherwise."""
    from myst_nb.sphinx_ import SphinxNbRenderer

    resolve = SphinxNbRenderer.render_link_inventory
    if resolve.__module__ == __name__:
        return  # it is ours already

    def render_link_inventory(self: SphinxRenderer, token: SyntaxTreeNode) -> None:
        there = len(self.current_node.children)
        resolve(self, token)
        added = self.current_node.children[there:]
        if not any(isinstance(node, nodes.reference) for node in added):
            self.render_children(token)

    SphinxNbRenderer.render_link_inventory = render_link_inventory


def setup(app: Sphinx) -> dict[str, Any]:
    app.setup_extension("sphinx.ext.intersphinx")
    # Before intersphinx looks at its settings.
    app.connect("config-inited", _use_our_inventories, priority=100)
    # MyST makes its renderer itself, so the class is mended; Sphinx runs in a process of its own.
    _keep_text_of_failed_links()
    return {"parallel_read_safe": True, "parallel_write_safe": True}
