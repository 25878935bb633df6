// The syntax of a file whose function bodies are parsed when somebody looks into them: the trees of a
// parser cost more than all that is done with them, and most bodies are never looked at. Every body
// that is left out is found again in the syntax of the rest, as the body of a function, to the
// character; else the file is parsed whole.

import {
  type Directive,
  type EcmaScriptModule,
  type ParseResult,
  type ParserOptions,
  parseSync,
  type Statement,
} from 'oxc-parser'
import type { FunctionBody, Scan } from './scanFunctions.ts'

export type Body = readonly (Directive | Statement)[]

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type File = Readonly<{ file: string; text: string; options: ParserOptions }>

/** The syntax of a file without most bodies of its functions. */
export class LateSyntax {
  readonly module: EcmaScriptModule
  /** Whether the rest has no errors. */
  readonly isSound: boolean
  readonly #result: ParseResult
  readonly #bodies: Scan['bodies']
  readonly #late: LateBodies

  /** `whole` gives the statements of all of the file, for bodies that have no syntax on their own. */
  constructor({ file, text, options }: File, { bodies }: Scan, whole: () => Body | null) {
    this.#result = parseSync(file, without(text, bodies, 0, text.length), options)
    this.module = this.#result.module
    this.isSound = this.#result.errors.length === 0
    this.#bodies = bodies
    const isModule = this.module.hasModuleSyntax || options.sourceType === 'module'
    const sourceType = isModule ? 'module' : 'script'
    this.#late = new LateBodies(text, { ...options, sourceType }, whole)
  }

  /** Its statements; null when a body that was left out is none in its syntax. */
  body(): Body | null {
    const { program } = this.#result
    return this.#late.attach(program, this.#bodies, 0) ? program.body : null
  }
}

/** A part of a text with blanks for bodies, so that all else stays where it is. */
function without(text: string, bodies: readonly FunctionBody[], from: number, to: number): string {
  let made = ''
  let at = from
  for (const { start, end } of bodies) {
    made += text.slice(at, start) + ' '.repeat(end - start)
    at = end
  }
  return made + text.slice(at, to)
}

class LateBodies {
  readonly #text: string
  readonly #options: ParserOptions
  readonly #whole: () => Body | null

  constructor(text: string, options: ParserOptions, whole: () => Body | null) {
    this.#text = text
    this.#options = options
    this.#whole = whole
  }

  /**
   * Puts late bodies where they belong, and moves all nodes by an offset. False when one of the
   * bodies is none.
   */
  attach(root: unknown, bodies: readonly FunctionBody[], offset: number): boolean {
    let found = 0
    const pending: unknown[] = [root]
    while (pending.length > 0) {
      const value = pending.pop()
      if (Array.isArray(value)) {
        for (const one of value) if (typeof one === 'object' && one !== null) pending.push(one)
        continue
      }
      const node = value as Node
      let isLate = false
      if (typeof node.start === 'number') {
        node.start += offset
        node.end += offset
        const next = firstFrom(bodies, node.start)
        // Nothing to move, and nothing to find.
        if (offset === 0 && (next === undefined || next.start >= node.end)) continue
        isLate = isFunction(node) && this.#setLate(node, bodies, offset)
        if (isLate) found += 1
      }
      for (const key in node) {
        if (isLate && key === 'body') continue
        const child = node[key]
        if (typeof child === 'object' && child !== null) pending.push(child)
      }
    }
    return found === bodies.length
  }

  /** Whether the body of a function is one that was left out. */
  #setLate(node: Node, bodies: readonly FunctionBody[], offset: number): boolean {
    const block = node['body'] as Node | null
    if (block?.type !== 'BlockStatement') return false
    const late = firstFrom(bodies, block.start + offset)
    if (late?.start !== block.start + offset + 1 || late.end !== block.end + offset - 1)
      return false
    block.start += offset
    block.end += offset
    const head = `(${node['async'] === true ? 'async ' : ''}function${node['generator'] === true ? '*' : ''}(){`
    let made: Body | null = null
    Object.defineProperty(block, 'body', {
      get: () => {
        made ??= this.#parse(head, late)
        return made
      },
      enumerable: true,
      configurable: true,
    })
    return true
  }

  /** A body means the same in any function that is as async and as much of a generator. */
  #parse(head: string, body: FunctionBody): Body {
    const { start, end, inner } = body
    const text = `${head}${without(this.#text, inner, start, end)}})`
    const { program, errors } = parseSync('body.js', text, this.#options)
    if (errors.length === 0) {
      const block = blockOf(program as unknown as Node)
      const isAll = block?.start === head.length - 1 && block.end === text.length - 1
      const statements = block?.['body']
      if (isAll && this.attach(statements, inner, start - head.length)) return statements as Body
    }
    return this.#fromWhole(body)
  }

  /** In the syntax of the whole file. */
  #fromWhole({ start, end }: FunctionBody): Body {
    const pending: unknown[] = [this.#whole()]
    while (pending.length > 0) {
      const node = pending.pop() as Node | unknown[] | null
      if (Array.isArray(node)) for (const one of node) pending.push(one)
      else if (typeof node === 'object' && node !== null) {
        if (node.end < start || node.start > end) continue
        if (node.start === start - 1 && node.end === end + 1 && node.type === 'BlockStatement')
          return node['body'] as Body
        pending.push(...Object.values(node).filter((one) => typeof one === 'object'))
      }
    }
    return unreadable()
  }
}

/** Code of which nobody knows what it does. */
function unreadable(): Body {
  return parseSync('body.js', 'eval(this)', { lang: 'js', sourceType: 'script' }).program.body
}

/** The body of a text that is one function in parentheses. */
function blockOf(program: Node): Node | null {
  const [statement, ...others] = program['body'] as Node[]
  const expression = statement?.['expression'] as Node | undefined
  const made = expression?.['expression'] as Node | undefined
  if (others.length > 0 || made === undefined || !isFunction(made)) return null
  return made['body'] as Node | null
}

function isFunction({ type }: Node): boolean {
  return (
    type === 'FunctionDeclaration' ||
    type === 'FunctionExpression' ||
    type === 'ArrowFunctionExpression'
  )
}

/** The first body that starts at an offset or behind it. */
function firstFrom(bodies: readonly FunctionBody[], offset: number): FunctionBody | undefined {
  let low = 0
  let high = bodies.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((bodies[middle]?.start ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return bodies[low]
}
