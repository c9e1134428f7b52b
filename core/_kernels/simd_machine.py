"""The functions of `core._kernels.simd` and `core._kernels.shuffles` as machine code.

Here are their types for Numba and the LLVM instructions that they become.

Everything is lowered in place, without separate functions or compilation, so kernels that use it
are cached on disk like any other.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeVar

from llvmlite import binding, ir
from numba import types
from numba.core.datamodel import models
from numba.core.typing import signature
from numba.extending import lower_builtin, register_model, type_callable

from core._kernels import shuffles, simd

F = TypeVar("F", bound=Callable[..., Any])

I1, I8, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 32, 64))


class Vector(types.Type):  # type: ignore[misc]
    """The Numba type of a vector: ``count`` lanes of an integer type."""

    def __init__(self, lane: Any, count: int) -> None:
        self.lane = lane
        self.count = count
        super().__init__(name=f"Vector({lane}, {count})")

    @property
    def llvm(self) -> ir.VectorType:
        """Its LLVM type."""
        return ir.VectorType(ir.IntType(self.lane.bitwidth), self.count)


@register_model(Vector)
class VectorModel(models.PrimitiveModel):  # type: ignore[misc]
    """A vector stays in a register unchanged."""

    def __init__(self, manager: Any, kind: Vector) -> None:
        super().__init__(manager, kind, kind.llvm)


def _lowers(function: Callable[..., Any], *kinds: Any) -> Callable[[F], F]:
    """Numba's ``lower_builtin``, with a type that checkers understand."""
    lowered: Callable[[F], F] = lower_builtin(function, *kinds)
    return lowered


def _typed(function: Callable[..., Any], typer: Callable[..., Any]) -> None:
    """Tell Numba what ``function`` returns for arguments of these types (None if it does not apply)."""
    type_callable(function)(lambda context: typer)


def _pointer(context: Any, builder: Any, array_type: Any, array: Any, offset: Any, vector: Vector) -> Any:
    from numba.np.arrayobj import make_array

    data = make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [offset]), vector.llvm.as_pointer())


def _index(context: Any, builder: Any, value: Any, kind: Any) -> Any:
    return context.cast(builder, value, kind, types.uint64)


def _intrinsic(builder: Any, name: str, result: Any, arguments: list[Any]) -> Any:
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(function, arguments)


def _suffix(vector: Vector) -> str:
    return f"v{vector.count}i{vector.lane.bitwidth}"


def _is_plain_array(kind: Any) -> bool:
    return (
        isinstance(kind, types.Array)
        and kind.ndim == 1
        and kind.layout == "C"
        and isinstance(kind.dtype, types.Integer)
    )


def _splatted(builder: Any, value: Any, vector: Vector) -> Any:
    one = builder.insert_element(ir.Constant(vector.llvm, ir.Undefined), value, I32(0))
    return builder.shuffle_vector(
        one, ir.Constant(vector.llvm, ir.Undefined), ir.Constant(ir.VectorType(I32, vector.count), [0] * vector.count)
    )


# Between memory and registers


def _type_load(array: Any, offset: Any, width: Any) -> Any:
    if _is_plain_array(array) and isinstance(offset, types.Integer) and isinstance(width, types.UniTuple):
        return Vector(array.dtype, width.count)
    return None


