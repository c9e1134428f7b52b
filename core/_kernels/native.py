"""Machine code of a kernel as a function that Python calls without Numba.

Importing Numba takes longer than most searches, and reading back what it keeps takes as long again.
Both are only needed to *make* machine code.  The result is an object file with one function, which
takes its arguments as C does: for an array two empty references, its size, its address, its shape
and its strides; for a tuple, the arguments for its values; for a number, the number.  There may be
hundreds of them, so a second object file has a function that reads them from memory, one word each,
and calls the first.  LLVM alone loads such files (in 2 ms), and `ctypes` calls the function, without
the interpreter's lock.

`made` has Numba compile a kernel, `Native` is the result, and `Native.kept` and
`restored` are the way to disk and back.  If a kernel needs more than this (it returns an array, or
calls functions that come with Numba), `made` raises `NotAlone`.

Source: the calling convention is that of Numba 0.61 to 0.68 (``numba.core.callconv``); `made`
compares what it would pass with what the compiled function takes, so it notices another convention
before a wrong call can touch memory.
"""

from __future__ import annotations

import ctypes
import json
import pickle
import sys
import weakref
from functools import cache
from itertools import accumulate, pairwise
from struct import Struct, calcsize
from typing import Any

import numpy as np

_KINDS: dict[str, Any] = {
    "i8": ctypes.c_int64, "u8": ctypes.c_uint64, "i4": ctypes.c_int32, "u4": ctypes.c_uint32,
    "i2": ctypes.c_int16, "u2": ctypes.c_uint16, "i1": ctypes.c_int8, "u1": ctypes.c_uint8,
    "f8": ctypes.c_double, "f4": ctypes.c_float, "b1": ctypes.c_bool,
}  # fmt: skip
"""The types of arguments and results, by NumPy's names; ``p`` is an address."""
_LLVM = {"i64": ("i8", "u8"), "i32": ("i4", "u4"), "i16": ("i2", "u2"), "i8": ("i1", "u1", "b1"), "i1": ("b1",),
         "double": ("f8",), "float": ("f4",)}  # fmt: skip
_RETURNED = {"none": None, "bool": "b1", "float64": "f8", "float32": "f4"} | {
    f"{sign}int{8 * size}": f"{'u' if sign else 'i'}{size}" for sign in ("", "u") for size in (1, 2, 4, 8)
}
"""The types of results, by Numba's names."""
_PYTHONS = {int: "i8", bool: "b1", float: "f8"}
_WORDS = {"i": Struct("q"), "u": Struct("Q"), "b": Struct("q"), "f": Struct("d")}
"""How a number is written in a word, by the letter of its type."""
_HALF = 1 << 63
_WELL = 0, -2
"""What the function returns if no exception was raised: 0, or -2 if it has no result."""
_ENTRY = "taking_words"
"""The name of the function that `ctypes` calls."""
_NEVER_CALLED = "NRT_MemInfo_call_dtor"
"""Named wherever references to arrays are counted, but called only to free one: Python holds ours."""


UNKNOWN = "?"
"""In a signature: an argument that only Numba can pass on."""


class NotAlone(Exception):
    """Machine code that cannot be called without Numba."""


def passed(arguments: tuple[Any, ...]) -> tuple[str, bytes]:
    """The signature of arguments, and the values passed to a function for them, in words of 64 bits.

    Machine code is made for one signature: the types, and the field names of tuples.
    """
    told: list[str] = []
    words: list[bytes] = []
    _pass(arguments, told, words)
    return ",".join(told), b"".join(words)


def _pass(values: tuple[Any, ...], told: list[str], words: list[bytes]) -> None:
    for value in values:
        kind: Any = type(value)
        if kind is np.ndarray:
            seen = _seen.get(id(value))
            if seen is None or seen[0]() is not value:
                seen = _look(value)
            told.append(seen[1])
            words.append(seen[2])
        elif isinstance(value, tuple):
            told.append(_opened(kind))
            _pass(value, told, words)
            told.append(")")
        else:
            name, number = _PYTHONS.get(kind, UNKNOWN), value
            if isinstance(value, np.generic):
                name, number = value.dtype.str, value.item()
            if name[-2:] not in _KINDS or (kind is int and not -_HALF <= value < _HALF):
                name = UNKNOWN
            else:
                words.append(_WORDS[name[-2]].pack(number))
            told.append(name)


