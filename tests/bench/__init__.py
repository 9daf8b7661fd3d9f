"""How good the repair is: `tox run -e bench` damages clean text, repairs it, and counts.

`damage` spoils text in every way that is known, `corpora` finds text and samples it, `metrics`
counts what came back, `workers` does so for one page beside ftfy, `figures` adds up, `report`
writes it up, and `repair` is the program.

What building costs beside plain Sphinx with MyST-NB: `lesson_sets` makes lessons, `process` says
what a command costs, `warm` runs cells with nothing around them, `build_report` writes it up, and
`build` is the program.

How well a site's search finds Korean words: `search`, in a browser.
"""
