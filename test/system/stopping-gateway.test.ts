import { testServers } from '@souk/runtime/testing'
import { afterAll, expect, it } from 'vitest'
import { startProcess } from './real-process.ts'

let gateway: Awaited<ReturnType<typeof startProcess>>
afterAll(() => gateway.kill())

it('a gateway whose drain takes longer than its end may take otherwise is not killed in the middle of it', async () => {
  gateway = await startProcess('gateway', { ...testServers(), PORT: '0', DRAIN_MS: '10200' })
  await gateway.says(/"msg":"ready"/)

  expect(await gateway.stop(), gateway.output()).toBe(0)
})
