// assay package: does this package exist? Works without a server: same code, same store.

import type { App } from '../../app.ts'
import type { PackageKey } from '../../domain/names/packageName.ts'
import { isPopularOnly } from '../../domain/names/popularOnly.ts'
import { asOfLines } from '../../wire/asOf.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import type { PackageExistsAnswer } from '../../wire/packageAnswers.ts'
import { builtInSentence, packageCaution } from '../../wire/packageCaution.ts'
import { readByLines } from '../../wire/readBy.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { parseName, parsePackageCommand } from '../terminal/target.ts'
import { optionLines } from '../words/options.ts'

export const usage = `Usage: assay package <pypi|npm> <name> [--json]

Says whether the package exists, from the registry's own word and the published file.
${optionLines('package')}

Warnings come first: the registry only holds the name back, there is no release, or the name looks like
that of a far more popular package. Then comes what the registry says of the project and its latest
release: archived, deprecated, yanked.

Exit status
  0  the package exists
  1  it does not, or the registry only holds the name back
  2  the command line is wrong
  3  it could not be determined

  assay package npm express
  assay package pypi reqeusts      # names the real ones next to it
  assay package npm express --json > receipt.json && assay verify receipt.json --local`

export const run: Run = async (argv, { openApp, out, interruption }) => {
  const signal = interruption()
  const command = parsePackageCommand(argv, usage, parseName)
  if (typeof command === 'string') return out.usage(command)
  const { json, target: key } = command
  const app = await openApp()
  const startedMs = performance.now()
  const asked = app.packageExists(key, () => ({ signal }))
  const what = `looking up ${key.ecosystem} ${key.name}`
  const reply = await out.during(json ? null : what, asked)
  const text = app.renderReply(reply, performance.now() - startedMs)
  const answer: PackageExistsAnswer = JSON.parse(text)
  out.print(json ? text : renderPackage(answer, out, await makersIn(app.store, key, answer)))
  // Of a name that is held back nothing can be used, whatever else the registry has under it.
  const isPackage = answer.exists && packageCaution(answer)?.kind !== 'placeholder'
  return isPackage ? EXIT.yes : EXIT.no
}

/** Whose word the file is: the answer itself rests on the registry, and names nobody else. */
async function makersIn(
  { pulled }: App['store'],
  key: PackageKey,
  { latest_version: version, proof }: PackageExistsAnswer,
): Promise<readonly string[]> {
  const isElsewhere = proof?.remarks?.includes('read_elsewhere') === true
  if (!isElsewhere || version === null || proof.filename === null) return []
  const found = await pulled.release(key, version, proof.filename)
  return found === null ? [] : [found.maker]
}

export function renderPackage(
  answer: PackageExistsAnswer,
  out: Output,
  makers: readonly string[] = [],
): string {
  const { proof } = answer
  const caution = packageCaution(answer)
  const name = `${answer.ecosystem} ${answer.name}`
  const found = `${name} ${answer.latest_version ?? '(no release)'}`
  const lines: string[] = []
  if (!answer.exists) lines.push(`${out.bad('absent')}   ${name}`)
  else if (caution === null) lines.push(`${out.good('exists')}   ${found}`)
  else lines.push(`${out.bad('caution')}  ${caution.sentence}`, `exists   ${found}`)
  const builtIn = builtInSentence(answer)
  if (builtIn !== null) lines.push(`built in ${builtIn}`)
  if (answer.registry_status !== null) lines.push(`status   ${answer.registry_status}`)
  for (const sentence of noticeLines(answer.name, answer).said) lines.push(`said     ${sentence}`)
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
  if (answer.meant.length > 0) {
    lines.push(`meant    ${answer.meant.map(({ name }) => name).join(', ')}?`)
  }
  if (isPopularOnly(answer.scope)) {
    lines.push('names    popular ones only were searched; `assay names build` makes the set of all')
  }
  if (answer.elsewhere !== null)
    lines.push(`name     ${answer.elsewhere} lists a package of this name`)
  lines.push(
    ...readByLines(makers),
    out.dim(`signed   ${answer.attestation.verifier}`),
    ...asOfLines(answer),
  )
  return lines.join('\n')
}
