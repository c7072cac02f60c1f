import {
  createRefundReason,
  deleteRefundReason,
  getRefundReason,
  listRefundReasons,
  type Operation,
  updateRefundReason,
} from '@souk/contracts'
import { type CallOptions, plansOf, queriesOf, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const send = <O extends Operation>(operation: O, id: string, options: CallOptions<O> = {}) =>
  service.admin(operation, { params: { id } as never, ...options })
const created = async (label: string) =>
  (await service.admin(createRefundReason, { body: { label, code: label.toLowerCase() } })).body.refund_reason
const list = async (query: string) => (await service.admin(listRefundReasons, { query })).body

it('a refund reason is created, read, changed and deleted, with an event for each change', async () => {
  const reason = await created('Late')
  const { id, created_at } = reason
  const dates = { created_at, updated_at: created_at, deleted_at: null }
  expect(reason).toEqual({ id: expect.stringMatching(/^refr_.{26}$/), label: 'Late', code: 'late', description: null, ...dates })
  const changed = await send(updateRefundReason, id, { body: { description: 'After the promised day' } })
  expect([changed.etag, changed.body.refund_reason]).toMatchObject([
    '"2"',
    { label: 'Late', description: 'After the promised day' },
  ])
  expect((await send(getRefundReason, id, { query: 'fields=+metadata' })).body).toEqual({
    refund_reason: { ...changed.body.refund_reason, metadata: null },
  })
  expect((await send(updateRefundReason, id, { body: {}, if_match: '"1"' })).status).toBe(412)
  expect((await send(deleteRefundReason, id)).body).toEqual({ id, object: 'refund_reason', deleted: true })
  expect(refusal(await send(getRefundReason, id))).toEqual([404, 'not_found', `Refund reason with id: ${id} was not found`])
  expect(refusal(await send(updateRefundReason, id, { body: {} }))[2]).toBe(`RefundReason with id "${id}" not found`)
  expect((await send(deleteRefundReason, id)).status).toBe(200)
  expect((await service.eventsOf(id, 3)).map(({ type }) => type)).toEqual(
    ['created', 'updated', 'deleted'].map((name) => `refund-reason.${name}`),
  )
})

it('a refund reason requires a label and a code', async () => {
  const refused = await service.admin(createRefundReason, { body: { foo: 1 } as never })
  expect(refusal(refused)[2]).toBe(
    "Invalid request: Field 'label' is required; Field 'code' is required; Unrecognized fields: 'foo'",
  )
})

it('a refund reason loses none of many concurrent changes', async () => {
  const { id } = await created('Many')
  const answers = await Promise.all(['a', 'b', 'c'].map((label) => send(updateRefundReason, id, { body: { label } })))
  expect(new Set(answers.map(({ etag }) => etag)).size).toBe(3)
})

it('refund reasons are found by parts of words, oldest first, using indexes', async () => {
  const [one, two] = [await created('Walrus one'), await created('Walrus two')]
  expect(await list('q=alrus')).toEqual({ refund_reasons: [one, two], count: 2, offset: 0, limit: 15 })
  expect((await list(`id=${two.id}`)).refund_reasons).toEqual([two])
  expect(await list('q=alrus&order=description')).toMatchObject({ count: 2 })
  const { filters, orders, search } = queriesOf(listRefundReasons)
  const plans = await plansOf(service.db, async () => {
    for (const query of [...filters, ...orders, ...search]) await list(query)
  })
  expect(plans.filter(({ planSummary }) => planSummary.includes('COLLSCAN'))).toEqual([])
})
