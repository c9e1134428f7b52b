"""The decorators behind every compiled loop.

A *kernel* is a plain Python function over NumPy arrays that runs two ways on
the same arrays, with the same answers: interpreted at once, and as machine code
(Numba, without the GIL) as soon as that has been compiled or read from disk.
If Numba cannot be imported, or ``NUMBA_DISABLE_JIT=1`` is set, it stays interpreted.  Numba is
imported when the first kernel is compiled, not before.

Rules for kernels: monomorphic arguments (one
compilation each), unsigned 64-bit index arithmetic, explicit stacks instead of
recursion, no allocation inside, all state in arrays passed in, so that a run can be interrupted and
resumed anywhere.  A kernel's state is one named tuple, so a call reads ``kernel(state, budget,
quota, found)``; its fields are read by name (unpacking the tuple whole cost one kernel 10 %).

Machine code is kept on disk under a digest of all that it was made from.  What a kernel names is
found automatically: kernels, `inline_kernel` helpers, constants, Numba's intrinsics (defined in a
module, with all that varies as an argument; one made inside a function with baked-in values gets
new machine code each time).  Only what a module *registers* with Numba
(``numba.extending.overload``) must be declared, by `machine_form`.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import os
import threading
import types
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from functools import cached_property, partial, update_wrapper
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

import numpy as np

from core._kernels.background import have_done
from core._kernels.native import Native, NotAlone, made, passed
from core._kernels.waiting import may_be_left, wait_for, waiting

if TYPE_CHECKING:
    from core._kernels.cache import KeptCode

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = importlib.util.find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether kernels can become machine code in this process: Numba is installed and not switched off."""

_compiling = threading.RLock()
"""Held by the thread that makes machine code: Numba does one thing at a time."""
_without: list[Kernel] = []
"""The kernel whose compilation showed that Numba does not work, if any did."""


