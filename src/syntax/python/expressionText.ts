// The normal form of an expression's text: what `ast.unparse` of CPython 3.13 prints, so that the
// same expression looks the same however it was laid out.

import { isWordPart, isWordStart } from './chars.ts'
import { joinedText } from './joinedText.ts'
import { numberText } from './numbers.ts'
import { BINDING, BINDS } from './operators.ts'
import { quoted, quotedBytes } from './quoting.ts'
import type { Parameter, Span } from './syntax.ts'
import type { Clause, Tree, TreeArgument, TreeOf } from './tree.ts'
import { parseTree } from './treeParser.ts'

/** Lambdas in the defaults of lambdas, which are parsed when they are printed. */
const MAX_LEVEL = 10

/** What cannot be parsed is given as it stands, with its white space joined. */
export function expressionText(text: string, span: Span): string {
  return textAt(text, span, 0)
}

function textAt(text: string, span: Span, level: number): string {
  if (isDottedName(text, span)) return text.slice(span.start, span.end)
  const tree = level > MAX_LEVEL ? null : parseTree(text, span)
  return tree === null ? asItStands(text, span) : new Printer(text, level).print(tree, BINDS.test)
}

/** Most annotations are names: nothing about them needs to change. */
function isDottedName(text: string, span: Span): boolean {
  let isFirst = true
  for (let at = span.start; at < span.end; at++) {
    const code = text.charCodeAt(at)
    if (code > 127) return false
    if (isFirst ? !isWordStart(code) : !isWordPart(code) && code !== 46) return false
    isFirst = code === 46
  }
  return !isFirst
}

function asItStands(text: string, span: Span): string {
  return text.slice(span.start, span.end).replace(/\s+/g, ' ').trim()
}

class Printer {
  private readonly text: string
  private readonly level: number

  constructor(text: string, level: number) {
    this.text = text
    this.level = level
  }

  /** `binding` is how strongly the surroundings bind; parentheses go around what binds less. */
  print(tree: Tree, binding: number): string {
    switch (tree.kind) {
      case 'name':
        return tree.name
      case 'constant':
        return tree.name
      case 'number':
        return numberText(tree.text)
      case 'string':
        if (tree.isBytes) return quotedBytes(tree.value)
        return (tree.isUnicode ? 'u' : '') + quoted(tree.value)
      case 'joined':
        return joinedText(tree.parts, tree.letter, (inner) => this.print(inner, BINDS.test + 1))
      case 'attribute':
        return `${this.print(tree.value, BINDS.atom)}${isInteger(tree.value) ? ' ' : ''}.${tree.name}`
      case 'call':
        return `${this.print(tree.function, BINDS.atom)}(${this.arguments(tree.arguments)})`
      case 'subscript':
        return `${this.print(tree.value, BINDS.atom)}[${this.index(tree.index)}]`
      case 'slice':
        return this.slice(tree)
      case 'list':
        return `[${this.list(tree.items)}]`
      case 'set':
        return `{${this.list(tree.items)}}`
      case 'tuple': {
        const items = this.items(tree.items)
        return tree.items.length === 0 || binding > BINDS.tuple ? `(${items})` : items
      }
      case 'dict':
        return `{${tree.items.map((item) => this.pair(item)).join(', ')}}`
      case 'starred':
        return `*${this.print(tree.value, BINDS.bitOr)}`
      case 'binary':
        return this.binary(tree, binding)
      case 'boolean':
        return this.boolean(tree, binding)
      case 'compare':
        return within(this.compare(tree), binding > BINDS.compare)
      case 'unary':
        return this.unary(tree, binding)
      case 'conditional': {
        const then = this.print(tree.body, BINDS.test + 1)
        const test = this.print(tree.test, BINDS.test + 1)
        const text = `${then} if ${test} else ${this.print(tree.otherwise, BINDS.test)}`
        return within(text, binding > BINDS.test)
      }
      case 'comprehension':
        return this.comprehension(tree)
      case 'walrus':
        return within(
          `${tree.name} := ${this.print(tree.value, BINDS.atom)}`,
          binding > BINDS.walrus,
        )
      case 'lambda': {
        const parameters = this.parameters(tree.parameters)
        const head = parameters === '' ? 'lambda' : `lambda ${parameters}`
        return within(`${head}: ${this.print(tree.body, BINDS.test)}`, binding > BINDS.test)
      }
      case 'await':
        return within(`await ${this.print(tree.value, BINDS.atom)}`, binding > BINDS.await)
      case 'yield': {
        const value = tree.value === null ? '' : ` ${this.print(tree.value, BINDS.atom)}`
        return within(`yield${tree.isFrom ? ' from' : ''}${value}`, binding > BINDS.yield)
      }
    }
  }

  private list(items: readonly Tree[]): string {
    return items.map((item) => this.print(item, BINDS.test)).join(', ')
  }

  /** A tuple of one has a comma behind it. */
  private items(items: readonly Tree[]): string {
    return items.length === 1 ? `${this.list(items)},` : this.list(items)
  }

  private index(tree: Tree): string {
    if (tree.kind === 'tuple' && tree.items.length > 0) return this.items(tree.items)
    return this.print(tree, BINDS.test)
  }

