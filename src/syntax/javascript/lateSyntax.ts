// The syntax of a file whose function bodies are parsed when somebody looks into them: the trees of a
// parser cost more than all that is done with them, and most bodies are never looked at. Every body
// that is left out is found again in the syntax of the rest, as the body of a function, to the
// character; else the file is parsed whole.

import { type Directive, type ParserOptions, parseSync, type Statement } from 'oxc-parser'
import { isFunctionType } from './declaredNames.ts'
import type { FunctionBody, Scan } from './scanFunctions.ts'

export type Body = readonly (Directive | Statement)[]

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type File = Readonly<{ file: string; text: string; options: ParserOptions }>

export type LateSyntax = ReturnType<typeof lateSyntax>

/**
 * The syntax of a file without most bodies of its functions. `whole` gives the statements of all of
 * the file, for bodies that have no syntax on their own.
 */
export function lateSyntax(
  { file, text, options }: File,
  { bodies }: Scan,
  whole: () => Body | null,
) {
  const result = parseSync(file, without(text, bodies, 0, text.length), options)
  const { module, errors } = result
  const isModule = module.hasModuleSyntax || options.sourceType === 'module'
  const sourceType = isModule ? 'module' : 'script'
  const attach = lateBodies(text, { ...options, sourceType }, whole)
  return {
    module,
    /** Whether the rest has no errors. */
    isSound: errors.length === 0,
    /** Its statements; null when a body that was left out is none in its syntax. */
    body: (): Body | null => (attach(result.program, bodies, 0) ? result.program.body : null),
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

function lateBodies(text: string, options: ParserOptions, whole: () => Body | null) {
  /**
   * Puts late bodies where they belong, and moves all nodes by an offset. False when one of the
   * bodies is none.
   */
  function attach(root: unknown, bodies: readonly FunctionBody[], offset: number): boolean {
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
        isLate = isFunctionType(node.type) && setLate(node, bodies, offset)
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
  function setLate(node: Node, bodies: readonly FunctionBody[], offset: number): boolean {
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
        made ??= parse(head, late)
        return made
      },
      enumerable: true,
      configurable: true,
    })
    return true
  }

  /** A body means the same in any function that is as async and as much of a generator. */
  function parse(head: string, body: FunctionBody): Body {
    const { start, end, inner } = body
    const source = `${head}${without(text, inner, start, end)}})`
    const { program, errors } = parseSync('body.js', source, options)
    if (errors.length === 0) {
      const block = blockOf(program as unknown as Node)
      const isAll = block?.start === head.length - 1 && block.end === source.length - 1
      const statements = block?.['body']
      if (isAll && attach(statements, inner, start - head.length)) return statements as Body
    }
    return fromWhole(body)
  }

  /** In the syntax of the whole file. */
  function fromWhole({ start, end }: FunctionBody): Body {
    const pending: unknown[] = [whole()]
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

  return attach
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
  if (others.length > 0 || made === undefined || !isFunctionType(made.type)) return null
  return made['body'] as Node | null
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