@_lowers(simd.load, types.Array, types.Integer, types.UniTuple)
def _load(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    offset = _index(context, builder, arguments[1], sig.args[1])
    pointer = _pointer(context, builder, sig.args[0], arguments[0], offset, sig.return_type)
    return builder.load(pointer, align=sig.return_type.lane.bitwidth // 8)


def _type_store(array: Any, offset: Any, vector: Any) -> Any:
    if _is_plain_array(array) and isinstance(offset, types.Integer) and isinstance(vector, Vector):
        return signature(types.none, array, offset, vector) if array.dtype == vector.lane else None
    return None


@_lowers(simd.store, types.Array, types.Integer, Vector)
def _store(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    offset = _index(context, builder, arguments[1], sig.args[1])
    pointer = _pointer(context, builder, sig.args[0], arguments[0], offset, sig.args[2])
    builder.store(arguments[2], pointer, align=sig.args[2].lane.bitwidth // 8)
    return context.get_dummy_value()


def _type_splat(value: Any, width: Any) -> Any:
    if isinstance(value, types.Integer) and isinstance(width, types.UniTuple):
        return Vector(value, width.count)
    return None


@_lowers(simd.splat, types.Integer, types.UniTuple)
def _splat(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return _splatted(builder, arguments[0], sig.return_type)


# Lane by lane


def _type_pair(left: Any, right: Any) -> Any:
    return left if isinstance(left, Vector) and left == right else None


def _type_shift(left: Any, right: Any) -> Any:
    return signature(left, left, left.lane) if isinstance(left, Vector) and isinstance(right, types.Integer) else None


def _lower_pair(operation: Any, instruction: Callable[[Any, Any, Any, Vector], Any]) -> None:
    _typed(operation, _type_pair)

    @_lowers(operation, Vector, Vector)
    def lowered(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return instruction(builder, arguments[0], arguments[1], sig.args[0])


def _lower_shift(operation: Any, instruction: Callable[[Any, Any, Any], Any]) -> None:
    _typed(operation, _type_shift)

    @_lowers(operation, Vector, types.Integer)
    def lowered(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return instruction(builder, arguments[0], _splatted(builder, arguments[1], sig.args[0]))


def _compared(builder: Any, sign: str, left: Any, right: Any, vector: Vector) -> Any:
    compare = builder.icmp_signed if vector.lane.signed else builder.icmp_unsigned
    return compare(sign, left, right)


for _operations, _instruction in (
    ((operator.and_, operator.iand), lambda b, x, y, v: b.and_(x, y)),
    ((operator.or_, operator.ior), lambda b, x, y, v: b.or_(x, y)),
    ((operator.xor, operator.ixor), lambda b, x, y, v: b.xor(x, y)),
    ((operator.add, operator.iadd), lambda b, x, y, v: b.add(x, y)),
    ((operator.sub, operator.isub), lambda b, x, y, v: b.sub(x, y)),
    ((simd.smaller,), lambda b, x, y, v: b.select(_compared(b, "<", x, y, v), x, y)),
    ((simd.larger,), lambda b, x, y, v: b.select(_compared(b, ">", x, y, v), x, y)),
    ((simd.equal_lanes,), lambda b, x, y, v: b.sext(b.icmp_unsigned("==", x, y), v.llvm)),
):
    for _operation in _operations:
        _lower_pair(_operation, _instruction)

_lower_shift(operator.lshift, lambda b, x, n: b.shl(x, n))
_lower_shift(operator.rshift, lambda b, x, n: b.lshr(x, n))


def _type_same(vector: Any) -> Any:
    return vector if isinstance(vector, Vector) else None


@_lowers(simd.popcount, Vector)
def _popcount(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vector = sig.args[0]
    return _intrinsic(builder, f"llvm.ctpop.{_suffix(vector)}", vector.llvm, list(arguments))


# A whole vector at once


def _type_total(vector: Any) -> Any:
    return vector.lane if isinstance(vector, Vector) else None


@_lowers(simd.total, Vector)
def _total(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vector = sig.args[0]
    lane = ir.IntType(vector.lane.bitwidth)
    return _intrinsic(builder, f"llvm.vector.reduce.add.{_suffix(vector)}", lane, list(arguments))


def _type_truth(vector: Any) -> Any:
    return types.boolean if isinstance(vector, Vector) else None


@_lowers(simd.is_zero, Vector)
def _is_zero(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    whole = ir.IntType(sig.args[0].lane.bitwidth * sig.args[0].count)
    return builder.icmp_unsigned("==", builder.bitcast(arguments[0], whole), whole(0))


def _type_word(vector: Any) -> Any:
    return types.uint64 if isinstance(vector, Vector) and vector.count <= 64 else None


@_lowers(simd.zero_lanes, Vector)
def _zero_lanes(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vector = sig.args[0]
    found = builder.icmp_unsigned("==", arguments[0], ir.Constant(vector.llvm, None))
    bits = builder.bitcast(found, ir.IntType(vector.count))
    return bits if vector.count == 64 else builder.zext(bits, I64)


@_lowers(simd.lowest_place, types.Integer)
def _lowest_place(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return _intrinsic(builder, "llvm.cttz.i64", I64, [*arguments, I1(1)])


_typed(simd.lowest_place, lambda word: signature(types.uint64, types.uint64) if word == types.uint64 else None)


def _type_compress(vector: Any, mask: Any) -> Any:
    if isinstance(vector, Vector) and isinstance(mask, types.Integer):
        return signature(vector, vector, types.uint64)
    return None


@_lowers(simd.compress, Vector, types.Integer)
def _compress(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One instruction with AVX-512, a permutation from a table with AVX2, lane by lane elsewhere."""
    vector = sig.args[0]
    features = simd.processor_features()
    value, bits = arguments[0], builder.trunc(arguments[1], ir.IntType(vector.count))
    width = vector.count * vector.lane.bitwidth
    if vector.count == 1:
        return value
    if vector.lane.bitwidth in (32, 64) and (
        (width == 512 and "avx512f" in features) or (width in (128, 256) and "avx512vl" in features)
    ):
        mask = builder.bitcast(bits, ir.VectorType(I1, vector.count))
        nothing = ir.Constant(vector.llvm, None)
        return _intrinsic(
            builder, f"llvm.x86.avx512.mask.compress.{_suffix(vector)}", vector.llvm, [value, nothing, mask]
        )
    if vector.lane.bitwidth == 64 and vector.count == 4 and "avx2" in features:
        return _compress_four(builder, value, bits, vector)
    out, place = ir.Constant(vector.llvm, ir.Undefined), I32(0)
    for lane in range(vector.count):
        out = builder.insert_element(out, builder.extract_element(value, I32(lane)), place)
        if lane + 1 < vector.count:
            bit = builder.and_(builder.lshr(bits, bits.type(lane)), bits.type(1))
            place = builder.add(place, builder.zext(bit, I32))
    return out


def _compress_four(builder: Any, value: Any, bits: Any, vector: Vector) -> Any:
    """Four words by a permutation of eight halves, one for each of the 16 masks."""
    halves = ir.VectorType(I32, 8)
    rows = []
    for mask in range(16):
        lanes = [lane for lane in range(4) if mask >> lane & 1]
        lanes += [0] * (4 - len(lanes))
        rows.append(ir.Constant(halves, [2 * lane + half for lane in lanes for half in (0, 1)]))
    name, kind = "core._kernels.simd.permutations", ir.ArrayType(halves, 16)
    table = builder.module.globals.get(name)
    if table is None:
        table = ir.GlobalVariable(builder.module, kind, name)
        table.linkage, table.global_constant, table.align = "internal", True, 32
        table.initializer = ir.Constant(kind, rows)
    chosen = builder.load(builder.gep(table, [I32(0), builder.zext(bits, I32)]))
    moved = _intrinsic(builder, "llvm.x86.avx2.permd", halves, [builder.bitcast(value, halves), chosen])
    return builder.bitcast(moved, vector.llvm)


# The same bits in other lanes


def _lower_view(function: Any, lane: Any) -> None:
    def typer(vector: Any) -> Any:
        if not isinstance(vector, Vector):
            return None
        return Vector(lane, vector.count * vector.lane.bitwidth // lane.bitwidth)

    _typed(function, typer)

    @_lowers(function, Vector)
    def lowered(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], sig.return_type.llvm)


for _function, _lane in ((simd.as_bytes, types.uint8), (simd.as_halves, types.uint32), (simd.as_words, types.uint64)):
    _lower_view(_function, _lane)


def _type_bytes(table: Any, indices: Any) -> Any:
    good = isinstance(table, Vector) and table == indices and table.lane == types.uint8
    return table if good and table.count in (16, 32, 64) else None


@_lowers(simd.look_up_bytes, Vector, Vector)
def _look_up_bytes(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One byte shuffle if the processor has it for this width, otherwise runs of 16."""
    vector = sig.args[0]
    features = simd.processor_features()
    single = {16: ("ssse3", "llvm.x86.ssse3.pshuf.b.128"), 32: ("avx2", "llvm.x86.avx2.pshuf.b"),
              64: ("avx512bw", "llvm.x86.avx512.pshuf.b.512")}  # fmt: skip
    needed, name = single[vector.count]
    if needed in features:
        return _intrinsic(builder, name, vector.llvm, list(arguments))
    runs = []
    for start in range(0, vector.count, 16):
        places = ir.Constant(ir.VectorType(I32, 16), list(range(start, start + 16)))
        table, indices = (builder.shuffle_vector(each, each, places) for each in arguments)
        runs.append(_look_up_run(builder, table, indices, features))
    while len(runs) > 1:
        width = runs[0].type.count * 2
        joined = ir.Constant(ir.VectorType(I32, width), list(range(width)))
        runs = [builder.shuffle_vector(runs[i], runs[i + 1], joined) for i in range(0, len(runs), 2)]
    return runs[0]


def _look_up_run(builder: Any, table: Any, indices: Any, features: frozenset[str]) -> Any:
    run = ir.VectorType(I8, 16)
    if "ssse3" in features:
        return _intrinsic(builder, "llvm.x86.ssse3.pshuf.b.128", run, [table, indices])
    if "neon" in features:  # an index beyond the table gives 0 there, as the upper bit should
        kept = builder.and_(indices, ir.Constant(run, [0x8F] * 16))
        return _intrinsic(builder, "llvm.aarch64.neon.tbl1.v16i8", run, [table, kept])
    out = ir.Constant(run, None)
    for place in range(16):
        index = builder.extract_element(indices, I32(place))
        value = builder.extract_element(table, builder.zext(builder.and_(index, I8(15)), I32))
        value = builder.select(builder.icmp_unsigned(">=", index, I8(128)), I8(0), value)
        out = builder.insert_element(out, value, I32(place))
    return out


def _constant(places: list[int]) -> Any:
    return ir.Constant(ir.VectorType(I32, len(places)), places)


def _type_shuffle(vector: Any, taken: Any) -> Any:
    if not isinstance(vector, Vector) or not isinstance(taken, types.BaseTuple):
        return None
    return Vector(vector.lane, len(taken))


@_lowers(shuffles.shuffle, Vector, types.BaseTuple)
def _shuffle(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    return builder.shuffle_vector(arguments[0], arguments[0], _constant([len(place) for place in sig.args[1]]))


def _type_permute(vector: Any, table: Any, offset: Any) -> Any:
    good = isinstance(vector, Vector) and vector.count in (8, 16) and vector.lane == types.uint16
    if good and _is_plain_array(table) and table.dtype == types.uint16 and isinstance(offset, types.Integer):
        return signature(vector, vector, table, types.uint64)
    return None


@_lowers(shuffles.permute, Vector, types.Array, types.Integer)
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
    """An AVX2 instruction by name; the compiler would prefer one that takes three cycles more on many processors."""
    kind = ir.FunctionType(vector.type, [vector.type])
    return builder.asm(kind, instruction, "=x,x", [vector], False)


@_lowers(shuffles.twice, Vector)
def _twice(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    if "avx2" in simd.processor_features():
        return _halves_by(builder, _widened(builder, arguments[0]), "vinserti128 $$1, ${1:x}, ${1:t}, ${0:t}")
    return builder.shuffle_vector(arguments[0], arguments[0], _constant([*range(8)] * 2))


@_lowers(shuffles.swapped, Vector)
def _swapped(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    if "avx2" in simd.processor_features():
        return _halves_by(builder, arguments[0], "vperm2i128 $$1, ${1:t}, ${1:t}, ${0:t}")
    return builder.shuffle_vector(arguments[0], arguments[0], _constant([*range(8, 16), *range(8)]))


binding.initialize_native_asmparser()

_BITS = [value.bit_count() for value in range(16)]


@_lowers(shuffles.count_of_nine, Vector)
def _count_of_nine(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """One instruction, or else the bits of the two lower half bytes, from a table, plus the ninth bit."""
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


def _type_sixteen(vector: Any) -> Any:
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


_lowers(shuffles.lower_half, Vector)(_half(True))
_lowers(shuffles.upper_half, Vector)(_half(False))


@_lowers(shuffles.shortfall, Vector, Vector)
def _shortfall(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    vector, wanted = arguments
    return _intrinsic(builder, f"llvm.usub.sat.{_suffix(sig.args[0])}", vector.type, [wanted, vector])


@_lowers(shuffles.without, Vector, Vector)
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
    (simd.load, _type_load), (simd.store, _type_store), (simd.splat, _type_splat), (simd.popcount, _type_same),
    (simd.total, _type_total), (simd.is_zero, _type_truth), (simd.zero_lanes, _type_word),
    (simd.compress, _type_compress), (simd.look_up_bytes, _type_bytes),
    (shuffles.shuffle, _type_shuffle), (shuffles.permute, _type_permute),
    (shuffles.twice, _type_twice), (shuffles.swapped, _type_sixteen),
    (shuffles.count_of_nine, _type_sixteen), (shuffles.shortfall, _type_shortfall),
    (shuffles.without, _type_alike),
    (shuffles.lower_half, _type_half), (shuffles.upper_half, _type_half),
):  # fmt: skip
    _typed(_public, _typer)
