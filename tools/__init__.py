"""What developers run by hand: benchmarks, tests of the tests and of terminals, makers of what is shipped."""
