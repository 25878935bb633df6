// A Python signature, back from its normal form.

import { closingOf, cutTop, splitTop } from './splitTop.ts'

type ParameterKind = 'positional' | 'normal' | 'varargs' | 'keyword' | 'varkeywords'

export type PythonParameter = Readonly<{
  name: string
  kind: ParameterKind
  annotation: string | null
  default: string | null
}>

export type PythonSignature = Readonly<{
  isAsync: boolean
  parameters: readonly PythonParameter[]
  returns: string | null
}>

/** One for each overload; null for what is no signature of a call. */
export function parseSignatures(text: string): readonly PythonSignature[] | null {
  const parsed = splitTop(text, '; ').map((piece) => parseOne(piece.trim()))
  return parsed.includes(null) ? null : (parsed as PythonSignature[])
}

function parseOne(text: string): PythonSignature | null {
  const isAsync = text.startsWith('async ')
  const call = isAsync ? text.slice('async '.length) : text
  const close = call.startsWith('(') ? closingOf(call, 0) : -1
  if (close < 0) return null
  const rest = call.slice(close + 1)
  if (rest !== '' && !rest.startsWith(' -> ')) return null
  const parameters = parseParameters(call.slice(1, close))
  return { isAsync, parameters, returns: rest === '' ? null : rest.slice(' -> '.length) }
}

function parseParameters(text: string): readonly PythonParameter[] {
  if (text === '') return []
  let parameters: PythonParameter[] = []
  let kind: ParameterKind = 'normal'
  for (const piece of withLambdas(splitTop(text, ', '))) {
    if (piece === '/') {
      parameters = parameters.map((one) => ({ ...one, kind: 'positional' }))
    } else if (piece === '*') {
      kind = 'keyword'
    } else if (piece.startsWith('**')) {
      parameters.push(parseParameter(piece.slice(2), 'varkeywords'))
    } else if (piece.startsWith('*')) {
      parameters.push(parseParameter(piece.slice(1), 'varargs'))
      kind = 'keyword'
    } else {
      parameters.push(parseParameter(piece, kind))
    }
  }
  // Before there was a slash, two underscores said the same (PEP 484).
  return parameters.map((one) =>
    one.kind === 'normal' && /^__.*[^_]_?$/.test(one.name) ? { ...one, kind: 'positional' } : one,
  )
}

/** The commas between the parameters of a lambda divide nothing. */
function withLambdas(pieces: readonly string[]): readonly string[] {
  const whole: string[] = []
  for (const piece of pieces) {
    const before = whole.at(-1) ?? ''
    if (/=\s*lambda\b[^:]*$/.test(before)) whole[whole.length - 1] = `${before}, ${piece}`
    else whole.push(piece)
  }
  return whole
}

function parseParameter(text: string, kind: ParameterKind): PythonParameter {
  const [head, value] = cutTop(text, '=')
  const [name, annotation] = cutTop(head.trim(), ':')
  return { name, kind, annotation: annotation?.trim() ?? null, default: value?.trim() ?? null }
}
