// What a change brings, as one comment in Markdown.

import type { Finding } from '../../check/report/finding.ts'
import { NO_RECEIPTS, type Receipts } from './receipts.ts'
import { rowWords, type UpdateRow } from './upgradeRows.ts'

/** By it the comment is found again. */
export const MARKER = '<!-- assay: what this change brings -->'

/** Platforms take no longer ones. */
export const BODY_MAX = 60_000
const FINDINGS_SHOWN = 50
const MESSAGE_MAX = 400

export type Review = Readonly<{
  /** Errors and warnings that the change brings. */
  findings: readonly Finding[]
  /** Hashes of the signed answers that findings rest on. */
  signed?: ReadonlyMap<Finding, string>
  receipts?: Receipts
  updates: readonly UpdateRow[]
  /** Updates beyond those that were looked at. */
  updatesLeft: number
  /** Sentences about what could not be told. */
  open: readonly string[]
}>

export function reviewText({
  findings,
  signed = new Map(),
  receipts = NO_RECEIPTS,
  updates,
  updatesLeft,
  open,
}: Review): string {
  const shown = findings.slice(0, FINDINGS_SHOWN)
  const more = findings.length - shown.length
  const found = [
    `**${counted(findings.length, 'new finding')} in this change.**`,
    '',
    '| where | what |',
    '|---|---|',
    ...shown.map((one) => findingRow(one, signedBy(signed.get(one) ?? null, receipts))),
    ...(more > 0 ? ['', `… and ${more} more.`] : []),
  ]
  const updated = [
    '',
    '**What the updates mean for this code**',
    '',
    '| update | | |',
    '|---|---|---|',
    ...updates.map((one) => updateRow(one, signedBy(one.receipt, receipts))),
    ...(updatesLeft > 0
      ? ['', `… and ${counted(updatesLeft, 'update')} that were not looked at.`]
      : []),
  ]
  const text = [
    MARKER,
    '### Assay',
    '',
    ...(findings.length > 0 ? found : ['Nothing new was found in this change.']),
    ...(updates.length > 0 ? updated : []),
    ...verifying(receipts),
    ...(open.length > 0 ? ['', ...open.map((one) => `- ${plain(one)}`)] : []),
  ].join('\n')
  return text.length > BODY_MAX ? `${text.slice(0, BODY_MAX)}\n…` : text
}

/** The hash of a signed answer, as a link where there is an address that has it. */
function signedBy(hash: string | null, { linkTo }: Receipts): string {
  if (hash === null) return ''
  const link = linkTo(hash)
  return `<br>signed: ${link === null ? `\`${hash}\`` : `[\`${hash}\`](${link})`}`
}

/** How whoever reads it verifies what is signed. */
function verifying({ answers, areFiles, signer }: Receipts): readonly string[] {
  if (answers.size === 0) return []
  const whose = signer === null ? '--local' : `--verifier ${signer}`
  const files = areFiles
    ? 'Each signed answer is a file of this run, called by its hash:'
    : 'With `--receipts <folder>` each signed answer is written into a file:'
  return ['', `${files} \`assay verify <hash>.json ${whose}\` verifies it.`]
}

function findingRow(
  { path, line, column, severity, code, message }: Finding,
  signed: string,
): string {
  const said = message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX)}…` : message
  return `| ${plain(`${path}:${line}:${column}`)} | **${severity}** ${plain(code)}: ${plain(said)}${signed} |`
}

function updateRow(row: UpdateRow, signed: string): string {
  const { key, from, to, verdict, bump } = row
  const what = `${plain(`${key.ecosystem} ${key.name} ${from}`)} → ${plain(to)} (${bump})`
  return `| ${what} | **${verdict}** | ${plain(rowWords(row))}${signed} |`
}

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/**
 * Words of a project or of a registry: nothing in them is Markdown, a link, or the name of a person.
 * Platforms look for names and numbers of issues in what was rendered, where an entity is the character
 * again: a space without width parts them.
 */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[&<>|`*_~[\]()#!\\@:/]/g, (one) => `&#${one.charCodeAt(0)};`)
    .replace(/&#(?:35|64);|www(?=\.)/gi, '$&&#8203;')
}
