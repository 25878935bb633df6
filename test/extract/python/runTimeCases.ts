// Small packages, with what CPython 3.11 says of them: names that are there once all of it has been
// imported, and names that are not. test/truth/runTimeCases.test.ts holds the lists against it.

import type { Files } from './packageOf.ts'

export type Case = Readonly<{
  title: string
  files: Files
  /** Dotted from the package on. These are found. */
  there: readonly string[]
  /** Those that are there and need not be found: a caveat is enough. */
  hedged: readonly string[]
  gone: readonly string[]
}>

function one(
  title: string,
  text: string | Files,
  said: Partial<Pick<Case, 'there' | 'hedged' | 'gone'>>,
): Case {
  const files = typeof text === 'string' ? { 'pkg/__init__.py': text } : text
  return { title, files, there: [], hedged: [], gone: [], ...said }
}

/** Code that is not reached, and names that are taken away. */
const UNREACHED: readonly Case[] = [
  one(
    'what stands behind break and continue',
    'while True:\n  a = 1\n  break\n  b = 2\nfor i in [1]:\n  c = 1\n  continue\n  d = 1\n',
    { there: ['a', 'c', 'i'], gone: ['b', 'd'] },
  ),
  one('the same in a class', 'class A:\n  while True:\n    x = 1\n    break\n    y = 2\n', {
    there: ['A.x'],
    gone: ['A.y'],
  }),
  one(
    'what stands behind raise in a try, and its else',
    'try:\n  a = 1\n  raise ValueError\n  b = 1\nexcept ValueError:\n  c = 1\nelse:\n  d = 1\n',
    { there: ['a', 'c'], gone: ['b', 'd'] },
  ),
  one(
    'tests of plain values',
    "if '':\n  a = 1\nif 0:\n  b = 1\nif None:\n  c = 1\nif ():\n  d = 1\nif []:\n  e = 1\nif {}:\n  f = 1\nif b'':\n  g = 1\nif 0j:\n  h = 1\nif 0_0:\n  i = 1\nif ...:\n  j = 1\nif 'x':\n  k = 1\nelse:\n  l = 1\nif (1,):\n  m = 1\nelse:\n  n = 1\n",
    { there: ['j', 'k', 'm'], gone: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'l', 'n'] },
  ),
  one(
    'a name that held a plain value may hold another by then',
    'x = ""\nx = str(1)\nif x:\n  a = 1\n',
    {
      there: ['a'],
    },
  ),
  one(
    'loops that have no turn',
    'while 0:\n  a = 1\nwhile None:\n  b = 1\nelse:\n  c = 1\nfor d in []:\n  e = 1\nelse:\n  f = 1\n',
    { there: ['c', 'f'], gone: ['a', 'b', 'd', 'e'] },
  ),
  one(
    'what stands in the else of a loop',
    'while True:\n  a = 1\n  break\nelse:\n  b = 1\nfor i in [1, 2]:\n  c = 1\nelse:\n  d = 1\nfor j in [1]:\n  break\nelse:\n  e = 1\n',
    { there: ['a', 'c', 'd', 'i', 'j'], gone: ['b', 'e'] },
  ),
  one(
    'what stands behind an assertion that fails and behind an exit',
    'import sys\ntry:\n  assert False\n  a = 1\nexcept AssertionError: b = 1\ntry:\n  sys.exit(0)\n  c = 1\nexcept SystemExit: d = 1\nif sys.argv is None:\n  e = 1\n  sys.exit()\n',
    { there: ['b', 'd'], gone: ['a', 'c', 'e'] },
  ),
  one(
    'a global name that a function deletes',
    'a = 1\nb = 1\nc = 1\ndef f():\n  global a\n  del a\nf()\ndef g():\n  global b\n  del b\n  b = 2\ng()\ndef h():\n  global c\n  del c\nif b == 3:\n  h()\n',
    { there: ['b', 'c'], gone: ['a'] },
  ),
  one('a loop variable that is deleted', 'for i in [1, 2]:\n  a = i\n  del i\n', {
    there: ['a'],
    gone: ['i'],
  }),
  one(
    'tests of the interpreter',
    'import sys, platform\nif sys.version[0] == "2": a = 1\nif str is bytes: b = 1\nif "PyPy" in sys.version: c = 1\nif "__main__" == __name__: d = 1\nif __name__ != "__main__": e = 1\nif sys.version[:1] == "3": f = 1\n',
    { there: ['e', 'f'], gone: ['a', 'b', 'c', 'd'] },
  ),
  one(
    'imports that no Python of our time can do',
    'try:\n  import cPickle\n  a = 1\nexcept ImportError:\n  import pickle as b\ntry:\n  from collections import Mapping\nexcept ImportError:\n  from collections.abc import Mapping as M\ntry:\n  import winreg\nexcept ImportError:\n  pass\nfrom contextlib import suppress\nwith suppress(ImportError):\n  import msvcrt\n  c = 1\n',
    { there: ['b', 'M'], gone: ['cPickle', 'a', 'Mapping', 'winreg', 'msvcrt', 'c'] },
  ),
  one(
    'a handler of something else',
    'try:\n  import cPickle\nexcept KeyError:\n  a = 1\nexcept (ValueError, ImportError):\n  b = 1\n',
    {
      there: ['b'],
      gone: ['cPickle'],
    },
  ),
  one(
    'modules of its own that it does not hold',
    {
      'pkg/__init__.py':
        'try:\n  from ._fast import f\nexcept ImportError:\n  from ._slow import f, g\ntry:\n  import pkg.nothing\n  a = 1\nexcept ImportError:\n  b = 1\n',
      'pkg/_slow.py': 'def f(): ...\ndef g(): ...\n',
    },
    { there: ['f', 'g', 'b'], gone: ['a', 'nothing'] },
  ),
  one(
    'names that a module of its own has not',
    {
      'pkg/__init__.py':
        'try:\n  from ._patch import __all__ as extra\n  from ._patch import *\nexcept ImportError:\n  extra = []\ntry:\n  from ._patch import fast\n  a = 1\nexcept ImportError:\n  b = 1\nfrom contextlib import suppress\nwith suppress(ImportError):\n  from pkg._patch import quick\n  c = 1\n',
      'pkg/_patch.py': 'def patch(): ...\n',
      'pkg/inner/__init__.py': '',
      'pkg/inner/sub.py':
        'try:\n  from . import _speedups\n  d = 1\nexcept ImportError:\n  e = 1\n',
    },
    {
      there: ['extra', 'b', 'inner.sub.e', '_patch.patch'],
      gone: ['patch', 'fast', 'a', 'quick', 'c', 'inner.sub.d', 'inner.sub._speedups'],
    },
  ),
  one(
    'names that a module of its own may have all the same',
    {
      'pkg/__init__.py':
        'from . import g, h, i, j, k, l, s\nfrom .k import m\nimport pkg.set\n' +
        ['g', 'h', 'i', 'j', 'k', 'l', 's']
          .map(
            (name) =>
              `try:\n  from .${name} import late\n  ${name}2 = 1\nexcept ImportError:\n  pass\n`,
          )
          .join('') +
        'try:\n  from .g import __name__, __doc__, __class__\n  n2 = 1\nexcept ImportError:\n  pass\n',
      'pkg/g.py': 'def __getattr__(name): return 1\n',
      'pkg/h.py': 'globals().update({"la" + "te": 1})\n',
      'pkg/i.py': 'from .other import *\n',
      'pkg/other.py': 'late = 1\n',
      'pkg/j.py': 'exec("la" + "te = 1")\n',
      'pkg/k/__init__.py': '',
      'pkg/k/late.py': '',
      'pkg/k/m.py': '',
      'pkg/l.py': 'import sys\nsetattr(sys.modules[__name__], "la" + "te", 1)\n',
      'pkg/s.py': '',
      'pkg/set.py': 'from . import s\ns.late = 1\n',
    },
    { there: ['g2', 'h2', 'i2', 'j2', 'k2', 'l2', 's2', 'n2'] },
  ),
  one(
    'modules that a package finds elsewhere',
    {
      'pkg/__init__.py':
        'from . import sub\ntry:\n  from .sub.late import x\nexcept ImportError:\n  pass\n',
      'pkg/sub/__init__.py':
        'import sys, types\nsys.modules[__name__ + ".late"] = late = types.ModuleType("late")\nlate.x = 1\n',
    },
    { there: ['x'] },
  ),
  one(
    'attributes that are deleted',
    'class A:\n  def m(self): ...\n  def n(self): ...\n  def o(self): ...\n  def p(self): ...\ndel A.m\ndelattr(A, "n")\ndel A.p\nA.p = 1\nif len("x") > 1:\n  del A.o\n',
    { there: ['A.o', 'A.p'], gone: ['A.m', 'A.n'] },
  ),
  one(
    'what a base has is still there',
    'class B:\n  def m(self): ...\nclass A(B):\n  def m(self): ...\ndel A.m\n',
    {
      there: ['A.m', 'B.m'],
    },
  ),
  one(
    'names that are deleted in other ways',
    'import sys\na = b = c = 1\ndel globals()["a"]\nglobals().pop("b")\ndelattr(sys.modules[__name__], "c")\n',
    { gone: ['a', 'b', 'c'] },
  ),
  one(
    'names of another module that are deleted',
    { 'pkg/__init__.py': 'from . import m\ndel m.x\n', 'pkg/m.py': 'x = y = 1\n' },
    { there: ['m.y'], gone: ['m.x'] },
  ),
  one(
    'names with two underscores',
    'class A:\n  __x = 1\n  __slots__ = ("__s",)\n  __d__ = 1\n  def __m(self): ...\nclass _B:\n  __y = 1\n  class __C:\n    __z = 1\n',
    {
      there: ['A._A__x', 'A._A__m', 'A._A__s', 'A.__d__', '_B._B__y', '_B._B__C', '_B._B__C._C__z'],
      gone: ['A.__x', 'A.__m', 'A.__s', '_B.__y', '_B.__C'],
    },
  ),
]

