// A model behind the chat-completions interface that most endpoints speak. Bounded in time and size; no
// failure gets out, because its words may hold the key.

import { JUDGE_MODEL_MAX_BYTES, JUDGE_MODEL_TIMEOUT_MS } from '../limits.ts'
import type { JudgeModel } from '../ports/judgeModel.ts'

const TOKENS_MAX = 4_000

export function chatModel(parts: {
  url: () => string
  name: string
  key: () => string | null
  timeoutMs?: number
}): JudgeModel {
  const { name, timeoutMs = JUDGE_MODEL_TIMEOUT_MS } = parts
  return {
    name,
    async ask(messages, seed, signal) {
      const key = parts.key()
      try {
        const response = await fetch(addressOf(parts.url()), {
          method: 'POST',
          // What is sent there is somebody's text: it goes where the operator said and nowhere else.
          redirect: 'error',
          headers: {
            'content-type': 'application/json',
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          },
          body: JSON.stringify({
            model: name,
            messages,
            temperature: 0,
            seed,
            max_tokens: TOKENS_MAX,
            response_format: { type: 'json_object' },
          }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        })
        if (response.status !== 200) {
          await response.body?.cancel()
          return null
        }
        return contentOf(await boundedText(response))
      } catch {
        return null
      }
    },
  }
}

/** The base of the interface, or the very address. */
function addressOf(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return bare.endsWith('/chat/completions') ? bare : `${bare}/chat/completions`
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop ends the transfer.
    if (bytes > JUDGE_MODEL_MAX_BYTES) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function contentOf(text: string): string | null {
  // Whatever it is, only a text at this place is used.
  const reply = JSON.parse(text) as { choices?: { message?: { content?: unknown } }[] }
  const content = reply.choices?.[0]?.message?.content
  return typeof content === 'string' ? content : null
}
