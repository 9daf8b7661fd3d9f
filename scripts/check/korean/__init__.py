"""What is wrong in Korean sentences: particles, spaces, spelling, endings, registers."""