/** What classes and objects of the standard library bring. */
const STANDARD: readonly Case[] = [
  one(
    'private members of bases',
    'import argparse, configparser, enum, queue, threading, typing, unittest\nclass T(threading.Thread): ...\nclass Q(queue.Queue): ...\nclass P(argparse.ArgumentParser): ...\nclass C(configparser.ConfigParser): ...\nclass U(unittest.TestCase): ...\nclass E(enum.Enum):\n  A = 1\nclass F(enum.IntFlag):\n  A = 1\nclass R(typing.Protocol): ...\nt = T()\nq = Q()\np = P()\n',
    {
      there: [
        't._target',
        'T._bootstrap',
        'T._stop',
        'Q._put',
        'q.mutex',
        'P._add_action',
        'p._actions',
        'C._read',
        'C._SECT_TMPL',
        'U._callTestMethod',
        'E._member_map_',
        'E.__members__',
        'E._missing_',
        'E.__iter__',
        'F._flag_mask_',
        'R._is_protocol',
      ],
      gone: ['T._nothing', 'E.B', 'P._actionss'],
    },
  ),
  one(
    'what bases and their metaclasses give',
    'import abc\nclass A(abc.ABC): ...\nclass E(OSError): ...\nclass D(dict): ...\n',
    {
      there: [
        'A.register',
        'A._abc_impl',
        'E.__cause__',
        'E.__traceback__',
        'E.strerror',
        'D.__getitem__',
      ],
      gone: ['A.registers', 'E.message'],
    },
  ),
  one(
    'names with underscores on both sides',
    'import abc, dataclasses, typing\n@dataclasses.dataclass(order=True)\nclass A:\n  x: int = 1\nclass P(typing.NamedTuple):\n  a: int\nclass D(typing.TypedDict):\n  a: int\nG = typing.TypeVar("G")\nclass H(typing.Generic[G]): ...\nclass I(abc.ABC): ...\nclass Plain: ...\n',
    {
      there: ['A.__dataclass_fields__', 'A.__match_args__', 'H.__parameters__'],
      hedged: ['P.__match_args__', 'D.__total__', 'H.__orig_bases__', 'I.__abstractmethods__'],
      gone: ['Plain.__dataclass_fields__'],
    },
  ),
  one(
    'below what it gives',
    'import functools, importlib.metadata, logging, os, re, threading, types, unittest\nlog = logging.getLogger("x")\nD = {}\nDD = {**D}\nS = {1}\nL = [1]\nN = [{}, 1][0]\nT = (1, 2)\nX = re.compile("x")\nlock = threading.Lock()\nV = importlib.metadata.version("pip")\nns = types.SimpleNamespace(q=1)\n@functools.lru_cache(maxsize=None)\ndef f(): ...\nclass A:\n  d = {}\n  log = logging.getLogger()\n  @functools.cache\n  def m(self): ...\n',
    {
      there: [
        'log.error',
        'log._log',
        'D.copy',
        'DD.items',
        'S.add',
        'L.append',
        'T.index',
        'X.match',
        'lock.acquire',
        'V.split',
        'f.cache_clear',
        'A.d.copy',
        'A.log.error',
        'A.m.cache_info',
        'os.getcwd',
        'os.path.join',
        'unittest.TestCase',
        'unittest.TestCase._callTestMethod',
      ],
      hedged: ['N.copy', 'ns.q'],
      gone: ['log.errors', 'D.add', 'S.append', 'L.push', 'unittest.TestCases', 'os.path.joins'],
    },
  ),
  one(
    'what bases make of what a class lists',
    'import argparse, ctypes\nclass S(ctypes.Structure):\n  _fields_ = [("x", ctypes.c_int)]\nclass N(argparse.Namespace): ...\nn = N(x=1)\n',
    { hedged: ['S.x', 'n.x'] },
  ),
  one('what future statements bind', 'from __future__ import annotations\n', {
    hedged: ['annotations'],
  }),
]

