// The classes that botocore makes of a service's description: the client with a method for each
// operation, its errors, what goes through pages, what waits.

import { byName, type Draft, newDraft } from '../../../table/format/draft.ts'
import { CHOSEN, DECLARED } from '../../../table/format/givenType.ts'
import type { Definition, Entry, SymbolKind } from '../../../table/format/table.ts'
import type { LibraryCode } from './libraryCode.ts'
import { fieldOf, namesIn, type ServiceData, textOf } from './serviceFiles.ts'

export type ClientClasses = Readonly<{
  name: string
  service: string
  client: Definition
  errors: Definition
  pages: Definition
  waiters: Definition
}>

/** Null for a description that cannot be read. `isTaken`: another service is called so. */
export function clientClasses(
  data: ServiceData,
  code: LibraryCode,
  isTaken: (name: string) => boolean,
): ClientClasses | null {
  const model = data.read('service-2')
  const operations = model === null ? null : fieldOf(model, 'operations')
  if (model === null || operations === null) return null
  const { file, service } = data
  const called = className(model, service)
  const name = isTaken(called) ? service.replace(/\W+/g, '_') : called
  const pythonName = code.pythonName ?? ((operation: string) => operation)
  const keywordsOf = (operation: string) => keywords(model, operation, code.aliases)
  const make = (module: string, kind: SymbolKind, more: Partial<Draft>): Draft => ({
    ...newDraft(module, name, kind),
    file,
    ...more,
  })
  const method = (module: string, of: string, taken: readonly string[], more?: Partial<Draft>) =>
    entry({
      ...newDraft(module, `${name}.${of}`, 'method'),
      file,
      signature: taking(taken),
      ...more,
    })
  const below = (module: string, of: string, members: readonly Entry[]) =>
    entry({ ...newDraft(module, `${name}.${of}`, 'class'), file, members, isOpen: true })
  const pages = namesIn(data.read('paginators-1'), 'pagination').map((operation) => {
    const python = pythonName(operation)
    const taken = [...keywordsOf(operation), 'PaginationConfig']
    const members = [method('botocore.paginate', `${python}.paginate`, taken)]
    return below('botocore.paginate', python, members)
  })
  const waiting = data.read('waiters-2')
  const waiters = namesIn(waiting, 'waiters').map((waiter) => {
    const python = pythonName(waiter)
    const told = waiting === null ? null : fieldOf(waiting, 'waiters')
    const operation = told === null ? null : textOf(fieldOf(told, waiter) ?? {}, 'operation')
    const taken = [...keywordsOf(operation ?? ''), 'WaiterConfig']
    return below('botocore.waiter', python, [method('botocore.waiter', `${python}.wait`, taken)])
  })
  const shapes = fieldOf(model, 'shapes') ?? {}
  const raised = Object.keys(shapes).filter(
    (shape) => fieldOf(shapes, shape)?.['exception'] === true,
  )
  const errors = [...raised, 'ClientError'].map((error) =>
    entry({
      ...newDraft('botocore.errorfactory', `${name}.${error}`, 'class'),
      file,
      isOpen: true,
    }),
  )
  const choosing = (of: string, from: string) =>
    method('botocore.client', of, [], {
      signature: '(self, *args, **kwargs)',
      bases: [`${CHOSEN}.${from}.${name}`],
    })
  const beside = [...code.ofClient, ...code.added].map((one) =>
    entry({ ...newDraft('botocore.client', `${name}.${one}`, 'attribute'), file }),
  )
  const error = entry({
    ...newDraft('botocore.client', `${name}.exceptions`, 'property'),
    file,
    bases: [`${DECLARED}.botocore.errorfactory.${name}`],
  })
  const methods = Object.keys(operations).map((operation) =>
    method('botocore.client', pythonName(operation), keywordsOf(operation)),
  )
  const isOpen = code.pythonName === null || code.ofClient.length === 0
  return {
    name,
    service,
    client: make('botocore.client', 'class', {
      isOpen,
      members: unique([
        choosing('get_paginator', 'botocore.paginate'),
        choosing('get_waiter', 'botocore.waiter'),
        error,
        ...methods,
        ...beside,
      ]),
    }),
    errors: make('botocore.errorfactory', 'class', { isOpen, members: unique(errors) }),
    pages: make('botocore.paginate', 'class', { isOpen, members: unique(pages) }),
    waiters: make('botocore.waiter', 'class', { isOpen, members: unique(waiters) }),
  }
}

/** As botocore calls the class: `S3`, `SecretsManager`. */
function className(model: Readonly<Record<string, unknown>>, service: string): string {
  const metadata = fieldOf(model, 'metadata') ?? {}
  const told = textOf(metadata, 'serviceAbbreviation') ?? textOf(metadata, 'serviceFullName')
  const name = (told ?? service).replaceAll('Amazon', '').replaceAll('AWS', '')
  const plain = name.replace(/\W+/g, '')
  return plain === '' ? service.replace(/\W+/g, '_') : plain
}

/** What the input of an operation has, by either name. */
function keywords(
  model: Readonly<Record<string, unknown>>,
  operation: string,
  aliases: ReadonlyMap<string, string>,
): readonly string[] {
  const input = fieldOf(fieldOf(fieldOf(model, 'operations') ?? {}, operation) ?? {}, 'input')
  const shape = input === null ? null : textOf(input, 'shape')
  const members = namesIn(fieldOf(fieldOf(model, 'shapes') ?? {}, shape ?? ''), 'members')
  return members.flatMap((name) => {
    const alias = aliases.get(name)
    return alias === undefined || members.includes(alias) ? [name] : [name, alias]
  })
}

/** Nothing is taken by place. Whether something must be given is the service's matter. */
function taking(names: readonly string[]): string {
  const taken = [...new Set(names)].filter((name) => /^[A-Za-z_]\w*$/.test(name))
  return `(${['self', ...(taken.length === 0 ? [] : ['*']), ...taken.map((name) => `${name}=None`)].join(', ')})`
}

export function entry(definition: Definition): Entry {
  const name = definition.name.slice(definition.name.lastIndexOf('.') + 1)
  return { name, definition, origin: 'py', isPublic: true, isTypeOnly: false }
}

/** The first of each name, sorted. */
export function unique(entries: readonly Entry[]): readonly Entry[] {
  const known = new Map<string, Entry>()
  for (const one of entries) if (!known.has(one.name)) known.set(one.name, one)
  return [...known.values()].sort(byName)
}
