import { type Access, type Actor, accessOf, operations } from '@souk/contracts'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createMetrics } from '../src/observability/metrics.ts'
import { assertActor } from '../src/server/assert-actor.ts'

const operation = (access: Access) =>
  operations.find((one) => accessOf(one) === access) ?? expect.fail(`no operation of ${access}`)
const MEMBER = { type: 'member', id: 'mem_1', seller_id: 'sel_1', identity_id: 'authid_1' }
const GUEST = { type: 'storefront', id: 'apk_1', sales_channel_ids: ['sc_1'], customer_id: null }

function call(access: Access, actor: unknown) {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMetrics('test')
  const request = { actor: actor as Actor, request_id: 'req_1' }
  let refused: unknown
  try {
    assertActor(operation(access), request, { logger, metrics })
  } catch (error) {
    refused = error
  }
  return {
    refused,
    lines,
    counted: async () => (await metrics.registry.metrics()).match(/souk_refused_actors_total\S* (\d+)/)?.[1],
  }
}

const IDENTITY = {
  type: 'identity',
  id: '',
  actor_type: 'customer',
  identity_id: 'authid_1',
  token_id: 'jti',
  session_id: null,
  issued_at: 1,
}

describe('an actor', () => {
  it.each<[Access, unknown]>([
    ['vendor', MEMBER],
    ['store', GUEST],
    ['store', { ...GUEST, sales_channel_ids: [], customer_id: 'cus_1' }],
    ['admin', { type: 'user', id: 'user_1', identity_id: 'authid_1' }],
    ['admin', { type: 'secret-key', id: 'apk_2', identity_id: null }],
    ['admin', { type: 'secret-key', id: 'apk_2', identity_id: null, created_by: 'user_1' }],
    ['admin', { type: 'secret-key', id: 'apk_2', identity_id: null, created_by: null }],
    ['public', { type: 'anonymous' }],
    ['internal', { type: 'service', id: 'gateway' }],
    ['internal', IDENTITY],
    ['identity', IDENTITY],
    ['identity', { ...IDENTITY, id: 'cus_1', token_id: null }],
    ['identity', { ...IDENTITY, session_id: 'jti' }],
  ])('of the right audience may call: %s by %o', (access, actor) => {
    expect(call(access, actor)).toMatchObject({ refused: undefined, lines: [] })
  })

  it.each<[string, unknown]>([
    ['lacks a field', { type: 'member', id: 'mem_1', identity_id: 'authid_1' }],
    ['has an empty id', { ...MEMBER, seller_id: '' }],
    ['has a query operator as an id', { ...MEMBER, seller_id: { $ne: null } }],
    ['has a list as an id', { ...MEMBER, id: ['mem_1'] }],
    ['has a very long id', { ...MEMBER, id: 'x'.repeat(256) }],
    ['has an unknown field', { ...MEMBER, admin: true }],
    ['has a field named __proto__', JSON.parse(JSON.stringify(MEMBER).replace('"id"', '"__proto__"'))],
    ['has an unknown type', { ...MEMBER, type: 'root' }],
    ['has the name of a method as its type', { ...MEMBER, type: 'toString' }],
    ['has a list as its type', { ...MEMBER, type: ['member'] }],
    ['is a list', [MEMBER]],
  ])('that %s is rejected', (_what, actor) => {
    for (const access of ['vendor', 'internal'] as const)
      expect(call(access, actor).refused).toMatchObject({ kind: 'unauthorized' })
  })

  it('whose sales channels are not a list of ids is rejected', () => {
    for (const sales_channel_ids of ['sc_1', [1], [''], null, { length: 1, 0: 'sc_1' }])
      expect(call('store', { ...GUEST, sales_channel_ids }).refused).toMatchObject({ kind: 'unauthorized' })
  })

  it('that is rejected is logged and counted without its ids', async () => {
    const { lines, counted } = call('admin', MEMBER)

    expect(JSON.parse(lines[0] ?? '{}')).toMatchObject({ level: 40, actor_type: 'member', request_id: 'req_1' })
    expect(lines.join()).not.toMatch(/mem_1|sel_1|authid_1/)
    expect(await counted()).toBe('1')
  })
})
