// One call of a tool: arguments in, verdict out. Whatever is wrong with the input or the world is a
// result that says so; only a name that is no tool's is an error of the protocol.

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { AskRoute } from '../ports/askRoute.ts'
import { DIFF_ROWS_LIMIT, RECEIPT_SHOWN_MAX_BYTES } from './bounds.ts'
import type { ReadFile } from './localFiles.ts'
import { renderAnswer } from './renderAnswer.ts'
import { type DiffView, WHOLE_DIFF } from './renderDiff.ts'
import { renderRefusal } from './renderRefusal.ts'
import type { Tool } from './tools.ts'

export type ToolParts = Readonly<{
  ask: AskRoute
  /** Null: files come with their content. */
  readFile: ReadFile | null
}>

type Arguments = Readonly<Record<string, unknown>>

/** What is for the tool and not for the route. */
type Options = Readonly<{ view: DiffView; wantsReceipt: boolean }>

export async function callTool(
  tool: Tool,
  given: Arguments,
  { ask, readFile }: ToolParts,
  signal: AbortSignal,
): Promise<CallToolResult> {
  const options = optionsOf(tool, given)
  if (typeof options === 'string') return failed(`BAD INPUT: ${options}.`)
  const question = await withContents(given, readFile)
  if (typeof question === 'string') return failed(`BAD INPUT: ${question}.`)
  const reply = await ask({ route: tool.route, body: bodyOf(tool, question) }, signal)
  if (reply.status !== 200) return failed(renderRefusal(reply))
  const content = [textBlock(renderAnswer(tool.route, reply.text, options.view))]
  if (!options.wantsReceipt) return { content }
  const signed = signedPart(reply.text)
  // Once for programs, once for agents whose host shows them text alone.
  return { content: [...content, textBlock(signed)], structuredContent: JSON.parse(signed) }
}

function failed(text: string): CallToolResult {
  return { content: [textBlock(text)], isError: true }
}

/** The options, or what is wrong with them. */
function optionsOf({ route }: Tool, given: Arguments): Options | string {
  const { receipt = false, contains, limit = WHOLE_DIFF.limit } = given
  const wantsReceipt = route !== '/receipts/verify' && receipt
  if (typeof wantsReceipt !== 'boolean') return 'receipt: Input should be true or false'
  if (route !== '/diff') return { view: WHOLE_DIFF, wantsReceipt }
  if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > DIFF_ROWS_LIMIT) {
    return `limit: Input should be a whole number from 1 to ${DIFF_ROWS_LIMIT}`
  }
  if (contains !== undefined && typeof contains !== 'string') {
    return 'contains: Input should be a valid string'
  }
  return { view: { contains: contains || null, limit: Number(limit) }, wantsReceipt }
}

/** A receipt goes as the text that it is: a parsed one no longer shows every fault. */
function bodyOf({ route }: Tool, question: Arguments): string {
  const { receipt, contains: _contains, limit: _limit, ...fields } = question
  if (route !== '/receipts/verify') return JSON.stringify(fields)
  return typeof receipt === 'string' ? receipt : JSON.stringify(receipt ?? null)
}

/** Files whose content was left out, read from disk where that is allowed. */
async function withContents(
  given: Arguments,
  readFile: ReadFile | null,
): Promise<Arguments | string> {
  const { files } = given
  if (readFile === null || !Array.isArray(files)) return given
  const listed: readonly unknown[] = files
  const filled: unknown[] = []
  for (const file of listed) {
    const isBare =
      typeof file === 'object' &&
      file !== null &&
      'path' in file &&
      typeof file.path === 'string' &&
      !('content' in file)
    if (!isBare) filled.push(file)
    else {
      const read = await readFile(String(file.path))
      if ('problem' in read) return read.problem
      filled.push({ path: file.path, content: read.content })
    }
  }
  return { ...given, files: filled }
}

/** The signed answer, or where it is large what is needed to hold the service to it. */
function signedPart(text: string): string {
  if (Buffer.byteLength(text) <= RECEIPT_SHOWN_MAX_BYTES) return text
  const { attestation, attestation_hash, signature } = JSON.parse(text)
  return JSON.stringify({ attestation, attestation_hash, signature })
}

function textBlock(text: string) {
  return { type: 'text', text } as const
}
