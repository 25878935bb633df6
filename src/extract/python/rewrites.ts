// Decorators that put a function with other parameters in the place of the one below them. Only what
// their own text shows counts: a decorator that cannot be read is taken for one that keeps the call
// as it is, as most do.

import type { Item } from './items.ts'
import type { PackageModel } from './packageModel.ts'
import type { Source } from './scope.ts'
import { parseBlock } from './syntax/parsePython.ts'
import type { FunctionStatement, Span } from './syntax/syntax.ts'
import { walkStatements } from './walk.ts'

/** Functions in functions. */
const DEPTH_MAX = 3

type Inner = Readonly<{ statement: FunctionStatement; around: FunctionStatement }>

export class Rewrites {
  private readonly model: PackageModel
  /** By decorator: whether it is one. */
  private readonly known = new Map<FunctionStatement, boolean>()

  constructor(model: PackageModel) {
    this.model = model
  }

  /** Whether calls of a function are taken by another one, which takes other arguments. */
  isRewritten(item: Item): boolean {
    const { binding } = item
    if (binding.kind !== 'def' || binding.source.isStub) return false
    const { source, statement } = binding
    return statement.decorators.some((span) => this.isRewriting(item, source, span))
  }

  private isRewriting(item: Item, source: Source, span: Span): boolean {
    const { model } = this
    const written = model.parse(source, span)
    const named = written.kind === 'call' ? written.function : written
    const target = model.resolveExpression(model.moduleOf(item), named, item.owner)
    if (target?.kind !== 'def' || target.binding.kind !== 'def') return false
    const { statement, source: home } = target.binding
    let found = this.known.get(statement)
    if (found === undefined) {
      found = innerFunctions(home, statement, 0).some(
        (inner) => isWrapper(home, inner) && takesOther(home, inner),
      )
      this.known.set(statement, found)
    }
    return found
  }
}

function innerFunctions(source: Source, around: FunctionStatement, depth: number): Inner[] {
  if (depth >= DEPTH_MAX || !textOf(source, around.body.span).includes('def ')) return []
  const { span, line } = around.body
  const found: Inner[] = []
  for (const statement of walkStatements(parseBlock({ text: source.text }, span, line))) {
    if (statement.kind !== 'def') continue
    found.push({ statement, around }, ...innerFunctions(source, statement, depth + 1))
  }
  return found
}

/** `@wraps(func)`: it stands for the function that the one around it is given. */
function isWrapper(source: Source, { statement }: Inner): boolean {
  return statement.decorators.some((span) => /^(?:\w+\.)*wraps\(/.test(textOf(source, span)))
}

/** Whether it names parameters of its own, or hands over more or less than it is given. */
function takesOther(source: Source, { statement, around }: Inner): boolean {
  const { parameters, body } = statement
  const args = parameters.find(({ kind }) => kind === 'varargs')?.name
  const rest = parameters.find(({ kind }) => kind === 'varkeywords')?.name
  if (args === undefined || rest === undefined) return true
  const own = parameters.filter(({ kind }) => kind !== 'varargs' && kind !== 'varkeywords')
  if (own.some((one) => one.default !== null || one.kind === 'keyword')) return true
  const text = textOf(source, body.span)
  const changed = new RegExp(
    `\\b(?:${rest}\\[[^\\]\\n]*\\]\\s*=[^=]|${rest}\\.(?:pop|update|setdefault)\\(|del ${rest}\\b|${rest}\\s*=[^=]|${args}\\s*=[^=])`,
    'u',
  )
  if (changed.test(text)) return true
  const given = around.parameters[0]?.name
  if (given === undefined) return false
  const called = new RegExp(`\\b${given}\\(([^()]*)\\)`, 'gu')
  const whole = [...own.map(({ name }) => name), `*${args}`, `**${rest}`].join(',')
  return [...text.matchAll(called)].some(
    ([, handed = '']) => handed.replace(/\s/g, '').replace(/,$/, '') !== whole,
  )
}

function textOf({ text }: Source, { start, end }: Span): string {
  return text.slice(start, end)
}
