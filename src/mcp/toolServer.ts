// The tools as a server of the Model Context Protocol, whatever carries its messages.

import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { PROGRESS_EVERY_MS } from './bounds.ts'
import { callTool, type ToolParts } from './callTool.ts'
import { listedTools, TOOLS } from './tools.ts'

const INSTRUCTIONS =
  'Facts about packages on PyPI and npm, read from the published files. The first word of a result ' +
  'is the verdict. UNDETERMINED is never evidence that something does not exist.'

// Only for answers to questions that a server asks its client; this one asks none. The library's own
// takes a millisecond to make, for each server.
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error('this server asks its client nothing')
  },
}

export type ToolServerParts = ToolParts & Readonly<{ version: string }>

export function toolServer({ version, ...parts }: ToolServerParts): Server {
  const server = new Server(
    { name: 'assay', title: 'Assay', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: NO_VALIDATOR,
    },
  )
  const tools = listedTools({ readsFiles: parts.readFile !== null })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const tool = TOOLS.find(({ name }) => name === params.name)
    if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool')
    const token = params._meta?.progressToken
    const stop = token === undefined ? () => {} : reportProgress(token, extra.sendNotification)
    try {
      return await callTool(tool, params.arguments ?? {}, parts, extra.signal)
    } finally {
      stop()
    }
  })
  return server
}

type Send = (notification: {
  method: 'notifications/progress'
  params: { progressToken: string | number; progress: number; message: string }
}) => Promise<void>

/** How far the reading of a release has come is not known; that it goes on keeps a client waiting. */
function reportProgress(progressToken: string | number, send: Send): () => void {
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    const params = { progressToken, progress, message: 'reading published files' }
    // A client that is gone is told nothing.
    send({ method: 'notifications/progress', params }).catch(() => {})
  }, PROGRESS_EVERY_MS)
  return () => clearInterval(timer)
}
