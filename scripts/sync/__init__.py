"""How two languages stay in step: what was confirmed of a translation, and what changed since.

`state` is what was confirmed, in files; `units` cuts lessons into what is confirmed; `pairing` puts
units side by side; `translation` says what became of each; `word_diff` shows the words that
changed; `starting` begins a translation.
"""
