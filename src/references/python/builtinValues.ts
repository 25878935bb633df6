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
/** Functions by what they always give; those with null give what depends on their arguments. */
const FUNCTIONS: ReadonlyMap<string, string | null> = new Map([
  ...functionsOf('bool', 'all any callable hasattr isinstance issubclass'),
  ...functionsOf('str', 'ascii bin chr format hex input oct repr'),
  ...functionsOf('int', 'hash id len ord'),
  ...functionsOf('list', 'dir sorted'),
  ...functionsOf(
    null,
    'abs delattr divmod enumerate eval filter getattr iter map max min next open',
  ),
  ...functionsOf(null, 'pow print reversed round setattr sum vars zip'),
])

function functionsOf<T extends string | null>(gives: T, names: string): [string, T][] {
  return names.split(' ').map((name) => [name, gives])
}

/** A name that nothing in the file binds, where it is one of the language's that are followed. */
export function builtinNamed(name: string): Value | null {
  if (!SEALED.has(name) && !FUNCTIONS.has(name)) return null
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
  const gives = FUNCTIONS.get(first.name) ?? null
  return gives === null ? UNKNOWN : builtinObject(gives)
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
