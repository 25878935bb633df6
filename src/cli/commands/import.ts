// assay import: which distributions provide an import name?

import { isImportName } from '../../domain/names/importNames.ts'
import { isEcosystem } from '../../domain/names/packageName.ts'
import { asOfLines } from '../../wire/asOf.ts'
import { noticeLines } from '../../wire/noticeLines.ts'
import type { ImportResolveAnswer } from '../../wire/packageAnswers.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { calledSo, ECOSYSTEM_WORD, noEcosystem, quote, wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay import [pypi|npm] <name> [--json]

Says which distributions provide an import name, the most popular first; PyPI unless told otherwise.
${optionLines('import')}

Exit status
  0  at least one distribution provides it, or the standard library does
  2  the command line is wrong
  3  no distribution is known to provide it

  assay import yaml
  assay import google.cloud.storage
  assay import npm @babel/core/lib/index   # needs the set of npm's names: assay names build npm`

export const run: Run = async (argv, { openApp, out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.import)
  const named = positionals.length > 1 ? positionals : ['pypi', ...positionals]
  const mistake = wordMistake(named, [ECOSYSTEM_WORD, 'the import name'], usage)
  if (mistake !== null) return out.usage(mistake)
  const [ecosystem = '', written = ''] = named
  if (!isEcosystem(ecosystem)) return out.usage(noEcosystem(ecosystem))
  if (!isImportName(ecosystem, written)) {
    return out.usage(`assay: nothing is imported as ${quote(written)}\n${calledSo(usage)}`)
  }
  const app = await openApp()
  const startedMs = performance.now()
  const reply = await app.importResolve(ecosystem, written)
  if (reply === null) {
    const hint =
      ecosystem === 'npm'
        ? '; packages of npm are told by the set of its names (`assay names status`)'
        : ''
    out.note(`assay: no distribution is known to provide ${written} (import_not_resolved)${hint}`)
    return EXIT.unavailable
  }
  const text = app.renderReply(reply, performance.now() - startedMs)
  out.print(values.json ? text : renderAnswer(JSON.parse(text)))
  return EXIT.yes
}

function renderAnswer(answer: ImportResolveAnswer): string {
  const told = answer.standard_library
    ? [`${answer.import} is in the standard library`]
    : answer.distributions.map((one) => {
        const { package: name, provides } = one
        const { cautions, said } = noticeLines(name, one)
        const line = `${name}${provides === name ? '' : ` (${provides})`}`
        return [line, ...[...cautions, ...said].map((sentence) => `    ${sentence}`)].join('\n')
      })
  return [...told, ...asOfLines(answer)].join('\n')
}
