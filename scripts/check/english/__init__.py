"""What is wrong in English sentences: misspelled words, articles, forms, prepositions."""