class Kernel:
    """A function with two forms.  Calling it runs machine code, compiling it first if possible."""

    __qualname__: str

    def __init__(self, function: types.FunctionType, on_integers: bool = False, counts_references: bool = True) -> None:
        update_wrapper(self, function)
        self.on_integers = on_integers
        self.counts_references = counts_references
        self.py_func = function
        """The function as it was written."""
        self.failure: Exception | None = None
        """The error that made `compile` fail: a mistake in the kernel."""
        self.interpreted_steps = 0
        self.interpreted_seconds = 0.0
        """Steps run interpreted in this process, and their processor time."""
        self.sought = False
        """Whether its machine code has been looked for on disk, not only made."""
        self._plain: Callable[..., Any] | None = None
        self._natives: dict[str, Native] = {}
        """Machine code by the signature that it was made for."""
        self._dispatcher: Any = None
        """Numba's own form, for machine code that cannot be called without Numba."""

    @property
    def compiled(self) -> bool:
        """Whether there is machine code, so that a call starts at once."""
        return bool(self._natives) or self._dispatcher is not None

    def __call__(self, *arguments: Any) -> Any:
        made_for, words = passed(arguments)
        native = self._natives.get(made_for)
        if native is None and self._dispatcher is None:
            self.compile(*arguments)
            native = self._natives.get(made_for)
        if native is not None:
            return native(words)
        return self.interpret(*arguments) if self._dispatcher is None else self._dispatcher(*arguments)

    def interpret(self, *arguments: Any) -> Any:
        """Run it as Python.

        On integers, its arrays and constants give and take Python's integers, which are several
        times as fast as NumPy's.  Otherwise NumPy's warnings about scalars that overflow are
        silenced: unsigned arithmetic in kernels wraps on purpose, as in machine code.
        """
        if self._plain is None:
            self._plain = _plain_form(self.py_func, self.on_integers)
        if self.on_integers:
            return self._plain(*map(_on_integers, arguments))
        with np.errstate(over="ignore"), warnings.catch_warnings():
            return self._plain(*arguments)

    def compile(self, *arguments: Any) -> None:
        """Wait for machine code for arguments like these (not changed): it is read from disk, or made.

        Does nothing if Numba is missing or does not work here.  May be called from any thread.

        Raises:
            NoLongerWanted: The thread waits only `while_wanted`; the machine code is made all the same.
            Exception: The kernel cannot be compiled.
        """
        if not COMPILED or _without or self._dispatcher is not None:
            return
        if passed(arguments)[0] in self._natives or self.read(*arguments):
            return
        with waiting():
            if may_be_left():
                wait_for(have_done(partial(self.make, *arguments), Future()))
            else:
                self.make(*arguments)

    def make(self, *arguments: Any) -> None:
        """`compile` in the calling thread; a second thread waits for the first."""
        if not COMPILED or _without:
            return
        with _compiling:
            made_for = passed(arguments)[0]
            if made_for in self._natives or self._dispatcher is not None:
                return
            try:
                try:
                    if not self._read(made_for):
                        self._make(made_for, arguments)
                except NotAlone:
                    self._make_within_numba(arguments)
            except ImportError:  # installed, but not for this processor, this NumPy, this Python
                _without.append(self)
            except Exception as error:
                self.failure = error
                raise

    def read(self, *arguments: Any) -> bool:
        """Read machine code for arguments like these from the disk; False if there is none."""
        if not COMPILED or _without:
            return False
        try:
            return self._read(passed(arguments)[0])
        except (ImportError, NotAlone):
            return False

    def _read(self, made_for: str) -> bool:
        native = self._kept.native(made_for)
        if native is not None:
            self._natives[made_for] = native
        return native is not None

    def _make(self, made_for: str, arguments: tuple[Any, ...]) -> None:
        try:
            native = made(_machine_form(self, alone=True), arguments)
        except NotAlone:
            self._kept.keep_native(made_for, None)
            raise
        self._kept.keep_native(made_for, native)
        self._natives[made_for] = native

    def _make_within_numba(self, arguments: tuple[Any, ...]) -> None:
        dispatcher = _machine_form(self, alone=False)
        dispatcher.compile(tuple(dispatcher.typeof_pyval(argument) for argument in arguments))
        self._dispatcher = dispatcher

    @property
    def _options(self) -> dict[str, Any]:
        counting = {} if self.counts_references else {"_nrt": False}
        return {"nogil": True, "boundscheck": False, **counting}

    @cached_property
    def _kept(self) -> KeptCode:
        from core._kernels.cache import KeptCode

        return KeptCode(self.py_func, self._options)

    def __reduce__(self) -> str:
        return self.__qualname__


@overload
def kernel(function: Callable[..., Any]) -> Kernel: ...
@overload
def kernel(*, on_integers: bool = False, counts_references: bool = True) -> Callable[[Callable[..., Any]], Kernel]: ...
def kernel(
    function: Callable[..., Any] | None = None, *, on_integers: bool = False, counts_references: bool = True
) -> Any:
    """A loop with two forms, see `Kernel`.

    ``on_integers`` promises that neither the function nor any helper that it names relies on
    arithmetic that wraps (what may wrap is masked: ``& ALL``), and that they only index arrays and
    ask for their shape.

    Without ``counts_references``, machine code does not count references to arrays; otherwise it
    does so at every call of a helper unless it can tell that it need not.  The kernel must then not
    make or copy arrays (``a[:] = b[:]``).
    """
    if function is None:
        return lambda function: Kernel(function, on_integers, counts_references)
    return Kernel(cast(types.FunctionType, function), on_integers, counts_references)


@overload
def inline_kernel(function: F) -> F: ...
@overload
def inline_kernel(*, on_integers: Callable[..., Any]) -> Callable[[F], F]: ...
def inline_kernel(function: Any = None, *, on_integers: Callable[..., Any] | None = None) -> Any:
    """A helper that kernels call: it becomes part of their machine code.  Elsewhere it is a plain function.

    ``on_integers`` does the same with Python's integers, for kernels that run on them.
    """

    def mark(function: F) -> F:
        marked: Any = function
        marked._inline_kernel, marked._on_integers = True, on_integers
        return function

    return mark if function is None else mark(function)


def machine_form(module: str) -> Callable[[F], F]:
    """A helper whose machine code this module registers with Numba when imported.

    The function itself runs interpreted.  The module is imported when the first kernel that names
    the helper is compiled, and machine code is out of date once the module's source changes.
    """

    def mark(function: F) -> F:
        marked: Any = function
        marked._machine_module = module
        return function

    return mark


