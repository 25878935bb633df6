// assay mcp: the tools for agents over standard input and output.

import { localFiles } from '../../mcp/localFiles.ts'
import { VERSION } from '../../version.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines } from '../words/options.ts'

export const usage = `Usage: assay mcp [--url <service>]

Serves the tools for coding agents (Model Context Protocol) over standard input and output: packages,
symbols, diffs, checks of code, receipts. Answers come from the store of this machine
(ASSAY_DATA_DIR), and releases are read when they are asked for; nothing is charged. Files of a
check may be named by path, within the folder that it is started in.
${optionLines('mcp')}

docs/reference/mcp.md tells how to set it up in an agent.

  assay mcp
  ASSAY_API_KEY=assay_… assay mcp --url https://assay.example`

export const run: Run = async (argv, { openApp, out, config, interruption, workingDir }) => {
  const signal = interruption()
  const { values, positionals } = readArgs(argv, OPTIONS.mcp)
  const { url } = values
  const mistake = wordMistake(positionals, [], usage)
  if (mistake !== null) return out.usage(mistake)
  if (url !== undefined && !/^https?:\/\/\S+$/.test(url)) {
    return out.usage('assay: --url begins with http:// or https://')
  }
  if (url !== undefined && config().isOffline) {
    return out.usage('assay: --url asks a service, and --offline asks nobody')
  }
  // Standard output is for messages of the protocol alone.
  const openHere = async () => (await openApp({ logFd: 2 })).askRoute
  const ask = await (url === undefined ? openHere() : askService(url, config().apiKey()))
  // Loaded here: no other command needs the library of the protocol.
  const { serveStdio } = await import('../../mcp/serveStdio.ts')
  await serveStdio({
    version: VERSION,
    ask,
    readFile: localFiles(workingDir()),
    input: process.stdin,
    output: process.stdout,
    note: out.note,
    signal,
  })
  return EXIT.yes
}

async function askService(baseUrl: string, apiKey: string | null) {
  const { remoteAsk } = await import('../../mcp/remoteAsk.ts')
  return remoteAsk({ baseUrl, apiKey })
}