const two = (init: string, other: string): Files => ({ 'pkg/__init__.py': init, 'pkg/m.py': other })

/** Classes and modules that functions, decorators and metaclasses fill. */
const FILLED: readonly Case[] = [
  one('by a function', 'class A: ...\ndef fill(c): c.x = 1\nfill(A)\n', {
    there: ['A.x'],
    gone: ['A.y'],
  }),
  one(
    'by one that hands it on, under another name, or by its keyword',
    'class A: ...\ndef last(d):\n  t = d\n  t.x = 1\ndef fill(_, c): last(c)\nfill(1, c=A)\n',
    { there: ['A.x'] },
  ),
  one('by one that takes many', 'class A: ...\ndef fill(*cs):\n  for c in cs: c.x = 1\nfill(A)\n', {
    there: ['A.x'],
  }),
  one(
    'in a loop, a comprehension, a map',
    'class A: ...\nclass B: ...\nALL = [A, B]\ndef fill(c): c.y = 1\ndef more(c): c.z = 1\nfor c in ALL:\n  c.x = 1\n[fill(c) for c in (A, B)]\nlist(map(more, ALL))\n',
    { there: ['A.x', 'B.x', 'A.y', 'B.y', 'A.z', 'B.z'], gone: ['A.w'] },
  ),
  one(
    'by a function that only may',
    'import os\nclass A: ...\ndef fill(c):\n  if os: c.x = 1\nfill(A)\nclass B: ...\ndef more(c): c.x = 1\nif len("x"): more(B)\n',
    { hedged: ['A.x', 'B.x'] },
  ),
  one('by a function that names it', 'class A: ...\ndef setup():\n  A.x = 1\nsetup()\n', {
    hedged: ['A.x'],
  }),
  one(
    'by setattr and its kin in a helper',
    'class A: ...\ndef add(c): setattr(c, "x", 1)\ndef more(c): type.__setattr__(c, "y", 1)\nadd(A)\nmore(A)\ntype.__setattr__(A, "z", 1)\nclass B: ...\nfor n in dir(str): type.__setattr__(B, "x" + n, 1)\n',
    { there: ['A.x', 'A.y', 'A.z'], hedged: ['B.xformat'] },
  ),
  one(
    'by functions of other modules',
    two(
      'from .m import A, fill\nfill(A)\nfrom . import m\nm.fill(m)\n',
      'class A: ...\ndef fill(c): c.x = 1\n',
    ),
    { there: ['A.x', 'm.A.x', 'm.x'], gone: ['m.y'] },
  ),
  one(
    'through their namespace',
    two(
      'import sys\nfrom . import m\nm.__dict__["a"] = 1\nvars(m)["b"] = 1\nm.__dict__.update(c=1)\nm.__dict__.update({"d": 1})\nsys.modules["pkg.m"].e = 1\nsetattr(sys.modules[__name__ + ".m"], "f", 1)\n',
      '',
    ),
    { there: ['m.a', 'm.b', 'm.c', 'm.d', 'm.e', 'm.f'], gone: ['m.g'] },
  ),
  one(
    'under names that nobody wrote',
    two('import string\nfrom . import m\nfor n in string.ascii_letters:\n  setattr(m, n, 1)\n', ''),
    { hedged: ['m.a'] },
  ),
  one(
    'by a function that imports it',
    two(
      'from . import m\nm.patch()\n',
      'class A: ...\ndef patch():\n  from pkg.m import A\n  A.x = 1\n  import pkg.m as me\n  me.y = 1\n',
    ),
    { hedged: ['m.A.x', 'm.y'] },
  ),
  one(
    'by a function that is deleted then',
    'def _fill():\n  for n in "ab":\n    globals()["x" + n] = n\n_fill()\ndel _fill\n',
    { there: ['xa', 'xb'], gone: ['_fill', 'xc'] },
  ),
  one(
    'by a function that is handed what a call gives',
    'import sys\ndef current(): return sys.modules[__name__]\nclass O: ...\ndef fill(m, names):\n  for n in names: setattr(m, n, 1)\nfill(current(), ["x"])\n',
    { hedged: ['x'] },
  ),
  one(
    'not by one that is handed an object',
    'class O: ...\ndef fill(m, names):\n  for n in names: setattr(m, n, 1)\nfill(O(), ["x"])\n',
    { there: ['O'], gone: ['x'] },
  ),
  one('by operators on its namespace', 'g = globals()\ng |= {"x": 1}\n', { hedged: ['x'] }),
  one(
    'by methods that call a name global',
    'class A:\n  def __init__(self):\n    global x\n    x = 1\nclass B:\n  global y\n  y = 1\nA()\n',
    { hedged: ['x', 'y'] },
  ),
  one(
    'by taking another class',
    'import sys, types\nclass M(types.ModuleType):\n  x = 1\nsys.modules[__name__].__class__ = M\n',
    {
      hedged: ['x'],
    },
  ),
  one(
    'by taking other bases',
    'class B:\n  x = 1\nclass C: ...\nclass A(C): ...\nA.__bases__ = (B,)\n',
    {
      hedged: ['A.x'],
    },
  ),
  one(
    'by decorators',
    'def last(c): c.x = 1\ndef deco(c):\n  last(c)\n  c._y = 1\n  c.__z__ = 1\n  return c\ndef make():\n  def wrap(thing):\n    thing.x = 1\n    return thing\n  return wrap\nclass Mark:\n  def __call__(self, c):\n    c.x = 1\n    return c\nmark = Mark()\n@deco\nclass A: ...\n@make()\nclass B: ...\n@mark\nclass C: ...\n@Mark()\nclass D: ...\n',
    { there: ['A.x', 'A._y', 'A.__z__', 'B.x', 'C.x', 'D.x'] },
  ),
  one(
    'by decorators that put another class there',
    'def sub(c):\n  class New(c):\n    x = 1\n  return New\ndef made(c): return type(c.__name__, (c,), {"x": 1})\nclass X:\n  x = 1\ndef other(c): return X\n@sub\nclass A: ...\n@made\nclass B: ...\n@other\nclass C: ...\n',
    { hedged: ['A.x', 'B.x', 'C.x'] },
  ),
  one(
    'not by decorators that only look',
    'ALL = []\ndef note(c):\n  ALL.append(c)\n  str(c.__name__)\n  return c\n@note\nclass A: ...\n',
    {
      there: ['A'],
      gone: ['A.x'],
    },
  ),
  one(
    'by metaclasses',
    'def fill(c): c.u = 1\nclass M(type):\n  @classmethod\n  def __prepare__(m, n, b): return {"t": 1}\n  def __new__(m, n, b, d):\n    d["_v"] = 1\n    d = {**d, "w": 1}\n    return super().__new__(m, n, b, dict(d, x=1))\n  def __init__(c, n, b, d):\n    setattr(c, "y", 1)\n    c.more()\n    fill(c)\n  def more(c): c.z = 1\n  def _own(c): ...\nclass A(metaclass=M): ...\nclass B(A): ...\n',
    {
      there: ['A.t', 'A._v', 'A.w', 'A.x', 'A.y', 'A.z', 'A.u', 'B.u', 'A._own', 'B._own'],
    },
  ),
  one(
    'by metaclasses that take all at once',
    'class M(type):\n  def __new__(m, *args):\n    args[2]["x"] = 1\n    return super().__new__(m, *args)\nclass A(metaclass=M): ...\ndef meta(n, b, d):\n  d["x"] = 1\n  return type(n, b, d)\nclass B(metaclass=meta): ...\n',
    { hedged: ['A.x', 'B.x'] },
  ),
  one(
    'by what stands in their body',
    'class D0:\n  def __set_name__(self, owner, name):\n    owner.x = 1\nclass D(D0):\n  def __init__(self, f=None): ...\nclass E:\n  def __set_name__(self, owner, name): setattr(owner, "_" + name, 1)\nclass A:\n  d = D()\nclass B(A): ...\nclass C:\n  @D\n  def m(self): ...\nclass F:\n  e = E()\n',
    { there: ['A.x', 'B.x', 'C.x'], hedged: ['F._e'] },
  ),
  one(
    'by their own methods',
    'def fill(o): o.x = 1\nclass B:\n  def __init_subclass__(cls, **k):\n    setattr(cls, "y", 1)\n    fill(cls)\nclass A(B):\n  def __init__(self):\n    self.__class__.z = 1\n    type(self).w = 1\na = A()\nclass C:\n  def __new__(cls):\n    self = super().__new__(cls)\n    self.v = 1\n    return self\n  def __init__(self): fill(self)\nc = C()\n',
    { there: ['A.x', 'A.y', 'A.z', 'A.w', 'c.v', 'c.x'] },
  ),
  one(
    'by others that are subclasses',
    'class R: ...\nclass B:\n  def __init_subclass__(cls, **k):\n    R.x = cls\nclass A(B): ...\n',
    {
      hedged: ['R.x'],
    },
  ),
]

