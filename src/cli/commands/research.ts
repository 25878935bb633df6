// assay research: which symbol does that?

import { QUERY_LENGTH_MAX } from '../../limits.ts'
import { asOfLines } from '../../wire/asOf.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import type { Noticed } from '../../wire/signed.ts'
import type { Run } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { calledSo } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay research <question…> [--json]
       assay research --rebuild

Searches the symbols, signatures and documentation of everything that is indexed here.
${optionLines('research')}

Exit status
  0  something was found
  1  nothing was found
  2  the command line is wrong

  assay research how do I retry in httpx
  assay research requests.get timeout`

export const run: Run = async (argv, { openApp, out, interruption }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.research)
  const query = positionals.join(' ')
  if (query.length > QUERY_LENGTH_MAX) {
    return out.usage(`assay: a question has at most ${QUERY_LENGTH_MAX} characters`)
  }
  if (values.rebuild && query !== '') return out.usage('assay: --rebuild takes no question')
  if (!values.rebuild && query === '') {
    return out.usage(`assay: the question is missing\n${calledSo(usage)}`)
  }
  const app = await openApp()
  await app.syncResearch({ rebuild: values.rebuild })
  const { packages, documents } = await app.researchSize()
  if (values.rebuild) {
    out.print(`${counted(packages, 'package')}, ${counted(documents, 'symbol')}`)
    return EXIT.yes
  }
  if (packages === 0) out.note('assay: nothing is indexed yet; `assay ingest` does')
  const startedMs = performance.now()
  const { reply, isDetermined } = await app.codeResearch({ query, context: null }, { signal })
  const text = app.renderReply(reply, performance.now() - startedMs)
  out.print(values.json ? text : renderAnswer(JSON.parse(text)))
  return isDetermined ? EXIT.yes : EXIT.no
}

/** The parts of the answer that a person reads. */
type Answer = Readonly<{
  findings: readonly (Noticed &
    Readonly<{
      claim: string
      purl: string
      signature: string | null
      symbol: string
      source: Readonly<{ path: string | null; line: number | null }>
    }>)[]
  unanswered: readonly string[]
}>

function renderAnswer(answer: Answer): string {
  const { findings, unanswered } = answer
  const found = findings.map((finding) => {
    const { claim, purl, symbol, signature, source } = finding
    // What a package URL has between its type and its version.
    const name = decodeURIComponent(/^pkg:[a-z]+\/([^@?]+)/.exec(purl)?.[1] ?? '')
    const { cautions, said } = noticeLines(name, finding)
    return [
      claim,
      ...(signature === null
        ? []
        : [`    ${symbol}${/^[(<]/.test(signature) ? '' : ': '}${signature}`]),
      `    ${purl}${source.path === null ? '' : ` ${source.path}:${source.line}`}`,
      ...[...cautions, ...said].map((sentence) => `    ${sentence}`),
    ].join('\n')
  })
  const told = [...found, ...unanswered.map((line) => `? ${line}`)]
  return [...(told.length === 0 ? ['Nothing was found.'] : told), ...asOfLines(answer)].join('\n')
}
