"""Machine code of a kernel as a function that Python calls without Numba.

Importing Numba takes longer than most searches, and reading back what it keeps takes as long again.
Both are only needed to *make* machine code.  The result is an object file with one function, which
takes its arguments as C does: for an array two empty references, its size, its address, its shape
and its strides; for a tuple, the arguments for its values; for a number, the number.  LLVM alone
loads such a file (in 2 ms), and `ctypes` calls the function, without the interpreter's lock.

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
import struct
import sys
import weakref
from functools import cache
from typing import Any

import numpy as np

_KINDS: dict[str, Any] = {
    "i8": ctypes.c_int64, "u8": ctypes.c_uint64, "i4": ctypes.c_int32, "u4": ctypes.c_uint32,
    "i2": ctypes.c_int16, "u2": ctypes.c_uint16, "i1": ctypes.c_int8, "u1": ctypes.c_uint8,
    "f8": ctypes.c_double, "f4": ctypes.c_float, "b1": ctypes.c_bool, "p": ctypes.c_void_p,
}  # fmt: skip
"""The types of arguments and results, by NumPy's names; ``p`` is an address."""
_LLVM = {"i64": ("i8", "u8"), "i32": ("i4", "u4"), "i16": ("i2", "u2"), "i8": ("i1", "u1", "b1"), "i1": ("b1",),
         "double": ("f8",), "float": ("f4",)}  # fmt: skip
_RETURNED = {"none": None, "bool": "b1", "float64": "f8", "float32": "f4"} | {
    f"{sign}int{8 * size}": f"{'u' if sign else 'i'}{size}" for sign in ("", "u") for size in (1, 2, 4, 8)
}
"""The types of results, by Numba's names."""
_PYTHONS = {bool: "b1", float: "f8"}
_HALF = 1 << 63
_WELL = 0, -2
"""What the function returns if no exception was raised: 0, or -2 if it has no result."""
_NEVER_CALLED = "NRT_MemInfo_call_dtor"
"""Named wherever references to arrays are counted, but called only to free one: Python holds ours."""


UNKNOWN = "?"
"""In a signature: an argument that only Numba can pass on."""


class NotAlone(Exception):
    """Machine code that cannot be called without Numba."""


def passed(arguments: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """The signature of arguments, and the values passed to a function for them.

    Machine code is made for one signature: the types, and the field names of tuples.
    """
    told: list[str] = []
    leaves: list[Any] = []
    for each in arguments:
        _pass(each, told, leaves)
    return ",".join(told), leaves


def _pass(value: Any, told: list[str], leaves: list[Any]) -> None:
    kind: Any = type(value)
    if kind is np.ndarray:
        seen = _seen.get(id(value))
        if seen is None or seen[0]() is not value:
            seen = _look(value)
        told.append(seen[1])
        leaves += seen[2]
    elif kind is int:
        told.append("i8" if -_HALF <= value < _HALF else UNKNOWN)
        leaves.append(value)
    elif isinstance(value, tuple):
        told.append(_opened(kind))
        for each in value:
            _pass(each, told, leaves)
        told.append(")")
    elif isinstance(value, np.generic):
        told.append(value.dtype.str if value.dtype.str[1:] in _KINDS else UNKNOWN)
        leaves.append(value.item())
    else:
        told.append(_PYTHONS.get(kind, UNKNOWN))
        leaves.append(value)


@cache
def _opened(kind: type[tuple[Any, ...]]) -> str:
    """The part of a signature that comes before a tuple's values."""
    return f"{kind.__name__}[{' '.join(getattr(kind, '_fields', ()))}]("


_seen: dict[int, tuple[weakref.ref[Any], str, tuple[Any, ...]]] = {}
"""The values passed for an array, by `id` while it lives; finding them out takes longer than many calls."""


def _look(array: Any) -> tuple[weakref.ref[Any], str, tuple[Any, ...]]:
    holder = array.__array_struct__  # its contents live as long as it does
    key, kind, place = id(array), array.dtype.str, _Place.from_address(_held_by(holder, None))
    known = place.flags & _WELL_LAID == _WELL_LAID and kind[1:] in _KINDS
    told = f"{kind}{'' if place.flags & _WRITEABLE else 'r'}{array.ndim}" if known else UNKNOWN
    leaves = None, None, array.size, array.itemsize, place.data, *array.shape, *array.strides
    found = weakref.ref(array, lambda _: _seen.pop(key, None)), told, leaves
    _seen[key] = found
    return found


class _Place(ctypes.Structure):
    """NumPy's array interface for C, read in a third of the time that its Python dictionary takes."""

    _fields_ = (
        ("two", ctypes.c_int), ("dimensions", ctypes.c_int), ("kind", ctypes.c_char), ("itemsize", ctypes.c_int),
        ("flags", ctypes.c_int), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p), ("data", ctypes.c_void_p),
    )  # fmt: skip


