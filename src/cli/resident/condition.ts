// A sentence about the process that stays, for whoever wants to know.

import { connect } from 'node:net'
import { residentPlace } from './place.ts'

const ANSWERS_WITHIN_MS = 1_000

export async function residentCondition(
  program: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (environment['ASSAY_RESIDENT'] === 'off') return 'off'
  if (process.platform === 'win32') return 'none: this system has no place for it'
  if (!program.endsWith('.cjs')) return 'none: the program runs from its sources'
  const place = residentPlace(program, environment)
  if (place === null) return 'none: there is no folder for it that is closed to others'
  return (await isThere(place)) ? `runs, at ${place}` : 'none runs now'
}

function isThere(place: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place)
    const end = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(ANSWERS_WITHIN_MS, () => end(false))
    socket.once('error', () => end(false))
    socket.once('connect', () => end(true))
  })
}
