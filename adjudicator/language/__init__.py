"""The rule language: grammar, syntax tree, types, checks, compiler, and a naive evaluator as its oracle."""
