"""execute: lesson -> outputs, by real JAX, one run for all languages of a lesson.

`plan` finds in the store what has been run before and says what is left; `run` runs a lesson's
cells in a fresh `kernel`; `normalise` takes out of the outputs what belongs to one run or machine;
`expectations` compares what each cell did with what it should do. Outputs are kept by the lesson's
code key and by the fingerprint of the `environment`, so nothing is run twice. Nothing is imported
here: `check` wants what pages claim of outputs, and nothing of what it takes to run code.
"""
