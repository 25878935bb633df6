// What a JavaScript file says about names: the result of this folder.

import type { Deprecation, SymbolKind } from '../../../table/format/table.ts'

export type JsDefinition = Readonly<{
  /**
   * `class function constant enum namespace` for names of modules and objects; `method property
   * attribute` below classes.
   */
  kind: SymbolKind
  /** Null for what is written in another package, or nowhere. */
  file: string | null
  /** The package that has it, where that is another one. */
  package: string | null
  /** Counted from 1; 0 where there is none. */
  line: number
  /** First line of the comment before it. */
  doc: string | null
  deprecation: Deprecation | null
  /** `(a, b?, ...rest)` of functions, of the constructor for classes. */
  signature: string | null
  /** Names below it, sorted; those of a class are its statics and those of its instances. */
  members: readonly JsMember[]
  /** Why it may have members that are not listed; null when it has not. */
  open: string | null
  /** `vue#ref`: a value of another package, which was not looked at. */
  from: string | null
  /** It is only there to raise an error when it is used. */
  isGone: boolean
}>

export type JsMember = Readonly<{
  name: string
  definition: JsDefinition
  /** On the class or function itself, and not on what it makes. */
  isStatic: boolean
  isInherited: boolean
}>

export type JsName = Readonly<{ name: string; definition: JsDefinition }>

export type JsModule = Readonly<{
  file: string
  format: 'esm' | 'cjs' | 'json' | 'native'
  /**
   * `complete`: there are no other names. `dynamic`: names may be made at run time, so that a miss is
   * not the last word. `opaque`: compiled. `unreadable`: not understood at all.
   */
  state: 'complete' | 'dynamic' | 'opaque' | 'unreadable'
  /** Why it is not complete; null when it is. */
  reason: string | null
  /**
   * What `import` of an ES module or `require` of a CommonJS module has, sorted by name. `__esModule`
   * is left out. `default` is there only if the module gives it; `import` of a CommonJS module makes
   * one of `main`.
   */
  names: readonly JsName[]
  /** What a CommonJS module is itself: a function, a class, a plain object; null for ES modules. */
  main: JsDefinition | null
  /** Whether it is an object of a class of the package: its methods may give it more names. */
  isObject: boolean
}>
