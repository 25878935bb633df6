// Objects that the language itself makes: what a literal is, what the builtin functions give, and
// which of their names are followed. They are references to the module `builtins`.

import type { Tree, TreeArgument } from '../../syntax/python/tree.ts'
import { type Chain, member } from '../reference.ts'
import { chained, isBuiltin, UNKNOWN, type Value } from './values.ts'

/** Nobody can give objects of these another attribute. */
const SEALED: ReadonlySet<string> = new Set(
  'bool bytearray bytes complex dict float frozenset int list range set str tuple'.split(' '),
)
/** What is declared as one of these is one; numbers are often those of another package. */
const DECLARED: ReadonlySet<string> = new Set('bytes dict frozenset list set str tuple'.split(' '))
/** Functions, by what they always give; null where that depends. */
const FUNCTIONS: Readonly<Record<string, string | null>> = {
  abs: null,
  all: 'bool',
  any: 'bool',
  ascii: 'str',
  bin: 'str',
  callable: 'bool',
  chr: 'str',
  delattr: null,
  dir: 'list',
  divmod: null,
  enumerate: null,
  eval: null,
  filter: null,
  format: 'str',
  getattr: null,
  hasattr: 'bool',
  hash: 'int',
  hex: 'str',
  id: 'int',
  input: 'str',
  isinstance: 'bool',
  issubclass: 'bool',
  iter: null,
  len: 'int',
  map: null,
  max: null,
  min: null,
  next: null,
  oct: 'str',
  open: null,
  ord: 'int',
  pow: null,
  print: null,
  repr: 'str',
  reversed: null,
  round: null,
  setattr: null,
  sorted: 'list',
  sum: null,
  vars: null,
  zip: null,
}

/** A name that nothing in the file binds, where it is one of the language's that are followed. */
export function builtinNamed(name: string): Value | null {
  if (!SEALED.has(name) && !Object.hasOwn(FUNCTIONS, name)) return null
  return chained({ module: 'builtins', steps: [member(name)] })
}

/** What the language has besides: whoever uses these names need not have imported them. */
const OTHERS =
  /^(?:__\w+__|[A-Z]\w*(?:Error|Exception|Exit|ExceptionGroup|Group|Interrupt|Iteration|Warning)|Ellipsis|NotImplemented|aiter|anext|breakpoint|classmethod|compile|copyright|credits|exec|exit|globals|help|license|locals|memoryview|object|property|quit|slice|staticmethod|super|type)$/

export function isBuiltinName(name: string): boolean {
  return builtinNamed(name) !== null || OTHERS.test(name)
}

/** An object of the class. */
export function builtinObject(name: string): Value {
  return chained({ module: 'builtins', steps: [member(name), { kind: 'call' }] })
}

/** What a call of a builtin gives; null for a chain of something else. */
export function calledBuiltin(
  { module, steps }: Chain,
  given: readonly TreeArgument[],
): Value | null {
  const [first, ...more] = steps
  if (module !== 'builtins' || first?.kind !== 'member' || more.length > 0) return null
  if (SEALED.has(first.name)) return builtinObject(first.name)
  if (first.name === 'open') return isText(given) ? TEXT_FILE : UNKNOWN
  const gives = FUNCTIONS[first.name]
  return gives === undefined || gives === null ? UNKNOWN : builtinObject(gives)
}

const TEXT_FILE = chained({
  module: 'io',
  steps: [member('TextIOWrapper'), { kind: 'call' }],
})

/** What `with` makes of a file that was opened on the spot: the same. */
export function isTextFile(value: Value): boolean {
  return value === TEXT_FILE
}

/** `open(path)`, `open(path, "w")`: the mode is there to be read, and asks for text. */
function isText(given: readonly TreeArgument[]): boolean {
  if (given.some(({ stars }) => stars > 0)) return false
  const placed = given.filter(({ name }) => name === null)
  const mode = placed[1] ?? given.find(({ name }) => name === 'mode')
  if (mode === undefined) return true
  return mode.value.kind === 'string' && /^[rwaxt+]+$/.test(mode.value.value)
}

/** What an annotation that names a builtin class stands for; null where that tells too little. */
export function declaredBuiltin(chain: Chain): Chain | null {
  const [first, ...more] = chain.steps
  const isPlain = first?.kind === 'member' && more.length === 0
  return isPlain && DECLARED.has(first.name) ? chain : null
}

/** Whether a class of the file may stand where one of the builtin ones is declared. */
export function isDeclaredBuiltin(value: Value): boolean {
  return isBuiltin(value) && value.kind === 'chain' && declaredBuiltin(value.chain) !== null
}

/** The object that a literal makes; null for an expression of another kind. */
export function literalValue(tree: Tree): Value | null {
  switch (tree.kind) {
    case 'string':
      return builtinObject(tree.isBytes ? 'bytes' : 'str')
    case 'joined':
      return /t/i.test(tree.letter) ? null : builtinObject('str')
    case 'number':
      return builtinObject(numberClass(tree.text))
    case 'constant':
      return tree.name === 'True' || tree.name === 'False' ? builtinObject('bool') : null
    case 'list':
    case 'set':
    case 'dict':
      return builtinObject(tree.kind)
    case 'comprehension':
      return tree.of === 'generator' ? null : builtinObject(tree.of)
    default:
      return null
  }
}

function numberClass(text: string): string {
  if (/j$/i.test(text)) return 'complex'
  return /^0[xob]/i.test(text) || !/[.e]/i.test(text) ? 'int' : 'float'
}
