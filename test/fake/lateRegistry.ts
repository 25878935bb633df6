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

/** Every answer comes this much later. */
export function lateRegistry(delayMs: number): Promise<FakeRegistry> {
  return heldRegistry((sendNow) => setTimeout(sendNow, delayMs))
}