/** Names that turn up by ways that are easily passed over. */
const ASIDE: readonly Case[] = [
  one(
    'a table of late names that is changed, and a getter that is replaced',
    {
      'pkg/__init__.py':
        '_table = {"a": 1}\n_table["b"] = 2\n_table.update(c=3)\ndef _add(name):\n  _table[name] = 1\n_add("d")\ndef __getattr__(name):\n  if name in _table:\n    return _table[name]\n  raise AttributeError(name)\n',
      'pkg/m.py':
        'def always(f): return lambda name: 1\n@always\ndef __getattr__(name):\n  raise AttributeError(name)\n',
    },
    { hedged: ['a', 'b', 'c', 'd', 'm.anything'] },
  ),
  one(
    'a base whose name is given to another class later',
    'class Base:\n  a = 1\nclass A(Base): ...\nclass Base:\n  b = 1\n',
    { there: ['Base.b'], hedged: ['A.a'], gone: ['A.b', 'Base.a'] },
  ),
  one(
    'functions that are methods by another name, and code that is made of text',
    'def _init(self):\n  self.a = 1\nclass A:\n  __init__ = _init\nclass B: ...\nB.__init__ = _init\nclass C:\n  def __init__(self):\n    exec("self.c = 1")\nx = A()\ny = B()\nz = C()\n',
    { there: ['x.a', 'y.a'], hedged: ['z.c'], gone: ['x.c'] },
  ),
  one(
    'targets of other kinds than a plain assignment',
    'class A:\n  def __init__(self):\n    for self.a, self.b in [(1, 2)]: ...\n    with open("/dev/null") as self.c: ...\nA.d, [A.e] = 1, [2]\nfor A.f in (1,): ...\nx = A()\nx.g = 1\nA.__getattr__ = lambda self, name: 1\ny = A()\n',
    { there: ['x.a', 'x.b', 'x.c', 'A.d', 'A.e', 'A.f'], hedged: ['x.g', 'y.anything'] },
  ),
  one(
    'modules by a path that is asked for',
    {
      'pkg/__init__.py':
        'import importlib\nfrom . import m, child\nheld = importlib.import_module(".m", __name__)\nheld.a = 1\nsetattr(importlib.import_module("pkg.m"), "b", 1)\n',
      'pkg/m.py': 'x = 1\n',
      'pkg/child.py':
        'import sys\nsetattr(sys.modules[__package__], "c", 1)\nsys.modules["pkg"].__dict__.update({"d": 1})\n',
    },
    { there: ['m.a', 'm.b', 'c', 'd'], gone: ['child.d', 'm.c'] },
  ),
  one(
    'names that methods give to their module',
    'import sys\nclass A:\n  def __init__(self):\n    globals()["a"] = 1\n    sys.modules[__name__].b = 1\nA()\n',
    { hedged: ['a', 'b'] },
  ),
  one(
    'names that a call within a call makes',
    'list(map(lambda n: globals().update({n: 1}), ["a"]))\n',
    {
      hedged: ['a'],
    },
  ),
  one('names that are made where a test decides', 'True and globals().update(a=1)\n', {
    hedged: ['a'],
  }),
  one('names that a text makes', 'eval("globals().update(a=1)")\n', { hedged: ['a'] }),
]

