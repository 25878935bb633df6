// Judges one pair in a process of its own, which has the room that large declarations need:
//   judgeOne.ts <package> <folder of the older release> <of the newer one> <file for the judgement>

import { writeFileSync } from 'node:fs'
import { judgePair } from './judgePair.ts'

const [name, from, to, file] = process.argv.slice(2)
if (name === undefined || from === undefined || to === undefined || file === undefined)
  throw new Error('usage: judgeOne.ts <package> <from> <to> <file>')
writeFileSync(file, JSON.stringify(judgePair(name, { from, to })))