def is_making() -> bool:
    """Whether a thread is making machine code, so that reading some may take as long as a call of LLVM."""
    if not _compiling.acquire(blocking=False):
        return True
    _compiling.release()
    return False


_INTEGERS = types.SimpleNamespace(
    **dict.fromkeys(("uint8", "uint32", "uint64", "int8", "int32", "int64"), int), float64=float, inf=np.inf
)
"""The substitute for NumPy in a function on integers."""


def _plain_form(function: types.FunctionType, on_integers: bool) -> types.FunctionType:
    """The function over the plain forms of all kernels that it names; on integers, over those of all that it names."""

    def plain(named: Any) -> Any:
        if isinstance(named, Kernel):
            return _plain_form(named.py_func, on_integers)
        if on_integers:
            if getattr(named, "_inline_kernel", False):
                return named._on_integers or _plain_form(named, on_integers)
            if isinstance(named, np.generic):
                return named.item()
            if named is np:
                return _INTEGERS
        return None

    return _over(function, plain)


def _on_integers(argument: Any) -> Any:
    """An argument for a function on integers: arrays become views that give and take integers."""
    if isinstance(argument, np.ndarray):
        return memoryview(cast(Any, argument))
    if isinstance(argument, np.generic):
        return argument.item()
    if isinstance(argument, tuple):
        kind: Any = type(argument)
        return kind._make(map(_on_integers, argument))
    return argument


_dispatchers: dict[Any, Any] = {}


def _machine_form(named: Any, alone: bool) -> Any:
    """Numba's form of a kernel or helper (over those of all that it names), or None for anything else.

    A form made ``alone`` cannot be called from Python, and takes half the time to make.
    """
    options: dict[str, Any]
    if isinstance(named, Kernel):
        function, options = named.py_func, named._options
        if alone:
            options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    elif getattr(named, "_inline_kernel", False):
        function, options = named, {"inline": "always"}
    else:
        if module := getattr(named, "_machine_module", None):
            _imported(module)
        return None
    if (named, alone) not in _dispatchers:
        if os.environ.get("NUMBA_CPU_NAME", "host") != "host":
            os.environ.setdefault("NUMBA_CPU_FEATURES", "")  # otherwise Numba adds all that this machine has
        if logging.getLogger("numba").level == logging.NOTSET:  # nobody asked for its 34 000 lines of notes
            logging.getLogger("numba").setLevel(logging.WARNING)
        dispatcher = _imported("numba").njit(**options)(_over(function, partial(_machine_form, alone=alone)))
        if isinstance(named, Kernel) and not alone:
            named._kept.serve(dispatcher)
        _dispatchers[named, alone] = dispatcher
    return _dispatchers[named, alone]


def _imported(name: str) -> Any:
    """A module that needs Numba, or Numba itself.  Raises ImportError even if only its library does not load."""
    try:
        return importlib.import_module(name)
    except OSError as error:  # for example, too little memory
        raise ImportError(f"{name} does not load: {error}") from error


def machine_code_of(kernel: Kernel) -> str:
    """The LLVM intermediate code of a kernel compiled in this process (not of one read from disk)."""
    code: dict[Any, str] = _dispatchers[kernel, True].inspect_llvm()
    return next(iter(code.values()))


def _over(function: types.FunctionType, form: Callable[[Any], Any]) -> types.FunctionType:
    """A copy of a function in which names refer to ``form(value)`` where the value has such a form."""
    names = function.__code__.co_names
    globals_ = {name: form(function.__globals__[name]) for name in names if name in function.__globals__}
    globals_ = {name: value for name, value in globals_.items() if value is not None}
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    forms = [form(value) for value in cells]
    if not globals_ and all(value is None for value in forms):
        return function
    closure = tuple(types.CellType(value if new is None else new) for value, new in zip(cells, forms, strict=True))
    copy = types.FunctionType(
        function.__code__, {**function.__globals__, **globals_}, function.__name__, function.__defaults__, closure
    )
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy
