"""`core._kernels.prefetch` as machine code: LLVM's prefetch instruction."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing import signature
from numba.extending import lower_builtin, type_callable

from core._kernels import prefetch

READ, KEEP, DATA = 0, 3, 1
"""LLVM's codes for: to read, into the nearest cache, data."""


@type_callable(prefetch.fetch_ahead)  # type: ignore[untyped-decorator]
def _type_fetch(context: Any) -> Any:
    def typer(array: Any, index: Any) -> Any:
        plain = isinstance(array, types.Array) and array.ndim == 1 and array.layout == "C"
        return signature(types.none, array, index) if plain and isinstance(index, types.Integer) else None

    return typer


@lower_builtin(prefetch.fetch_ahead, types.Array, types.Integer)  # type: ignore[untyped-decorator]
def _fetch(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    from numba.np.arrayobj import make_array

    data = make_array(sig.args[0])(context, builder, arguments[0]).data
    pointer = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
    numbers = [ir.IntType(32)(number) for number in (READ, KEEP, DATA)]
    kind = ir.FunctionType(ir.VoidType(), [pointer.type, *(number.type for number in numbers)])
    name = "llvm.prefetch.p0"
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    builder.call(function, [pointer, *numbers])
    return context.get_dummy_value()
