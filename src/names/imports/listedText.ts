// What languages bring themselves, as the files that came along hold it: releases in the first line, then
// a module or a class in each. A row is parsed when somebody asks for it, because a check asks for few.

import type { ListedRows } from '../../ports/listedRows.ts'

export type Listed<Module, Class> = Readonly<{
  versions: readonly string[]
  modules: ListedRows<Module>
  classes: ListedRows<Class>
}>

const KINDS = { modules: 'm', classes: 'c' } as const

export function readListed<Module, Class>(text: string): Listed<Module, Class> {
  const [versions = '', ...lines] = text.split('\n')
  const texts = { m: new Map<string, string>(), c: new Map<string, string>() }
  for (const line of lines) {
    const kind = line.charAt(0)
    const end = line.indexOf(' ', 2)
    if ((kind !== 'm' && kind !== 'c') || end < 0) throw new Error('a list of names is damaged')
    texts[kind].set(line.slice(2, end), line.slice(end + 1))
  }
  return {
    versions: JSON.parse(versions),
    modules: rowsOf<Module>(texts.m),
    classes: rowsOf<Class>(texts.c),
  }
}

function rowsOf<T>(texts: ReadonlyMap<string, string>): ListedRows<T> {
  const rows = new Map<string, T>()
  return {
    has: (key) => texts.has(key),
    keys: () => texts.keys(),
    get(key) {
      const known = rows.get(key)
      const text = texts.get(key)
      if (known !== undefined || text === undefined) return known
      const row: T = JSON.parse(text)
      rows.set(key, row)
      return row
    },
  }
}

export function listedText(
  listed: Readonly<{
    versions: readonly string[]
    modules: Readonly<Record<string, unknown>>
    classes: Readonly<Record<string, unknown>>
  }>,
): string {
  const lines = (['modules', 'classes'] as const).flatMap((of) =>
    Object.entries(listed[of]).map(([key, row]) => `${KINDS[of]} ${key} ${JSON.stringify(row)}`),
  )
  return [JSON.stringify(listed.versions), ...lines].join('\n')
}
