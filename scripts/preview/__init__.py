"""preview: the site in a browser while its lessons are written.

`pages` brings the pages up to date when something was saved, `executing` runs what code has
changed, and `around` makes what all pages share. `checked` knows what the rules find, `warned` what
Sphinx has warned of, and `findings` joins both. `server` shows the pages, tells the browser which
are new and what is wrong, and leads on from those that are `missing`.
"""
