"""``python -m core``: everything the screens do, for scripts."""

from core.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
