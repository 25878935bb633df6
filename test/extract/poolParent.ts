// A parent that a test can end in any way: starts two children, one in a loop without end and one
// idle, says their numbers, and then ends as it was told or waits to be ended.
//
//   node poolParent.js <dir> <job as JSON> <ending>

import { extractionPool } from '../../src/extract/pool.ts'
import type { ExtractionJob } from '../../src/ports/extraction.ts'

const [dir = '', job = '', ending] = process.argv.slice(2)
const pool = extractionPool({
  limits: { childrenMax: 2 },
  readable: [dir],
  child: {
    entry: new URL('./hostileChild.js', import.meta.url),
    extractors: ['spin', 'wait a little'],
  },
})
// The test that starts this program writes the job.
const spinning = JSON.parse(job) as ExtractionJob
const never = new AbortController().signal
void pool.run({ ...spinning, extractor: 'spin' }, never).catch(() => {})
await pool.run({ ...spinning, extractor: 'wait a little' }, never)
while (pool.load().children.length < 2) await new Promise((soon) => setTimeout(soon, 10))
const pids = pool.load().children.map(({ pid }) => pid)
await new Promise<void>((written) => {
  process.stdout.write(`${JSON.stringify(pids)}\n`, () => written())
})
if (ending === 'exit') process.exit(0)
if (ending === 'throw') throw new Error('an end that nobody planned')
// Nothing else keeps this process busy, so that a close that does not end shows in its exit code.
if (ending === 'close') await pool.close()
