// assay doctor: what is installed, what is set, what is reachable, what is kept, and what is wrong.

import type * as Here from '../../app/condition.ts'
import { SECRETS, VARIABLES } from '../../config/variables.ts'
import { type Config, ConfigError } from '../../config.ts'
import { VERSION } from '../../version.ts'
import type { Run, Tools } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay doctor [--json]

Says what is installed, what is set and where that is said, whether the registries answer, what is
kept, and what is wrong, with a way to mend it. Changes nothing and shows no secret.
With --offline no registry is asked.
${optionLines('doctor')}

Exit status
  0  nothing is wrong
  1  something is
  2  the command line is wrong

  assay doctor
  assay doctor --offline --json`

type Wrong = Readonly<{ what: string; mend: string }>
type Condition = Readonly<{
  installed: Readonly<Record<string, string>>
  files: readonly string[]
  variables: readonly string[]
  folder: string | null
  proxies: readonly string[]
  registries: Awaited<ReturnType<typeof Here.registriesHere>>
  kept: Awaited<ReturnType<typeof Here.keptHere>>
  resident: string
  wrong: readonly Wrong[]
}>

export const run: Run = async (argv, tools) => {
  const { out } = tools
  const { values, positionals } = readArgs(argv, OPTIONS.doctor)
  const mistake = wordMistake(positionals, [], usage)
  if (mistake !== null) return out.usage(mistake)
  const found = await out.during(values.json ? null : 'looking around', conditionOf(tools))
  out.print(values.json ? JSON.stringify(found) : rendered(found, out))
  return found.wrong.length === 0 ? EXIT.yes : EXIT.no
}

/** Where the program looks around; loaded when it does. */
const condition = () => import('../../app/condition.ts')

async function conditionOf({ files, settings, resident, environment }: Tools): Promise<Condition> {
  const { isIndexVariable, partsHere, withoutSecrets } = await condition()
  const wrong: Wrong[] = []
  const parts = partsHere()
  const installed: Record<string, string> = {
    assay: VERSION,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  }
  for (const [name, { is, fault }] of Object.entries(parts)) {
    installed[name] = is ?? 'missing'
    if (fault !== null) wrong.push({ what: `${name}: ${fault}`, mend: INSTALL })
  }
  if (files.problem !== null) wrong.push({ what: files.problem, mend: 'mend that line' })
  const told = {
    installed,
    files: files.paths,
    variables: variablesIn(environment(), withoutSecrets, isIndexVariable),
    resident: await resident(),
    wrong,
  }
  const config = await settings().catch((error: unknown) => {
    if (!(error instanceof ConfigError)) throw error
    wrong.push({ what: error.message, mend: 'mend that setting (docs/reference/settings.md)' })
    return null
  })
  if (config === null) return { ...told, folder: null, proxies: [], registries: [], kept: null }
  return { ...told, ...(await around(config, wrong)) }
}

const INSTALL = 'install the package again, on the system and with the Node.js that it is to run on'

/** What lies around the program; what is wrong with it is added. */
async function around(config: Config, wrong: Wrong[]) {
  const { folderFault, proxiesHere, registriesHere, keptHere } = await condition()
  const noted =
    <T>(fallback: T, mend: string) =>
    (error: unknown) => {
      wrong.push({ what: error instanceof Error ? error.message : String(error), mend })
      return fallback
    }
  const fault = folderFault(config)
  if (fault !== null) wrong.push({ what: fault, mend: 'change its rights, or set ASSAY_DATA_DIR' })
  const proxies = await Promise.resolve()
    .then(() => proxiesHere(config))
    .catch(noted([], 'mend that variable'))
  const registries = await registriesHere(config)
  for (const { ecosystem, address, fault } of registries) {
    if (fault === null) continue
    wrong.push({
      what: `the registry of ${ecosystem} does not answer${address === '' ? '' : ` (${address})`}: ${fault}`,
      mend: `look at the network and the proxies, or name another by ASSAY_${ecosystem === 'npm' ? 'NPM_REGISTRY' : 'PYPI_INDEX'}; --offline asks nobody`,
    })
  }
  const mend = `use another ASSAY_DATA_DIR, or remove ${config.dataDir} if nothing in it is needed`
  const kept = fault === null ? await keptHere(config).catch(noted(null, mend)) : null
  for (const { ecosystem, problem } of kept?.names ?? []) {
    if (problem !== null) wrong.push({ what: problem, mend: `assay names build ${ecosystem}` })
  }
  return { folder: config.dataDir, proxies, registries, kept }
}

/** What the environment says, without what nobody else is to see. */
function variablesIn(
  environment: Readonly<Record<string, string | undefined>>,
  shown: (value: string) => string,
  isIndexVariable: (name: string) => boolean,
) {
  return Object.entries(environment)
    .filter(([name, value]) => (name.startsWith('ASSAY_') || isIndexVariable(name)) && value)
    .map(([name, value = '']) => {
      if (isIndexVariable(name)) return `${name}=${originsIn(value)}`
      // Of a variable that nobody knows nobody knows whether it is a secret.
      const isHidden = SECRETS.has(name) || !Object.hasOwn(VARIABLES, name)
      return `${name}=${isHidden ? '(hidden)' : shown(value)}`
    })
    .sort()
}

/** Of addresses of indexes where they are: what stands behind the host may be a key to it. */
function originsIn(value: string): string {
  return value
    .trim()
    .split(/[\s,]+/)
    .map((word) => {
      const [, address] = /^(?:[\w.-]+=)?(https?:\/\/.*)$/i.exec(word) ?? []
      return address !== undefined && URL.canParse(address) ? new URL(address).origin : '(hidden)'
    })
    .join(' ')
}

function rendered(found: Condition, out: Output): string {
  const { installed, files, variables, folder, proxies, registries, kept, resident, wrong } = found
  const line = (label: string, text: string) => `${label.padEnd(10)}${printable(text)}`
  const lines = [
    ...Object.entries(installed).map(([name, what]) => line(name, what)),
    ...(files.length === 0 ? [line('file', 'none')] : files.map((path) => line('file', path))),
    ...variables.map((text) => line('set', text)),
    ...proxies.map((text) => line('proxy', text)),
    ...registries.map(({ ecosystem, address, from, isReached }) => {
      const state =
        isReached === null ? 'not asked' : isReached ? out.good('answers') : out.bad('no answer')
      return `${line(ecosystem, `${address}, by ${from}`)}: ${state}`
    }),
    ...(folder === null ? [] : [line('folder', folder)]),
    ...(kept === null ? [line('kept', 'nothing yet')] : keptLines(kept, line)),
    line('resident', resident),
  ]
  const bad = wrong.flatMap(({ what, mend }) => [
    `${out.bad('wrong')}     ${printable(what)}`,
    `          to mend it: ${printable(mend)}`,
  ])
  return [...lines, '', ...(bad.length === 0 ? [out.good('nothing is wrong')] : bad)].join('\n')
}

function keptLines(
  { packages, releases, symbols, bytes, names, indexes }: NonNullable<Condition['kept']>,
  line: (label: string, text: string) => string,
): readonly string[] {
  const read = `${counted(releases, 'release')} read, ${counted(symbols, 'symbol')} in the tables made of them`
  const latest = `the latest release known of ${counted(packages, 'package')}`
  return [
    line('kept', `${read}; ${latest}; ${Math.ceil(bytes / 1e6)} MB in the folder`),
    ...names.map(({ ecosystem, set }) =>
      line(
        'names',
        set === null
          ? `${ecosystem}: popular ones only; \`assay names build ${ecosystem}\` makes the set of all`
          : `${ecosystem}: ${set.size} of ${set.snapshot}`,
      ),
    ),
    ...indexes.map(({ address, maker, pulledAt }) =>
      line('pulled', `${address} of ${maker}, ${pulledAt.slice(0, 10)}`),
    ),
  ]
}