  private slice(tree: TreeOf<'slice'>): string {
    const lower = tree.lower === null ? '' : this.print(tree.lower, BINDS.test)
    const upper = tree.upper === null ? '' : this.print(tree.upper, BINDS.test)
    return `${lower}:${upper}${tree.step === null ? '' : `:${this.print(tree.step, BINDS.test)}`}`
  }

  private pair({ key, value }: { key: Tree | null; value: Tree }): string {
    if (key === null) return `**${this.print(value, BINDS.bitOr)}`
    return `${this.print(key, BINDS.test)}: ${this.print(value, BINDS.test)}`
  }

  /** Keywords come last, whatever their order was. */
  private arguments(list: readonly TreeArgument[]): string {
    const isKeyword = ({ name, stars }: TreeArgument): boolean => name !== null || stars === 2
    const ordered = [
      ...list.filter((argument) => !isKeyword(argument)),
      ...list.filter((argument) => isKeyword(argument)),
    ]
    return ordered.map((argument) => this.argument(argument)).join(', ')
  }

  private argument({ name, stars, value }: TreeArgument): string {
    if (stars === 1) return `*${this.print(value, BINDS.bitOr)}`
    if (stars === 2) return `**${this.print(value, BINDS.test)}`
    return name === null
      ? this.print(value, BINDS.test)
      : `${name}=${this.print(value, BINDS.test)}`
  }

  private binary(tree: TreeOf<'binary'>, binding: number): string {
    // Chains lean to the left and can be long: they are printed without recursion.
    const own = BINDING[tree.operator] ?? BINDS.atom
    if (tree.operator === '**') {
      const text = `${this.print(tree.left, BINDS.power + 1)} ** ${this.print(tree.right, BINDS.power)}`
      return within(text, binding > BINDS.power)
    }
    const rights: string[] = []
    let left: Tree = tree
    while (left.kind === 'binary' && BINDING[left.operator] === own) {
      rights.push(` ${left.operator} ${this.print(left.right, own + 1)}`)
      left = left.left
    }
    return within(this.print(left, own) + rights.reverse().join(''), binding > own)
  }

  /** Each operand binds more than the one before: a quirk of `ast.unparse`, kept. */
  private boolean(tree: TreeOf<'boolean'>, binding: number): string {
    const own = tree.operator === 'or' ? BINDS.or : BINDS.and
    const values = tree.values.map((value, i) =>
      this.print(value, Math.min(own + i + 1, BINDS.atom)),
    )
    return within(values.join(` ${tree.operator} `), binding > own)
  }

  private compare(tree: TreeOf<'compare'>): string {
    return tree.values
      .map((value, i) => {
        const text = this.print(value, BINDS.compare + 1)
        return i === 0 ? text : `${tree.operators[i - 1]} ${text}`
      })
      .join(' ')
  }

  private unary(tree: TreeOf<'unary'>, binding: number): string {
    const own = tree.operator === 'not' ? BINDS.not : BINDS.factor
    const gap = tree.operator === 'not' ? ' ' : ''
    return within(`${tree.operator}${gap}${this.print(tree.value, own)}`, binding > own)
  }

  private comprehension(tree: TreeOf<'comprehension'>): string {
    const value = tree.value === null ? '' : `: ${this.print(tree.value, BINDS.test)}`
    const clauses = tree.clauses.map((clause) => this.clause(clause)).join('')
    const body = `${this.print(tree.element, BINDS.test)}${value}${clauses}`
    if (tree.of === 'list') return `[${body}]`
    return tree.of === 'generator' ? `(${body})` : `{${body}}`
  }

  private clause({ isAsync, target, over, conditions }: Clause): string {
    const word = isAsync ? ' async for ' : ' for '
    const tests = conditions.map((condition) => ` if ${this.print(condition, BINDS.test + 1)}`)
    return `${word}${this.print(target, BINDS.tuple)} in ${this.print(over, BINDS.test + 1)}${tests.join('')}`
  }

  private parameters(list: readonly Parameter[]): string {
    const texts: string[] = []
    let hasStar = false
    list.forEach((parameter, i) => {
      if (parameter.kind === 'varargs') hasStar = true
      if (parameter.kind === 'keyword' && !hasStar) {
        hasStar = true
        texts.push('*')
      }
      const stars =
        parameter.kind === 'varargs' ? '*' : parameter.kind === 'varkeywords' ? '**' : ''
      const value =
        parameter.default === null ? '' : `=${textAt(this.text, parameter.default, this.level + 1)}`
      texts.push(`${stars}${parameter.name}${value}`)
      if (parameter.kind === 'positional' && list[i + 1]?.kind !== 'positional') texts.push('/')
    })
    return texts.join(', ')
  }
}

function within(text: string, needsParentheses: boolean): string {
  return needsParentheses ? `(${text})` : text
}

function isInteger(tree: Tree): boolean {
  if (tree.kind === 'constant') return tree.name === 'True' || tree.name === 'False'
  return tree.kind === 'number' && /^(?:\d[\d_]*|0[xob][\da-f_]+)$/i.test(tree.text)
}