_WELL_LAID, _WRITEABLE = 0x101, 0x400
"""Flags of `_Place`: contiguous rows, aligned, writable."""
_held_by = ctypes.pythonapi.PyCapsule_GetPointer
_held_by.argtypes, _held_by.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p


def _taken(value: Any) -> list[str]:
    """The types of the arguments passed for a value."""
    if isinstance(value, tuple):
        return [each for part in value for each in _taken(part)]
    if isinstance(value, np.ndarray):
        return ["p", "p", "i8", "i8", "p", *["i8"] * (2 * value.ndim)]
    return [passed((value,))[0][-2:]]


POSSIBLE = sys.platform != "win32" and struct.calcsize("P") == 8
"""Whether machine code is called without Numba on this system: on Windows, LLVM needs what only Numba tells it."""


class _Failure(ctypes.Structure):
    """Where an exception is reported: a pickle of its class and arguments."""

    _fields_ = (("text", ctypes.c_void_p), ("length", ctypes.c_int32))


class Native:
    """Machine code for arguments of one signature.  Any thread may call it; it releases the interpreter's lock."""

    def __init__(self, taken: list[str], returned: list[str] | str | None, name: str, code: bytes) -> None:
        self._said, self._code = {"taken": taken, "returned": returned, "name": name}, code
        self._returned = returned
        self._place: Any = ctypes.c_void_p
        if isinstance(returned, list):
            fields = [(f"part_{at}", _KINDS[kind]) for at, kind in enumerate(returned)]
            self._place = type("Returned", (ctypes.Structure,), {"_fields_": fields})
        elif returned:
            self._place = _KINDS[returned]
        before = ctypes.POINTER(self._place), ctypes.POINTER(ctypes.POINTER(_Failure))
        self._engine, address = _in_memory(name, code)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int32, *before, *(_KINDS[each] for each in taken))(address)

    def __call__(self, leaves: list[Any]) -> Any:
        """Run it on the values that `passed` gives for arguments of its signature.

        Raises:
            Exception: What the kernel raises.
        """
        place, failure = self._place(), ctypes.POINTER(_Failure)()
        status = self._function(ctypes.byref(place), ctypes.byref(failure), *leaves)
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
    returned = _returned(result.signature.return_type)
    return Native(taken, returned, result.fndesc.llvm_func_name, result.library._get_compiled_object())


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


def _in_memory(name: str, code: bytes) -> tuple[Any, int]:
    """An object that keeps the machine code in memory, and the address of the function."""
    from llvmlite import binding

    if binding.address_of_symbol(_NEVER_CALLED) is None:
        binding.add_symbol(_NEVER_CALLED, ctypes.cast(_never_called, ctypes.c_void_p).value)
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    # A machine for each engine: the engine owns it and frees it in the end.
    machine = binding.Target.from_default_triple().create_target_machine(jit=True, codemodel="jitdefault")
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return engine, engine.get_function_address(name)


_never_called = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(lambda _held: None)
"""Called in place of Numba's function that releases an array."""
