import { accessOf, isList, type Operation, operations, orderPlaced, subjectOf } from '@souk/contracts'
import { connectBus, consumerOf, createLogger } from '@souk/runtime'
import { testServers } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { natsAuthorization } from '../../deploy/credentials/nats-authorization.ts'
import { CALLS } from '../../deploy/credentials/nats-permissions.ts'
import { PROCESSES, type ProcessName } from '../../deploy/credentials/processes.ts'
import { natsUrlFor, newServerCredentials } from '../../deploy/credentials/server-credentials.ts'
import { type OwnNats, startOwnNats } from '../../services/gateway/test/support/own-nats.ts'
import { ids } from '../../tools/seed/ids.ts'
import { honestRequest } from './scenes/honest-request.ts'
import { OFFERED, SCENES } from './scenes/scenes.ts'
import { type System, startSystem } from './system.ts'

const credentials = newServerCredentials({ operator: true })
let nats: OwnNats
let system: System
const urlFor = (name: ProcessName) => natsUrlFor(nats.url, credentials.nats[name][0])

beforeAll(async () => {
  nats = await startOwnNats({ config: natsAuthorization(credentials) })
  system = await startSystem({
    servers: { ...testServers(), NATS_URL: natsUrlFor(nats.url, credentials.nats_operator!) },
    serversOf: (name) => ({ NATS_URL: urlFor(name) }),
    env: { TRUST_PROXY: '127.0.0.1' },
  })
})
afterAll(async () => {
  await system?.stop()
  await nats?.remove()
})

/** A separate connection as one of the processes, and the permission errors of the server. */
async function connectAs(url: string, name: string) {
  const { nc, close } = await connectBus({ url, name, logger: createLogger(name, 'silent') })
  const refused: string[] = []
  void (async () => {
    for await (const status of nc.status()) if (status.type === 'error') refused.push(status.error.message)
  })()
  const isRefused = async (act: () => void) => {
    refused.length = 0
    act()
    await nc.flush()
    await nc.flush()
    return refused.some((message) => /permissions violation/i.test(message))
  }
  return {
    nc,
    close,
    mayPublish: async (subject: string) => !(await isRefused(() => nc.publish(subject))),
    maySubscribe: async (subject: string, queue?: string) =>
      !(await isRefused(() => void nc.subscribe(subject, { ...(queue && { queue }), callback: () => {} }))),
  }
}

const ALLOW_IT =
  'allow it in deploy/credentials/nats-permissions.ts: an operation in CALLS, an event (a CONSUMER subject) in CONSUMED, else in MORE'

