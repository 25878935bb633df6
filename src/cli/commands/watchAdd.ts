// assay watch add: a target into the file.

import type { Config } from '../../config.ts'
import { addTarget } from '../../services/watch/targetFile.ts'
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

export async function addWatch(
  values: Values,
  { id, url }: Readonly<{ id: string; url: string }>,
  { config, out }: Readonly<{ config: () => Config; out: Output }>,
): Promise<ExitStatus> {
  const path = values.file ?? config().watch.file
  if (path === null) return out.usage('assay: set ASSAY_WATCH_FILE or pass --file')
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

function written(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** What is no number stays a text, which the file's own rules then refuse. */
function numberOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** `true`, `3` and `null` as JSON; everything else as a text. */
function scalarOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? text : value
  } catch {
    return text
  }
}
