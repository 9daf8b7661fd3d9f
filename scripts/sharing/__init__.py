"""One run serves every page that it is true for.

`records` finds the record that is true for a page; `retelling` tells what a page's own run would
have quoted of its source, and `requoting` puts it into an output; `leaks` finds code that could
have read what differs between the two sources.
"""

from scripts.sharing.records import (
    find_outputs,
    keys_of,
    outputs_to_compare,
    page_key,
    shared_outputs,
)

__all__ = ["find_outputs", "keys_of", "outputs_to_compare", "page_key", "shared_outputs"]
