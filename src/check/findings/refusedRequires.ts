// `require` of what only `import` loads. Newer releases of Node load modules of ECMAScript by `require` as
// well, and so do bundlers: what is said is which releases refuse, and never that it is an error.

import { refusingNodes } from '../../domain/nodeReleases.ts'
import { isModuleImport } from '../../references/kindOf.ts'
import type { Reference } from '../../references/reference.ts'
import type { ModuleFormats } from '../../table/format/table.ts'
import type { TableNode } from '../follow/tableNode.ts'
import { type PackageView, viewOf } from '../follow/tableNode.ts'
import type { ReadSource } from '../read/readInput.ts'
import { requireFails } from './messages.ts'
import { found, type Outcome, type Subject, untold } from './render.ts'

/** What Node runs as it is; what others make something of first may ask for it otherwise. */
const PLAIN = /\.[cm]?js$/

type Ground = Readonly<{ release: string; evidence: Parameters<typeof found>[1]['evidence'] }>

/**
 * Null where nothing is to be told. `nodes`: the releases of Node that the project is for; null where it
 * does not say, and then nobody can tell whether one of them refuses.
 */
export function refusedRequire(
  subject: Subject,
  { view, node }: Readonly<{ view: PackageView; node: TableNode }>,
  { release, evidence }: Ground,
  nodes: () => string | null,
): Outcome | null {
  const { reference, source } = subject
  if (!isPlainRequire(reference, source) || node.kind !== 'module') return null
  const formats = viewOf(view, node).table.module(node.module).formats
  const failure = formats === undefined ? null : failureOf(formats)
  if (failure === null) return null
  const said = (why: string) =>
    found(subject, {
      code: 'require_fails',
      symbol: reference.module,
      message: requireFails(reference.module, release, why),
      ...(evidence === undefined ? {} : { evidence }),
    })
  if (failure !== 'refused') return said(failure)
  const asked = nodes()
  const refusing = refusingNodes(asked)
  if (refusing === null) return null
  const why = `it is a module of ECMAScript, which require loads in no Node ${refusing}`
  return asked === null ? untold(why) : said(why)
}

function isPlainRequire({ isRequired, softBecause, ...rest }: Reference, { path }: ReadSource) {
  return (
    isRequired === true &&
    softBecause === null &&
    isModuleImport({ ...rest, softBecause }) &&
    PLAIN.test(path)
  )
}

/** `refused`: by older releases alone. Null where Node loads it. */
function failureOf({ imported, required, requiredBefore, waits }: ModuleFormats) {
  const isOffered = imported === 'module' || imported === 'commonjs'
  if (required === 'none' && requiredBefore === 'none' && isOffered)
    return 'its manifest offers it to import alone'
  if (required !== 'module') return null
  if (waits === 'always') return 'it waits at its top level, which no require can'
  return requiredBefore === 'module' || requiredBefore === 'none' ? 'refused' : null
}
