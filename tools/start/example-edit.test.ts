import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { keepExampleEditFresh, renewWhenFull } from './example-edit.ts'

describe('the edit of the example order', () => {
  let gateway: Server
  afterEach(() => void gateway.close())

  const addressOf = async (server: Server) => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  /** A gateway whose order has an open edit of this many actions; records the requested changes. */
  async function anOpenEdit(actions: number) {
    const changes: string[] = []
    gateway = createServer(({ method, url }, response) => {
      if (method !== 'GET') changes.push(`${method} ${url}`)
      response.end(JSON.stringify({ order: { order_change: { actions: Array.from({ length: actions }) } } }))
    })
    const baseUrl = await addressOf(gateway)
    return { changes, count: await renewWhenFull({ baseUrl, order_id: 'order_1', adminToken: 'token' }) }
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

  /** Keeps a full edit fresh with a token that has expired, until the edit was begun again. Returns what was asked. */
  async function keptWith(loggedIn: { status: number; body: object }) {
    const asked: string[] = []
    const ending = new AbortController()
    gateway = createServer(({ method, url, headers }, response) => {
      asked.push(`${method} ${url}`)
      const isLogIn = url === '/auth/user/emailpass'
      response.statusCode = isLogIn ? loggedIn.status : headers.authorization === 'Bearer new' ? 200 : 401
      const preview = { order: { order_change: { actions: Array.from({ length: 400 }) } } }
      response.end(JSON.stringify(isLogIn ? loggedIn.body : preview))
      if (asked.at(-1) === 'POST /admin/order-edits') ending.abort()
    })
    const admin = { email: 'admin@souk.example', password: 'secret', token: 'expired' }
    await keepExampleEditFresh({ baseUrl: await addressOf(gateway), order_id: 'order_1', admin, signal: ending.signal })
    return asked
  }
  const PREVIEW = 'GET /admin/orders/order_1/preview'
  const LOG_IN = 'POST /auth/user/emailpass'

  it('is renewed with a new token once the first one has expired', async () => {
    expect(await keptWith({ status: 200, body: { token: 'new' } })).toEqual([
      PREVIEW,
      LOG_IN,
      PREVIEW,
      'DELETE /admin/order-edits/order_1',
      'POST /admin/order-edits',
    ])
  })

  it.each([
    ['a changed password', { status: 401, body: {} }],
    ['a second factor', { status: 200, body: { token: 'half', mfa_required: true } }],
  ])('is left to itself if the administrator has %s', async (_case, loggedIn) => {
    expect(await keptWith(loggedIn)).toEqual([PREVIEW, LOG_IN])
  })
})
