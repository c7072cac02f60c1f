import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from './support/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.stop())

it('requests with unsupported methods share one operation label per method, and unknown methods one label', async () => {
  for (const method of ['PROPFIND', 'QUERY', 'PUT', 'PATCH', 'MKCOL'])
    for (const path of ['/vendor/members/mem_1', '/nowhere']) await gateway.ask(path, { method })

  const text = await (await fetch(gateway.metrics_url)).text()
  const operations = new Set(
    [...text.matchAll(/souk_request_duration_seconds_count\{[^}]*operation="([^"]+)"/g)].map(([, name]) => name),
  )
  expect([...operations].filter((name) => /members|unknown/.test(name!)).sort()).toEqual([
    'OTHER unknown',
    'PATCH unknown',
    'PUT unknown',
  ])
})
