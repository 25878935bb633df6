// What the classes of Python's own that others are made from inherit themselves, so that a class that
// goes from one to a nearer one is seen to be still what it was.

import { PLAIN_GENERICS } from '../../domain/names/typingNames.ts'

/** Each class with those that inherit from it, or stand for it where `isinstance` asks. */
const BELOW: Readonly<Record<string, string>> = {
  BaseException: 'BaseExceptionGroup Exception GeneratorExit KeyboardInterrupt SystemExit',
  BaseExceptionGroup: 'ExceptionGroup',
  Exception:
    'ArithmeticError AssertionError AttributeError BufferError EOFError ExceptionGroup ImportError LookupError MemoryError NameError OSError ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError TypeError ValueError Warning',
  ArithmeticError: 'FloatingPointError OverflowError ZeroDivisionError',
  ImportError: 'ModuleNotFoundError',
  LookupError: 'IndexError KeyError',
  NameError: 'UnboundLocalError',
  OSError:
    'BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError TimeoutError UnsupportedOperation',
  ConnectionError:
    'BrokenPipeError ConnectionAbortedError ConnectionRefusedError ConnectionResetError',
  RuntimeError: 'NotImplementedError RecursionError',
  SyntaxError: 'IndentationError',
  IndentationError: 'TabError',
  ValueError: 'JSONDecodeError UnicodeError UnsupportedOperation',
  UnicodeError: 'UnicodeDecodeError UnicodeEncodeError UnicodeTranslateError',
  Warning:
    'BytesWarning DeprecationWarning EncodingWarning FutureWarning ImportWarning PendingDeprecationWarning ResourceWarning RuntimeWarning SyntaxWarning UnicodeWarning UserWarning',
  Enum: 'Flag ReprEnum',
  ReprEnum: 'IntEnum IntFlag StrEnum',
  Flag: 'IntFlag',
  int: 'IntEnum IntFlag bool',
  str: 'StrEnum',
  dict: 'Counter OrderedDict TypedDict defaultdict',
  tuple: 'NamedTuple',
  Container: 'Collection',
  Iterable: 'Collection Iterator Reversible',
  Sized: 'Collection MappingView',
  Collection: 'Mapping Sequence Set ValuesView',
  Reversible: 'Sequence',
  Iterator: 'Generator',
  Mapping: 'MutableMapping',
  MutableMapping: 'ChainMap UserDict dict',
  Sequence: 'MutableSequence UserString bytes str tuple',
  MutableSequence: 'UserList bytearray deque list',
  Set: 'ItemsView KeysView MutableSet frozenset',
  MutableSet: 'set',
  MappingView: 'ItemsView KeysView ValuesView',
  Awaitable: 'Coroutine',
  AsyncIterable: 'AsyncIterator',
  AsyncIterator: 'AsyncGenerator',
  Thread: 'Timer',
}

const ABOVE = new Map<string, string[]>()
for (const [above, names] of Object.entries(BELOW)) {
  ABOVE.set(above, ABOVE.get(above) ?? [])
  for (const name of names.split(' ')) ABOVE.set(name, [...(ABOVE.get(name) ?? []), above])
}

const OS_ERROR = /^(?:builtins\.(?:IO|Environment|Windows)Error|(?:socket|select|os)\.error)$/

/** The last name of a base, under which of its names it was ever written. */
export function baseName(base: string): string {
  const bracket = base.indexOf('[')
  const path = bracket < 0 ? base : base.slice(0, bracket)
  if (OS_ERROR.test(path)) return 'OSError'
  const name = path.slice(path.lastIndexOf('.') + 1)
  return path.startsWith('typing.') ? (PLAIN_GENERICS[name] ?? name) : name
}

/** Whether it is known what a class of this name is made from. */
export function isStandardBase(name: string): boolean {
  return ABOVE.has(name)
}

/** The names, and all that they inherit. */
export function withStandardBases(names: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>(names)
  // A set goes on to what is added to it on the way.
  for (const name of found) for (const above of ABOVE.get(name) ?? []) found.add(above)
  return found
}
