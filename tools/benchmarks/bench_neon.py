"""The path for 64-bit ARM, as far as another machine can try it: ``python -m tools.benchmarks.bench_neon``.

Its kernel, two words a vector and nothing of x86 in it, is compiled and counts
here; then LLVM makes ARM machine code of the same intermediate code, and what
of NEON is in that is shown.  Running it takes an ARM processor, which chooses
this path by itself (``--processor neon`` asks for it).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile

TRIPLE, PROCESSOR = "aarch64-unknown-linux-gnu", "neoverse-n1"
ANY_X86 = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
INSTRUCTIONS = {
    "population count of 16 bytes": r"\bcnt\s+v", "AND of a vector": r"\band\s+v", "exclusive OR": r"\beor\s+v",
    "load or store of 128 bits": r"\b(?:ldr|str|ldur|stur|ldp|stp)\s+q",
}  # fmt: skip


def main() -> None:
    if any(os.environ.get(name) != value for name, value in ANY_X86.items()):
        with tempfile.TemporaryDirectory() as folder:  # what is read from the cache has no intermediate code
            environment = {**os.environ, **ANY_X86, "XDG_CACHE_HOME": folder}
            subprocess.run([sys.executable, "-m", "tools.benchmarks.bench_neon"], env=environment, check=True)
        return
    from llvmlite import binding

    from core import Queens
    from core._kernels.kernel import machine_code_of
    from core._kernels.simd import Processor
    from core._queens.problem import KNOWN_COUNTS
    from core._queens.quadrants.count import count_odd_jobs
    from core._queens.quadrants.quadrant_search import QuadrantSearch
    from tools.benchmarks.scaling import finished

    for n in (8, 10, 11, 12, 13):
        search = QuadrantSearch(Queens(n), None, Processor.NEON)
        search.prepare()
        found = finished(search)
        print(
            f"N = {n}: {found} by two words a vector on {binding.get_host_cpu_name()} without its vector instructions"
        )
        assert found == KNOWN_COUNTS[n - 1]
    code = machine_code_of(count_odd_jobs)
    assert "llvm.x86" not in code
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    machine = binding.Target.from_triple(TRIPLE).create_target_machine(cpu=PROCESSOR, opt=3)
    code = re.sub(r'target triple = ".*"', f'target triple = "{TRIPLE}"', code)
    code = re.sub(r'target datalayout = ".*"', f'target datalayout = "{machine.target_data}"', code)
    module = binding.parse_assembly(code)
    module.verify()
    text = machine.emit_assembly(module)
    print(f"the same for {TRIPLE} ({PROCESSOR}): {len(machine.emit_object(module)):,} bytes of object code, in it")
    for name, pattern in INSTRUCTIONS.items():
        print(f"  {len(re.findall(pattern, text)):5} × {name}")


if __name__ == "__main__":
    main()
