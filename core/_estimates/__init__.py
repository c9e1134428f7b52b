"""Estimates of a count's result and its time: by parts, by random probes, by progress.

The families say how they are probed; nothing here imports them.
"""
