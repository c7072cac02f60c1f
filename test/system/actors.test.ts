import { type Access, type Actor, accessOf, operations } from '@souk/contracts'
import { createTestClient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { type System, startSystem } from './system.ts'

/** Every kind of actor: any process that may publish on the bus can write one of these into a message. */
const ACTORS: Record<Actor['type'], Actor> = {
  anonymous: { type: 'anonymous' },
  user: { type: 'user', id: ids.admin, identity_id: 'authid_1' },
  'secret-key': { type: 'secret-key', id: ids.secret_key, identity_id: null },
  member: { type: 'member', id: ids.member, seller_id: ids.seller, identity_id: 'authid_1' },
  storefront: { type: 'storefront', id: 'apk_1', sales_channel_ids: [ids.sales_channel], customer_id: null },
  identity: {
    type: 'identity',
    id: '',
    actor_type: 'customer',
    identity_id: ids.customer_identity,
    token_id: 'jti',
    session_id: null,
    issued_at: 4e9,
  },
  service: { type: 'service', id: 'gateway' },
}
const WHO: Record<Access, readonly Actor['type'][]> = {
  public: ['anonymous'],
  identity: ['identity'],
  store: ['storefront'],
  vendor: ['member'],
  admin: ['user', 'secret-key'],
  internal: Object.keys(ACTORS) as Actor['type'][],
}
const UNAUTHORIZED = { type: 'unauthorized', message: 'Unauthorized', request_id: expect.any(String) }

let system: System
let client: Awaited<ReturnType<typeof createTestClient>>
beforeAll(async () => {
  system = await startSystem()
  client = await createTestClient(system.servers)
})
afterAll(async () => {
  await client.close()
  await system.stop()
})

describe('on the bus', () => {
  const rows = operations.flatMap((operation) =>
    Object.values(ACTORS).map((actor) => ({ name: operation.name, type: actor.type, operation, actor })),
  )

  it.each(rows)('$name accepts or rejects an actor of type $type', async ({ operation, actor }) => {
    const params = Object.fromEntries([...(operation.path ?? '').matchAll(/:(\w+)/g)].map(([, name]) => [name, 'none']))

    // A token each: one of the operations ends the log-in whose token it is called with.
    const own = actor.type === 'identity' ? { ...actor, token_id: operation.name } : actor

    const { status, body } = await client.send(operation, { params, body: {}, actor: own })

    const isRefused = status === 401 && body.type === 'unauthorized'
    const who = operation.customersOnly ? [] : operation.usersOnly ? ['user'] : WHO[accessOf(operation)]
    expect(isRefused).toBe(!who.includes(actor.type))
    if (isRefused) expect(body).toEqual(UNAUTHORIZED)
  })
})
