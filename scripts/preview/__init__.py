"""preview: the site in a browser while its lessons are written.

`pages` brings the pages up to date when something was saved; `server` shows them, tells the
browser which are new, and what is wrong.
"""
