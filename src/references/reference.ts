// What a source file says about packages: each place where it names one, and the path that leads
// from the import to what is named. Nothing here knows a table; whoever has one follows the path.

import { SYMBOL_LENGTH_MAX } from '../limits.ts'

/** One step from what a module is to what an expression stands for. */
export type Step =
  | Readonly<{ kind: 'member'; name: string }>
  /**
   * What a call gives. `given`: what is handed over, where the language tells. `types`: how many type
   * arguments are written out. `text`: of calls that make something by its name, the name.
   */
  | Readonly<{ kind: 'call'; given?: readonly Given[]; types?: number; text?: string }>
  /** What a function that is handed over as the argument `at` is called with, as its `parameter`. */
  | Readonly<{
      kind: 'handed'
      at: number
      parameter: number
      given: readonly Given[]
      types?: number
    }>
  /** What the argument `at` of a call is declared as; `isNew`: of what `new` calls. */
  | Readonly<{
      kind: 'argument'
      at: number
      given: readonly Given[]
      types?: number
      isNew?: boolean
    }>
  /** What a function is called with, as its `parameter`. */
  | Readonly<{ kind: 'parameter'; parameter: number }>
  /** What a component takes: its attributes. */
  | Readonly<{ kind: 'props' }>
  /** What stands under a key of an object that is handed over. */
  | Readonly<{ kind: 'key'; name: string }>
  /** What `new` gives. */
  | Readonly<{ kind: 'new' }>
  /** A value of the type that this is. Plain: without type arguments. */
  | Readonly<{ kind: 'instance'; isPlain?: boolean }>
  | Readonly<{ kind: 'await' }>
  /** What `with` binds. */
  | Readonly<{ kind: 'enter' }>
  /** What a loop binds. */
  | Readonly<{ kind: 'element' }>
  /** What one of several names is given that something is unpacked to: `a, b = f()`. */
  | Readonly<{ kind: 'part'; at: number; of: number }>
  /** What a subscript gives, by what the key evidently is. */
  | Readonly<{ kind: 'item'; key: ItemKey }>

export type ItemKey = 'text' | 'number' | 'list' | 'slice' | 'other'

/** What an argument evidently is. `spread`: any number of them. */
export type Given =
  | 'string'
  | 'number'
  | 'boolean'
  | 'function'
  | 'object'
  | 'list'
  | 'nothing'
  | 'spread'
  | 'other'

/** `module`: dotted and absolute for Python, the specifier as written for JavaScript; empty where it is computed. */
export type Chain = Readonly<{
  module: string
  steps: readonly Step[]
  /** The path goes on, too far to be followed or as the code says when it runs: the steps are those that it begins with. */
  isCut?: true
}>

/** A module whose name is made as the code runs. */
export const COMPUTED: Chain = { module: '', steps: [] }

/** What a call hands over. */
export type CallShape = Readonly<{
  positional: number
  keywords: readonly Readonly<{ name: string; line: number; column: number }>[]
  /** `*args`, `...args`: any number. */
  hasSpread: boolean
  /** `**kwargs`: any keyword. */
  hasKeywordSpread: boolean
  /** The name by which something is made, as it is written: `client("s3")`. */
  text?: Place & Readonly<{ value: string }>
  /** JavaScript: the last argument is a function, or may be one. */
  mayEndInFunction?: true
  /** Python: the code waits for what it gives. */
  isAwaited?: true
}>

export type Place = Readonly<{
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
}>

export type Reference = Place &
  Chain &
  Readonly<{
    /** The name that stands there, as it is written. */
    name: string
    isImport: boolean
    /** Null where it is not called. */
    call: CallShape | null
    /**
     * Why not being there would prove nothing: the code asks whether it is there, catches the error,
     * or runs for other releases. Null where it has to be there.
     */
    softBecause: string | null
    /** For type checkers only. */
    isTypeOnly: boolean
    /** An import that `require` does, which loads other files than `import`. */
    isRequired?: true
    /**
     * `self.name` of a class of the file, which its base has to have: called, where no decorator and
     * no getter of the class may give it; else read.
     */
    inherited?: 'read' | 'called'
    /** Python: a class of the file is made, and its constructor is the one of this base. */
    isMadeBelow?: true
    /** Python: it is asked of an object that the code got by a call and hands to nobody. */
    isKept?: true
    /**
     * Python: behind a subscript or a part of something, where tables often tell nothing. It counts where
     * they do, and else it is passed over.
     */
    isTried?: true
    /**
     * TypeScript: a key of an object that is handed over as it is written, or an attribute of a component.
     * It counts where a table tells what is taken, and else it is passed over.
     */
    isKey?: true
    /** Python: an annotation that is not evaluated as the code runs. */
    isUnevaluated?: true
    /** It is handed to others, or is what a class of the file is below: whoever has it may call it. */
    isHandedOn?: true
    /** Of what is handed on: a class of the file is below it. */
    isBase?: boolean
    /** Of what is handed on: a member of it is taken by a name that is made as the code runs. */
    isIndexed?: true
  }>

