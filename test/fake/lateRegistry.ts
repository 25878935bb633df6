// A registry that answers truly, but only when it is let.

import { type FakeRegistry, fakeRegistry } from './registry.ts'

/** `hold` gets a function that sends the answer; what it does with it decides how late it comes. */
export function heldRegistry(hold: (sendNow: () => void) => void): Promise<FakeRegistry> {
  return fakeRegistry({
    intercept(_request, response, answer) {
      const { status, contentType, body } = answer()
      hold(() => {
        response.writeHead(status, { 'content-type': contentType ?? '' })
        response.end(body)
      })
      return true
    },
  })
}

/** One that answers at once while its gate is open, and nobody while it is shut. It begins open. */
export async function gatedRegistry() {
  const waiting: (() => void)[] = []
  let isShut = false
  const registry = await heldRegistry((sendNow) => {
    if (isShut) waiting.push(sendNow)
    else sendNow()
  })
  return {
    registry,
    shut() {
      isShut = true
    },
    open() {
      isShut = false
      for (const sendNow of waiting.splice(0)) sendNow()
    },
  }
}

/** Every answer comes this much later. */
export function lateRegistry(delayMs: number): Promise<FakeRegistry> {
  return heldRegistry((sendNow) => setTimeout(sendNow, delayMs))
}