const THING = 'class Thing:\n  def own(self): pass\n'

/** Objects that are given names after they were made. */
const GIVEN_OBJECTS: readonly Case[] = [
  one(
    'by a function of the module',
    `${THING}codes = Thing()\ndef _init():\n  for name in ["ok", "gone"]:\n    setattr(codes, name, 1)\n_init()\n`,
    { there: ['codes.own'], hedged: ['codes.ok'] },
  ),
  one(
    'at the top of the module',
    `${THING}a = Thing()\na.x = 1\nsetattr(a, "y", 1)\nb = a\nb.__z__ = 1\nif a is None: a.w = 1\n`,
    {
      there: ['a.x', 'a.__z__'],
      hedged: ['a.y', 'b.x'],
      gone: ['a.w'],
    },
  ),
  one('by a function that is handed it', `${THING}def f(o):\n  o.x = 1\na = Thing()\nf(a)\n`, {
    hedged: ['a.x'],
  }),
  one(
    'through its namespace',
    `${THING}a = Thing()\nb = Thing()\na.__dict__["x"] = 1\nvars(b).update(y=1)\n`,
    { hedged: ['a.x', 'b.y'] },
  ),
  one('in a function', `${THING}a = Thing()\ndef f():\n  a.x = 1\nf()\n`, { hedged: ['a.x'] }),
  one(
    'in a loop over several',
    `${THING}a = Thing()\nb = Thing()\nfor one in (a, b):\n  one.x = 1\n`,
    { hedged: ['a.x', 'b.x'] },
  ),
  one(
    'by another module',
    {
      'pkg/__init__.py': `${THING}a = Thing()\nb = Thing()\nc = Thing()\nfrom . import more\n`,
      'pkg/more.py':
        'import pkg\nfrom pkg import b\npkg.a.x = 1\ndef f():\n  setattr(b, "y", 1)\n  setattr(pkg.c, "z", 1)\nf()\n',
    },
    { hedged: ['a.x', 'b.y', 'c.z'] },
  ),
  one('under another name', `${THING}a = Thing()\nb = a\nb.x = 1\n`, { hedged: ['a.x', 'b.x'] }),
  one('a function, and what a lambda makes', 'def f(): pass\nf.x = 1\ng = lambda: 0\ng.y = 1\n', {
    hedged: ['f.x', 'g.y'],
  }),
  one(
    'objects of the standard library',
    'import types, threading, argparse\na = types.SimpleNamespace(x=1)\na.y = 1\nb = threading.local()\nb.x = 1\nc = argparse.Namespace(x=1)\n',
    { hedged: ['a.x', 'a.y', 'b.x', 'c.x'] },
  ),
  one('by nobody', `${THING}a = Thing()\ndef f(a):\n  return a.own()\n`, {
    there: ['a.own'],
    gone: ['a.x'],
  }),
]

