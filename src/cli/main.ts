#!/usr/bin/env node

// Where every command begins. Questions go to a process that stays for a while (resident/), which is
// warm; everything else, and whatever that one does not take, runs in this process.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { programBeside } from '../programBeside.ts'
import { askResident } from './resident/askResident.ts'

const WHOLE = programBeside('whole', import.meta.url)

void askResident(process.argv.slice(2), fileURLToPath(WHOLE)).then(async (status) => {
  if (status !== null) process.exitCode = status
  else if (WHOLE.pathname.endsWith('.cjs')) createRequire(WHOLE)(fileURLToPath(WHOLE))
  else await import(WHOLE.href)
})
