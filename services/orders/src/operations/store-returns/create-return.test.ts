import {
  beginOrderEdit,
  beginReturnReceipt,
  confirmReturnReceipt,
  createReturn,
  createReturnReason,
  createShippingOption,
  getOrder,
  getReturn,
  listOrderChanges,
  type Return,
  receiveReturnItems,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import {
  ADMIN,
  EXPRESS,
  GUEST,
  memberOf,
  type OrdersUnderTest,
  startOrders,
  UNKNOWN_OPTION,
  UNPRICED,
} from '../../../test/service.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

/** An order with four delivered units of one line. */
async function arrived(said: Partial<OrderRecord> = {}) {
  const order = { ...aBegunOrder('return'), returns: [], changes: [], ...said }
  await insertMissing(service.db, { orders: [order] })
  return { order_id: order.id, line: order.items[0]!.id }
}
const send = ({ order_id, line }: { order_id: string; line: string }, body: object = {}, options: object = {}) =>
  service.send(createReturn, {
    actor: GUEST,
    body: { order_id, items: [{ id: line, quantity: 1 }], return_shipping: { option_id: EXPRESS }, ...body },
    ...options,
  })
async function anOption(prices: object[], rules: object[] = []): Promise<string> {
  const type = { label: 'Back', description: 'By post', code: `back-${mintOpId(Date.now())}` }
  const of = { service_zone_id: ids.service_zone, shipping_profile_id: ids.shipping_profile, provider_id: 'manual_manual' }
  const body = { name: 'Back', price_type: 'flat', ...of, type, prices, rules }
  return (await service.pricing.call(createShippingOption, { actor: ADMIN, body: body as never })).shipping_option.id
}
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes

describe('create-return', () => {
  it('requests items at once, with a shipping method for the return, and publishes an event', async () => {
    const value = `tight-${mintOpId(Date.now())}`
    const { return_reason } = await service.call(createReturnReason, { body: { value, label: 'Too tight' } })
    const made = await arrived()
    const before = await order(made.order_id)
    const items = [{ id: made.line, quantity: 2, reason_id: return_reason.id, note: 'At the waist' }]
    const { status, body, etag } = await send(made, { items, note: 'Both', location_id: ids.stock_location })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(createReturn.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.return).toMatchObject({
      ...{ order_id: made.order_id, status: 'requested', requested_at: expect.any(String), created_by: null },
      ...{ location_id: ids.stock_location, order_version: 1 },
      items: [{ item_id: made.line, quantity: 2, note: 'At the waist', reason: { value }, received_quantity: 0, metadata: null }],
    })
    const { shipping_methods, ...made_return } = body.return
    const { id } = made_return
    expect(shipping_methods).toMatchObject([{ shipping_option_id: EXPRESS, amount: 15, total: 17.85, detail: { return_id: id } }])
    expect((await service.call(getReturn, { params: { id } })).return).toEqual(made_return)
    const after = await order(made.order_id)
    expect([after.version, after.items[0]!.detail.return_requested_quantity]).toEqual([2, 2])
    expect(after.shipping_methods.map(({ amount, detail }) => [amount, detail.return_id])[1]).toEqual([15, id])
    expect(after.summary.pending_difference).toBeLessThan(before.summary.pending_difference)
    const change = { change_type: 'return_request', status: 'confirmed', return_id: id, description: 'Both', created_by: null }
    expect(await changes(made.order_id)).toMatchObject([
      { ...change, actions: [{ action: 'RETURN_ITEM' }, { action: 'SHIPPING_ADD' }] },
    ])
    const told = { id, order_id: made.order_id, no_notification: 'false' }
    expect(await service.eventsOf(made.order_id, 1)).toMatchObject([{ type: 'order.return-requested', ids: told }])
    expect((await send(await arrived(), {}, { query: 'fields=id' })).body.return).toEqual({ id: expect.any(String) })
  })

  it('charges the option’s price or a given higher one, and rejects a lower one', async () => {
    const price = async (amount: number) =>
      send(await arrived(), { return_shipping: { option_id: EXPRESS, price: amount, label: 'Without effect' } })
    expect(refusal(await price(14))).toEqual(invalid(`Shipping option ${EXPRESS} costs more than 14`))
    const { body } = await price(16)
    const { shipping_methods } = await order(body.return.order_id)
    expect(shipping_methods[1]).toMatchObject({ amount: 16, is_custom_amount: true })
  })

  it("charges the option's price in the order's region", async () => {
    const [plain, regional] = [
      { currency_code: 'eur', amount: 9 },
      { region_id: ids.region, amount: 3 },
    ] as const
    const charged = async (option_id: string, said: Partial<OrderRecord> = {}) =>
      (await send(await arrived(said), { return_shipping: { option_id } })).body.return?.shipping_methods[0].amount
    const both = await anOption([plain, regional])
    expect([await charged(both), await charged(both, { region_id: null })]).toEqual([3, 9])
    const one = await anOption([regional])
    expect([await charged(one), await charged(one, { region_id: null })]).toEqual([3, undefined])
    expect((await send(await arrived(), { return_shipping: { option_id: both, price: 3 } })).status).toBe(200)
  })

  it('never requests more than was fulfilled under concurrent requests, and applies a retried one once', async () => {
    const made = await arrived()
    const three = { items: [{ id: made.line, quantity: 3 }] }
    const replies = await Promise.all([1, 2, 3].map(() => send(made, three)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual(
      invalid(`Cannot request to return more items than what was fulfilled for item ${made.line}.`),
    )
    const other = await arrived()
    const op_id = mintOpId(Date.now())
    const repeats = await Promise.all([1, 2, 3].map(() => send(other, {}, { op_id })))
    expect(new Set(repeats.map(({ body }) => body.return.id)).size).toBe(1)
    expect((await order(other.order_id)).items[0]!.detail.return_requested_quantity).toBe(1)
    expect((await send(other)).status).toBe(200)
  })

  it('leaves room for receiving: the 21st return that is still to come back is rejected', async () => {
    const made = await arrived()
    const little = { items: [{ id: made.line, quantity: 0.001 }] }
    const at = { ...little, location_id: ids.stock_location }
    const replies = []
    for (let n = 0; n < 20; n++) replies.push(await send(made, at))
    const text = `Order ${made.order_id} has 20 returns that are still to come back`
    expect(refusal(await send(made, little))).toEqual([400, 'not_allowed', text])
    const first = { params: { id: replies[0]!.body.return.id } }
    await service.call(beginReturnReceipt, { ...first, body: {} })
    await service.call(receiveReturnItems, { ...first, body: little })
    await service.call(confirmReturnReceipt, { ...first, body: {} })
    expect((await send(made, little)).status).toBe(200)
  })

  it('rejects the 41st return that customers requested, whatever became of the others', async () => {
    const [one] = aReturnedOrder().returns
    const ended = ({ created_by }: Pick<Return, 'created_by'>, n: number) => ({
      ...{ ...one!, items: [], id: `return_ended_${mintOpId(Date.now())}_${n}`, created_by },
      ...(n % 2 ? { status: 'received' as const } : { status: 'canceled' as const, canceled_at: one!.created_at }),
    })
    const staffs = ended({ created_by: 'user_1' }, 40)
    const asked = Array.from({ length: 39 }, (_, n) => ended({ created_by: null }, n))
    const made = await arrived({ returns: [...asked, staffs] })
    expect((await send(made)).status).toBe(200)
    const text = `Order ${made.order_id} has had 40 returns that customers requested, canceled and received ones included`
    expect(refusal(await send(made))).toEqual([400, 'not_allowed', text])
  })

  it('rejects unknown items, reasons and options, invalid bodies, and other actors', async () => {
    const made = await arrived()
    const of = (item: object) => send(made, { items: [{ id: made.line, quantity: 1, ...item }] })
    expect(refusal(await send(made, { items: [] }))).toEqual(invalid('Order return request should have at least 1 item'))
    expect(refusal(await of({ id: 'ordli_none' }))).toEqual(
      invalid(`Items with ids ordli_none does not exist in order with id ${made.order_id}.`),
    )
    expect(refusal(await of({ quantity: 0 }))).toEqual(invalid(`Quantity to return of item ${made.line} is required.`))
    expect(refusal(await of({ reason_id: 'rr_none' }))).toEqual(invalid('Return reason with id rr_none does not exists.'))
    expect(refusal(await send(made, { return_shipping: { option_id: UNKNOWN_OPTION } }))).toEqual([
      ...[404, 'not_found', `ShippingOption id not found: ${UNKNOWN_OPTION}`],
    ])
    const others = { option_id: ids.foreign_shipping_option } // of another seller
    expect(refusal(await send(made, { return_shipping: others }))).toEqual([
      ...[404, 'not_found', `ShippingOption id not found: ${others.option_id}`],
    ])
    for (const price of [undefined, 0])
      expect(refusal(await send(made, { return_shipping: { option_id: UNPRICED, price } }))).toEqual(
        invalid(`Shipping options with IDs ${UNPRICED} do not have a price`),
      )
    for (const attribute of ['is_return', 'enabled_in_store']) {
      const rules = [{ attribute, operator: 'eq', value: 'false' }]
      const option_id = await anOption([{ currency_code: 'eur', amount: 9 }], rules)
      expect(refusal(await send(made, { return_shipping: { option_id } }))).toEqual([
        ...[404, 'not_found', `ShippingOption id not found: ${option_id}`],
      ])
    }
    expect((await send(made, { return_shipping: undefined })).status).toBe(400)
    expect((await send(made, { receive_now: true })).status).toBe(400)
    expect((await send(made, {}, { actor: memberOf('sel_1') })).status).toBe(401)
    expect(await changes(made.order_id)).toEqual([])
  })

  it('rejects unknown orders, drafts, canceled orders, and orders being changed', async () => {
    const unknown = (id: string) => [404, 'not_found', `Order id not found: ${id}`]
    const draft = await arrived({ is_draft_order: true })
    const gone = await arrived({ deleted_at: '2026-02-02T00:00:00.000Z' })
    for (const made of [draft, gone, { order_id: 'order_none', line: 'ordli_1' }])
      expect(refusal(await send(made))).toEqual(unknown(made.order_id))
    const canceled = await arrived({ status: 'canceled' })
    expect(refusal(await send(canceled))).toEqual(invalid(`Order with id ${canceled.order_id} has been canceled.`))
    const edited = await arrived()
    await service.call(beginOrderEdit, { body: { order_id: edited.order_id } })
    expect(refusal(await send(edited))).toEqual(invalid(`Order (${edited.order_id}) already has an existing active order change`))
  })
})
