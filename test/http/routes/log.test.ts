import { expect, test } from 'vitest'
import { problems } from '../../../src/http/request/problem.ts'
import type { RequestContext } from '../../../src/http/request/route.ts'
import { logRoutes } from '../../../src/http/routes/log.ts'
import type { LogStore } from '../../../src/ports/log.ts'

/** The route that is asked for a place, with a wait that ends when it is told to. */
function placeRoute(found: { index: number; form: 'sealed' } | null) {
  let finish = () => {}
  const log = {
    find: async () => found,
    head: async () => ({ size: 1, integrated: 1, checkpoint: 'x' }),
  } as unknown as LogStore
  const routes = logRoutes({
    log,
    facts: { log: () => ({ origin: 'log', key: 'key', rotations: '' }) },
    problems: problems((code) => code),
    wait: () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  })
  const route = routes.find(({ path }) => path === '/log/by-hash/{attestation_hash}')
  const context = { param: () => '0x1', query: () => '0x2' } as unknown as RequestContext
  return { reply: () => route?.handle(undefined, context), finish: () => finish() }
}

test('that nothing is found is said when the time is over, however soon it was known', async () => {
  const { reply, finish } = placeRoute(null)
  let isSaid = false
  const saying = Promise.resolve(reply()).then((said) => {
    isSaid = true
    return said
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(isSaid).toBe(false)
  finish()
  expect(await saying).toMatchObject({ status: 404 })
})

test('a place that is found is told at once', async () => {
  const { reply } = placeRoute({ index: 0, form: 'sealed' })
  expect(await reply()).toMatchObject({ status: 200 })
})
