import {
  beginOrderEdit,
  beginReturnReceipt,
  cancelReturn,
  cancelReturnReceipt,
  confirmReturnReceipt,
  dismissReturnItems,
  findUnsentLines,
  getInventoryItem,
  getOrder,
  getReturn,
  listOrderChanges,
  receiveReturnItems,
  removeDismissedReturnItem,
  removeReceivedReturnItem,
  updateDismissedReturnItem,
  updateReceivedReturnItem,
  updateReturn,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { invalid, plansOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededStore } from '../../../../../tools/seed/shipping.ts'
import { aBegunOrder, aRequestedReturn, aReturnedOrder } from '../../../test/returned.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { aStockedVariant } from '../../../test/stock.ts'

let service: OrdersUnderTest
beforeAll(async () => {
  service = await startOrders()
})
afterAll(() => service.stop())

const ACTIVE = [400, 'invalid_data', 'An active Order Change is required to proceed']
const missing = (text: string) => [404, 'not_found', text]

const requested = (said: Parameters<typeof aRequestedReturn>[1] = {}) => aRequestedReturn(service, said)
const begin = (id: string, options: object = {}, body: object = {}) =>
  service.admin(beginReturnReceipt, { params: { id }, body, ...options })
/** A requested return whose receipt has begun. */
async function receiving(said: Parameters<typeof requested>[0] = {}) {
  const made = await requested(said)
  await service.call(beginReturnReceipt, { params: { id: made.id }, body: {} })
  return made
}
type Adding = typeof receiveReturnItems | typeof dismissReturnItems
const note =
  (operation: Adding) =>
  (id: string, line: string, quantity: number, options: object = {}) =>
    service.admin(operation, { params: { id }, body: { items: [{ id: line, quantity }] }, ...options })
const receive = note(receiveReturnItems)
const dismiss = note(dismissReturnItems)
const confirm = (id: string, options: object = {}) =>
  service.admin(confirmReturnReceipt, { params: { id }, body: {}, ...options })
const order = async (id: string) => (await service.call(getOrder, { params: { id } })).order
const changes = async (id: string) => (await service.call(listOrderChanges, { params: { id } })).order_changes
const eventTypes = async (id: string, count: number) => (await service.eventsOf(id, count)).map(({ type }) => type)
/** The stocked quantity of an inventory item, and its reserved quantity. */
async function stock(item: string) {
  const { inventory_item } = await service.pricing.call(getInventoryItem, { actor: ADMIN, params: { id: item } })
  return [inventory_item.stocked_quantity, inventory_item.reserved_quantity]
}
/** A late attempt may prepare once more what is in stock already: the sweep of `pricing` settles that. */
const untilSettled = (order_id: string) =>
  expect.poll(() => service.pricing.db.collection('stock_picks').countDocuments({ order_id })).toBe(0)

describe('begin-return-receipt', () => {
  it('responds with the return and its order, which stays unchanged', async () => {
    const { order_id, id } = await requested()
    const { status, body, etag } = await begin(id, {}, { description: 'd', internal_note: 'n', metadata: { a: 1 } })
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(beginReturnReceipt.response.strict().safeParse(body).error).toBeUndefined()
    expect([body.return.id, body.return.status, body.order.id, body.order.version]).toEqual([id, 'requested', order_id, 1])
    const change = { change_type: 'return_receive', status: 'pending', return_id: id, version: 2 }
    expect(await changes(order_id)).toMatchObject([{ ...change, description: 'd', internal_note: 'n' }])
    expect(body.order.order_change).toMatchObject(change)
    expect(await service.eventsOf(order_id, 1)).toMatchObject([{ type: 'order.return-receipt-created', ids: { id, order_id } }])
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await requested()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => begin(id, { op_id })), begin(id), begin(id)])
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid(`Order (${order_id}) already has an existing active order change`))
    expect((await changes(order_id)).length).toBe(1)
  })

  it('is rejected while the return is still being made, and once it is received or canceled', async () => {
    const begun = aBegunOrder('return')
    const received = aReturnedOrder()
    const [own, other] = received.returns
    await insertMissing(service.db, { orders: [begun, { ...received, returns: [{ ...own!, status: 'received' }, other!] }] })
    expect(refusal(await begin(begun.returns[0]!.id))).toEqual(
      invalid(`Order (${begun.id}) already has an existing active order change`),
    )
    expect(refusal(await begin(own!.id))).toEqual([400, 'not_allowed', `Return with id ${own!.id} has been received`])
    await service.admin(cancelReturn, { params: { id: other!.id }, body: {} })
    const { id } = await requested()
    await service.admin(cancelReturn, { params: { id }, body: {} })
    expect(refusal(await begin(id))).toEqual(invalid(`Return with id ${id} has been canceled.`))
    expect(refusal(await begin('return_none'))).toEqual(missing('Return id not found: return_none'))
    const { id: last } = await requested()
    expect((await begin(last, { if_match: '"9"' })).status).toBe(412)
    expect((await begin(last, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('cancel-return-receipt', () => {
  const giveUp = (id: string, options: object = {}) => service.admin(cancelReturnReceipt, { params: { id }, ...options })

  it('leaves the return unchanged, and frees the order for other changes', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 1)
    const { status, body } = await giveUp(id)
    expect([status, body]).toEqual([200, { id, object: 'return', deleted: true }])
    expect((await service.call(getReturn, { params: { id } })).return).toMatchObject({ status: 'requested' })
    expect(await changes(order_id)).toEqual([])
    expect(await service.keptChanges(order_id)).toMatchObject([{ status: 'canceled', canceled_by: 'user_1', actions: [{}] }])
    expect((await eventTypes(order_id, 3))[2]).toBe('order.return-receipt-canceled')
    expect([(await begin(id)).status, await stock(item)]).toEqual([200, [5, 0]])
  })

  it('succeeds once, and is rejected without a receipt', async () => {
    const { id } = await receiving()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([1, 2, 3].map(() => giveUp(id, { op_id })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(refusal(await giveUp(id))).toEqual(ACTIVE)
    const begun = aBegunOrder('return')
    await insertMissing(service.db, { orders: [begun] })
    expect(refusal(await giveUp(begun.returns[0]!.id))).toEqual(ACTIVE)
    expect(refusal(await giveUp('return_none'))).toEqual(missing('Return id not found: return_none'))
    expect((await giveUp((await receiving()).id, { actor: memberOf('sel_1') })).status).toBe(401)
  })
})

describe('receive- and dismiss-return-items', () => {
  it('record received and damaged units; the order itself is unchanged', async () => {
    const { order_id, id, line } = await receiving()
    const { status, body } = await receive(id, line, 2)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(receiveReturnItems.response.strict().safeParse(body).error).toBeUndefined()
    const about = { return_id: id, reference: 'return', reference_id: id }
    expect(body.order_preview.items[0]).toMatchObject({
      detail: { return_requested_quantity: 2, return_received_quantity: 2 },
      actions: [{ action: 'RECEIVE_RETURN_ITEM', ...about, details: { reference_id: line, quantity: 2 } }],
    })
    const damaged = await dismiss(id, line, 1)
    expect(dismissReturnItems.response.strict().safeParse(damaged.body).error).toBeUndefined()
    expect(damaged.body.order_preview.items[0]).toMatchObject({
      detail: { return_requested_quantity: 1, return_dismissed_quantity: 1, written_off_quantity: 2 },
      actions: [{}, { action: 'RECEIVE_DAMAGED_RETURN_ITEM', ...about }],
    })
    expect(damaged.body.return).toMatchObject({ status: 'requested', items: [{ quantity: 3, received_quantity: 0 }] })
    expect((await order(order_id)).version).toBe(1)
    expect((await eventTypes(order_id, 3)).slice(1)).toEqual(Array(2).fill('order.return-receipt-updated'))
  })

  it('record no more than the return requested, also under concurrent requests', async () => {
    const { id, line } = await receiving()
    const tooMany = invalid(`Cannot receive more items than what was requested to be returned for item ${line}.`)
    expect(refusal(await receive(id, line, 4))).toEqual(tooMany)
    const replies = await Promise.all([receive(id, line, 2), dismiss(id, line, 2), receive(id, line, 2)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual(tooMany)
    expect(refusal(await receive(id, 'ordli_none', 1))).toEqual(
      invalid(`Items with ids ordli_none does not exist in Return with id ${id}.`),
    )
    const op_id = mintOpId(Date.now())
    const [first, second] = await Promise.all([1, 2].map(() => receive(id, line, 1, { op_id })))
    expect([first!.status, second!.status]).toEqual([200, 200])
  })

  it('are rejected without a receipt', async () => {
    const { order_id, id, line } = await requested()
    for (const send of [receive, dismiss]) expect(refusal(await send(id, line, 1))).toEqual(ACTIVE)
    await service.call(beginOrderEdit, { body: { order_id } })
    for (const send of [receive, dismiss]) {
      expect(refusal(await send(id, line, 1))).toEqual(ACTIVE)
      expect(refusal(await send('return_none', line, 1))).toEqual(missing('Return id not found: return_none'))
      const other = await receiving()
      expect((await send(other.id, other.line, 1, { if_match: '"9"' })).status).toBe(412)
      expect((await send(other.id, other.line, 1, { actor: memberOf('sel_1') })).status).toBe(401)
      expect((await send(other.id, other.line, -1)).status).toBe(400)
    }
  })
})

describe.each([
  ['received', receive, updateReceivedReturnItem, removeReceivedReturnItem],
  ['dismissed', dismiss, updateDismissedReturnItem, removeDismissedReturnItem],
] as const)('actions on %s units', (_name, add, updating, removing) => {
  const update = (id: string, action_id: string, body: object) => service.admin(updating, { params: { id, action_id }, body })
  const remove = (id: string, action_id: string, options: object = {}) =>
    service.admin(removing, { params: { id, action_id }, ...options })
  async function noted() {
    const made = await receiving()
    const { body } = await add(made.id, made.line, 1)
    return { ...made, action_id: body.order_preview.order_change.actions[0].id as string }
  }

  it('can be changed and removed', async () => {
    const { order_id, id, line, action_id } = await noted()
    const unused = { reason_id: 'rr_none', metadata: { a: 1 } }
    const { status, body } = await update(id, action_id, { quantity: 3, internal_note: 'n', ...unused })
    expect(status).toBe(200)
    expect(updating.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.order_preview.items[0].actions).toMatchObject([
      { details: { reference_id: line, quantity: 3 }, internal_note: 'n' },
    ])
    expect(refusal(await update(id, action_id, { quantity: 4 }))).toEqual(
      invalid(`Cannot receive more items than what was requested to be returned for item ${line}.`),
    )
    const removed = await remove(id, action_id)
    expect(removing.response.strict().safeParse(removed.body).error).toBeUndefined()
    expect(removed.body.order_preview.order_change.actions).toEqual([])
    expect(refusal(await confirm(id))).toEqual(invalid(`No items of return ${id} are received`))
    expect((await eventTypes(order_id, 4)).slice(1)).toEqual(Array(3).fill('order.return-receipt-updated'))
  })

  it('are rejected when unknown', async () => {
    const { order_id, id, action_id } = await noted()
    const change_id = (await changes(order_id))[0]!.id
    const unknown = missing(`No request return found for return ${id} in order change ${change_id}`)
    for (const reply of [await update(id, 'ordchact_none', {}), await remove(id, 'ordchact_none')])
      expect(refusal(reply)).toEqual(unknown)
    expect(refusal(await update('return_none', action_id, {}))).toEqual(missing('Return id not found: return_none'))
    expect((await remove(id, action_id, { actor: memberOf('sel_1') })).status).toBe(401)
    const replies = await Promise.all([1, 2, 3].map(() => remove(id, action_id)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const { id: idle } = await requested()
    expect(refusal(await remove(idle, action_id))).toEqual(ACTIVE)
  })
})

describe('confirm-return-receipt', () => {
  it('counts received units, and restocks undamaged ones without reserving them', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 2)
    await dismiss(id, line, 1)
    const before = await order(order_id)
    const { status, body, etag } = await confirm(id, { body: { no_notification: true } })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(confirmReturnReceipt.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.return).toMatchObject({
      ...{ id, status: 'received', received_at: expect.any(String) },
      items: [{ quantity: 3, received_quantity: 3, damaged_quantity: 1 }],
    })
    expect(body.order_preview).toMatchObject({ version: 2, order_change: { return_id: id, status: 'confirmed' } })
    expect(body.order_preview.order_change).not.toHaveProperty('taken_in_at')
    const after = await order(order_id)
    expect(after.items[0]!.detail).toMatchObject({
      return_requested_quantity: 1,
      return_received_quantity: 2,
      return_dismissed_quantity: 1,
      written_off_quantity: 2,
    })
    expect(after.total).toBeLessThan(before.total)
    await untilSettled(order_id)
    expect(await stock(item)).toEqual([7, 0])
    const told = { id, order_id, no_notification: 'true' }
    expect((await service.eventsOf(order_id, 4))[3]).toMatchObject({ type: 'order.return-received', ids: told })
  })

  it('can be done in parts, each at the location that the return has then', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 1)
    expect((await confirm(id)).body.return).toMatchObject({ status: 'partially_received', received_at: null })
    await begin(id)
    await receive(id, line, 2)
    expect((await service.admin(updateReturn, { params: { id }, body: { location_id: 'sloc_none' } })).status).toBe(200)
    expect(refusal(await confirm(id))).toEqual(invalid('Cannot receive the Return at location sloc_none'))
    await service.admin(updateReturn, { params: { id }, body: { location_id: ids.stock_location } })
    expect((await confirm(id)).body.return).toMatchObject({ status: 'received', items: [{ received_quantity: 3 }] })
    await expect.poll(async () => [await stock(item), (await order(order_id)).version]).toEqual([[8, 0], 3])
  })

  it('succeeds once, and restocks once, for concurrent and retried requests', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 2)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => confirm(id, { op_id })), confirm(id), confirm(id)])
    replies.push(await confirm(id, { op_id }))
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(ACTIVE)
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await expect.poll(async () => [await stock(item), (await order(order_id)).version]).toEqual([[7, 0], 2])
    await untilSettled(order_id)
    await service.call(beginOrderEdit, { body: { order_id } }) // from now on the change is in the history
    // One of the concurrent requests may have been first: then this one stays rejected.
    expect((await confirm(id, { op_id })).status).toBe(replies.at(-1)!.status)
    expect(await stock(item)).toEqual([7, 0])
  })

  it('makes find-unsent-lines return the restock id of its change, and null for others', async () => {
    const { order_id, id, line } = await receiving()
    await receive(id, line, 2)
    const ask = (order_change_id?: string) =>
      service.call(findUnsentLines, { body: { order_id, ...(order_change_id && { order_change_id }) } })
    const change_id = (await changes(order_id))[0]!.id
    expect((await ask(change_id)).restock_id).toBeNull()
    await confirm(id)
    const told = (await ask(change_id)).restock_id
    expect([told, (await ask()).restock_id, (await ask('ordch_none')).restock_id]).toEqual([
      expect.stringContaining(`${change_id}:`),
      null,
      null,
    ])
    await service.call(beginOrderEdit, { body: { order_id } })
    expect((await ask(change_id)).restock_id).toBe(told)
  })

  it('restocks items stocked at the location, and receives the others without stock', async () => {
    const [here, elsewhere] = [await aStockedVariant(service, 5), await aStockedVariant(service, 5, seededStore.id)]
    const order = aReturnedOrder()
    const [own, other] = order.returns
    const [first, second, ...others] = order.items
    const line = { ...first!, variant_id: here.variant_id }
    const came = { ...second!.detail, fulfilled_quantity: 1, return_requested_quantity: 1 }
    const odd = { ...second!, variant_id: elsewhere.variant_id, detail: came }
    const [asked] = own!.items
    const items = [
      { ...asked!, quantity: 1 },
      { ...asked!, id: `${asked!.id}O`, item_id: odd.id, quantity: 1 },
    ]
    const returns = [{ ...own!, location_id: ids.stock_location, items }, other!]
    await insertMissing(service.db, { orders: [{ ...order, items: [line, odd, ...others], returns }] })
    await begin(own!.id)
    await receive(own!.id, line.id, 1)
    await receive(own!.id, odd.id, 1)

    const { status, body } = await confirm(own!.id)

    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.return).toMatchObject({ status: 'received', items: [{ received_quantity: 1 }, { received_quantity: 1 }] })
    await untilSettled(order.id)
    expect([await stock(here.item), await stock(elsewhere.item)]).toEqual([
      [6, 0],
      [5, 0],
    ])
  })

  it('is rejected at a location that does not stock the items, unless they are damaged', async () => {
    for (const location_id of [null, 'sloc_none']) {
      const { id, line, item } = await receiving({ location_id })
      await receive(id, line, 1)
      expect(refusal(await confirm(id))).toEqual(invalid(`Cannot receive the Return at location ${location_id}`))
      expect((await service.call(getReturn, { params: { id } })).return.status).toBe('requested')
      expect(await stock(item)).toEqual([5, 0])
    }
    const { id, line, item } = await receiving({ location_id: null })
    await dismiss(id, line, 1)
    expect([(await confirm(id)).status, await stock(item)]).toEqual([200, [5, 0]])
  })

  it('is rejected for unknown returns, without a receipt, and for other actors', async () => {
    expect(refusal(await confirm('return_none'))).toEqual(missing('Return id not found: return_none'))
    expect(refusal(await confirm((await requested()).id))).toEqual(ACTIVE)
    const { id, line } = await receiving()
    await receive(id, line, 1)
    expect((await confirm(id, { if_match: '"9"' })).status).toBe(412)
    expect((await confirm(id, { actor: memberOf('sel_1') })).status).toBe(401)
    expect((await confirm(id, { body: { foo: 1 } })).status).toBe(400)
    const plans = await plansOf(service.db, () => confirm(id))
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})
