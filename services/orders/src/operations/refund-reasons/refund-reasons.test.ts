import {
  createRefundReason,
  deleteRefundReason,
  FIRST_REFUND_REASON_IDS,
  getRefundReason,
  listRefundReasons,
  type Operation,
  updateRefundReason,
} from '@souk/contracts'
import { type CallOptions, plansOf, queriesOf, refusal, startTestService, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { ordersService } from '../../service.ts'

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

it('every installation begins with three refund reasons, which are found by their words', async () => {
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  const reason = (code: keyof typeof FIRST_REFUND_REASON_IDS, label: string, description: string) => ({
    ...{ id: FIRST_REFUND_REASON_IDS[code], label, code, description },
    ...{ created_at: at, updated_at: at, deleted_at: null },
  })
  const [shipping, care, pricing] = [
    reason('shipping_issue', 'Shipping Issue', 'Refund due to lost, delayed, or misdelivered shipment'),
    reason('customer_care_adjustment', 'Customer Care Adjustment', 'Refund given as goodwill or compensation for inconvenience'),
    reason('pricing_error', 'Pricing Error', 'Refund to correct an overcharge, missing discount, or incorrect price'),
  ]
  expect(await list('')).toEqual({ refund_reasons: [shipping, care, pricing], count: 3, offset: 0, limit: 15 })
  expect((await list('q=ustomer')).refund_reasons).toEqual([care])
})

it('replicas that start later change no refund reason, and bring back none', async () => {
  const { shipping_issue, customer_care_adjustment, pricing_error } = FIRST_REFUND_REASON_IDS
  const own = await created('Own')
  await send(updateRefundReason, shipping_issue, { body: { label: 'Parcel' } })
  await send(deleteRefundReason, customer_care_adjustment)
  // As if pricing_error had never been there: the replicas that start together create it once.
  await service.db.collection<{ _id: string }>('refund_reasons').deleteOne({ _id: pricing_error })

  const start = () => startTestService(ordersService, { servers: service.servers, tries: 6 })
  const others = await Promise.all([start(), start(), start()])
  await service.db.collection<{ _id: string }>('refund_reasons').deleteOne({ _id: pricing_error })
  await Promise.all(Array.from({ length: 20 }, () => service.deps.refundReasons.ensureFirst()))

  expect((await list('')).refund_reasons).toMatchObject([
    { id: shipping_issue, label: 'Parcel', code: 'shipping_issue' },
    own,
    { id: pricing_error, label: 'Pricing Error' },
  ])
  expect((await send(getRefundReason, customer_care_adjustment)).status).toBe(404)
  expect((await send(updateRefundReason, pricing_error, { body: { label: 'Price' } })).etag).toBe('"2"')
  expect(await service.eventsOf(pricing_error, 1)).toMatchObject([{ type: 'refund-reason.updated' }])
  for (const other of others) await other.leave()
})

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
  expect(await unindexed(service.db, plans)).toEqual([])
})
