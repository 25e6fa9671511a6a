"""The kernel's search for trains that share no track, in Python and position by position: both find the same run.

Each module is the twin of the C++ header with its name (`native/*.hpp`). Whoever changes one changes the other; a test
compares what they find and how many positions it took them. `routes/search.py` is another search, by which the tests
check both.
"""
