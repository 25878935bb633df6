// assay lsp: findings, fixes, what symbols are and which there are, in an editor.

import { VERSION } from '../../version.ts'
import { readScope } from '../check/checkFiles.ts'
import { withSettings } from '../check/settingsAround.ts'
import type { Run } from '../terminal/command.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay lsp

Serves editors (Language Server Protocol) over standard input and output: findings as you type in
Python, JavaScript, TypeScript and manifests, quick fixes, what a symbol is, names of packages and of
symbols. What is being typed is asked of nobody: a name is looked up once it has stood still, and
never with --offline or where the editor says {"lookups": false} when it starts the server.
${optionLines('lsp')}

docs/guides/editors.md tells how to set it up.

Exit status
  0  the editor ended it
  1  the editor went away without a word
  2  the command line is wrong

  assay lsp
  assay lsp --offline`

export const run: Run = async (argv, { openCheckApp, out, interruption }) => {
  const signal = interruption()
  const { positionals } = readArgs(argv, OPTIONS.lsp)
  const mistake = wordMistake(positionals, [], usage)
  if (mistake !== null) return out.usage(mistake)
  // Loaded here: no other command needs the library of the protocol.
  const { serveLanguage } = await import('../lsp/languageServer.ts')
  const status = await serveLanguage({
    input: process.stdin,
    output: process.stdout,
    version: VERSION,
    openApp: (lookups) => openCheckApp(lookups ? {} : { isOffline: true }),
    readScope(root) {
      const found = readScope(root, [])
      return typeof found === 'string' ? found : withSettings(found, root)
    },
    note: out.note,
    signal,
  })
  // An editor may leave it open, and the process would stay for it.
  process.stdin.destroy()
  return status
}
