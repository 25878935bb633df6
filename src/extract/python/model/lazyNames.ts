// Names that a module makes when they are first asked for: a `__getattr__` that compares with
// literals or looks into a table, and the loaders that take such a table. What is not understood is
// said to be dynamic, never guessed.

import { dottedParts, lastName } from '../../../syntax/python/expressionNames.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type {
  Expression,
  FunctionStatement,
  IfStatement,
  Statement,
} from '../../../syntax/python/syntax.ts'
import {
  expressionsOf,
  hasReturn,
  isWord,
  walkExpression,
  walkStatements,
} from '../../../syntax/python/walk.ts'
import { packageOf } from '../files/modulePaths.ts'
import type { LazyName, LazyNames, PythonModule } from '../modules/pythonModule.ts'
import type { BindingOf, Scope } from '../scope/bindings.ts'
import { evaluateLiteral, type Literal } from '../scope/literals.ts'
import { tableFirst } from '../scope/tableFirst.ts'
import { type Helper, handedOn, listHandedOn } from './handedOnGetters.ts'
import { madeGetter } from './madeGetters.ts'

/** What the reader asks of those who know all modules. */
type Known = Readonly<{
  /** What a variable holds once the module has run. */
  held(name: string): Literal | undefined
  /** The same of a variable of another module. */
  heldIn(module: string, name: string): Literal | undefined
  /** What `__all__` holds; undefined when that is not all known. */
  listed(): readonly string[] | undefined
  /** The function that a path of the module leads to. */
  helper(path: Expression): (Helper & Readonly<{ module: string }>) | null
}>

/** Null for a module that makes nothing late. */
export function lazyNames(module: PythonModule, scope: Scope, known: Known): LazyNames | null {
  const getter = scope.names.get('__getattr__')
  const isDefined = getter?.kind === 'def' && !isWrapped(getter)
  // A function that was handed the namespace may have put one into it.
  const isHanded = module.made?.names.has('__getattr__') === true
  if (getter === undefined && scope.lazyCalls.length === 0 && !isHanded) return null
  const reader = new LazyReader(module, scope, known)
  for (const call of scope.lazyCalls) reader.readLoader(call)
  if (isDefined) reader.readGetter(getter.statement)
  else if (getter?.kind === 'value' && reader.readMade('__getattr__')) return reader.result()
  else if (isHanded || (getter !== undefined && scope.lazyCalls.length === 0)) {
    reader.dynamic.push('has a __getattr__ that is made elsewhere')
  }
  return reader.result()
}

/** A decorator other than one that remembers may answer in its place. */
function isWrapped({ source, statement }: BindingOf<'def'>): boolean {
  const isKept = /^(?:\w+\.)*(?:lru_)?cache\b/
  return statement.decorators.some((span) => !isKept.test(source.slice(span).trim()))
}

class LazyReader {
  readonly dynamic: string[] = []
  private readonly names = new Map<string, LazyName | null>()
  private readonly forwards: string[] = []
  private readonly objects: string[] = []
  /** Modules that the getter imports for itself. */
  private readonly imported = new Map<string, string>()
  private isUnderstood = true
  /** It looks into a table that is computed. */
  private hasUnknownTable = false
  private readonly absent = new Set<string>()
  private readonly module: PythonModule
  private readonly scope: Scope

  private readonly known: Known

  constructor(module: PythonModule, scope: Scope, known: Known) {
    this.module = module
    this.scope = scope
    this.known = known
  }

  result(): LazyNames {
    return {
      names: this.names,
      forwards: this.forwards,
      objects: this.objects,
      absent: this.absent,
      // A getter that is understood says itself what there is.
      takesTypeNames: this.scope.lazyCalls.length > 0 || !this.isUnderstood,
      dynamic: this.dynamic,
    }
  }

  /**
   * `attach(__name__, submodules, {module: names})`, `LazyModule(__name__, file, {module: names})`,
   * `relative_import(__name__, ['.module'], ['.module.Name'])`.
   */
  readLoader(call: Expression): void {
    if (this.readModuleClass(call)) return
    const maker = call.kind === 'call' ? this.known.helper(call.function) : null
    if (maker !== null && makesModules(maker)) this.dynamic.push('makes modules as it is imported')
    if (call.kind !== 'call') {
      this.dynamic.push('is replaced by another object')
      return
    }
    let understood = /attach_stub$/.test(lastName(call.function) ?? '')
    for (const { value } of call.arguments) {
      const known = this.evaluate(value)
      if (known instanceof Map) {
        this.addTable(known)
        understood = true
      } else if (Array.isArray(known)) {
        for (const name of known) {
          if (typeof name !== 'string') continue
          if (name.startsWith('.')) understood = this.addPath(name) || understood
          else this.addSubmodule(name)
        }
      }
    }
    this.addHeldTables()
    // Loaders that find the names in the files: the imports for type checkers list them as well.
    const hasTypeNames = this.scope.typeNames.size + this.scope.typeStars.length > 0
    if (!understood && !hasTypeNames) this.dynamic.push('is replaced by another object')
  }

