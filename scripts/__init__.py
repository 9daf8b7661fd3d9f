"""Naranhi (나란히, "side by side"): a generator of bilingual documentation.

The pipeline, in the order in which a lesson meets it, each stage a folder:
`repair` turns damaged bytes into clean Korean text; `adopt` turns a foreign page into a lesson;
`check` reads lessons and says what is wrong with them; `execute` runs each lesson's code once,
by real JAX, for both languages; `render` joins lesson text and stored outputs into a site;
`publish` turns a finished site into a version that never changes again.

What the stages hand on are the files beside this one: `languages`, `lesson`, `outputs`,
`diagnostic`, `versions`. Stages import these, never each other.
"""
