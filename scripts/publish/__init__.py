"""The publish stage: a finished site becomes a version that never changes again.

Given a folder that `render` has finished, `publish` puts a whole copy of it, with a manifest of
checksums, below a published root, and `verify` proves later that every byte is still there:

    ROOT/index.html, latest/index.html    lead to the newest version
    ROOT/versions.json                    what is published; replaced last, so it decides
    ROOT/VERSION/manifest.json, ...       one folder a version, never touched again
"""

from scripts.publish.directory import Published, publish
from scripts.publish.verification import verify

__all__ = ["Published", "publish", "verify"]
