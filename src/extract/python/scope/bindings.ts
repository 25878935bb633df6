// What the names of a body are bound to, and the traces that it leaves of names made in other ways.

import type {
  AssignStatement,
  ClassStatement,
  Expression,
  ExpressionOf,
  FunctionStatement,
  Span,
} from '../../../syntax/python/syntax.ts'
import type { MessageName } from '../files/protobufNames.ts'
import type { Source } from './source.ts'

type Bound = Readonly<{ source: Source; line: number; order: number }>

export type Binding = Bound &
  (
    | Readonly<{
        kind: 'def'
        statement: FunctionStatement
        overloads: readonly FunctionStatement[]
        /** `@x.setter` and its kin: what the first definition is stays. */
        hasSetter: boolean
      }>
    | Readonly<{ kind: 'class'; statement: ClassStatement }>
    /** `import a.b as c` */
    | Readonly<{ kind: 'module'; path: string; isExplicit: boolean }>
    /** `from a import b as c`; `module` is absolute. */
    | Readonly<{
        kind: 'from'
        module: string
        name: string
        isExplicit: boolean
        /** Runs whenever the body does. */
        isCertain: boolean
      }>
    | Readonly<{
        kind: 'value'
        annotation: Span | null
        value: Span | null
        /** The statement whose documentation speaks of it. */
        documented: AssignStatement | null
        isTypeAlias: boolean
      }>
    /** Bound by a loop, a `with`, an unpacking: there, and nothing is known of it. */
    | Readonly<{
        kind: 'unknown'
        /** What generated code makes of a description. */
        described?: MessageName
      }>
  )

export type BindingOf<K extends Binding['kind']> = Extract<Binding, { kind: K }>

export type StarImport = Readonly<{ module: string; order: number; line: number }>

type AllStep = Readonly<{ operation: 'set' | 'add' | 'remove'; value: Expression }>

/** `a.b.name = value`: a name that is put into something else; null where it cannot be told. */
type Injection = Readonly<{
  target: Expression
  name: string | null
  binding: Binding
  /** Runs whenever the body does; left out where that is not known. */
  isCertain?: boolean
  /** `del a.b.name`: it is taken away instead. */
  isRemoved?: true
}>

export type HandedCall = Readonly<{
  call: ExpressionOf<'call'>
  /** Runs whenever the body does. */
  isCertain: boolean
  /** It is a decorator: what it calls makes a function, which is handed this. */
  decorated?: FunctionStatement
}>

export type Scope = {
  readonly source: Source
  readonly names: Map<string, Binding>
  /** What only type checkers see. */
  readonly typeNames: Map<string, Binding>
  readonly stars: StarImport[]
  readonly typeStars: StarImport[]
  readonly allSteps: AllStep[]
  readonly injections: Injection[]
  /** Calls that hand something to a function: `fill(A)`. */
  readonly handed: HandedCall[]
  /** What variables of loops stand for, where that is written: `for cls in (A, B):`. */
  readonly turns: Map<string, Set<Expression>>
  /** Classes whose members are poured into the module: `globals().update(E.__members__)`. */
  readonly poured: Expression[]
  /** Why names may be there that cannot be seen. */
  readonly dynamic: string[]
  /** The same, where following the statements may yet show them. */
  readonly makes: string[]
  /** Calls that hand the module over to a lazy loader, or replace it. */
  readonly lazyCalls: Expression[]
  /** Another object takes the module's place when it has been imported. */
  isReplaced: boolean
  /** Warnings that importing the module gives. */
  readonly warnings: Expression[]
  /** Names that are taken from something where that has them: `getattr(core, name)` that may fail. */
  readonly perhaps: Map<string, Expression>
  /** Names that were bound and then deleted. */
  readonly deleted: Set<string>
  /** What they were bound to: classes may stand on it. */
  readonly gone: Map<string, Binding>
}

export function emptyScope(source: Source): Scope {
  return {
    source,
    names: new Map(),
    typeNames: new Map(),
    stars: [],
    typeStars: [],
    allSteps: [],
    injections: [],
    handed: [],
    turns: new Map(),
    poured: [],
    dynamic: [],
    makes: [],
    lazyCalls: [],
    isReplaced: false,
    warnings: [],
    perhaps: new Map(),
    deleted: new Set(),
    gone: new Map(),
  }
}

export function bindsNothing(scope: Scope): boolean {
  return scope.names.size === 0 && scope.stars.length === 0
}
