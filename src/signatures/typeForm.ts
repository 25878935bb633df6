// Types of npm as the tables write them, cut into what they are made of. Only cutting: what a name
// means is not asked here.

import { closingOf, cutTop, findTop, splitTop } from './splitTop.ts'

export type TypeForm =
  | Readonly<{ form: 'union' | 'intersection'; parts: readonly string[] }>
  | Readonly<{ form: 'function' }>
  | Readonly<{ form: 'conditional'; test: string; extended: string; yes: string; no: string }>
  | Readonly<{ form: 'object'; members: readonly ObjectMember[] }>
  | Readonly<{ form: 'mapped'; key: string; keys: string; isRenamed: boolean }>
  | Readonly<{ form: 'indexed'; object: string; index: string }>
  | Readonly<{
      form: 'name'
      isTypeof: boolean
      package: string | null
      name: string
      typeArguments: readonly string[]
    }>
  | Readonly<{ form: 'other' }>

export type FormOf<F extends TypeForm['form']> = Extract<TypeForm, { form: F }>

/** `name` is null for a call signature, an index signature and what is not understood. */
type ObjectMember = Readonly<{ name: string | null; type: string }>

const OTHER: TypeForm = { form: 'other' }
/** Past their bound, texts end with a digest. */
const CUT_OFF = /… [0-9a-f]{16}$/
const NAME = /^(typeof )?(?:((?:@[\w.-]+\/)?[\w.-]+(?:\/[\w.-]+)*)#)?([A-Za-z_$*][\w$.]*)/

/** Precondition: `text` has no outer brackets and no trailing `?`. */
export function typeForm(text: string): TypeForm {
  if (CUT_OFF.test(text)) return OTHER
  const arrow = findTop(text, ' => ')
  const question = findTop(text, ' ? ')
  if (arrow >= 0 && (question < 0 || arrow < question)) return { form: 'function' }
  if (question >= 0) return conditional(text, question)
  const union = splitTop(text, ' | ')
  if (union.length > 1) return { form: 'union', parts: union }
  const every = splitTop(text, ' & ')
  if (every.length > 1) return { form: 'intersection', parts: every }
  if (text.startsWith('{')) return braced(text)
  return named(text)
}

function conditional(text: string, question: number): TypeForm {
  const [test, extended] = cutTop(text.slice(0, question), ' extends ')
  const [yes, no] = cutTop(text.slice(question + ' ? '.length), ' : ')
  if (extended === undefined || no === undefined) return OTHER
  return { form: 'conditional', test, extended, yes, no }
}

function braced(text: string): TypeForm {
  if (text === '{}') return { form: 'object', members: [] }
  if (closingOf(text, 0) !== text.length - 1) return OTHER
  const inner = text.slice(2, -2)
  const mapped = /^(?:-?readonly )?\[(T\d+) in /.exec(inner)
  if (mapped !== null) {
    const open = inner.indexOf('[')
    const keys = inner.slice(mapped[0].length, closingOf(inner, open))
    const isRenamed = findTop(keys, ' as ') >= 0
    return { form: 'mapped', key: mapped[1] ?? '', keys, isRenamed }
  }
  return { form: 'object', members: splitTop(inner, '; ').map(objectMember) }
}

function objectMember(text: string): ObjectMember {
  const plain = text.replace(/^readonly /, '')
  if (/^(?:new )?[<(]/.test(plain) || plain.startsWith('[')) return { name: null, type: plain }
  const [head, name = '', quoted, isOptional = ''] =
    /^(?:([A-Za-z_$][\w$]*|-?[\d.]+)|("(?:[^"\\]|\\.)*"))!?(\?)?: /.exec(plain) ?? []
  if (head === undefined) return { name: null, type: plain }
  const key = quoted === undefined ? name : (JSON.parse(quoted) as string)
  const type = plain.slice(head.length)
  return { name: key, type: isOptional === '' ? type : `(${type})?` }
}

function named(text: string): TypeForm {
  const last = text.length - 1
  if (text.endsWith(']')) {
    for (let open = text.indexOf('['); open > 0; open = text.indexOf('[', open + 1)) {
      if (closingOf(text, open) !== last) continue
      return { form: 'indexed', object: text.slice(0, open), index: text.slice(open + 1, last) }
    }
    return OTHER
  }
  const [head, typeOf, of, name = ''] = NAME.exec(text) ?? []
  if (head === undefined || /^(?:keyof|unique|infer|new|abstract|asserts) /.test(text)) return OTHER
  const isWhole = head.length === text.length
  const hasArguments = text.charAt(head.length) === '<' && closingOf(text, head.length) === last
  if (!isWhole && !hasArguments) return OTHER
  const typeArguments = isWhole ? [] : splitTop(text.slice(head.length + 1, last), ', ')
  return { form: 'name', isTypeof: typeOf !== undefined, package: of ?? null, name, typeArguments }
}

/** Those that a text begins with, and the rest of it. */
export function typeParameters(text: string) {
  const end = text.startsWith('<') ? closingOf(text, 0) : -1
  if (end < 0) return { parameters: [], rest: text }
  const parameters = splitTop(text.slice(1, end), ', ').map((one) => {
    const [head, fallback = null] = cutTop(one.replace(/^const /, ''), ' = ')
    const [name, constraint = null] = cutTop(head, ' extends ')
    return { name, constraint, fallback }
  })
  return { parameters, rest: text.slice(end + 1).trimStart() }
}

/** Type parameters, bases and unnamed members of each declaration of an interface or a class. */
export function heritagesOf(signature: string | null) {
  if (signature === null || CUT_OFF.test(signature)) return []
  return splitTop(signature, '; ').map((one) => {
    const text = one.replace(/^(?:abstract )?class(?=[< ]|$) ?/, '')
    const { parameters, rest } = typeParameters(text)
    const brace = rest.startsWith('{ ') ? 0 : findTop(rest, ' { ') + 1
    const isUnnamed = brace > 0 || rest.startsWith('{ ')
    const head = isUnnamed ? rest.slice(0, brace).trimEnd() : rest
    const at = head.startsWith('extends ') ? 0 : findTop(head, ' extends ') + 1
    const isBased = head.startsWith('extends ') || at > 0
    const [bases = ''] = isBased ? splitTop(head.slice(at + 'extends '.length), ' implements ') : []
    return {
      parameters,
      /** The constructors of a class: `new (A) & new (B)`. */
      made: isBased
        ? cutTop(head.slice(0, at), ' implements ')[0].trim()
        : cutTop(head, ' implements ')[0],
      bases: bases === '' ? [] : splitTop(bases, ', '),
      /** What it has without a name: ways to be called, and any names. */
      unnamed: isUnnamed ? splitTop(rest.slice(brace + 2, -2), '; ') : [],
    }
  })
}
