"""`python -m adjudicator`: the command line."""

from adjudicator.cli.main import main

main()
