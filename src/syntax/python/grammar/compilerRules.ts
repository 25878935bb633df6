// What Python's compiler refuses though its grammar takes it: a `return` outside of a function, an
// argument that is given twice. The grammar tells what it reads, in the order of the text. Only what
// every release from 3.8 to 3.13 refuses is refused; of a release that does not know a statement at all
// nothing can be said. Bindings that `nonlocal` and `:=` need are not looked for.

/** Where it is, in UTF-16 units of the text, and why, as the end of a sentence. */
export type Refusal = Readonly<{ at: number; why: string }>

/** What a function, a class or a module has by the place that is read. */
type Scope = Readonly<{
  kind: 'module' | 'class' | 'function'
  isAsync: boolean
  parameters: readonly string[]
  /** Names that were read or set, except within comprehensions. */
  used: string[]
  places: { yielded: number | null; returned: number | null }
}>

type Context = Readonly<{
  scope: Scope
  /** Loops of this scope around it, within the innermost `except*`. */
  loops: number
  isInGroup: boolean
}>

const FEATURES = new Set(
  (
    'nested_scopes generators division absolute_import with_statement print_function ' +
    'unicode_literals barry_as_FLUFL generator_stop annotations'
  ).split(' '),
)

export class CompilerRules {
  #context = contextOf('module', false, [])
  #first: Refusal | null = null

  /** The first thing that is refused; null where nothing is. */
  get refusal(): Refusal | null {
    return this.#first
  }

  /** What has been told by now, to be gone back to. */
  get mark() {
    return { context: this.#context, first: this.#first, used: this.#context.scope.used.length }
  }

  goBack({ context, first, used }: CompilerRules['mark']): void {
    this.#context = context
    this.#first = first
    context.scope.used.length = used
  }

  refuse(at: number, why: string): void {
    this.#first ??= { at, why }
  }

  enterFunction(isAsync: boolean, parameters: readonly string[]): void {
    this.#context = contextOf('function', isAsync, parameters)
  }

  enterClass(): void {
    this.#context = contextOf('class', false, [])
  }

  enterLoop(): void {
    this.#context = { ...this.#context, loops: this.#context.loops + 1 }
  }

  /** The block of an `except*`. */
  enterGroup(): void {
    this.#context = { ...this.#context, loops: 0, isInGroup: true }
  }

  /** Back to what was around a function, a class, a loop or a block. */
  leaveTo({ context }: CompilerRules['mark']): void {
    const { scope } = this.#context
    const { yielded, returned } = scope.places
    if (scope !== context.scope && scope.isAsync && yielded !== null && returned !== null) {
      this.refuse(returned, 'an asynchronous generator returns a value')
    }
    this.#context = context
  }

  /** What a comprehension reads is its own; what it may do is asked of it alone. */
  leaveComprehension({ context, first, used }: CompilerRules['mark'], isGenerator: boolean): void {
    context.scope.used.length = used
    if (isGenerator) this.#first = first
  }

  useName(name: string): void {
    this.#context.scope.used.push(name)
  }

  return(at: number, hasValue: boolean): void {
    const { scope, isInGroup } = this.#context
    if (scope.kind !== 'function') this.refuse(at, '`return` stands outside of a function')
    else if (isInGroup) this.refuse(at, '`return` stands in a block of `except*`')
    if (hasValue) scope.places.returned ??= at
  }

  leaveLoop(at: number, word: 'break' | 'continue'): void {
    const { loops, isInGroup } = this.#context
    if (loops > 0) return
    const where = isInGroup ? 'in a block of `except*`' : 'outside of a loop'
    this.refuse(at, `\`${word}\` stands ${where}`)
  }

  yield(at: number, isFrom: boolean): void {
    const { scope } = this.#context
    if (scope.kind !== 'function') this.refuse(at, '`yield` stands outside of a function')
    else if (isFrom && scope.isAsync) {
      this.refuse(at, '`yield from` stands in an asynchronous function')
    }
    scope.places.yielded ??= at
  }

  /** `await`, `async for` and `async with`, and comprehensions that are asynchronous. */
  needAsync(at: number, word: string): void {
    if (this.#context.scope.isAsync) return
    this.refuse(at, `\`${word}\` stands outside of an asynchronous function`)
  }

  declare(at: number, word: 'global' | 'nonlocal', name: string): void {
    const { kind, parameters, used } = this.#context.scope
    if (word === 'nonlocal' && kind === 'module') {
      this.refuse(at, '`nonlocal` stands outside of a function')
    } else if (parameters.includes(name)) this.refuse(at, `${name} is a parameter and ${word}`)
    else if (used.includes(name)) this.refuse(at, `${name} is used before it is declared ${word}`)
  }

  importAll(at: number): void {
    if (this.#context.scope.kind !== 'module') {
      this.refuse(at, '`import *` stands outside of the module level')
    }
  }

  importFeature(at: number, name: string, isFirst: boolean): void {
    if (!FEATURES.has(name)) this.refuse(at, `__future__ has no feature ${name}`)
    else if (!isFirst) this.refuse(at, 'imports from __future__ stand at the beginning of a file')
  }

  /** Parameters, or the keywords of a call. */
  twice(at: number, names: readonly string[], what: string): void {
    const name = names.find((one, place) => names.indexOf(one) !== place)
    if (name !== undefined) this.refuse(at, `${what} ${name} stands there twice`)
  }
}

function contextOf(kind: Scope['kind'], isAsync: boolean, parameters: readonly string[]): Context {
  const places = { yielded: null, returned: null }
  return { scope: { kind, isAsync, parameters, used: [], places }, loops: 0, isInGroup: false }
}
