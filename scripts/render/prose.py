"""What of a page is code, whatever else is asked of its texts: the one rule for all that ask."""

from __future__ import annotations

from collections.abc import Iterator

from docutils import nodes

CODE = (nodes.literal, nodes.FixedTextElement, nodes.math, nodes.raw)


def around(node: nodes.Node) -> Iterator[nodes.Element]:
    """Give the elements that a node stands in, from the inside out.

    >>> [element.tagname for element in around(nodes.paragraph("", "text")[0])]
    ['paragraph']
    """
    element = node.parent
    while element is not None:
        yield element
        element = element.parent


def is_code(element: nodes.Element) -> bool:
    """Tell whether what stands in an element is code or a formula, or a part of a cell.

    >>> is_code(nodes.literal("", "x")), is_code(nodes.emphasis("", "x"))
    (True, False)
    """
    return isinstance(element, CODE) or "nb_element" in element
