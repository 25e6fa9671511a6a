"""The kernel's search for trains together, in Python and position by position: both look at the same and find the same.

Each module is the twin of the C++ header with its name (`native/together_*.hpp`). Whoever changes one changes the
other; a test compares what they find and how many positions it took them.
"""