/** Attributes that are set on what the text does not tell. */
const UNTOLD: readonly Case[] = [
  one(
    'results, items and what stands in lists',
    'class A: pass\nr = {"a": A}\ndef get(): return A\nget().a = 1\nr["a"].b = 1\n[A][0].c = 1\nglobals()["A"].d = 1\nr[\n  "a"\n].e = 1\nq = r["a"].f = r["a"].g = 1; r["a"].h = 1\nr["a"].i: int = 1\nif q: r["a"].j = 1\n',
    {
      hedged: ['A.a', 'A.b', 'A.c', 'A.d', 'A.e', 'A.f', 'A.g', 'A.h', 'A.i', 'A.j'],
      gone: ['A.k'],
    },
  ),
  one(
    'variables of a with and of a loop',
    'from contextlib import nullcontext\nclass A: pass\nclass B(A): pass\nwith nullcontext(A) as z: z.a = 1\nwith nullcontext(A) as z:\n  z.b = 1\nfor c in A.__subclasses__(): c.c = 1\n',
    { hedged: ['A.a', 'A.b', 'B.c'] },
  ),
  one(
    'several targets, and targets of a with and of a loop',
    'from contextlib import nullcontext\nclass A: pass\ndef f(z):\n  z.a, z.b = 1, 2\n  for z.c in [1]: pass\n  with nullcontext(1) as z.d: pass\n[f][0](A)\n',
    { hedged: ['A.a', 'A.b', 'A.c', 'A.d'] },
  ),
  one(
    'functions that are not called by their names',
    'class A: pass\ndef f(l):\n  for k in l: k.a = 1\nf([A])\ng = lambda k: setattr(k, "b", 1)\ng(A)\nimport functools\ndef deco(cls, n):\n  cls.c = n\n  return cls\n@functools.partial(deco, n=1)\nclass B: pass\nclass C:\n  def __init_subclass__(klass):\n    k = klass\n    k.d = 3\nclass D(C): pass\nclass E:\n  _one = None\n  def __new__(cls):\n    cls._one = object.__new__(cls)\n    cls._one.n = 1\n    return cls._one\ne = E()\n',
    { hedged: ['A.a', 'A.b', 'B.c', 'D.d', 'e.n'] },
  ),
  one(
    'namespaces',
    'import sys\nclass B: pass\no = B()\ndef f(z):\n  z.__dict__["a"] = 1\n  vars(z)["b"] = 1\n  z.__dict__.update(c=1)\n  z.__dict__.update({"d": 1})\n  z.__dict__.setdefault("e", 1)\n[f][0](o)\n[f][0](sys.modules[__name__])\n',
    { hedged: ['e', 'a', 'c', 'd', 'o.a', 'o.b', 'o.e'] },
  ),
  one(
    'modules by a computed name, and their namespaces',
    {
      'pkg/__init__.py': 'from . import m\nfrom .go import go\ngo(vars(m))\n',
      'pkg/m.py': 'import sys\nsys.modules[__name__.rpartition(".")[0]].a = 1\n',
      'pkg/go.py': 'def go(ns): ns["b"] = 1\n',
    },
    { there: ['m.b'], hedged: ['a'] },
  ),
  one(
    'a method of a class that is no base',
    'class M:\n  def setup(self): self.a = 1\nclass A:\n  def __init__(self): M.setup(self)\na = A()\n',
    { there: ['a.a'] },
  ),
  one(
    'names that are computed',
    'class A: pass\nclass B(A): pass\nfor c in A.__subclasses__(): setattr(c, "a" + str(1), 1)\n',
    { hedged: ['B.a1'] },
  ),
  one('slots', 'from dataclasses import dataclass\n@dataclass(slots=True)\nclass A:\n  x: int\n', {
    there: ['A.__slots__'],
  }),
]

