"""The reference: the tree of the rules, the words of the game, and finding things in them."""
