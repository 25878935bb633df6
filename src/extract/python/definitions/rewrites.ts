// Decorators that put a function with other parameters in the place of the one below them. Only what
// their own text shows counts: a decorator that cannot be read is taken for one that keeps the call
// as it is, as most do.

import { keptIn } from '../../../domain/maps.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { FunctionStatement, Span } from '../../../syntax/python/syntax.ts'
import { walkStatements } from '../../../syntax/python/walk.ts'
import type { PackageModel } from '../model/packageModel.ts'
import type { Item } from '../modules/items.ts'
import type { Source } from '../scope/source.ts'

/** Functions in functions. */
const DEPTH_MAX = 3

type Verdict = 'keeps' | 'rewrites' | 'unknown'

type Inner = Readonly<{ statement: FunctionStatement; around: FunctionStatement }>

export type Rewrites = ReturnType<typeof makeRewrites>

export function makeRewrites(model: PackageModel) {
  const known = new Map<FunctionStatement, Verdict>()

  /** Whether calls of a function are taken by another one, which takes other arguments. */
  function isRewritten(item: Item): boolean {
    const { binding } = item
    if (binding.kind !== 'def' || binding.source.isStub) return false
    return binding.statement.decorators.some((span) => verdict(item, span) === 'rewrites')
  }

  /** Whether a decorator is seen to hand on whatever it is given. */
  function isKept(item: Item, decorator: Span): boolean {
    return verdict(item, decorator) === 'keeps'
  }

  function verdict(item: Item, span: Span): Verdict {
    const written = item.binding.source.expression(span)
    const named = written.kind === 'call' ? written.function : written
    const target = model.resolver.resolveBeside(item, named)
    if (target?.kind !== 'def' || target.binding.kind !== 'def') return 'unknown'
    const { statement, source } = target.binding
    return keptIn(known, statement, () => {
      const wrappers = innerFunctions(source, statement, 0).filter((one) => isWrapper(source, one))
      return joined(wrappers.map((one) => doingOf(source, one)))
    })
  }

  return { isRewritten, isKept }
}

function joined(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('rewrites')) return 'rewrites'
  return verdicts.length > 0 && verdicts.every((one) => one === 'keeps') ? 'keeps' : 'unknown'
}

function innerFunctions(source: Source, around: FunctionStatement, depth: number): Inner[] {
  if (depth >= DEPTH_MAX || !source.slice(around.body.span).includes('def ')) return []
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
  return statement.decorators.some((span) => /^(?:\w+\.)*wraps\(/.test(source.slice(span)))
}

/** It names parameters of its own, or hands over more or less than it is given: it rewrites. */
function doingOf(source: Source, { statement, around }: Inner): Verdict {
  const { parameters, body } = statement
  const args = parameters.find(({ kind }) => kind === 'varargs')?.name
  const rest = parameters.find(({ kind }) => kind === 'varkeywords')?.name
  if (args === undefined || rest === undefined) return 'rewrites'
  const own = parameters.filter(({ kind }) => kind !== 'varargs' && kind !== 'varkeywords')
  if (own.some((one) => one.default !== null || one.kind === 'keyword')) return 'rewrites'
  const text = source.slice(body.span)
  const changed = new RegExp(
    `\\b(?:${rest}\\[[^\\]\\n]*\\]\\s*=[^=]|${rest}\\.(?:pop|update|setdefault)\\(|del ${rest}\\b|${rest}\\s*=[^=]|${args}\\s*=[^=])`,
    'u',
  )
  if (changed.test(text)) return 'rewrites'
  const given = around.parameters[0]?.name
  if (given === undefined) return 'unknown'
  const whole = [...own.map(({ name }) => name), `*${args}`, `**${rest}`].join(',')
  const calls = [...text.matchAll(new RegExp(`\\b${given}\\(([^()]*)\\)`, 'gu'))]
  const isWhole = ([, handed = '']: RegExpMatchArray) =>
    handed.replace(/\s/g, '').replace(/,$/, '') === whole
  if (!calls.every(isWhole)) return 'rewrites'
  // Handed to somebody else as a whole, they may come back changed.
  const isShown = new RegExp(`(?<!\\*)\\b(?:${rest}|${args})\\b`, 'u').test(text)
  return calls.length > 0 && !isShown ? 'keeps' : 'unknown'
}
