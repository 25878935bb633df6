// Writes blobs into a shared folder until it is killed, and says what it has committed.
//
//   tsx blobWriterProcess.ts <dir> <maxBytes> <tag>

import { hash } from 'node:crypto'
import { openBlobCache } from '../../src/blobs/blobCache.ts'

const [dir = '', maxBytes, tag] = process.argv.slice(2)
// It ends when its stdin does, so that it cannot outlive a test that is cut short.
process.stdin.on('end', () => process.exit(0)).resume()

const cache = await openBlobCache({ dir, maxBytes: Number(maxBytes), now: () => new Date() })
for (let i = 0; ; i++) {
  const chunk = Buffer.alloc(64 * 1024, `${tag} ${i} `)
  const sha256 = hash('sha256', Buffer.concat([chunk, chunk, chunk]), 'hex')
  const writer = await cache.writer()
  for (let part = 0; part < 3; part++) await writer.write(chunk)
  const lease = await writer.commit(sha256)
  await lease.release()
  console.log(sha256)
}
