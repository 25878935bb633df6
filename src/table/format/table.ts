// A symbol table: every module of a release, the names in it, what they are defined as. A definition
// is one object however many paths lead to it; paths are what the entries of modules and classes
// spell. Tables of both ecosystems have this shape.

export const SYMBOL_KINDS = [
  'module',
  'class',
  'function',
  'method',
  'property',
  'attribute',
  'constant',
  'interface',
  'type',
  'enum',
  'namespace',
] as const
export type SymbolKind = (typeof SYMBOL_KINDS)[number]

/** How a name came to stand where it stands. */
/** Of a module also `unmapped`: its declarations are not those that `exports` leads to. */
export const ORIGINS = [
  'py',
  'pyi',
  'lazy',
  'star',
  'inherited',
  'dts',
  'types',
  'js',
  'unmapped',
] as const
export type Origin = (typeof ORIGINS)[number]

/**
 * How much of a module could be read. `dynamic`: names may be made at run time, so a miss is not the
 * last word. `opaque`: compiled code without a stub. `unreadable`: the file has no syntax we know.
 * `unread`: left aside, because it is nobody's API. `gapped`: names may come from another package that
 * exists and could not be had; no extractor says so, but whoever opens the table and knows of it.
 */
export const MODULE_STATES = [
  'complete',
  'dynamic',
  'opaque',
  'unreadable',
  'unread',
  'gapped',
] as const
export type ModuleState = (typeof MODULE_STATES)[number]

/**
 * What Node makes of the file that a specifier leads to. `none`: there is nothing to load. `native`: an
 * addon. `other`: a file that Node does not load. `unknown`: it hangs on what could not be read.
 */
export const LOAD_FORMATS = [
  'none',
  'unknown',
  'module',
  'commonjs',
  'json',
  'native',
  'other',
] as const
export type LoadFormat = (typeof LOAD_FORMATS)[number]

/**
 * Whether a module of ECMAScript, or one that it imports, waits at its top level, which no `require` can.
 * `others`: nothing of the package does, and packages that it asks for may. `unknown`: it was not told,
 * or is none.
 */
export const WAITS = ['unknown', 'never', 'others', 'always'] as const

/** npm: how Node loads a module. */
export type ModuleFormats = Readonly<{
  imported: LoadFormat
  /** By `require` in releases of Node that load modules of ECMAScript so. */
  required: LoadFormat
  /** By `require` in those that do not: they refuse what is a `module`. */
  requiredBefore: LoadFormat
  waits: (typeof WAITS)[number]
}>

export type Deprecation = Readonly<{
  /** What the mark says, if it says anything. */
  text: string | null
  /** The release that the mark names. */
  since: string | null
}>

export type Definition = Readonly<{
  /** Where it is defined: the module, and the dotted name in it. Outside the package: as imported. */
  module: string
  name: string
  kind: SymbolKind
  /** In normal form; null where there is none. */
  signature: string | null
  deprecation: Deprecation | null
  /** First line of the documentation. */
  doc: string | null
  /** Null for what is not defined in this artifact. */
  file: string | null
  /** Counted from 1; 0 where there is none. */
  line: number
  /**
   * Classes: the bases as full dotted paths, in order. Constants: the class they are made of. Python: what
   * is given beyond the signature (givenType.ts).
   */
  bases: readonly string[]
  /** Classes, enums, namespaces: what is below, sorted by name; not what `inherits` brings. */
  members: readonly Entry[]
  /**
   * Where a name is looked for that is not among the members: the members of these, in this order.
   * All of them are listed: what they inherit themselves does not count.
   */
  inherits: readonly Definition[]
  /** It may have members that are listed nowhere: they are made at run time or could not be told. */
  isOpen: boolean
  /** With `isOpen`: that is so of its objects, and all that the class itself has is listed. */
  isOpenInObjectsOnly?: true
  /** npm, with `isOpen`: what is not listed is under keys of any name, and need not be given. */
  isIndexed?: true
  /**
   * A class leaves methods to classes below it, so that an object of it is always one of those. In npm
   * a member that is left to them.
   */
  isAbstract?: true
  /**
   * Python: what `**` takes in the end beyond the parameters, sorted, where that is all it takes. Of a
   * class: what its constructor does. `isOfClass`: for objects of the very class, not for one below.
   */
  furtherKeywords?: Readonly<{ keywords: readonly string[]; isOfClass: boolean }>
  /** npm: the signature of the constant that has the name of a type or of a namespace; empty for none. */
  value?: string
  /** A decorator puts a function in its place that takes other arguments than the signature says. */
  isRewritten?: true
}>

/** A name in a module or below a definition. */
export type Entry = Readonly<{
  name: string
  definition: Definition
  origin: Origin
  isPublic: boolean
  isTypeOnly: boolean
  /** npm: nobody but the one who says this gets the name from its module. */
  only?: 'import' | 'require'
}>

export type ModuleTable = Readonly<{
  /** Dotted (`requests.sessions`), for npm the subpath (`.`, `./operators`). */
  name: string
  isPublic: boolean
  state: ModuleState
  /** Why it is not complete; null when it is. */
  stateReason: string | null
  doc: string | null
  deprecation: Deprecation | null
  /** Null for a namespace package, which has none. */
  file: string | null
  origin: Origin
  /** Sorted by name (code units). */
  entries: readonly Entry[]
  /** The compiled files that every name comes from which is not listed; all are in `compiled`. */
  compiledIn?: readonly string[]
  /** npm: what is loaded for it. */
  formats?: ModuleFormats
}>

export type UnreadableFile = Readonly<{ file: string; reason: string }>

export type SymbolTable = Readonly<{
  /** Sorted by name (code units). */
  modules: readonly ModuleTable[]
  /** Files that were not understood, wholly or in part. */
  unreadable: readonly UnreadableFile[]
  /** Compiled files that bound what modules may hold, with the words that they spell. */
  compiled?: readonly CompiledFile[]
  /** Types that signatures name and that no path leads to. */
  hidden?: readonly HiddenType[]
  /** Attributes that code sets on something that could not be told, sorted; `*` for any. */
  loose?: readonly string[]
  /** npm, with formats: the releases of Node that the package asks for, as its manifest writes them. */
  nodes?: string | null
}>

/** `namedIn`: the files whose signatures mean it by its name. `file`: where it is declared. */
export type HiddenType = Readonly<{
  name: string
  kind: SymbolKind
  signature: string | null
  isOpen: boolean
  file: string
  namedIn: readonly string[]
  members: readonly HiddenMember[]
  /** It is no type of its own, but what these files call the one of this path. */
  as?: Readonly<{ module: string; name: string }>
}>

/** `file` and `of`: where it is declared and what declares it, where that is not the type itself. */
export type HiddenMember = Readonly<{
  name: string
  kind: SymbolKind
  signature: string | null
  isPublic: boolean
  file?: string
  of?: string
}>

/** `words`: sorted, each between two line ends. */
export type CompiledFile = Readonly<{ file: string; words: string }>

/** One public path, as `assay table --json` prints it. */
export type SymbolRow = Readonly<{
  module: string
  /** Empty for the module itself. */
  symbol: string
  kind: SymbolKind
  public: boolean
  signature: string | null
  deprecated: boolean
  deprecated_text: string | null
  since_version: string | null
  doc: string | null
  origin: Origin
  type_only: boolean
  /** The full path of the definition when this path is a re-export or an inheritance. */
  alias_of: string | null
  file: string | null
  line: number
}>
