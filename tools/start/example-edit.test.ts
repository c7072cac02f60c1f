import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { renewWhenFull } from './example-edit.ts'

describe('the edit of the example order', () => {
  let gateway: Server
  afterEach(() => void gateway.close())

  /** A gateway whose order has an open edit of this many actions; records the requested changes. */
  async function anOpenEdit(actions: number) {
    const changes: string[] = []
    gateway = createServer(({ method, url }, response) => {
      if (method !== 'GET') changes.push(`${method} ${url}`)
      response.end(JSON.stringify({ order: { order_change: { actions: Array.from({ length: actions }) } } }))
    })
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
    const base_url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    return { changes, count: await renewWhenFull({ base_url, order_id: 'order_1', admin_token: 'token' }) }
  }

  it('is kept while there is room', async () => {
    await expect(anOpenEdit(399)).resolves.toEqual({ changes: [], count: 399 })
  })

  it('is canceled and begun again at 400 actions', async () => {
    await expect(anOpenEdit(400)).resolves.toEqual({
      changes: ['DELETE /admin/order-edits/order_1', 'POST /admin/order-edits'],
      count: 0,
    })
  })
})
