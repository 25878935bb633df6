// Whether a module, as it is imported, puts names into modules that only a run tells:
// `found = import_module(name)`, then `setattr(found, key, value)`, in a function that it calls.

import type { Source } from '../scope/source.ts'

/** A variable that holds a module whose name is no text of the source. */
const FOUND =
  /^[ \t]*(\w+)[ \t]*=[ \t]*(?:(?:\w+\.)*(?:import_module|__import__)\([ \t]*|(?:\w+\.)*sys\.modules(?:\[|\.(?:get|pop)\()[ \t]*)(?!["']|__name__|\w+\.__module__\b)/gmu

const FUNCTION = /^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)/u

export function fillsAnyModule(source: Source): boolean {
  if (!source.has('setattr') && !source.has('__dict__')) return false
  const { text } = source
  if (!/import_module|__import__|sys\.modules/.test(text)) return false
  return runBodies(text).some(
    (body) =>
      /\bsetattr\(\s*(?:\w+\.)*sys\.modules\[\s*(?!["']|__name__|\w+\.__module__\b)[^\]\n]+\]\s*,\s*(?!["'])/.test(
        body,
      ) || [...body.matchAll(FOUND)].some(([, name = '']) => isFilled(body, name)),
  )
}

function isFilled(body: string, name: string): boolean {
  return new RegExp(
    `\\bsetattr\\(\\s*${name}\\s*,\\s*(?!["'])|\\b${name}\\.__dict__\\.update\\(`,
  ).test(body)
}

/** What stands at the top of the text, and the functions and classes that it calls, in turn. */
function runBodies(text: string): readonly string[] {
  const functions = new Map<string, string>()
  const top: string[] = []
  let lines: string[] = top
  let name: string | null = null
  const end = () => {
    if (name !== null) functions.set(name, lines.join('\n'))
  }
  for (const line of text.split('\n')) {
    // Decorators, and what closes a bracket, stand at the margin as well.
    if (/^[^\s#)\]}]/.test(line)) {
      end()
      name = FUNCTION.exec(line)?.[1] ?? null
      lines = name === null ? top : []
      if (name !== null) continue
    }
    lines.push(line)
  }
  end()
  const bodies = [top.join('\n')]
  // The list grows while it is gone through.
  for (const body of bodies) {
    for (const [called, other] of functions) {
      if (!new RegExp(`\\b${called}\\(`).test(body)) continue
      functions.delete(called)
      bodies.push(other)
    }
  }
  return bodies
}
