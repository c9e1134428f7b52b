"""The functions of `core.simd_shuffles` as machine code (see `core.simd_machine`)."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.typing import signature

from core import simd, simd_shuffles
from core.simd_machine import (
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

_PERMUTING = ("avx512bw", "avx512vl")


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
    good = isinstance(vector, Vector) and vector.count == 16 and vector.lane == types.uint16
    if good and _is_plain_array(table) and table.dtype == types.uint16 and isinstance(offset, types.Integer):
        return signature(vector, vector, table, types.uint64)
    return None


@_lowers(simd_shuffles.permute, Vector, types.Array, types.Integer)
def _permute(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One permutation of words where the processor has it, else the halves' byte shuffles, joined."""
    vector, table, offset = arguments
    kind = sig.args[0]

    def row(form: int) -> Any:
        start = builder.add(offset, ir.Constant(offset.type, form * simd_shuffles.LANES))
        return builder.load(_pointer(context, builder, sig.args[1], table, start, kind), align=2)

    features = simd.processor_features()
    if features.issuperset(_PERMUTING):
        return _intrinsic(builder, "llvm.x86.avx512.permvar.hi.256", kind.llvm, [vector, row(0)])
    whole = ir.VectorType(I8, 32)
    low = builder.shuffle_vector(vector, vector, _constant([*range(8)] * 2))
    high = builder.shuffle_vector(vector, vector, _constant([*range(8, 16)] * 2))
    looked_up = [
        _look_up(builder, builder.bitcast(half, whole), builder.bitcast(row(form), whole), features)
        for half, form in ((low, 1), (high, 2))
    ]
    return builder.bitcast(builder.or_(*looked_up), kind.llvm)


def _type_permute_half(vector: Any, table: Any, offset: Any) -> Any:
    good = isinstance(vector, Vector) and vector.count == 8 and vector.lane == types.uint16
    if good and _is_plain_array(table) and table.dtype == types.uint16 and isinstance(offset, types.Integer):
        return signature(Vector(vector.lane, 16), vector, table, types.uint64)
    return None


@_lowers(simd_shuffles.permute_half, Vector, types.Array, types.Integer)
def _permute_half(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One byte shuffle of the eight lanes, put down twice."""
    vector, table, offset = arguments
    kind, whole = sig.return_type, ir.VectorType(I8, 32)
    row = builder.load(_pointer(context, builder, sig.args[1], table, offset, kind), align=2)
    twice = builder.shuffle_vector(vector, vector, _constant([*range(8)] * 2))
    looked_up = _look_up(builder, builder.bitcast(twice, whole), builder.bitcast(row, whole), simd.processor_features())
    return builder.bitcast(looked_up, kind.llvm)


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


@_lowers(simd_shuffles.smaller_lanes, Vector, Vector)
def _smaller_lanes(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    compare = builder.icmp_signed if sig.args[0].lane.signed else builder.icmp_unsigned
    return builder.sext(compare("<", *arguments), sig.args[0].llvm)


for _public, _typer in (
    (simd_shuffles.shuffle, _type_shuffle), (simd_shuffles.permute, _type_permute),
    (simd_shuffles.permute_half, _type_permute_half), (simd_shuffles.count_of_nine, _type_same),
    (simd_shuffles.lower_half, _type_half), (simd_shuffles.upper_half, _type_half),
    (simd_shuffles.smaller_lanes, lambda left, right: left if isinstance(left, Vector) and left == right else None),
):  # fmt: skip
    _typed(_public, _typer)
