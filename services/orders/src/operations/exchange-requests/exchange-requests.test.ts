import {
  beginExchange,
  beginOrderEdit,
  cancelExchange,
  cancelFulfillment,
  confirmExchangeRequest,
  getExchange,
  getOrder,
  listExchanges,
  listOrderChanges,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { lastStep, replacing } from '../../../test/replacing.ts'
import { aReturnedOrder } from '../../../test/returned.ts'
import { memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { aStockedVariant, reservedOf } from '../../../test/stock.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const begun = (overrides: object = {}) => replacing(service, 'exchange', overrides)
const confirm = (id: string, options: object = {}) =>
  service.admin(confirmExchangeRequest, { params: { id }, body: {}, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const ACTIVE = invalid('An active Order Change is required to proceed')

describe('begin-exchange', () => {
  async function idle(overrides: object = {}) {
    const stored = { ...aReturnedOrder(), ...overrides }
    await insertMissing(service.db, { orders: [stored] })
    return stored.id
  }
  const begin = (order_id: string, body: object = {}, options: object = {}) =>
    service.admin(beginExchange, { body: { order_id, ...body } as never, ...options })

  it('returns an exchange without items and the order with a pending change', async () => {
    const order_id = await idle()
    const { status, body, etag } = await begin(order_id, { description: 'd', internal_note: 'n', metadata: { a: 1 } })
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(beginExchange.response.strict().safeParse(body).error).toBeUndefined()
    const empty = { return_items: [], additional_items: [], difference_due: null, return_id: null, shipping_methods: [] }
    const made = { order_id, order_version: 1, created_by: 'user_1', metadata: { a: 1 }, canceled_at: null }
    expect(body.exchange).toMatchObject({ ...made, ...empty, display_id: expect.any(Number) })
    const order_change = { change_type: 'exchange', status: 'pending', exchange_id: body.exchange.id, version: 2 }
    expect(body.order).toMatchObject({ id: order_id, version: 1, order_change })
    const { order_changes } = await service.call(listOrderChanges, { params: { id: order_id } })
    const change = { change_type: 'exchange', exchange_id: body.exchange.id, description: 'd', internal_note: 'n' }
    expect(order_changes).toMatchObject([{ ...change, status: 'pending', version: 2, actions: [] }])
    const told = [{ type: 'order.exchange-created', ids: { id: body.exchange.id, order_id } }]
    expect(await service.eventsOf(order_id, 1)).toMatchObject(told)
  })

  it('creates one exchange for concurrent and retried requests', async () => {
    const order_id = await idle()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => begin(order_id, {}, { op_id })), begin(order_id), begin(order_id)])
    const busy = invalid(`Order (${order_id}) already has an existing active order change`)
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ body }) => body.exchange.id)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(busy)
    expect((await service.call(listExchanges, { query: `order_id=${order_id}` })).count).toBe(2) // the seeded one and this one
  })

  it('is rejected while another change is active, for canceled and unknown orders, and for other actors', async () => {
    const edited = await idle()
    await service.call(beginOrderEdit, { body: { order_id: edited } })
    expect(refusal(await begin(edited))).toEqual(invalid(`Order (${edited}) already has an existing active order change`))
    const canceled = await idle({ status: 'canceled' })
    expect(refusal(await begin(canceled))).toEqual(invalid(`Order with id ${canceled} has been canceled.`))
    expect(refusal(await begin('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect((await begin(await idle(), { type: 'replace' })).status).toBe(400)
    expect((await begin(await idle(), {}, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('confirm-exchange-request', () => {
  it('makes the exchange part of its order: items are returned and sent, and the amount due follows', async () => {
    const { id, order_id, line, inbound, outbound, ship } = await begun()
    const before = await order(order_id)
    await inbound(1, { internal_note: 'z' })
    await ship('Inbound', { custom_amount: 5 })
    const preview = await outbound({ quantity: 3, internal_note: 'o', metadata: { q: 1 } })

    const { status, body, etag } = await confirm(id)

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(confirmExchangeRequest.response.strict().safeParse(body).error).toBeUndefined()
    const sent = preview.body.order_preview.items[1]!
    expect(body.exchange).toMatchObject({
      ...{ id, return_id: body.return!.id, return: null, difference_due: null },
      additional_items: [{ exchange_id: id, order_id, item_id: sent.id, quantity: 3, note: 'o', metadata: { q: 1 } }],
      return_items: [{ item_id: line, quantity: 1, note: 'z', metadata: {} }],
      shipping_methods: [{ amount: 5, detail: { exchange_id: id, return_id: body.return!.id } }],
    })
    expect(body.return).toMatchObject({ status: 'requested', exchange_id: id, items: [{ item_id: line, quantity: 1 }] })
    expect(body.order_preview).toMatchObject({ version: 1, order_change: { status: 'confirmed', exchange_id: id } })
    const after = await order(order_id)
    expect(after.items.map(({ id: item, detail }) => [item, detail.return_requested_quantity])).toEqual([
      [line, 1],
      [sent.id, 0],
    ])
    const { pending_difference } = after.summary
    expect(pending_difference).toBeCloseTo(after.total - before.total - after.return_requested_total, 6)
    const told = (await service.eventsOf(order_id, 5)).slice(3)
    expect(told.map(({ type }) => type)).toEqual(['order.exchange-confirmed', 'order.return-requested'])
    const query = 'fields=id,*return,*return.fulfillments,*return.fulfillments.items,*return_items'
    const shown = (await service.call(getExchange, { params: { id }, query })).exchange
    expect(shown).toMatchObject({ return: { id: body.return!.id }, return_items: [{ received_quantity: 0 }] })
    const [way] = (shown.return as { fulfillments: { id: string }[] }).fulfillments
    expect(way).toMatchObject({ canceled_at: null, items: [{ line_item_id: line, quantity: 1 }] })
    const onItsWay = 'All fulfillments must be canceled before canceling am exchange'
    expect(refusal(await service.admin(cancelExchange, { params: { id }, body: {} }))).toEqual([400, 'not_allowed', onItsWay])
    await service.call(cancelFulfillment, { params: { id: way!.id } })
    expect((await service.admin(cancelExchange, { params: { id }, body: {} })).status).toBe(200)
    expect((await order(order_id)).total).toBeCloseTo(before.total, 6)
  })

  it('requires inbound and outbound items', async () => {
    const none = invalid('Order exchange request should have at least 1 item inbound and 1 item outbound')
    const one = await begun()
    expect(refusal(await confirm(one.id))).toEqual(none)
    const sent = lastStep(await one.outbound())
    expect(refusal(await confirm(one.id))).toEqual(none)
    await one.send('removeOutbound', undefined, { action_id: sent })
    await one.inbound()
    expect(refusal(await confirm(one.id))).toEqual(none)
    await one.outbound()
    expect((await confirm(one.id)).status).toBe(200)
  })

  it('reserves stock for outbound items', async () => {
    const { variant_id, item } = await aStockedVariant(service, 2)
    const { id, inbound, outbound } = await begun({ seller_id: null })
    await outbound({ variant_id, quantity: 2, unit_price: 1 })
    await inbound()
    expect((await confirm(id)).status).toBe(200)
    expect(await reservedOf(service, item)).toBe(2)
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { id, order_id, inbound, outbound } = await begun()
    await inbound()
    await outbound()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2].map(() => confirm(id, { op_id })), confirm(id)])
    const granted = replies.filter(({ status }) => status === 200)
    expect(new Set(granted.map(({ etag }) => etag)).size).toBe(1)
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(ACTIVE)
    expect((await order(order_id)).items).toHaveLength(2)
    expect(refusal(await confirm(id))).toEqual(ACTIVE)
  })

  it('is rejected without a change, for canceled orders, unknown exchanges, and other actors', async () => {
    expect(refusal(await confirm('oexc_none'))).toEqual([404, 'not_found', 'OrderExchange id not found: oexc_none'])
    expect(refusal(await confirm((await begun({ changes: [] })).id))).toEqual(ACTIVE)
    const canceled = await begun({ status: 'canceled' })
    expect(refusal(await confirm(canceled.id))).toEqual(invalid(`Order with id ${canceled.order_id} has been canceled.`))
    const { id } = await begun()
    expect((await confirm(id, { body: { foo: 1 } })).status).toBe(400)
    expect((await confirm(id, { if_match: '"99"' })).status).toBe(412)
    expect((await confirm(id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})
