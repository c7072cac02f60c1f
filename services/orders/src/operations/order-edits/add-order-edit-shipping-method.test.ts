import { addOrderEditShippingMethod, beginOrderEdit, cancelOrderEdit, type Operation } from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { patient, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aChange, aMethod } from '../../../test/builders.ts'
import { aCustomer, anAddress, anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders, UNKNOWN_OPTION, UNPRICED } from '../../../test/service.ts'
import type { OrderChange } from '../../domain/order-changes/order-change.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest

beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

async function stored(order: OrderRecord = anOrderRecord()): Promise<string> {
  await insertMissing(service.db, { orders: [order] })
  return order.id
}
async function edited(order?: OrderRecord): Promise<string> {
  const id = await stored(order)
  await service.call(beginOrderEdit, { body: { order_id: id } })
  return id
}
const add = (id: string, body: object = {}, options: object = {}) =>
  service.admin(addOrderEditShippingMethod, { params: { id }, body: { shipping_option_id: EXPRESS, ...body }, ...options })
type WholeOrder = Omit<OrderRecord, 'changes'> & { changes: OrderChange[] }
/** The order's revision; the rest of the ETag stands for the customer shown with it. */
const revisionIn = (etag = '') => Number(/^"(\d+)-/.exec(etag)?.[1])
const documentOf = async (id: string) =>
  (await service.db.collection<{ _id: string; revision: number } & WholeOrder>('orders').findOne({ _id: id }))!

describe('add-order-edit-shipping-method', () => {
  it('returns the order preview, every field present', async () => {
    const id = await edited()

    const { status, body } = await add(id, { description: 'by noon', internal_note: 'hurry', metadata: { k: 'v' } })

    expect(status).toBe(200)
    expect(addOrderEditShippingMethod.response.strict().safeParse(body).error).toBeUndefined()
    const { order_preview } = body
    expect(Object.keys(order_preview).sort()).toEqual(Object.keys(addOrderEditShippingMethod.selects!.schema.shape).sort())
    expect(order_preview).toMatchObject({
      id,
      version: 1,
      total: 60 + 17.85,
      customer: { id: 'cus_1', email: 'ann@example.com' },
      summary: { original_order_total: 60, current_order_total: 77.85, pending_difference: 77.85 },
      order_change: {
        order_id: id,
        order: null,
        actions: [{ action: 'SHIPPING_ADD', amount: 15, internal_note: 'hurry', ordering: 1 }],
      },
    })
    const [, method] = order_preview.shipping_methods
    expect(method).toMatchObject({
      shipping_option_id: EXPRESS,
      name: 'Express',
      amount: 15,
      is_custom_amount: false,
      description: 'by noon',
      metadata: { k: 'v' },
      total: 17.85,
      tax_lines: [{ rate: 19, total: 2.85 }],
      actions: [{ id: order_preview.order_change.actions[0].id, reference_id: method.id }],
    })
    expect(Object.keys(order_preview.shipping_methods[0]).sort()).toEqual(Object.keys(method).sort())
  })

  it('leaves the order itself unchanged and appends to its change', async () => {
    const id = await edited()
    const before = await documentOf(id)

    const first = await add(id)
    const second = await add(id, { custom_amount: 3 })

    const after = await documentOf(id)
    expect([first.etag, second.etag].map(revisionIn)).toEqual([3, 4])
    expect(second.body.order_preview.order_change.actions.map(({ ordering }: { ordering: number }) => ordering)).toEqual([1, 2])
    for (const name of ['version', 'summary', 'total', 'shipping_methods', 'items', 'updated_at'] as const)
      expect(after[name]).toEqual(before[name])
    expect(after.changes[0]?.actions).toHaveLength(2)
  })

  it('publishes an event for the action', async () => {
    const id = await edited()
    const { body } = await add(id)

    const { id: order_change_id, actions } = body.order_preview.order_change
    expect(await service.eventsOf(id, 2)).toMatchObject([
      { seq: 1, type: 'order-edit.created', ids: { order_id: id, order_change_id } },
      { seq: 2, type: 'order-edit.updated', ids: { order_id: id, order_change_id, action_id: actions[0].id } },
    ])
  })

  it('takes a custom amount, 0 included, and then needs no price', async () => {
    const id = await edited()

    await add(id, { custom_amount: 0 })
    const { status, body } = await add(id, { shipping_option_id: UNPRICED, custom_amount: 7.5 })

    expect(status).toBe(200)
    expect(body.order_preview.shipping_methods.slice(1)).toMatchObject([
      { amount: 0, is_custom_amount: true, total: 0 },
      { amount: 7.5, is_custom_amount: true, is_tax_inclusive: false, total: 8.925 },
    ])
  })

  it('adds no tax to an order without a shipping address', async () => {
    const id = await edited(anOrderRecord({ shipping_address: null }))

    expect((await add(id)).body.order_preview.shipping_methods[1]).toMatchObject({ total: 15, tax_lines: [] })
  })

  it('adds no second method for a retried op-id', async () => {
    const id = await edited()
    const op_id = mintOpId(Date.now())

    const first = await add(id, {}, { op_id })
    const repeat = await add(id, {}, { op_id })

    expect(repeat).toEqual(first)
    expect((await documentOf(id)).changes[0]?.actions).toHaveLength(1)
  })

  it('shows the customer that the change transfers the order to', async () => {
    await insertMissing(service.db, { customers: [aCustomer({ id: 'cus_heir', email: 'heir@example.com' })] })
    const transfer = { action: 'TRANSFER_CUSTOMER', reference: 'customer', reference_id: 'cus_heir' } as const
    const id = await stored(anOrderRecord({ changes: [aChange([transfer], { change_type: 'transfer', status: 'requested' })] }))

    expect((await add(id)).body.order_preview).toMatchObject({ customer_id: 'cus_heir', customer: { email: 'heir@example.com' } })
  })

  it('returns only the requested fields', async () => {
    const id = await edited()

    const { body } = await add(id, {}, { query: 'fields=id,summary.pending_difference,order_change.order.total' })

    expect(body.order_preview).toEqual({
      id,
      summary: { pending_difference: 77.85 },
      order_change: { id: expect.any(String), order: { id, total: 60 } },
    })
  })

  it('fetches prices again when the order has changed since', async () => {
    const id = await edited()
    await add(id)
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: id }, { $set: { shipping_address: anAddress({ country_code: 'ch' }) }, $inc: { revision: 1 } })

    expect((await add(id)).body.order_preview.shipping_methods[2]).toMatchObject({ total: 15, tax_lines: [] })
  })

  it('requests prices at most twice a second', async () => {
    const id = await edited()
    await add(id)
    const before = service.quotes()
    const startedAt = performance.now()

    await Promise.all(Array.from({ length: 20 }, () => add(id)))

    // A request without a timely answer is sent again.
    const halves = Math.floor((performance.now() - startedAt) / 500)
    expect(service.quotes() - before).toBeLessThanOrEqual(2 * (1 + halves))
  })

  it.each([
    [{ shipping_option_id: undefined }, "Invalid request: Field 'shipping_option_id' is required"],
    [
      { custom_amount: 'x', foo: 1 },
      "Invalid request: Expected type: 'number' for field 'custom_amount', got: 'x'; Unrecognized fields: 'foo'",
    ],
    [{ custom_amount: -1 }, "Invalid request: Value for field 'custom_amount' too small, expected at least: '0'"],
    [{ description: null }, "Invalid request: Expected type: 'string' for field 'description', got: 'null'"],
  ])('rejects the body %j before it looks up the order', async (body, message) => {
    expect(refusal(await add('order_none', body))).toEqual([400, 'invalid_data', message])
  })

  it('rejects unknown and deleted orders', async () => {
    const deleted = await edited(anOrderRecord({ changes: [] }))
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: deleted }, { $set: { deleted_at: '2026-02-02T00:00:00.000Z' }, $inc: { revision: 1 } })

    expect(refusal(await add('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await add(deleted))).toEqual([404, 'not_found', `Order id not found: ${deleted}`])
  })

  it('rejects a canceled order before anything else', async () => {
    const id = await stored(anOrderRecord({ status: 'canceled', canceled_at: '2026-02-02T00:00:00.000Z' }))

    expect(refusal(await add(id, { shipping_option_id: UNKNOWN_OPTION }))).toEqual([
      400,
      'invalid_data',
      `Order with id ${id} has been canceled.`,
    ])
  })

  it('rejects an order without an active change before it checks the option', async () => {
    const id = await stored()

    expect(refusal(await add(id, { shipping_option_id: UNKNOWN_OPTION }))).toEqual([
      400,
      'invalid_data',
      'An active Order Change is required to proceed',
    ])
  })

  it('rejects an unknown option, and one without a price', async () => {
    const id = await edited()

    expect(refusal(await add(id, { shipping_option_id: UNKNOWN_OPTION }))).toEqual([
      404,
      'not_found',
      `ShippingOption id not found: ${UNKNOWN_OPTION}`,
    ])
    expect(refusal(await add(id, { shipping_option_id: UNKNOWN_OPTION, custom_amount: 1 }))).toEqual([
      404,
      'not_found',
      `ShippingOption id not found: ${UNKNOWN_OPTION}`,
    ])
    expect(refusal(await add(id, { shipping_option_id: UNPRICED }))).toEqual([
      400,
      'invalid_data',
      `Shipping options with IDs ${UNPRICED} do not have a price`,
    ])
  })

  it('honors If-Match', async () => {
    const id = await edited()

    expect((await add(id, {}, { if_match: '"2"' })).status).toBe(200)
    expect((await add(id, {}, { if_match: '"2"' })).status).toBe(412)
    expect((await add(id, {}, { if_match: '2' })).status).toBe(400)
  })

  it('rejects the 501st action', async () => {
    const id = await edited()
    const { changes } = await documentOf(id)
    const change = changes[0]!
    const actions = Array.from({ length: 499 }, (_, n) => ({
      ...base(change.id, id),
      id: `ordchact_${n}`,
      ordering: n + 1,
      reference_id: `ordsm_x${n}`,
      created: { shipping_method: aMethod({ id: `ordsm_x${n}`, amount: 1 }) },
    }))
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: id }, { $set: { changes: [{ ...change, actions }] }, $inc: { revision: 1 } })

    const last = await add(id)

    expect(last.body.order_preview.order_change.actions.at(-1).ordering).toBe(500)
    expect(refusal(await add(id))).toEqual([
      400,
      'invalid_data',
      `Order change ${change.id} has reached its limit of 500 actions`,
    ])
  })
})

