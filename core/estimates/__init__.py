"""What a count will come to and how long it takes: by parts, by random probes, by how far it is.

The families hand in how they are probed; nothing here imports any of them.
"""
