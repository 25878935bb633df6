// Clients and resources that boto3 and botocore make of data as they run, by a name that the code hands
// over: `boto3.client("s3").get_object(…)`. What they have is in tables of its own.

import { type PackageName, parsePackageName } from '../../domain/names/packageName.ts'
import { makesByText } from '../../references/kindOf.ts'
import { chosenFrom } from '../../table/format/givenType.ts'
import type { PackageOutcome, PackageTables } from '../plan/packageTables.ts'
import type { NeededPackage, Plan } from '../plan/plan.ts'
import { memberOf, newLookup } from './members.ts'
import {
  type Arrival,
  arrivedAt,
  type NodeOf,
  type PackageView,
  type TableNode,
  unknown,
  viewOf,
} from './tableNode.ts'

/** `of`, `module`: which module of which table has what is made. `through`: the method that makes it. */
type Maker = Readonly<{ of: string; module: string; through?: readonly [string, string] }>

const CLIENTS = { of: 'botocore', module: 'botocore.data' }
const RESOURCES = { of: 'boto3', module: 'boto3.data' }

/** Who makes a client or a resource. */
const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ['boto3.client', { ...CLIENTS, through: ['boto3.session', 'Session.client'] }],
  ['boto3.session.Session.client', CLIENTS],
  ['boto3.resource', { ...RESOURCES, through: ['boto3.session', 'Session.resource'] }],
  ['boto3.session.Session.resource', RESOURCES],
  ['botocore.session.Session.create_client', CLIENTS],
])

const MAKING: ReadonlySet<string> = new Set(['boto3', 'botocore'])

/** Whether a package makes objects by names that it is handed. */
export function makesByName(name: string): boolean {
  return MAKING.has(name)
}

type Outcomes = ReadonlyMap<NeededPackage, PackageOutcome>
export type Services = ReadonlyMap<string, PackageView>

/** The tables of services that the code names some of; empty where it names none. */
export async function servicesFor(
  plan: Pick<Plan, 'needed' | 'examples'>,
  outcomes: Outcomes,
  tables: PackageTables,
): Promise<Services> {
  const isNamed = plan.examples.references.some(
    ({ needed, reference }) =>
      MAKING.has(needed.key.name) && needed.key.ecosystem === 'pypi' && makesByText(reference),
  )
  const found = new Map<string, PackageView>()
  if (!isNamed) return found
  for (const name of MAKING) {
    const needed = releaseOf(name, plan, outcomes)
    if (needed === null) continue
    const outcome = await tables(needed.key, needed.wanted, 'services')
    if (outcome.state !== 'opened') continue
    const { table, evidence } = outcome
    found.set(name, {
      table,
      of: { ecosystem: 'pypi', packageName: needed.key.name },
      lookup: newLookup(),
      evidence,
      isMade: true,
    })
  }
  return found
}

/** The release that the code is held to, else the one that the table of boto3 was made with. */
function releaseOf(
  name: string,
  { needed }: Pick<Plan, 'needed'>,
  outcomes: Outcomes,
): NeededPackage | null {
  const own = needed.filter(({ key }) => key.ecosystem === 'pypi' && key.name === name)
  const [stated, ...others] = own.filter(
    ({ wanted }) => wanted.pin !== null || wanted.range !== null,
  )
  // Which of several counts for a place is not asked here.
  if (others.length > 0) return null
  if (stated !== undefined) return stated
  const parsed = parsePackageName('pypi', name)
  for (const [one, outcome] of outcomes) {
    const isMaking = one.key.ecosystem === 'pypi' && MAKING.has(one.key.name)
    if (!isMaking || outcome.state !== 'opened' || parsed === null) continue
    const pin = outcome.followed?.find((file) => file.name === name)?.version
    if (pin !== undefined) return newNeeded(parsed, pin)
  }
  return own[0] ?? null
}

function newNeeded(name: PackageName, pin: string): NeededPackage {
  return { key: { ecosystem: 'pypi', name }, wanted: { pin, range: null } }
}

/** What a call makes by a name, where it does; null for other calls. */
export function madeByName(view: PackageView, node: TableNode, text?: string): Arrival | null {
  const choice = choiceOf(view, node)
  if (choice === null) return null
  if (choice === 'unread' || text === undefined) return unknown('what it makes is not known')
  const found = memberOf(choice.view, choice.node, text)
  if (found.state !== 'at' || found.node.kind !== 'definition')
    return unknown('it makes no such thing')
  return arrivedAt({
    ...found.node,
    view: choice.view,
    isInstance: true,
    isExact: true,
    owner: null,
  })
}

type Choice = Readonly<{ view: PackageView; node: NodeOf<'module' | 'definition'> }>

/** What a text that is handed over names a member of. */
export function choiceOf(asked: PackageView, node: TableNode): Choice | 'unread' | null {
  if (node.kind !== 'definition' || asked.services === undefined) return null
  const view = viewOf(asked, node)
  const { module, name, bases } = view.table.definition(node.definition)
  const maker = MAKERS.get(`${module}.${name}`)
  if (maker !== undefined) {
    const services = asked.services.get(maker.of)
    const at = services?.table.findModule(maker.module) ?? -1
    if (services === undefined || at < 0) return 'unread'
    return { view: services, node: { kind: 'module', module: at, view: services } }
  }
  const [, home = '', cls = ''] = /^\.(.*)\.(\w+)$/.exec(chosenFrom(bases) ?? '') ?? []
  const found = home === '' ? null : view.table.find(home, cls)
  if (found === null) return null
  const { definition } = found
  return { view, node: { kind: 'definition', definition, isInstance: false, owner: null, view } }
}

/** What the method takes that a function hands all of its arguments to; null for other functions. */
export function takenThrough({ table }: PackageView, node: TableNode): string | null {
  if (node.kind !== 'definition') return null
  const { module, name } = table.definition(node.definition)
  const { through } = MAKERS.get(`${module}.${name}`) ?? {}
  const found = through === undefined ? null : table.find(...through)
  return found === null ? null : table.definition(found.definition).signature
}

/** The names of what may be chosen from. */
export function listedIn({ table }: PackageView, node: Choice['node']): readonly string[] {
  const entries =
    node.kind === 'module' ? table.entriesOf(node.module) : table.membersOf(node.definition)
  return [...entries].map(({ name }) => name)
}
