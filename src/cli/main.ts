#!/usr/bin/env node

// Where every command begins. What takes no work is told here. Questions go to a process that stays for
// a while (resident/), which is warm; everything else, and whatever that one does not take, runs in this
// process.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { programBeside } from '../programBeside.ts'
import { askResident } from './resident/askResident.ts'
import { toldAtOnce } from './terminal/told.ts'

const argv = process.argv.slice(2)
const told = toldAtOnce(argv)
if (told !== null) tell(told)
else void ask()

function tell(text: string): void {
  // Whoever reads the output may have seen enough: `assay help | head`.
  process.stdout.on('error', () => {})
  process.stdout.write(`${text}\n`)
}

async function ask(): Promise<void> {
  const whole = programBeside('whole', import.meta.url)
  const status = await askResident(argv, fileURLToPath(whole))
  if (status !== null) process.exitCode = status
  else if (whole.pathname.endsWith('.cjs')) createRequire(whole)(fileURLToPath(whole))
  else await import(whole.href)
}