/** What values have that are objects of a class of the package. */
const VALUES: readonly Case[] = [
  one(
    'members of an enum',
    'from enum import Enum, IntFlag, auto\nclass E(Enum):\n  A = 1\n  B = "x"\n  C = auto()\n  T = (1, 2)\n  f = lambda s: 1\n  def m(self): pass\n  h = m\n  @property\n  def p(self): return 1\n  def __init__(self, *v): self.label = v\nclass F(IntFlag):\n  A = 1\nclass G(str, Enum):\n  X = "x"\nalias = E.A\n',
    {
      there: [
        ...['E.A.name', 'E.A.value', 'E.B.m', 'E.C.p', 'E.A.label', 'E.T.name', 'E.A.B', 'E.h'],
        ...['F.A.value', 'F.A.bit_length', 'G.X.upper', 'G.X.value', 'alias.value', 'alias.m'],
      ],
      gone: ['E.A.bit_length', 'E.B.upper', 'E.T.index', 'E.f.value', 'E.h.value', 'E.A.nope'],
    },
  ),
  one(
    'results of functions, and objects in the bodies of classes',
    'class A:\n  def m(self): pass\nclass D:\n  def __get__(self, o, t): return 1\n  def m(self): pass\nclass F:\n  @staticmethod\n  def said() -> A: return A()\n  @classmethod\n  def made(cls): return A()\ndef make(): return A()\ndef other(x=None):\n  if x is None: return 1\n  return A()\na = F.said()\nb = F.made()\nc = make()\nd = other()\nclass H:\n  own = A()\n  got = D()\nh = H()\n',
    { there: ['a.m', 'b.m', 'c.m', 'H.own.m', 'h.own.m'], gone: ['d.m', 'H.got.m', 'H.own.n'] },
  ),
  one(
    'an enum that the standard library pours into its module',
    'import enum\nfrom enum import IntEnum, global_enum\n@global_enum\nclass E(IntEnum):\n  A = 1\n  B = 2\n  def m(self): pass\n@enum.global_enum\nclass F(enum.IntFlag):\n  C = 1\nclass G(IntEnum):\n  D = 1\n',
    { there: ['A', 'B', 'C', 'E.A'], hedged: ['A.value'], gone: ['m', 'D'] },
  ),
  one(
    'a getter that asks a module of the standard library',
    'import socket as _s\ndef __getattr__(name):\n  return getattr(_s, name)\n',
    { there: ['gethostbyname', 'AF_INET'], gone: ['nothing_there'] },
  ),
  one(
    'a getter that asks an object of the module',
    'class B:\n  def base(self): pass\nclass S(B):\n  class Kind:\n    a = 1\n  def __init__(self): self.x = 1\n  @property\n  def p(self): return 1\n_s = S()\ndef __getattr__(name):\n  return getattr(_s, name)\n',
    { there: ['Kind', 'Kind.a', 'x', 'p', 'base'], gone: ['nothing_there'] },
  ),
  one(
    'what the module itself takes of an object that answers to any name',
    'class T(tuple):\n  def __getattr__(self, n):\n    if not n[0].isupper(): raise AttributeError(n)\n    new = T()\n    setattr(self, n, new)\n    return new\nTok = T()\nText = Tok.Text\nName = Tok.Name\nTYPES = {Tok: 1, Name.Label: 2, Tok.Esc.Deep: 3}\nx = Tok.No if False else 1\ntry:\n  y = Tok.nope\nexcept AttributeError:\n  y = None\n',
    { there: ['Tok.Text', 'Tok.Name', 'Name.Label', 'Tok.Esc'], gone: ['Tok.nope'] },
  ),
]

