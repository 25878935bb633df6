// Attributes that nobody writes down because Python gives them to every object of a kind. The lists
// are those of CPython 3.11; test/truth/pythonAttributes.test.ts holds them against it.

import type { SymbolKind, SymbolRow } from '../table/format/table.ts'
import { givenRow } from './givenRow.ts'

/**
 * What an attribute may be asked of. `type`: a class that may not be written in Python; `object`:
 * whatever it is.
 */
export type Holder =
  | 'module'
  | 'package'
  | 'namespace'
  | 'compiled'
  | 'class'
  | 'type'
  | 'function'
  | 'object'

const words = (text: string) => text.split(' ')

const OF_OBJECTS = words(
  '__class__ __delattr__ __dir__ __doc__ __eq__ __format__ __ge__ __getattribute__ __getstate__ __gt__ __hash__ __init__ __init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ __subclasshook__',
)
const OF_MODULES = [
  ...OF_OBJECTS,
  ...words('__annotations__ __dict__ __file__ __loader__ __name__ __package__ __spec__'),
]
/** What only a module has that was made from source. */
const OF_SOURCES = words('__builtins__ __cached__')
const OF_TYPES = [
  ...OF_OBJECTS,
  ...words(
    '__base__ __bases__ __basicsize__ __call__ __dict__ __dictoffset__ __flags__ __instancecheck__ __itemsize__ __module__ __mro__ __name__ __or__ __prepare__ __qualname__ __ror__ __subclasscheck__ __subclasses__ __text_signature__ __weakrefoffset__ mro',
  ),
]
const OF_FUNCTIONS = [
  ...OF_OBJECTS,
  ...words(
    '__annotations__ __builtins__ __call__ __closure__ __code__ __defaults__ __dict__ __get__ __globals__ __kwdefaults__ __module__ __name__ __qualname__',
  ),
]

const BY_HOLDER: Readonly<Record<Holder, ReadonlySet<string>>> = {
  module: new Set([...OF_MODULES, ...OF_SOURCES]),
  package: new Set([...OF_MODULES, ...OF_SOURCES, '__path__']),
  namespace: new Set([...OF_MODULES, '__path__']),
  compiled: new Set(OF_MODULES),
  class: new Set([...OF_TYPES, '__annotations__']),
  type: new Set(OF_TYPES),
  function: new Set(OF_FUNCTIONS),
  object: new Set(OF_OBJECTS),
}

/** All that each object of that kind has. */
export function attributesOf(holder: Holder): ReadonlySet<string> {
  return BY_HOLDER[holder]
}

const TYPES: Readonly<Record<Holder, string>> = {
  module: 'types.ModuleType',
  package: 'types.ModuleType',
  namespace: 'types.ModuleType',
  compiled: 'types.ModuleType',
  class: 'builtins.type',
  type: 'builtins.type',
  function: 'types.FunctionType',
  object: 'builtins.object',
}

export function attributeRow(
  holder: Holder,
  name: string,
  path: Readonly<{ module: string; symbol: string }>,
): SymbolRow {
  const of = OF_OBJECTS.includes(name) ? TYPES.object : TYPES[holder]
  return givenRow({ ...path, kind: kindOf(name), signature: null, alias_of: `${of}.${name}` })
}

const VALUES = new Set(
  words(
    '__class__ __doc__ __hash__ __annotations__ __dict__ __file__ __loader__ __name__ __package__ __spec__ __builtins__ __cached__ __path__ __base__ __bases__ __basicsize__ __dictoffset__ __flags__ __itemsize__ __module__ __mro__ __qualname__ __text_signature__ __weakrefoffset__ __closure__ __code__ __defaults__ __globals__ __kwdefaults__',
  ),
)

function kindOf(name: string): SymbolKind {
  return VALUES.has(name) ? 'attribute' : 'method'
}