  /** An object of a class of the file that answers to names as a `__getattr__` does. */
  private readModuleClass(call: Expression): boolean {
    if (call.kind !== 'call' || call.function.kind !== 'name' || !this.scope.isReplaced)
      return false
    const binding = this.scope.names.get(call.function.name)
    if (binding?.kind !== 'class' || !isOfModules(binding)) return false
    const getter = binding.statement.body.find(
      (one) => one.kind === 'def' && one.name === '__getattr__',
    )
    if (getter?.kind === 'def') this.readGetter(getter, 1)
    else this.dynamic.push('is replaced by another object')
    return true
  }

  /** A module that is replaced has no other use for tables from modules to names. */
  private addHeldTables(): void {
    if (!this.scope.isReplaced) return
    for (const [name, binding] of this.scope.names) {
      const known = binding.kind === 'value' ? this.known.held(name) : undefined
      if (!(known instanceof Map) || known.size === 0) continue
      const lists = [...known.values()]
      const isTable = lists.every(
        (list) => Array.isArray(list) && list.every((one) => typeof one === 'string'),
      )
      if (isTable) this.addTable(known)
    }
  }

  /** `at`: which parameter is the name. */
  readGetter(statement: FunctionStatement, at = 0): void {
    const parameter = statement.parameters[at]?.name ?? 'name'
    const { source } = this.scope
    if (this.readTableFirst(statement)) return
    const body = parseBlock(source, statement.body.span, statement.body.line)
    if (this.readHanded(body, parameter)) return
    const before = this.names.size + this.forwards.length
    for (const one of walkStatements(body)) this.noteImport(one)
    const guarded = this.readTests(body, parameter)
    let usesTable = false
    for (const one of walkStatements(body)) {
      // What stands below a test of the name is said of the names that pass it.
      if (guarded.has(one)) continue
      for (const expression of expressionsOf(source, this.withoutDenials(one, parameter))) {
        walkExpression(expression, (part) => {
          if (this.readUse(part, parameter)) usesTable = true
        })
      }
    }
    const found = this.names.size + this.forwards.length > before
    const last = body.at(-1)
    const endsInError = closes(source.text, last, parameter)
    const isDenied = body.every(isSaying)
    this.isUnderstood =
      !this.hasUnknownTable &&
      (isDenied ||
        usesTable ||
        this.forwards.length > 0 ||
        (endsInError && (found || this.absent.size > 0)))
    const written = this.scope.source.slice(statement.body.span)
    const isComputed = /\.(?:startswith|endswith|match|search)\(/.test(written)
    const isClosed = isDenied || endsInError || this.forwards.length > 0
    if (!this.isUnderstood || isComputed || !isClosed) {
      this.dynamic.push('has a __getattr__ of its own')
    }
  }

  /** A getter that looks into a table first, and has another answer to the rest. */
  private readTableFirst(statement: FunctionStatement): boolean {
    const shape = tableFirst(this.scope.source, statement)
    const keys = shape === null ? null : this.keysOf(shape.table)
    if (shape === null || keys === null) return false
    if (shape.otherwise !== null && !this.readMade(shape.otherwise)) return false
    for (const name of keys) this.add(name, null)
    return true
  }

  /** The keys of a table of the module, whatever it holds under them. */
  private keysOf(table: string): readonly string[] | null {
    const binding = this.scope.names.get(table)
    if (binding?.kind !== 'value' || binding.value === null) return null
    const value = binding.source.expression(binding.value)
    if (value.kind !== 'dict' || binding.source.changedNames.has(table)) return null
    const keys = value.items.map(({ key }) => (key?.kind === 'string' ? key.value : null))
    return keys.every((key) => key !== null) ? keys : null
  }

  /** `getter = make(__name__)`: what a function of the package makes for this module. */
  readMade(name: string): boolean {
    const binding = this.scope.names.get(name)
    if (binding?.kind !== 'value' || binding.value === null) return false
    const call = binding.source.expression(binding.value)
    if (call.kind !== 'call' || call.arguments.length !== 1) return false
    const [given] = call.arguments
    if (!isNamed(given?.value, '__name__')) return false
    const maker = this.known.helper(call.function)
    if (maker === null) return false
    const held = (one: string) => this.known.heldIn(maker.module, one)
    const made = madeGetter(maker, this.module.name, held)
    if (made === null) return false
    for (const one of made.names) this.add(one, null)
    for (const one of made.absent) this.absent.add(one)
    return true
  }

  /** `return answer(name, __all__)`, where every other name is an error. */
  private readHanded(body: readonly Statement[], parameter: string): boolean {
    const call = handedOn(this.scope.source.text, body)
    const helper = call === null ? null : this.known.helper(call.function)
    if (call === null || helper === null) return false
    const list = listHandedOn(helper, call.arguments, parameter)
    if (list === null) return false
    const names = isNamed(list, '__all__') ? this.known.listed() : this.evaluate(list)
    if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return false
    for (const name of names) this.add(name, null)
    return true
  }

  private noteImport(statement: Statement): void {
    if (statement.kind === 'import') {
      for (const { path, alias } of statement.names) {
        const [first = path] = path.split('.')
        this.imported.set(alias ?? first, alias === null ? first : path)
      }
    } else if (statement.kind === 'from' && statement.names !== null) {
      const module = this.absolute(`${'.'.repeat(statement.level)}${statement.module}`)
      for (const { name, alias } of statement.names) {
        if (module !== null) this.imported.set(alias ?? name, `${module}.${name}`)
      }
    }
  }

  /** `if name == "a": …`, `if name in ("a", "b"): …`, `if name not in table: raise`. */
  private readTests(body: readonly Statement[], parameter: string): ReadonlySet<Statement> {
    const { source } = this.scope
    const guarded = new Set<Statement>()
    for (const statement of walkStatements(body)) {
      if (statement.kind !== 'if') continue
      for (const branch of statement.branches) {
        if (branch.test === null) continue
        const named = this.comparedNames(source.expression(branch.test), parameter)
        const raises = onlyRaises(branch.body)
        const isSettled = named.equal.length > 0 || this.isDenial(branch, parameter)
        if (isSettled) for (const one of walkStatements(branch.body)) guarded.add(one)
        for (const name of named.equal) {
          if (raises) this.absent.add(name)
          else if (!branch.body.some(hasReturn)) continue
          else if (!this.names.has(name)) this.names.set(name, this.leadFrom(branch.body, name))
        }
        if (raises) for (const name of named.notEqual) this.add(name, null)
      }
    }
    return guarded
  }

  /** `if name in gone: raise …`: whatever the table holds, it gives no name. */
  private isDenial({ test, body }: IfStatement['branches'][number], parameter: string): boolean {
    if (test === null || !body.every(isSaying)) return false
    const asked = this.scope.source.expression(test)
    return asked.kind === 'binary' && asked.operator === 'in' && isNamed(asked.left, parameter)
  }

  private withoutDenials(statement: Statement, parameter: string): Statement {
    if (statement.kind !== 'if') return statement
    const branches = statement.branches.filter((branch) => !this.isDenial(branch, parameter))
    return { ...statement, branches }
  }

  private comparedNames(
    test: Expression,
    parameter: string,
  ): { equal: string[]; notEqual: string[] } {
    const equal: string[] = []
    const notEqual: string[] = []
    walkExpression(test, (one) => {
      if (one.kind !== 'binary') return
      const isParameter = (side: Expression) => isNamed(side, parameter)
      const into = one.operator === '==' || one.operator === 'in' ? equal : notEqual
      if (one.operator === '==' || one.operator === '!=') {
        const other = isParameter(one.left) ? one.right : isParameter(one.right) ? one.left : null
        const value = other === null ? undefined : this.evaluate(other)
        if (typeof value === 'string') into.push(value)
      } else if ((one.operator === 'in' || one.operator === 'not in') && isParameter(one.left)) {
        const values = this.evaluate(one.right)
        // Tables of more than names are looked into by `readUse`, which knows where they lead.
        if (Array.isArray(values)) into.push(...values.filter((value) => typeof value === 'string'))
      }
    })
    return { equal, notEqual }
  }

  /** Where a branch takes its answer from: an import in it that binds what it returns. */
  private leadFrom(body: readonly Statement[], name: string): LazyName | null {
    for (const statement of walkStatements(body)) {
      if (statement.kind === 'from' && statement.names !== null) {
        const taken = statement.names.find((one) => (one.alias ?? one.name) === name)
        const one = taken ?? (statement.names.length === 1 ? statement.names[0] : undefined)
        const path = this.absolute(`${'.'.repeat(statement.level)}${statement.module}`)
        if (one !== undefined && path !== null) {
          // `from package import module as m`, then `getattr(m, name)`.
          const full = `${path}.${one.name}`
          const isAsked = taken === undefined && this.asksForName(body, one.alias ?? one.name)
          return isAsked ? { module: full, name } : { module: path, name: one.name }
        }
      }
      if (statement.kind === 'import' && statement.names.length === 1) {
        const [one] = statement.names
        if (one !== undefined && one.path.split('.').at(-1) === name) {
          return { module: one.path, name: null }
        }
      }
    }
    return null
  }

  private asksForName(body: readonly Statement[], object: string): boolean {
    const { source } = this.scope
    return [...walkStatements(body)].some((statement) =>
      expressionsOf(source, statement).some(
        (one) =>
          one.kind === 'call' &&
          lastName(one) === 'getattr' &&
          isNamed(one.arguments[0]?.value, object),
      ),
    )
  }

  /** Tables that the body looks into, and modules that it asks instead. True for a table. */
  private readUse(part: Expression, parameter: string): boolean {
    if (part.kind === 'call' && isNamed(part.function, 'getattr')) {
      const [object, asked] = part.arguments
      const isForward = object !== undefined && isNamed(asked?.value, parameter)
      const path = isForward ? this.modulePath(object.value) : null
      if (path !== null) this.forwards.push(path)
      else if (isForward && object.value.kind === 'name') this.objects.push(object.value.name)
      return false
    }
    const table = tableIn(part, parameter)
    if (table?.kind !== 'name') return false
    const known = this.evaluate(table)
    if (!(known instanceof Map)) {
      const isOwnTable = this.scope.names.get(table.name)?.kind === 'value'
      if (isOwnTable && !Array.isArray(known)) this.hasUnknownTable = true
      return table.name === '__all__'
    }
    // Only asked whether it is in there: what then happens decides.
    if (part.kind !== 'binary') this.addTable(known)
    return true
  }

  private modulePath(expression: Expression): string | null {
    const parts = dottedParts(expression)
    if (parts === null) return null
    const [head = '', ...rest] = parts
    const local = this.imported.get(head)
    if (local !== undefined) return [local, ...rest].join('.')
    const binding = this.scope.names.get(head)
    if (binding?.kind === 'module') return [binding.path, ...rest].join('.')
    if (binding?.kind === 'from') return [binding.module, binding.name, ...rest].join('.')
    return null
  }

  /**
   * A table from names to where they are, `{name: ".module"}`, `{name: (".module", "attribute")}`,
   * or from modules to their names, `{"module": ["name", …]}`.
   */
  private addTable(table: ReadonlyMap<string, Literal>): void {
    for (const [key, value] of table) {
      if (isRecord(value)) this.add(key, this.leadOf(key, value[0]))
      else if (!Array.isArray(value) || isPair(value)) this.add(key, this.leadOf(key, value))
      else {
        this.addSubmodule(key)
        const path = this.absolute(this.isAbsolute(key) ? key : `.${key}`)
        for (const name of value) {
          if (typeof name === 'string' && path !== null) this.add(name, { module: path, name })
        }
      }
    }
  }

  /** `package.module`, or `.module`; a bare `module` is one beside this one. */
  private isAbsolute(path: string): boolean {
    const [root] = this.module.name.split('.')
    return path.startsWith('.') || path.split('.')[0] === root
  }

  private leadOf(key: string, value: Literal): LazyName | null {
    const [path, attribute] = Array.isArray(value) ? value : [value, null]
    if (typeof path !== 'string') return null
    const name = typeof attribute === 'string' ? attribute : null
    const [modulePath = '', inPath] = path.split(':')
    const module = this.absolute(modulePath)
    // `{"Old": "New"}`: another name of the same table.
    if (module === null || /^[A-Z]\w*$/.test(modulePath)) return null
    if (name !== null || inPath !== undefined) return { module, name: name ?? inPath ?? null }
    // `{"Name": "package.module.Name"}` or `{"Name": "package.module"}`.
    if (module.endsWith(`.${key}`)) return { module: module.slice(0, -key.length - 1), name: key }
    return { module, name: key }
  }

  private addSubmodule(name: string): void {
    if (!/^\w+$/.test(name)) return
    const isThere = this.module.submodules.includes(name)
    this.add(name, isThere ? { module: `${this.module.name}.${name}`, name: null } : null)
  }

  /** `..folder.module.Name`: the last part is the name, whatever it is there. */
  private addPath(path: string): boolean {
    const dot = path.lastIndexOf('.')
    const name = path.slice(dot + 1)
    const module = this.absolute(
      /^\.+$/.test(path.slice(0, dot + 1)) ? path.slice(0, dot + 1) : path.slice(0, dot),
    )
    if (module === null || !/^\w+$/.test(name)) return false
    this.add(name, { module, name })
    return true
  }

  private add(name: string, lead: LazyName | null): void {
    if (!this.names.has(name) || this.names.get(name) === null) this.names.set(name, lead)
  }

  private absolute(path: string): string | null {
    const dots = /^\.*/.exec(path)?.[0].length ?? 0
    const rest = path.slice(dots)
    if (dots === 0) return rest === '' ? null : rest
    const parts = packageOf(this.module).split('.')
    const base = parts.slice(0, parts.length - (dots - 1))
    return [...base, ...(rest === '' ? [] : [rest])].join('.')
  }

  private evaluate(expression: Expression): Literal | undefined {
    return evaluateLiteral(expression, (name) => {
      if (name === '__name__') return this.module.name
      const binding = this.scope.names.get(name)
      if (binding?.kind === 'from') return this.known.heldIn(binding.module, binding.name)
      if (binding?.kind !== 'value' || binding.value === null) return undefined
      // What is changed after it was made is what the statements of the module leave of it.
      if (binding.source.changedNames.has(name)) return this.known.held(name)
      return binding.source.expression(binding.value)
    })
  }
}

/** `table[name]`, `name in table`, `table.get(name)`. */
function tableIn(part: Expression, parameter: string): Expression | null {
  if (part.kind === 'subscript') return isNamed(part.index, parameter) ? part.value : null
  if (part.kind === 'binary')
    return part.operator === 'in' && isNamed(part.left, parameter) ? part.right : null
  if (part.kind !== 'call' || part.function.kind !== 'attribute') return null
  return /^(?:get|pop|items)$/.test(part.function.name) ? part.function.value : null
}

/** `sys.modules[path] = …`, under another name than that of the module which it was handed. */
function makesModules({ source, statement }: Helper): boolean {
  const own = statement.parameters[0]?.name
  return [...source.text.matchAll(/\bmodules\[\s*([^\]\n]+?)\s*\]\s*=(?!=)/g)].some(
    ([, key = '']) => key !== '__name__' && key !== own,
  )
}

