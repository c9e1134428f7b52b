"""The functions of `core.kernels.shuffles` as machine code (see `core.kernels.simd_machine`)."""

from __future__ import annotations

from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.core.typing import signature

from core.kernels import shuffles as simd_shuffles
from core.kernels import simd
from core.kernels.simd_machine import (
    I8,
    I32,
    Vector,
    _intrinsic,
    _is_plain_array,
    _look_up_run,
    _lowers,
    _pointer,
    _suffix,
    _typed,
)


def _constant(places: list[int]) -> Any:
    return ir.Constant(ir.VectorType(I32, len(places)), places)


def _type_shuffle(vector: Any, taken: Any) -> Any:
    if not isinstance(vector, Vector) or not isinstance(taken, types.BaseTuple):
        return None
    return Vector(vector.lane, len(taken))


@_lowers(simd_shuffles.shuffle, Vector, types.BaseTuple)
def _shuffle(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.shuffle_vector(arguments[0], arguments[0], _constant([len(place) for place in sig.args[1]]))


def _type_permute(vector: Any, table: Any, offset: Any) -> Any:
    good = isinstance(vector, Vector) and vector.count in (8, 16) and vector.lane == types.uint16
    if good and _is_plain_array(table) and table.dtype == types.uint16 and isinstance(offset, types.Integer):
        return signature(vector, vector, table, types.uint64)
    return None


@_lowers(simd_shuffles.permute, Vector, types.Array, types.Integer)
def _permute(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One byte shuffle, which never leaves a half."""
    vector, table, offset = arguments
    kind = sig.args[0]
    whole = ir.VectorType(I8, 2 * kind.count)
    row = builder.load(_pointer(context, builder, sig.args[1], table, offset, kind), align=2)
    features = simd.processor_features()
    return builder.bitcast(
        _look_up(builder, builder.bitcast(vector, whole), builder.bitcast(row, whole), features), kind.llvm
    )


def _widened(builder: Any, vector: Any) -> Any:
    """Eight lanes as the lower ones of 16."""
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), _constant([*range(16)]))


def _halves_by(builder: Any, vector: Any, instruction: str) -> Any:
    """An AVX2 instruction by name, where the compiler prefers one that takes three cycles more on many processors."""
    kind = ir.FunctionType(vector.type, [vector.type])
    return builder.asm(kind, instruction, "=x,x", [vector], False)


@_lowers(simd_shuffles.twice, Vector)
def _twice(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    if "avx2" in simd.processor_features():
        return _halves_by(builder, _widened(builder, arguments[0]), "vinserti128 $$1, ${1:x}, ${1:t}, ${0:t}")
    return builder.shuffle_vector(arguments[0], arguments[0], _constant([*range(8)] * 2))


@_lowers(simd_shuffles.swapped, Vector)
def _swapped(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    if "avx2" in simd.processor_features():
        return _halves_by(builder, arguments[0], "vperm2i128 $$1, ${1:t}, ${1:t}, ${0:t}")
    return builder.shuffle_vector(arguments[0], arguments[0], _constant([*range(8, 16), *range(8)]))


binding.initialize_native_asmparser()

_BITS = [value.bit_count() for value in range(16)]


@_lowers(simd_shuffles.count_of_nine, Vector)
def _count_of_nine(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One instruction, or the bits of the lower half byte, and of the one above, from a table, and the ninth."""
    kind = sig.args[0].llvm
    features = simd.processor_features()
    if features.isdisjoint({"ssse3", "neon"}) or "avx512bitalg" in features:
        return _intrinsic(builder, f"llvm.ctpop.{_suffix(sig.args[0])}", kind, list(arguments))
    whole = ir.VectorType(I8, 32)
    table = ir.Constant(whole, _BITS * 2)

    def every(number: int) -> Any:
        return ir.Constant(kind, [number] * 16)

    def bits(nibbles: Any) -> Any:
        return builder.bitcast(_look_up(builder, table, builder.bitcast(nibbles, whole), features), kind)

    low, high = builder.and_(arguments[0], every(0x000F)), builder.lshr(arguments[0], every(4))
    if "ssse3" not in features:  # x86 looks at four bits of an index
        high = builder.and_(high, every(0x000F))
    ninth = builder.lshr(arguments[0], every(8))
    return builder.add(builder.add(bits(low), bits(high)), ninth)


def _type_same(vector: Any) -> Any:
    return vector if isinstance(vector, Vector) and vector.count == 16 and vector.lane == types.uint16 else None


def _look_up(builder: Any, table: Any, indices: Any, features: frozenset[str]) -> Any:
    if table.type.count == 16:
        return _look_up_run(builder, table, indices, features)
    if "avx2" in features:
        return _intrinsic(builder, "llvm.x86.avx2.pshuf.b", table.type, [table, indices])
    halves = [
        [builder.shuffle_vector(each, each, _constant([*range(at, at + 16)])) for each in (table, indices)]
        for at in (0, 16)
    ]
    runs = [_look_up_run(builder, values, places, features) for values, places in halves]
    return builder.shuffle_vector(*runs, _constant([*range(32)]))


def _half(first: bool) -> Any:
    def lowered(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        count = sig.return_type.count
        start = 0 if first else count
        return builder.shuffle_vector(arguments[0], arguments[0], _constant([*range(start, start + count)]))

    return lowered


def _type_half(vector: Any) -> Any:
    return Vector(vector.lane, vector.count // 2) if isinstance(vector, Vector) else None


_lowers(simd_shuffles.lower_half, Vector)(_half(True))
_lowers(simd_shuffles.upper_half, Vector)(_half(False))


@_lowers(simd_shuffles.shortfall, Vector, Vector)
def _shortfall(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vector, wanted = arguments
    return _intrinsic(builder, f"llvm.usub.sat.{_suffix(sig.args[0])}", vector.type, [wanted, vector])


@_lowers(simd_shuffles.without, Vector, Vector)
def _without(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.and_(arguments[0], builder.not_(arguments[1]))


def _type_alike(left: Any, right: Any) -> Any:
    return left if isinstance(left, Vector) and left == right else None


def _type_shortfall(vector: Any, wanted: Any) -> Any:
    return None if isinstance(vector, Vector) and vector.lane.signed else _type_alike(vector, wanted)


def _type_twice(vector: Any) -> Any:
    good = isinstance(vector, Vector) and vector.count == 8 and vector.lane == types.uint16
    return Vector(vector.lane, 16) if good else None


for _public, _typer in (
    (simd_shuffles.shuffle, _type_shuffle), (simd_shuffles.permute, _type_permute),
    (simd_shuffles.twice, _type_twice), (simd_shuffles.swapped, _type_same),
    (simd_shuffles.count_of_nine, _type_same), (simd_shuffles.shortfall, _type_shortfall),
    (simd_shuffles.without, _type_alike),
    (simd_shuffles.lower_half, _type_half), (simd_shuffles.upper_half, _type_half),
):  # fmt: skip
    _typed(_public, _typer)
