// Calls that are written for the parameters of a function, and what can be told of them by a newer one.

type Parameter = Readonly<{
  name: string
  kind:
    | 'POSITIONAL_ONLY'
    | 'POSITIONAL_OR_KEYWORD'
    | 'VAR_POSITIONAL'
    | 'KEYWORD_ONLY'
    | 'VAR_KEYWORD'
  optional: boolean
}>

export type Callable = Readonly<{
  module: string
  path: string
  kind: 'function' | 'class' | 'method'
  parameters: readonly Parameter[]
}>

/** Parameters that a call gives, by their place and by their name. */
export type WrittenCall = Readonly<{ places: readonly string[]; keywords: readonly string[] }>

export function isChanged(one: Callable, other: Callable): boolean {
  return JSON.stringify(one.parameters) !== JSON.stringify(other.parameters)
}

/** Whether a call of the older may be refused: something is gone, is given otherwise, or must be given. */
export function mayRefuse(older: Callable, newer: Callable): boolean {
  const before = new Map(older.parameters.map((one) => [one.name, one]))
  const after = new Map(newer.parameters.map((one) => [one.name, one]))
  const isLost = older.parameters.some((one) => after.get(one.name)?.kind !== one.kind)
  const isMust = newer.parameters.some(
    ({ name, kind, optional }) =>
      !optional && !kind.startsWith('VAR') && before.get(name)?.optional !== false,
  )
  return isLost || isMust
}

/** Whether what is given by place reaches another parameter, while its own is still there. */
export function isMoved({ places }: WrittenCall, older: Callable, newer: Callable): boolean {
  const byPlace = (one: Callable) =>
    one.parameters.filter(({ kind }) => kind.startsWith('POSITIONAL')).map(({ name }) => name)
  const [before, after] = [byPlace(older), byPlace(newer)]
  return places.some((_, at) => {
    const name = before[at]
    return name !== after[at] && newer.parameters.some((one) => one.name === name)
  })
}

/** Ways to call it: with what must be given, with everything by place, by name, and with one more. */
export function callsOf({ parameters }: Callable, newer: Callable): readonly WrittenCall[] {
  const byPlace = parameters.filter(({ kind }) => kind.startsWith('POSITIONAL'))
  const required = parameters.filter(({ kind, optional }) => !optional && !kind.startsWith('VAR'))
  const named = parameters.filter(
    ({ kind }) => kind === 'POSITIONAL_OR_KEYWORD' || kind === 'KEYWORD_ONLY',
  )
  const only = byPlace.filter(({ kind }) => kind === 'POSITIONAL_ONLY').map(({ name }) => name)
  const plain: WrittenCall = {
    places: byPlace.filter(({ optional }) => !optional).map(({ name }) => name),
    keywords: required.filter(({ kind }) => kind === 'KEYWORD_ONLY').map(({ name }) => name),
  }
  const changed = named.filter((one) => {
    const now = newer.parameters.find(({ name }) => name === one.name)
    return one.optional && (now === undefined || now.kind !== one.kind)
  })
  return [
    plain,
    { ...plain, places: byPlace.map(({ name }) => name) },
    { places: only, keywords: named.map(({ name }) => name) },
    ...changed.map(({ name }) => ({ ...plain, keywords: [...plain.keywords, name] })),
  ]
}

/** Whether only `*` or `**` takes what is given, so that the body decides what becomes of it. */
export function isLeftToBody({ places, keywords }: WrittenCall, { parameters }: Callable): boolean {
  const has = (kind: string) => parameters.some((one) => one.kind === kind)
  const byPlace = parameters.filter(({ kind }) => kind.startsWith('POSITIONAL')).length
  const isNamed = (name: string) =>
    parameters.some((one) => one.name === name && !one.kind.startsWith('VAR'))
  return (
    (has('VAR_POSITIONAL') && places.length > byPlace) ||
    (has('VAR_KEYWORD') && keywords.some((name) => !isNamed(name)))
  )
}

/** A file with a function `use` that makes the call, of an object where it is one of a method. */
export function callerOf({ module, path, kind }: Callable, call: WrittenCall): string {
  const [owner = '', member] = path.split('.')
  const given = [...call.places, ...call.keywords].map((name) => `a_${name}`)
  const parts = [
    ...call.places.map((name) => `a_${name}`),
    ...call.keywords.map((name) => `${name}=a_${name}`),
  ]
  const takes = kind === 'method' ? [`it: ${owner}`, ...given] : given
  const called = kind === 'method' ? `it.${member}` : owner
  return [
    `from ${module} import ${owner}`,
    '',
    '',
    `def use(${takes.join(', ')}):`,
    `    return ${called}(${parts.join(', ')})`,
    '',
  ].join('\n')
}
