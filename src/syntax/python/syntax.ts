// What is read of a Python file: the declarations of modules and classes as a tree, everything else
// as spans of the text that are parsed when somebody asks. Bodies of functions are skimmed, not
// parsed: they are most of the text and hold next to nothing of the API.

/** A piece of the source text, in UTF-16 units; `end` is exclusive. */
export type Span = Readonly<{ start: number; end: number }>

/** What a docstring says; the whole of it is dear, and seldom needed. */
export type Documentation = Readonly<{
  doc: string | null
  /** The first line that says something. */
  docLine: string | null
  mentionsDeprecation: boolean
}>

export type PythonFile = Documentation &
  Readonly<{
    text: string
    body: readonly Statement[]
    /** What could not be read; the statements around it are still there. */
    problems: readonly SyntaxProblem[]
  }>

export type SyntaxProblem = Readonly<{ line: number; message: string }>

/** Expressions stay text until they are needed: `parseExpression(text, span)`. */
export type Statement =
  | ImportStatement
  | FromImportStatement
  | AssignStatement
  | FunctionStatement
  | ClassStatement
  | IfStatement
  | TryStatement
  | LoopStatement
  | WithStatement
  | MatchStatement
  | DeleteStatement
  | ExpressionStatement
  | GlobalStatement
  | OtherStatement

export type StatementOf<K extends Statement['kind']> = Extract<Statement, { kind: K }>

/** `import a.b as c, d` */
export type ImportStatement = Readonly<{
  kind: 'import'
  line: number
  names: readonly Readonly<{ path: string; alias: string | null }>[]
}>

/** `from ..a.b import c as d`, `from . import *` (then `names` is null). */
export type FromImportStatement = Readonly<{
  kind: 'from'
  line: number
  /** Number of leading dots. */
  level: number
  /** Empty for `from . import x`. */
  module: string
  names: readonly Readonly<{ name: string; alias: string | null }>[] | null
}>

/**
 * `a = b = value`, `a: T = value`, `a: T`, `a += value`, `type A[T] = value`. The string right below
 * is its documentation.
 */
export type AssignStatement = Documentation &
  Readonly<{
    kind: 'assign'
    line: number
    /** Left sides as they stand: names, attributes, subscripts, tuples. */
    targets: readonly Span[]
    annotation: Span | null
    value: Span | null
    /** Null for `=`, the operator without the equals sign for `+=` and its kin. */
    operator: string | null
    /** `type A = …` of Python 3.12. */
    isTypeAlias: boolean
    /** Those of `type A[T] = …`. */
    typeParameters: readonly Parameter[]
  }>

export type ParameterKind = 'positional' | 'normal' | 'varargs' | 'keyword' | 'varkeywords'

export type Parameter = Readonly<{
  name: string
  kind: ParameterKind
  annotation: Span | null
  default: Span | null
}>

export type FunctionStatement = Documentation &
  Readonly<{
    kind: 'def'
    line: number
    name: string
    isAsync: boolean
    decorators: readonly Span[]
    /** `[T: bound = default, *Ts]` of Python 3.12, read as parameters. */
    typeParameters: readonly Parameter[]
    parameters: readonly Parameter[]
    returns: Span | null
    body: FunctionBody
  }>

/** What the skim of a function's body found. */
export type FunctionBody = Readonly<{
  /** The body's text: `parseBlock(file, body.span)` gives its statements. */
  span: Span
  /** Line of the body's first character. */
  line: number
  /** `self.name = …`, at any depth, by the first parameter's name; annotated ones included. */
  selfAttributes: readonly Readonly<{ name: string; line: number; annotation: Span | null }>[]
  /** Names of `global` statements. */
  globals: readonly string[]
  /**
   * Statements that always run (first level of the body), are calls, and hold `Warning` or `warn`
   * in their text: where deprecations are announced.
   */
  warnings: readonly Span[]
  /** The body holds nothing but a docstring, `...`, `pass` or one `raise`. */
  isTrivial: boolean
  /** The body holds a `yield` of its own. */
  isGenerator: boolean
}>

export type ClassStatement = Documentation &
  Readonly<{
    kind: 'class'
    line: number
    name: string
    decorators: readonly Span[]
    typeParameters: readonly Parameter[]
    /** What stands in the parentheses, as arguments: bases, `metaclass=…`. */
    arguments: readonly Argument[]
    body: readonly Statement[]
  }>

export type Argument = Readonly<{
  /** Keyword; null for positional ones. `*a` and `**k` are told by `stars`. */
  name: string | null
  stars: 0 | 1 | 2
  value: Span
}>