/** Why nothing is said of a reference whose path is cut. */
export const CUT = 'the path to it is too long to be followed, or made as the code runs'
/** The problem of a file that has more references than are looked at. */
export const TOO_MANY = 'it names more than is looked at in one file'

export type PassedOver = Place &
  Readonly<{
    name: string
    /** A class that is below another one gives itself a member of that name. */
    overrides?: true
  }>

export type SourceReport = Readonly<{
  references: readonly Reference[]
  /**
   * Names that the code itself gives to objects: being absent from a table proves nothing then.
   * `Class.name` where it says whose it replaces.
   */
  added: ReadonlySet<string>
  /** Modules whose types the file adds to, or which it puts something else in the place of. */
  augmented: ReadonlySet<string>
  /**
   * Modules of which it says `declare module`: that counts in all files. Python: modules that it imports
   * behind a look at the version, a dot before each (`.compat.old`).
   */
  declaredModules: readonly string[]
  /** Names that are asked of something that could not be followed, each once, where it first stands. */
  passedOver: readonly PassedOver[]
  /** What the file hands to others, or has classes below, each once: only an upgrade asks what becomes of it. */
  handedOn?: readonly Reference[]
  /** Texts that look like the path of a module or of what is in it, each once. */
  pathTexts?: readonly PassedOver[]
  /** Texts that look like a name and are handed to a package, each once. */
  handedTexts?: readonly PassedOver[]
  /** Where it could not be read, and why; null when all of it was. */
  problem: (Place & Readonly<{ message: string }>) | null
}>

/** Why what is missing may be: the code finds out. */
export const ASKED = 'the code asks whether it is there'
/** The same: which of its parts a module gives as a whole depends on who loads it. */
export const WHOLE = 'the module itself is called'

const STEPS_MAX = 40
/** Of a path that is cut no more is kept than may tell whose it is. */
const CUT_STEPS = 3
/** No name of a table is longer than what may be asked for. */
const NAME_LENGTH_MAX = SYMBOL_LENGTH_MAX
/** Past it the rest of a file is not looked at. */
export const REFERENCES_MAX = 50_000

/** One step further; a path that is too long to be an honest one is cut. */
export function stepped(chain: Chain, ...steps: readonly Step[]): Chain {
  if (chain.isCut === true) return chain
  const isLong = steps.some((step) => 'name' in step && step.name.length > NAME_LENGTH_MAX)
  return isLong || chain.steps.length + steps.length > STEPS_MAX
    ? { module: chain.module, steps: chain.steps.slice(0, CUT_STEPS), isCut: true }
    : { module: chain.module, steps: [...chain.steps, ...steps] }
}

export function member(name: string): Step {
  return { kind: 'member', name }
}

/** Things that a name may stand for; of more than these none is followed. */
export const WAYS_MAX = 4

/** Each chain once; a single one that is cut where there are too many. */
export function ways(chains: readonly Chain[]): readonly Chain[] {
  const found: Chain[] = []
  for (const chain of chains) if (!found.some((one) => sameChain(one, chain))) found.push(chain)
  const [first] = found
  const isCut = found.length > WAYS_MAX || found.some((one) => one.isCut === true)
  return isCut && first !== undefined ? [{ ...first, isCut }] : found
}

export function sameChain(one: Chain, other: Chain): boolean {
  if (one.isCut === true || other.isCut === true) return false
  if (one.module !== other.module || one.steps.length !== other.steps.length) return false
  return one.steps.every((step, index) => {
    const there = other.steps[index]
    return there !== undefined && stepKey(there) === stepKey(step)
  })
}

export function chainKey(module: string, steps: readonly Step[]): string {
  return [module, ...steps.map(stepKey)].join(' ')
}

function stepKey(step: Step): string {
  switch (step.kind) {
    case 'member':
      return `.${step.name}`
    case 'call':
      return `call ${step.types} ${step.given?.join(' ')} ${step.text}`
    case 'handed':
      return `handed ${step.types} ${step.at} ${step.parameter} ${step.given.join(' ')}`
    case 'key':
      return `key ${step.name}`
    case 'argument':
      return `argument ${step.isNew} ${step.types} ${step.at} ${step.given.join(' ')}`
    case 'parameter':
      return `parameter ${step.parameter}`
    case 'item':
      return `item ${step.key}`
    case 'part':
      return `part ${step.at} ${step.of}`
    default:
      return step.kind
  }
}