/** Modules that are filled by what the package runs as it is imported. */
const FOUND_MODULES: readonly Case[] = [
  one(
    'a function that finds modules and gives them names',
    {
      'pkg/__init__.py':
        'import sys, importlib\ndef _load(base, name):\n  found = importlib.import_module(base + "." + name)\n  for k, v in {"dyn": 1}.items():\n    setattr(found, k, v)\ndef _start():\n  for name in ["a", "b"]: _load(__name__, name)\n_start()\n',
      'pkg/a.py': 'x = 1\n',
      'pkg/b.py': 'y = 1\n',
    },
    { there: ['a.x', 'b.y'], hedged: ['a.dyn', 'b.dyn'] },
  ),
  one(
    'the same by the list of modules',
    {
      'pkg/__init__.py':
        'import sys\nfrom . import a\ndef _fill(n, k):\n  setattr(sys.modules[n], k, 1)\n_fill(a.__name__, "dyn")\n',
      'pkg/a.py': 'x = 1\n',
    },
    { there: ['a.x'], hedged: ['a.dyn'] },
  ),
  one(
    'what a method of an object of the module gives',
    'class Signal:\n  def connect(self): pass\nclass Space:\n  def signal(self, n) -> Signal: return Signal()\n  def other(self, n): return Signal()\n  @classmethod\n  def made(cls): return Signal()\n_s = Space()\nchanged = _s.signal("x")\nmoved = _s.other("y")\nc = Space().made()\n',
    { there: ['changed.connect', 'moved.connect'], hedged: ['c.connect'], gone: ['changed.nope'] },
  ),
  one(
    'what caches keep',
    'from functools import lru_cache, cache\n@lru_cache(maxsize=None)\ndef f(): pass\n@cache\ndef g(): pass\n',
    { there: ['f.__wrapped__', 'f.cache_clear'], hedged: ['g.__wrapped__'] },
  ),
  one(
    'names and annotations of functions and classes',
    'def f(a: int): pass\nclass A:\n  x: int\n  def m(self): pass\n',
    {
      there: [
        'f.__annotations__.keys',
        'A.m.__name__.upper',
        'A.__qualname__.split',
        'A.__annotations__.items',
      ],
      gone: ['f.__annotations__.upper', 'A.__name__.keys'],
    },
  ),
]

/** Which of several files of one name runs. */
const ONE_NAME: readonly Case[] = [
  one(
    'a module hides a folder that has nothing but a stub of its own',
    {
      'pkg/__init__.py': 'from . import foo\n',
      'pkg/foo.py': 'def real(): ...\n',
      'pkg/foo/__init__.pyi': 'def fake(): ...\n',
      'pkg/foo/bar.py': 'x = 1\n',
    },
    { there: ['foo.real'], gone: ['foo.fake', 'foo.bar'] },
  ),
  one(
    'a package hides a module and its stub',
    {
      'pkg/__init__.py': 'from . import foo\n',
      'pkg/foo.py': 'def fake(): ...\n',
      'pkg/foo.pyi': 'def fake(): ...\n',
      'pkg/foo/__init__.py': 'def real(): ...\n',
      'pkg/foo/bar.py': 'x = 1\n',
    },
    { there: ['foo.real', 'foo.bar.x'], gone: ['foo.fake'] },
  ),
  one(
    'a stub hides no folder of modules',
    {
      'pkg/__init__.py': 'from .foo import bar\n',
      'pkg/foo.pyi': 'def fake(): ...\n',
      'pkg/foo/bar.py': 'x = 1\n',
    },
    { there: ['foo.bar.x'], gone: ['foo.fake'] },
  ),
]

/** Every list, with what it is about. */
export const CASES = [
  ['what is never reached or taken away', UNREACHED],
  ['what the standard library brings', STANDARD],
  ['what is filled', FILLED],
  ['what is easily passed over', ASIDE],
  ['objects that are given names', GIVEN_OBJECTS],
  ['what is set on what could not be told', UNTOLD],
  ['what values have', VALUES],
  ['modules that are found, and what methods give', FOUND_MODULES],
  ['files of one name', ONE_NAME],
] as const
