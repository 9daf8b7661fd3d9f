"""What a browser says of a built site: `tox run -e browser`, or `python -m tests.browser`.

`sites` finds pages and serves them, `probes.js` asks a page, `walk` visits every page in every
state, `switching` goes to the other language and back, `without_script` does without script,
`lettering` without the system's Hangul, `report` writes it up. Needs Playwright (docs/browser.txt)
and a Chromium of the system.
"""