function isNamed(expression: Expression | undefined, name: string): boolean {
  return expression?.kind === 'name' && expression.name === name
}

/** `("package.module", "Title", ("alias",))`: more is told of the name than where it is. */
function isRecord(value: Literal): value is [string, ...Literal[]] {
  if (!Array.isArray(value) || value.length < 3) return false
  const [path, ...more] = value
  return typeof path === 'string' && path.includes('.') && more.some((one) => Array.isArray(one))
}

function isOfModules({ source, statement }: BindingOf<'class'>): boolean {
  return statement.arguments.some(({ value }) => /^(?:\w+\.)?ModuleType$/.test(source.slice(value)))
}

/** `(".module", "attribute")`: told from a list of names by its dotted first part. */
function isPair(value: readonly Literal[]): boolean {
  const [path, attribute] = value
  return (
    value.length === 2 &&
    typeof path === 'string' &&
    (typeof attribute === 'string' || attribute === null) &&
    path.includes('.')
  )
}

/** Whether every name that reaches this statement is answered with an error, or was there before. */
function closes(text: string, statement: Statement | undefined, parameter: string): boolean {
  if (statement === undefined) return false
  if (statement.kind === 'other') return statement.word === 'raise'
  if (statement.kind === 'try') return asksOnlyItself(text, statement, parameter)
  if (statement.kind !== 'if') return false
  const otherwise = statement.branches.at(-1)
  return otherwise?.test === null && closes(text, otherwise.body.at(-1), parameter)
}

/** `try: return globals()[name]`, and an error where it is not there: that gives no other name. */
function asksOnlyItself(text: string, statement: Statement, parameter: string): boolean {
  if (statement.kind !== 'try' || statement.orElse.length > 0) return false
  const { body, handlers } = statement
  const [only] = body
  if (body.length !== 1 || !isWord(only, 'return')) return false
  const asked = only.value === null ? '' : text.slice(only.value.start, only.value.end)
  return asked === `globals()[${parameter}]` && handlers.every((one) => onlyRaises(one.body))
}

function onlyRaises(body: readonly Statement[]): boolean {
  return body.some((one) => isWord(one, 'raise')) && !body.some(hasReturn)
}

/** A text or a call before an error, or the error. */
function isSaying(one: Statement): boolean {
  return one.kind === 'expression' || isWord(one, 'raise')
}
