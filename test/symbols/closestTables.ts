// Two small packages, one of each ecosystem, as somebody would misspell their names.

import { encodeTable } from '../../src/table/format/encodeTable.ts'
import type { Definition, SymbolTable } from '../../src/table/format/table.ts'
import { openTable } from '../../src/table/openTable.ts'
import type { OpenTable } from '../../src/table/tableView.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../table/tableData.ts'

/** A class and its methods; those with an underscore are private. */
function classOf(
  module: string,
  name: string,
  members: string,
  change: Partial<Definition> = {},
): Definition {
  const entries = members
    .split(' ')
    .filter((member) => member !== '')
    .sort(byCodeUnits)
    .map((member) =>
      entryOf(member, definitionOf(module, `${name}.${member}`, { kind: 'method' }), {
        isPublic: !member.startsWith('_'),
      }),
    )
  return definitionOf(module, name, { kind: 'class', members: entries, ...change })
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : 1
}

function entriesOf(...definitions: readonly Definition[]) {
  return definitions
    .map((definition) => entryOf(definition.name, definition))
    .sort((one, other) => byCodeUnits(one.name, other.name))
}

const functionsOf = (module: string, names: string) =>
  names.split(' ').map((name) => definitionOf(module, name))

const mixin = classOf('web.sessions', 'RedirectMixin', 'resolve_redirects rebuild_auth')
const session = classOf('web.sessions', 'Session', 'close get mount post send _prepare', {
  inherits: [mixin],
})
const response = classOf('web.models', 'Response', 'close iter_lines json raise_for_status')
const cookieJar = classOf('web.cookies', 'CookieJar', 'clear_expired_cookies set_cookie')
const api = functionsOf('web.api', 'get post read_file get_user jaccard_score')
const windows = functionsOf('web.windows', 'hann kaiser hamming_window Config2')

export const WEB: SymbolTable = tableOf(
  moduleOf('web', entriesOf(session, response, ...api)),
  moduleOf('web.api', entriesOf(...api)),
  moduleOf('web.cookies', entriesOf(cookieJar)),
  moduleOf('web.models', entriesOf(response)),
  moduleOf('web.sessions', entriesOf(mixin, session)),
  moduleOf('web.windows', entriesOf(...windows)),
)

const painter = classOf('.', 'Painter', 'red bgRed underline', { kind: 'interface' })
const paint = definitionOf('.', 'default', { kind: 'constant', inherits: [painter] })
const operators = functionsOf('./operators', 'map mergeMap switchMap')

export const PAINT: SymbolTable = tableOf(
  moduleOf('.', entriesOf(painter, paint, ...functionsOf('.', 'supportsColor fromEvent'))),
  moduleOf('./lib/extra.min.js', entriesOf(...functionsOf('./lib/extra.min.js', 'blink'))),
  moduleOf('./operators', entriesOf(...operators)),
)

export function opened(table: SymbolTable): OpenTable {
  return openTable(encodeTable(table))
}
