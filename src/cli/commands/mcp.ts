// assay mcp: the tools for agents over standard input and output.

import type { App } from '../../app.ts'
import { localFiles } from '../../mcp/localFiles.ts'
import { VERSION } from '../../version.ts'
import { EXIT, type ExitStatus, type Output } from '../terminal/output.ts'
import { readArgs, TEXT } from '../terminal/readArgs.ts'
import { wordMistake } from '../terminal/target.ts'

export const mcpUsage = `Usage: assay mcp [--url <service>]

Serves the tools for coding agents (Model Context Protocol) over standard input and output: packages,
symbols, diffs, checks of code, receipts. Answers come from the store of this machine
(ASSAY_DATA_DIR), and releases are read when they are asked for; nothing is charged. Files of a
check may be named by path, within the folder that it is started in.
  --url      ask a running service instead: its free calls of the day, or with the prepaid key in
             ASSAY_API_KEY the paid ones; answers are checked by their signatures

docs/reference/mcp.md tells how to set it up in an agent.

  assay mcp
  ASSAY_API_KEY=assay_… assay mcp --url https://assay.example`

type McpCommand = Readonly<{
  openApp: () => Promise<App>
  /** The prepaid key for a service, or null. */
  apiKey: () => string | null
  out: Output
  signal: AbortSignal
  workingDir: string
}>

export async function runMcp(argv: readonly string[], parts: McpCommand): Promise<ExitStatus> {
  const { values, positionals } = readArgs(argv, { url: TEXT })
  const { url } = values
  const mistake = wordMistake(positionals, [], mcpUsage)
  if (mistake !== null) return parts.out.usage(mistake)
  if (url !== undefined && !/^https?:\/\/\S+$/.test(url)) {
    return parts.out.usage('assay: --url begins with http:// or https://')
  }
  const ask = url === undefined ? (await parts.openApp()).askRoute : await askService(url, parts)
  // Loaded here: no other command needs the library of the protocol.
  const { serveStdio } = await import('../../mcp/serveStdio.ts')
  await serveStdio({
    version: VERSION,
    ask,
    readFile: localFiles(parts.workingDir),
    input: process.stdin,
    output: process.stdout,
    note: parts.out.note,
    signal: parts.signal,
  })
  return EXIT.yes
}

async function askService(baseUrl: string, { apiKey }: McpCommand) {
  const { remoteAsk } = await import('../../mcp/remoteAsk.ts')
  return remoteAsk({ baseUrl, apiKey: apiKey() })
}
