"""Texts of four languages: messages, names, rule texts, and what is wrong with them."""