@cache
def _opened(kind: type[tuple[Any, ...]]) -> str:
    """The part of a signature that comes before a tuple's values."""
    return f"{kind.__name__}[{' '.join(getattr(kind, '_fields', ()))}]("


_seen: dict[int, tuple[weakref.ref[Any], str, bytes]] = {}
"""The words passed for an array, by `id` while it lives; finding them out takes longer than many calls."""
_SEEN_BETWEEN = 1024
"""Each time the number of entries is a multiple of this, those of arrays that are gone are dropped."""
_PASSED = [Struct(f"{5 + 2 * dimensions}q") for dimensions in range(65)]
_Nothing = ctypes.c_char * 0


def _look(array: Any) -> tuple[weakref.ref[Any], str, bytes]:
    kind = array.dtype.str
    try:
        place, told = ctypes.addressof(_Nothing.from_buffer(array)), f"{kind}{array.ndim}"
    except (TypeError, ValueError, BufferError):  # read-only, or not contiguous
        place, told = array.__array_interface__["data"][0], f"{kind}{'' if array.flags.writeable else 'r'}{array.ndim}"
    flags = array.flags
    if kind[1:] not in _KINDS or not (flags.c_contiguous and flags.aligned):
        told = UNKNOWN
    words = _PASSED[array.ndim].pack(0, 0, array.size, array.itemsize, place, *array.shape, *array.strides)
    if len(_seen) % _SEEN_BETWEEN == 0:
        for key, (held, _, _) in list(_seen.items()):
            if held() is None:
                _seen.pop(key, None)
    found = weakref.ref(array), told, words
    _seen[id(array)] = found
    return found


def _taken(value: Any) -> list[str]:
    """The types of the arguments passed for a value."""
    if isinstance(value, tuple):
        return [each for part in value for each in _taken(part)]
    if isinstance(value, np.ndarray):
        return ["p", "p", "i8", "i8", "p", *["i8"] * (2 * value.ndim)]
    return [passed((value,))[0][-2:]]


POSSIBLE = sys.platform != "win32" and calcsize("P") == 8
"""Whether machine code is called without Numba on this system: on Windows, LLVM needs what only Numba tells it."""


class _Failure(ctypes.Structure):
    """Where an exception is reported: a pickle of its class and arguments."""

    _fields_ = (("text", ctypes.c_void_p), ("length", ctypes.c_int32))


class Native:
    """Machine code for arguments of one signature.  Any thread may call it; it releases the interpreter's lock."""

    def __init__(self, returned: list[str] | str | None, lengths: list[int], code: bytes) -> None:
        self._said, self._code = {"returned": returned, "lengths": lengths}, code
        self._returned = returned
        self._place: Any = ctypes.c_void_p
        if isinstance(returned, list):
            fields = [(f"part_{at}", _KINDS[kind]) for at, kind in enumerate(returned)]
            self._place = type("Returned", (ctypes.Structure,), {"_fields_": fields})
        elif returned:
            self._place = _KINDS[returned]
        ends = list(accumulate(lengths, initial=0))
        self._engine, address = _in_memory([code[first:last] for first, last in pairwise(ends)])
        before = ctypes.POINTER(self._place), ctypes.POINTER(ctypes.POINTER(_Failure))
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *before, ctypes.c_char_p)(address)

    def __call__(self, words: bytes) -> Any:
        """Run it on the words that `passed` gives for arguments of its signature.

        Raises:
            Exception: What the kernel raises.
        """
        place, failure = self._place(), ctypes.POINTER(_Failure)()
        status = self._function(ctypes.byref(place), ctypes.byref(failure), words)
        if status not in _WELL:
            kind, told = pickle.loads(ctypes.string_at(failure[0].text, failure[0].length))[:2]
            raise kind(*told or ())
        if self._returned is None:
            return None
        if isinstance(self._returned, list):
            return tuple(getattr(place, name) for name, _ in place._fields_)
        return place.value

    def kept(self) -> bytes:
        """The bytes from which `restored` makes it again."""
        return json.dumps(self._said).encode() + b"\n" + self._code