export type IfStatement = Readonly<{
  kind: 'if'
  line: number
  /** `if`, `elif`s, and last the `else`, whose test is null. */
  branches: readonly Readonly<{ test: Span | null; body: readonly Statement[] }>[]
}>

export type TryStatement = Readonly<{
  kind: 'try'
  line: number
  body: readonly Statement[]
  handlers: readonly Readonly<{
    type: Span | null
    name: string | null
    body: readonly Statement[]
  }>[]
  orElse: readonly Statement[]
  finally: readonly Statement[]
}>

/** `for` and `while`; the latter has no target. */
export type LoopStatement = Readonly<{
  kind: 'loop'
  line: number
  target: Span | null
  /** What is looped over, or the condition. */
  over: Span
  body: readonly Statement[]
  orElse: readonly Statement[]
}>

export type WithStatement = Readonly<{
  kind: 'with'
  line: number
  items: readonly Readonly<{ value: Span; target: Span | null }>[]
  body: readonly Statement[]
}>

export type MatchStatement = Readonly<{
  kind: 'match'
  line: number
  subject: Span
  cases: readonly Readonly<{ pattern: Span; guard: Span | null; body: readonly Statement[] }>[]
}>

type DeleteStatement = Readonly<{ kind: 'del'; line: number; targets: readonly Span[] }>

type ExpressionStatement = Readonly<{ kind: 'expression'; line: number; value: Span }>

type GlobalStatement = Readonly<{ kind: 'global'; line: number; names: readonly string[] }>

/** `return`, `raise`, `assert`, `pass`, `break`, `continue`, `print x` (Python 2), `exec x`. */
export type OtherStatement = Readonly<{
  kind: 'other'
  line: number
  word: string
  /** What follows the word, if anything. */
  value: Span | null
}>

/** An expression, parsed on demand. What no rule needs to look into is `opaque`. */
export type Expression =
  | Readonly<{ kind: 'name'; name: string }>
  | Readonly<{ kind: 'attribute'; value: Expression; name: string }>
  | Readonly<{ kind: 'call'; function: Expression; arguments: readonly ExpressionArgument[] }>
  | Readonly<{ kind: 'subscript'; value: Expression; index: Expression }>
  /** Adjacent strings are joined; `value` is null when it is not known (an f-string with fields). */
  | Readonly<{
      kind: 'string'
      value: string | null
      isBytes: boolean
      /** Of an f-string whose fields have neither conversion nor format. */
      parts?: readonly (string | Expression)[]
    }>
  | Readonly<{ kind: 'number'; text: string }>
  | Readonly<{ kind: 'constant'; name: 'True' | 'False' | 'None' | '...' }>
  | Readonly<{ kind: 'tuple' | 'list' | 'set'; items: readonly Expression[] }>
  /** A null key stands for `**value`. */
  | Readonly<{
      kind: 'dict'
      items: readonly Readonly<{ key: Expression | null; value: Expression }>[]
    }>
  | Readonly<{ kind: 'starred'; value: Expression }>
  /** `+ - * / // % @ ** << >> & | ^`, `and or`, comparisons; chains of comparisons are opaque. */
  | Readonly<{ kind: 'binary'; operator: string; left: Expression; right: Expression }>
  | Readonly<{ kind: 'unary'; operator: string; value: Expression }>
  | Readonly<{ kind: 'conditional'; test: Expression; then: Expression; otherwise: Expression }>
  /** One `for` clause; of more see `opaque`. `element` is the key for dicts, then `value`. */
  | Readonly<{
      kind: 'comprehension'
      of: 'list' | 'set' | 'dict' | 'generator'
      element: Expression
      value: Expression | null
      target: Expression
      over: Expression
      conditions: readonly Expression[]
    }>
  | Readonly<{ kind: 'walrus'; name: string; value: Expression }>
  | Readonly<{ kind: 'lambda'; parameters: readonly Parameter[]; body: Span }>
  /** Of a comprehension with several `for` clauses, what it goes through and what it makes of it. */
  | Readonly<{
      kind: 'opaque'
      span: Span
      turns?: readonly Turns[]
      within?: readonly Expression[]
    }>

/** `for target in over` */
export type Turns = Readonly<{ target: Expression; over: Expression }>

export type ExpressionOf<K extends Expression['kind']> = Extract<Expression, { kind: K }>

export type ExpressionArgument = Readonly<{
  name: string | null
  stars: 0 | 1 | 2
  value: Expression
}>
