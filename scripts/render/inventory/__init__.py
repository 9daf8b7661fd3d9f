"""Reads what other projects document, from their sources or from what they publish.

Nothing is run or imported for it: a checkout of a new release can be read on any machine.
"""
