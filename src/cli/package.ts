// assay package: does this package exist? Works without a server: same code, same store.

import type { App } from '../app.ts'
import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import { EXIT, type ExitStatus, type Output } from './output.ts'
import { parseName, parsePackageCommand } from './target.ts'

export const packageUsage = `Usage: assay package <pypi|npm> <name> [--json]

Says whether the package exists, from the registry's own word and the published file.
  --json    print the signed answer and nothing else

Exit status: 0 it exists, 1 it does not, 2 usage, 3 it could not be decided.

  assay package npm express
  assay package pypi reqeusts      # names the real ones next to it
  assay package npm express --json > receipt.json && assay verify receipt.json --local`

export async function runPackage(
  argv: readonly string[],
  openApp: () => Promise<App>,
  out: Output,
  signal: AbortSignal,
): Promise<ExitStatus> {
  const command = parsePackageCommand(argv, packageUsage, parseName)
  if (typeof command === 'string') return out.usage(command)
  const { json, target: key } = command
  const app = await openApp()
  const startedMs = performance.now()
  const asked = app.packageExists(key, () => ({ signal }))
  const what = `looking up ${key.ecosystem} ${key.name}`
  const reply = await out.during(json ? null : what, asked)
  const text = app.renderReply(reply, performance.now() - startedMs)
  out.print(json ? text : renderAnswer(JSON.parse(text), out))
  return reply.verdict === 'exists' ? EXIT.yes : EXIT.no
}

function renderAnswer(answer: PackageExistsAnswer, out: Output): string {
  const { proof } = answer
  const lines = [
    answer.exists
      ? `${out.good('exists')}   ${answer.ecosystem} ${answer.name} ${answer.latest_version ?? '(no release)'}`
      : `${out.bad('absent')}   ${answer.ecosystem} ${answer.name}`,
  ]
  if (answer.registry_status !== null) lines.push(`status   ${answer.registry_status}`)
  if (answer.deprecation !== undefined) {
    const { message, points_to: to } = answer.deprecation
    lines.push(`old      ${to === null ? 'deprecated' : `use ${to}`}: ${message}`)
  }
  if (proof !== null) {
    if (proof.source_url !== null) lines.push(`page     ${proof.source_url}`)
    lines.push(`file     ${proof.filename ?? 'none'}`)
    lines.push(`sha256   ${proof.artifact_sha256 ?? 'none'}`)
  }
  if (answer.adjacent_to.length > 0) {
    const shown = answer.adjacent_to.slice(0, 10)
    const more = answer.adjacent_total - shown.length
    lines.push(`near     ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`)
  }
  if (answer.lookalike_of !== null) lines.push(`looks    like ${answer.lookalike_of}`)
  if (answer.meant.length > 0) {
    lines.push(`meant    ${answer.meant.map(({ name }) => name).join(', ')}?`)
  }
  if (answer.elsewhere !== null) lines.push(`exists   on ${answer.elsewhere}`)
  lines.push(out.dim(`signed   ${answer.attestation.verifier}`))
  return lines.join('\n')
}
