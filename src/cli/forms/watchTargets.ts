// assay watch add and assay watch remove: a target into the file, and out of it.

import type { Config } from '../../config.ts'
import { jsonIn } from '../../domain/texts/jsonValue.ts'
import { addTarget, removeTarget } from '../../services/watch/targetFile.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'

type Values = Readonly<{
  name?: string
  interval?: string
  status?: readonly string[]
  'max-latency'?: string
  contains?: string
  'json-path'?: string
  equals?: string
  x402?: boolean
  file?: string
}>

type Parts = Readonly<{ config: () => Config; out: Output }>

const NO_FILE = 'assay: set ASSAY_WATCH_FILE or pass --file'

export async function addWatch(
  values: Values,
  { id, url }: Readonly<{ id: string; url: string }>,
  { config, out }: Parts,
): Promise<ExitStatus> {
  const path = values.file ?? config().watch.file
  if (path === null) return out.usage(NO_FILE)
  const jsonPath = values['json-path']
  const bodyJson =
    jsonPath === undefined
      ? undefined
      : {
          path: jsonPath,
          ...(values.equals === undefined ? {} : { equals: scalarOf(values.equals) }),
        }
  const expect = written({
    status: values.status?.map(numberOf),
    max_latency_ms: numberOf(values['max-latency']),
    body_contains: values.contains,
    body_json: bodyJson,
    x402: values.x402,
  })
  const target = written({
    id,
    name: values.name ?? id,
    url,
    interval_s: numberOf(values.interval),
    expect: Object.keys(expect).length === 0 ? undefined : expect,
  })
  await addTarget(path, target)
  out.note(`added ${id} to ${path}`)
  return EXIT.yes
}

export async function removeWatch(
  { file }: Readonly<{ file?: string }>,
  id: string,
  { config, out }: Parts,
): Promise<ExitStatus> {
  const path = file ?? config().watch.file
  if (path === null) return out.usage(NO_FILE)
  if (!(await removeTarget(path, id))) {
    out.note(`assay: ${path} has no target ${JSON.stringify(id)}`)
    return EXIT.no
  }
  out.note(`removed ${id} from ${path}; what was measured of it stays`)
  return EXIT.yes
}

function written(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What is no number stays a text, which the file's own rules then refuse. */
function numberOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** `true`, `3` and `null` as JSON; everything else as a text. */
function scalarOf(text: string): unknown {
  const value = jsonIn(text)
  return value === undefined || (typeof value === 'object' && value !== null) ? text : value
}
