import { expect, test } from 'vitest'
import { closedFetch } from '../../../src/registry/fetch/closedFetch.ts'

test('nothing leaves the process, whatever is asked', async () => {
  const { signal } = new AbortController()
  const fetch = closedFetch()
  const url = 'https://registry.example/lamp'
  const refusal = { code: 'not_held' }
  await expect(fetch.getDocument(url, {}, signal)).rejects.toMatchObject(refusal)
  await expect(fetch.download(url, {}, async () => 1, signal)).rejects.toMatchObject(refusal)
  await fetch.close()
})