def restored(kept: bytes) -> Native:
    """Machine code from what was kept.

    Raises:
        ValueError: It is not what `Native.kept` wrote.
        NotAlone: Nothing was kept (no bytes), because nothing can be called without Numba.
    """
    if not kept:
        raise NotAlone
    said, _, code = kept.partition(b"\n")
    return Native(**json.loads(said), code=code)


def made(dispatcher: Any, arguments: tuple[Any, ...]) -> Native:
    """The machine code that one of Numba's dispatchers makes for arguments like these.

    Raises:
        NotAlone: It needs more than its arguments.
        numba.core.errors.NumbaError: The kernel cannot be compiled.
    """
    if not POSSIBLE or UNKNOWN in passed(arguments)[0]:
        raise NotAlone
    taken = _taken(arguments)
    types = tuple(dispatcher.typeof_pyval(each) for each in arguments)
    dispatcher.compile(types)
    result = dispatcher.overloads[types]
    convention = result.target_context.call_conv.get_function_type(result.fndesc.restype, result.fndesc.argtypes)
    llvm = [str(each) for each in convention.args[2:]]
    if len(llvm) != len(taken) or not all(map(_is_passed, llvm, taken)):
        raise NotAlone
    module = result.library._final_module
    outside = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    if result.library.has_dynamic_globals or not all(map(_is_everywhere, outside)):
        raise NotAlone
    codes = result.library._get_compiled_object(), _taking_words(convention, result.fndesc.llvm_func_name)
    return Native(_returned(result.signature.return_type), [len(each) for each in codes], b"".join(codes))


def _taking_words(convention: Any, name: str) -> bytes:
    """Machine code of `_ENTRY`, which calls the function of this name with arguments from memory, one word each."""
    from llvmlite import binding, ir

    word, module = ir.IntType(64), ir.Module()
    inner = ir.Function(module, convention, name)
    outer = ir.Function(module, ir.FunctionType(ir.IntType(32), [*convention.args[:2], word.as_pointer()]), _ENTRY)
    builder = ir.IRBuilder(outer.append_basic_block())
    given = []
    for at, kind in enumerate(convention.args[2:]):
        held = builder.load(builder.gep(outer.args[2], [word(at)]))
        if isinstance(kind, ir.PointerType):
            held = builder.inttoptr(held, kind)
        elif isinstance(kind, ir.DoubleType):
            held = builder.bitcast(held, kind)
        elif isinstance(kind, ir.FloatType):
            held = builder.fptrunc(builder.bitcast(held, ir.DoubleType()), kind)
        elif kind.width < word.width:
            held = builder.trunc(held, kind)
        given.append(held)
    builder.ret(builder.call(inner, [*outer.args[:2], *given]))
    code: bytes = _machine(binding).emit_object(binding.parse_assembly(str(module)))
    return code


def _is_passed(llvm: str, kind: str) -> bool:
    """Whether a function that takes LLVM's type can be passed a value of ours."""
    return llvm.endswith(("*", "ptr")) if kind == "p" else kind in _LLVM.get(llvm, ())


def _is_everywhere(name: str) -> bool:
    """Whether LLVM can find a name used by machine code: in itself or in the C library."""
    return name == _NEVER_CALLED or name.startswith("llvm.")


def _returned(numba_type: Any) -> list[str] | str | None:
    parts = getattr(numba_type, "types", None)
    names = [str(each) for each in ([numba_type] if parts is None else parts)]
    if hasattr(numba_type, "fields") or not all(each in _RETURNED for each in names):
        raise NotAlone
    return _RETURNED[names[0]] if parts is None else [str(_RETURNED[each]) for each in names]


def _machine(binding: Any) -> Any:
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    return binding.Target.from_default_triple().create_target_machine(jit=True, codemodel="jitdefault")


def _in_memory(codes: list[bytes]) -> tuple[Any, int]:
    """An object that keeps the machine code in memory, and the address of `_ENTRY`."""
    from llvmlite import binding

    if binding.address_of_symbol(_NEVER_CALLED) is None:
        binding.add_symbol(_NEVER_CALLED, ctypes.cast(_never_called, ctypes.c_void_p).value)
    # A machine for each engine: the engine owns it and frees it in the end.
    machine = _machine(binding)
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    for code in codes:
        engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine, engine.get_function_address(_ENTRY)


_never_called = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _held: None)
"""Called in place of Numba's function that releases an array."""