describe('with a user for each process', () => {
  it('requests that involve many calls between services succeed, and so does readiness', async () => {
    const { facts } = system
    const cart = (await system.http('POST', '/store/carts', { body: { region_id: ids.region } })).body.cart
    const offered = (path: string) => system.http('GET', `/admin/promotions/rule-value-options/${path}`)
    const answers = [
      await system.http('POST', `/store/carts/${cart.id}/line-items`, { body: { variant_id: ids.variant, quantity: 1 } }),
      await system.http('POST', `/store/carts/${cart.id}/gift-cards`, { body: { code: facts.gift_card.code } }),
      await system.http('DELETE', `/store/carts/${cart.id}/gift-cards`, { body: { code: facts.gift_card.code } }),
      await system.http('POST', `/vendor/price-lists/${ids.price_list}/prices`, {
        body: { variant_id: ids.variant, currency_code: 'eur', amount: 5, min_quantity: 1234 },
      }),
      await system.http('POST', '/admin/order-edits', { body: { order_id: facts.orders[0] } }),
      await system.http('POST', `/admin/order-edits/${facts.orders[0]}/shipping-method`, {
        body: { shipping_option_id: ids.shipping_option },
      }),
      await system.http('GET', `/vendor/members/${ids.member}`),
      await system.http('GET', `/vendor/customers/${ids.customer}/orders?fields=*items.variant.product.categories`),
      ...(await Promise.all(
        ['rules/region', 'rules/country', 'rules/customer_group', 'rules/sales_channel', 'rules/currency_code'].map(offered),
      )),
      ...(await Promise.all(
        ['product', 'product_category', 'product_collection', 'product_type', 'product_tag'].map((id) =>
          offered(`buy-rules/${id}`),
        ),
      )),
      await offered('target-rules/shipping_option_type?application_method_target_type=shipping_methods'),
      await system.http('GET', '/health/ready'),
    ]
    expect(answers.map(({ status, text }) => (status < 300 ? 'ok' : text))).toEqual(answers.map(() => 'ok'))
    await expect.poll(async () => (await system.http('GET', '/ops', { as: 'admin' })).body.replicas).toHaveLength(4)
  })

  it.each(OFFERED.map((operation) => [operation.name, operation] as const))('%s works', async (name, operation) => {
    const { path, body, headers } = await honestRequest(system, operation)

    const answer = await system.http(operation.method!, path, {
      body,
      headers: { ...headers, 'x-forwarded-for': '203.0.113.99' },
    })

    expect([200, 201, 202, SCENES[name]!.refused], answer.text).toContain(answer.status)
  })

  it('events reach the service that notifies sellers of their orders', () =>
    vi.waitFor(
      async () => {
        const { count } = (await system.http('GET', '/vendor/notifications')).body
        expect(count).toBeGreaterThan(1) // one is seeded
      },
      { interval: 200 },
    ))

  it('events reach the stream', async () => {
    const operator = await connectAs(natsUrlFor(nats.url, credentials.nats_operator!), 'operator')
    await vi.waitFor(async () => {
      const info = (await operator.nc.request('$JS.API.STREAM.INFO.evt')).json<{ state: { messages: number } }>()
      expect(info.state.messages).toBeGreaterThan(3)
    })
    await operator.close()
  })

  it('placed orders reach the service that issues the gift cards they contain', async () => {
    const operator = await connectAs(natsUrlFor(nats.url, credentials.nats_operator!), 'operator')
    await vi.waitFor(
      async () => {
        const info = await operator.nc.request(`$JS.API.CONSUMER.INFO.evt.${consumerOf('cart', orderPlaced)}`)
        expect(info.json<{ ack_floor: { consumer_seq: number } }>().ack_floor.consumer_seq).toBeGreaterThan(0)
      },
      { interval: 200 },
    )
    await operator.close()
  })

  it('an operator may call and discover services', async () => {
    const operator = await connectAs(natsUrlFor(nats.url, credentials.nats_operator!), 'somebody')
    expect((await operator.nc.request('$SRV.PING.cart', undefined, { timeout: 20_000 })).json()).toMatchObject({ name: 'cart' })
    await operator.close()
  })

  it('no permission error is logged for any process', async () => {
    const refusals = async () => new Set((await nats.log()).match(/\w+ Violation\b.*/gi))
    expect([...(await refusals())], ALLOW_IT).toEqual([])
    const cart = await connectAs(urlFor('cart'), 'cart')
    expect(await cart.mayPublish('$SYS.REQ.SERVER.PING')).toBe(false)
    await cart.close()
    await vi.waitFor(async () => expect([...(await refusals())]).toEqual([expect.stringContaining('$SYS.REQ.SERVER.PING')]))
  })

  it.each(PROCESSES)('%s may do nothing beyond its permissions', async (name) => {
    const { mayPublish, maySubscribe, close } = await connectAs(urlFor(name), name)
    const others = PROCESSES.filter((other) => other !== name)
    const calls = CALLS[name]

    for (const operation of operations) {
      const subject = subjectOf(operation)
      const granted = calls[operation.service]
      const isCalled = granted?.includes('*') || granted?.includes(operation.name) || false
      expect([subject, await mayPublish(subject)]).toEqual([subject, isCalled])
      expect([subject, await mayPublish(`replica.${operation.service}.x1.${operation.name}`)]).toEqual([subject, isCalled])
      expect([subject, await maySubscribe(subject)]).toEqual([subject, false])
      if (operation.service !== name) expect(await maySubscribe(subject, operation.service)).toBe(false)
    }
    for (const other of others) {
      for (const subject of [`_INBOX_${other}.>`, `replica.${other}.>`, `${other}.>`])
        expect([subject, await maySubscribe(subject)]).toEqual([subject, false])
      if (name !== 'gateway') expect(await mayPublish(`_INBOX_gateway.abc.${other}.1`)).toBe(false)
      expect(await mayPublish(`evt.${other}.forged`)).toBe(false)
    }
    for (const subject of ['>', '*', '_INBOX.>', 'evt.>', '$SYS.>', '$JS.>', '$KV.>', 'heartbeat.>'])
      expect([subject, await maySubscribe(subject)]).toEqual([subject, false])
    const writesAccess = name === 'sellers'
    for (const subject of ['$KV.access.key.abc', '$JS.API.STREAM.PURGE.KV_access'])
      expect([subject, await mayPublish(subject)]).toEqual([subject, writesAccess])
    const readsAccess = name === 'sellers' || name === 'gateway'
    for (const subject of ['$JS.API.STREAM.INFO.KV_access', '$JS.API.CONSUMER.CREATE.KV_access.w.$KV.access.>'])
      expect([subject, await mayPublish(subject)]).toEqual([subject, readsAccess])
    for (const subject of [
      '$JS.API.STREAM.DELETE.evt',
      '$JS.API.STREAM.PURGE.evt',
      '$JS.API.STREAM.DELETE.KV_access',
      '$JS.API.CONSUMER.CREATE.evt.x',
      '$JS.API.STREAM.CREATE.other',
      '$JS.API.STREAM.LIST',
      '$SYS.REQ.SERVER.PING',
    ])
      expect([subject, await mayPublish(subject)]).toEqual([subject, false])
    await close()
  })

  it('connections without a user or with a wrong password are rejected', async () => {
    for (const url of [nats.url, natsUrlFor(nats.url, { ...credentials.nats.cart[0], password: 'wrong' })]) {
      const outcome = await Promise.race([
        connectAs(url, 'nobody').then(
          ({ close }) => close().then(() => 'connected'),
          () => 'refused',
        ),
        new Promise((resolve) => setTimeout(resolve, 1500, 'refused')),
      ])
      expect(outcome).toBe('refused')
    }
  })
})

describe('the table of calls', () => {
  it('contains only existing operations: internal ones, and lists on behalf of the caller', () => {
    const named = Object.values(CALLS).flatMap((calls) =>
      Object.entries(calls).flatMap(([service, names]) =>
        names.filter((name) => name !== '*').map((name) => `${service}.${name}`),
      ),
    )
    const isRead = (operation: Operation) => operation.method === 'GET' && ['admin', 'vendor'].includes(accessOf(operation))
    const asked = operations.filter((one) => one.path === undefined || (isRead(one) && isList(one))).map(subjectOf)
    for (const subject of named.filter((subject) => subject !== 'sellers.revoke-access')) expect(asked).toContain(subject)
  })
})
