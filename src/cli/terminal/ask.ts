// A question to the person at the terminal.

import { createInterface } from 'node:readline/promises'

/** Null where nobody can be asked. */
export async function ask(question: string): Promise<string | null> {
  const { stdin, stderr } = process
  if (stdin.isTTY !== true) return null
  const reader = createInterface({ input: stdin, output: stderr })
  try {
    return await reader.question(question)
  } finally {
    reader.close()
  }
}