describe('an order that has grown too large', () => {
  it('is rejected, naming the limit of 16 MiB, instead of failing', async () => {
    const id = await edited()
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: id }, { $set: { metadata: { note: 'x'.repeat(16 * 1024 * 1024 - 25_000) } } })

    const replies = await Promise.all(
      Array.from({ length: 3 }, () => add(id, { metadata: { note: 'x'.repeat(15_000) } }, { query: 'fields=id' })),
    )

    expect(replies.map(refusal)).toContainEqual([
      400,
      'invalid_data',
      `Order ${id} with its changes has reached its limit of 16 MiB`,
    ])
  })
})

const base = (order_change_id: string, order_id: string) => ({
  order_change_id,
  order_id,
  return_id: null,
  claim_id: null,
  exchange_id: null,
  version: 2,
  action: 'SHIPPING_ADD',
  reference: 'order_shipping_method',
  amount: 1,
  details: {},
  internal_note: null,
  applied: false,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  deleted_at: null,
})

describe('concurrent requests', () => {
  it('add each method exactly once, with contiguous ordering', async () => {
    const id = await edited()

    const replies = await Promise.all(Array.from({ length: 64 }, () => add(id, {}, patient())))

    expect(replies.map(({ status }) => status)).toEqual(Array(64).fill(200))
    const revisions = replies.map(({ etag }) => revisionIn(etag)).sort((a, b) => a - b)
    expect(revisions).toEqual(Array.from({ length: 64 }, (_, n) => n + 3))
    const { changes, revision } = await documentOf(id)
    const actions = changes[0]!.actions
    expect(revision).toBe(66)
    expect(actions.map(({ ordering }) => ordering)).toEqual(Array.from({ length: 64 }, (_, n) => n + 1))
    expect(new Set(actions.map(({ reference_id }) => reference_id)).size).toBe(64)
    for (const { body, etag } of replies) expect(body.order_preview.order_change.actions).toHaveLength(revisionIn(etag) - 2)
  })

  it('keep every acknowledged method in the history of an edit that is canceled meanwhile', async () => {
    const id = await edited()
    const acknowledged: string[] = []
    const addUntilRefused = async () => {
      for (;;) {
        const reply = await add(id, {}, patient())
        if (reply.status !== 200) return refusal(reply)
        acknowledged.push(reply.body.order_preview.order_change.actions.at(-1).id)
      }
    }
    const adding = Promise.all(Array.from({ length: 8 }, addUntilRefused))
    await vi.waitUntil(() => acknowledged.length >= 8)
    const canceled = await service.admin(cancelOrderEdit as Operation as typeof cancelOrderEdit, { params: { id } })
    const refused = await adding

    expect(canceled.status).toBe(200)
    const { changes } = await documentOf(id)
    expect(changes).toMatchObject([{ status: 'canceled' }])
    expect(changes[0]!.actions.map((action) => action.id).sort()).toEqual([...acknowledged].sort())
    expect(refused).toEqual(Array(8).fill([400, 'invalid_data', 'An active Order Change is required to proceed']))
  })
})
