// The extractor of what botocore and boto3 make of their data as they run: a symbol table of its own,
// asked for where code names a service. `botocore.data` has a client class for each service, `boto3.data`
// a resource class.

import { newDraft } from '../../../table/format/draft.ts'
import { encodeTable } from '../../../table/format/encodeTable.ts'
import type { Definition, Entry, ModuleTable, SymbolTable } from '../../../table/format/table.ts'
import type { Extractor } from '../../extractor.ts'
import { type ClientClasses, clientClasses, entry, unique } from './clientClasses.ts'
import { type LibraryCode, libraryCode, pythonNames } from './libraryCode.ts'
import { resourceClasses } from './resourceClasses.ts'
import { isServiceFile, type ServiceData, servicesIn } from './serviceFiles.ts'

export const serviceTable: Extractor = async ({ tree, openAgain }) => {
  const packed = await openAgain((path) => isServiceFile(path))
  const paths = tree.entries.map(({ path }) => path)
  const files = new Map(
    paths
      .filter((path) => /^(?:botocore|boto3)\/.*\.py$/.test(path))
      .map((path) => [path, Buffer.from(tree.read(path) ?? []).toString('utf8')] as const),
  )
  return encodeTable(tableOf(paths, files, (path) => packed.read(path)))
}

/** `files`: the text of modules; `read`: the bytes of a data file. */
export function tableOf(
  paths: readonly string[],
  files: ReadonlyMap<string, string>,
  read: (path: string) => Uint8Array | null,
): SymbolTable {
  const code = libraryCode(files)
  const clients = clientsOf(servicesIn(paths, 'service-2', read), code)
  const resources = servicesIn(paths, 'resources-1', read).flatMap((data) => {
    return resourceClasses(data, code.pythonName ?? PLAIN) ?? []
  })
  const modules = [
    module(
      'boto3.data',
      resources.map(({ service, top }) => called(service, top)),
    ),
    module(
      'boto3.resources',
      resources.map(({ all }) => entry(all)),
    ),
    module(
      'botocore.client',
      clients.map(({ client }) => entry(client)),
    ),
    module(
      'botocore.data',
      clients.map(({ service, client }) => called(service, client)),
    ),
    module(
      'botocore.errorfactory',
      clients.map(({ errors }) => entry(errors)),
    ),
    module(
      'botocore.paginate',
      clients.map(({ pages }) => entry(pages)),
    ),
    module(
      'botocore.waiter',
      clients.map(({ waiters }) => entry(waiters)),
    ),
  ]
  return {
    modules: modules.filter(({ entries }) => entries.length > 0),
    unreadable: [],
    loose: [...code.words].sort(),
  }
}

/** Resources are made by boto3, by the rule of botocore, which is another file. */
const PLAIN = pythonNames("'(.)([A-Z][a-z]+)' '([a-z0-9])([A-Z])' '[A-Z]{2,}s$'") ?? String

function clientsOf(services: readonly ServiceData[], code: LibraryCode): readonly ClientClasses[] {
  const taken = new Set<string>()
  return services.map((data) => {
    const made = clientClasses(data, code, (name) => taken.has(name)) ?? unreadClasses(data.service)
    taken.add(made.name)
    return made
  })
}

/** A service that is there, and of which nothing is known. */
function unreadClasses(service: string): ClientClasses {
  const name = service.replace(/\W+/g, '_')
  const open = (of: string): Definition => ({ ...newDraft(of, name, 'class'), isOpen: true })
  return {
    name,
    service,
    client: open('botocore.client'),
    errors: open('botocore.errorfactory'),
    pages: open('botocore.paginate'),
    waiters: open('botocore.waiter'),
  }
}

function called(name: string, definition: Definition): Entry {
  return { ...entry(definition), name }
}

function module(name: string, entries: readonly Entry[]): ModuleTable {
  return {
    name,
    isPublic: true,
    state: 'complete',
    stateReason: null,
    doc: null,
    deprecation: null,
    file: null,
    origin: 'py',
    entries: unique(entries),
  }
}
