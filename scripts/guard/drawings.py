"""Drawings (SVG): whether one does more than being drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from scripts.diagnostic import short
from scripts.patterns import lazy_pattern
from scripts.permitted import names

_DRAWN = names(
    "svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath title"
    " desc metadata clipPath mask pattern marker linearGradient radialGradient stop style image"
    " filter feBlend feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG"
    " feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset switch view a"
)
_SVG = "{http://www.w3.org/2000/svg}"
_XHTML = "1999/xhtml"
_DECLARED = lazy_pattern(
    r"<!DOCTYPE[^>\[]*\[|<!ENTITY|<\?xml-stylesheet|<\?xml[^>]*encoding\s*=\s*[\"'](?!utf-8[\"'])",
    re.IGNORECASE,
)
_OUTSIDE = lazy_pattern(r"(?:url\s*\(\s*['\"]?\s*(?!['\"#])|@import|expression\s*\(|\\)", re.I)
_EMBEDDED = lazy_pattern(r"data:image/(?:png|jpeg|gif|webp)[;,]", re.IGNORECASE)


def acting_drawing(data: bytes) -> str:
    """Give what a drawing does besides being drawn, or nothing: browsers open it as a page, too.

    >>> acting_drawing(b'<svg xmlns="http://www.w3.org/2000/svg" onload="f()"/>')
    "the drawing's attribute onload can act"
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "the drawing is not in UTF-8"
    if _DECLARED.search(text):
        return "the drawing defines entities, names a style sheet or is not in UTF-8"
    try:
        # What makes reading XML dangerous, entities of its own, has just been refused.
        tree = ElementTree.fromstring(data)  # noqa: S314 - see above
    except (ElementTree.ParseError, ValueError, LookupError):
        return "the file is no SVG drawing"
    if str(tree.tag).removeprefix(_SVG) != "svg":
        return "the file is no SVG drawing"
    return next(filter(None, map(_acting_element, tree.iter())), "")


def _acting_element(element: ElementTree.Element) -> str:
    tag = str(element.tag)
    local = tag.rpartition("}")[2]
    # What editors write about a drawing is in names of their own, which no browser knows.
    drawn = tag.startswith(_SVG) or not tag.startswith("{")
    if (drawn and local not in _DRAWN) or _XHTML in tag:
        return f"the drawing holds the element {short(local)}"
    if local == "style" and _OUTSIDE.search("".join(element.itertext())):
        return "the drawing's style names other files"
    kind = local
    for name, value in element.attrib.items():
        local = name.rpartition("}")[2].lower()
        if local.startswith("on") or local == "base" or _OUTSIDE.search(value):
            return f"the drawing's attribute {short(local)} can act"
        embedded = kind == "image" and _EMBEDDED.match(value)
        if local in {"href", "src"} and not value.startswith("#") and not embedded:
            return f"the drawing leads to {short(value)}"
    return ""
