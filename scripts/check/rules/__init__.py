"""All rules, in the order in which a file is mended."""

from scripts.check.rule import Rule
from scripts.check.rules.files import FILES
from scripts.check.rules.pairs import PAIRS
from scripts.check.rules.reading import READING, REFUSALS
from scripts.check.rules.sentences import SENTENCES

RULES: tuple[Rule, ...] = (*READING, *REFUSALS, *PAIRS, *FILES, *SENTENCES)
