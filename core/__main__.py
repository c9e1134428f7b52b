"""``python -m core``: everything the screens do, for scripts."""

try:
    from core.cli import main

    raise SystemExit(main())
except KeyboardInterrupt:  # Ctrl-C before or after the command itself
    raise SystemExit(130) from None
