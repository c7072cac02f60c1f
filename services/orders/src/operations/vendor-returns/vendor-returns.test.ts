import {
  beginOrderEdit,
  beginReturnReceipt,
  beginVendorReturnReceipt,
  cancelVendorReturnReceipt,
  confirmVendorReturnReceipt,
  dismissVendorReturnItems,
  getInventoryItem,
  getOrder,
  getReturn,
  getVendorOrder,
  getVendorReturn,
  listVendorOrderChanges,
  listVendorReturns,
  type Operation,
  receiveVendorReturnItems,
  removeVendorDismissedReturnItem,
  removeVendorReceivedReturnItem,
  updateVendorDismissedReturnItem,
  updateVendorReceivedReturnItem,
  vendorReturnOperations,
} from '@souk/contracts'
import { mintOpId } from '@souk/runtime'
import { FORBIDDEN, invalid, plansOf, queriesOf, refusal, unindexed } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../../../tools/seed/ids.ts'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { seededReturnReasons } from '../../../../../tools/seed/reasons.ts'
import { seededStore } from '../../../../../tools/seed/shipping.ts'
import { aRequestedReturn, aReturnedOrder } from '../../../test/returned.ts'
import { ADMIN, memberOf, type OrdersUnderTest, startOrders } from '../../../test/service.ts'

let service: OrdersUnderTest
const reason = seededReturnReasons[0]!
beforeAll(async () => {
  service = await startOrders()
  await insertMissing(service.db, { return_reasons: [reason] })
})
afterAll(() => service.stop())

const ACTIVE = [400, 'invalid_data', 'An active Order Change is required to proceed']
const OWN = { actor: memberOf(ids.seller) }
const FOREIGN = { actor: memberOf(ids.foreign_seller) }
const DELETED_AT = '2026-04-01T00:00:00.000Z'

const requested = (said: Parameters<typeof aRequestedReturn>[1] = {}) => aRequestedReturn(service, said)
const begin = (id: string, options: object = {}, body: object = {}) =>
  service.send(beginVendorReturnReceipt, { ...OWN, params: { id }, body, ...options })
/** A location of a seller or of the marketplace, where nothing is stocked. */
async function aLocation(_id: string, seller_id: string | null) {
  const { id: _, ...store } = seededStore
  const record = { ...store, seller_id, revision: 1, recent_ops: [], outbox: [] }
  const locations = service.pricing.db.collection<{ _id: string }>('stock_locations')
  await locations.updateOne({ _id }, { $setOnInsert: record as object }, { upsert: true })
}
/** A requested return whose receipt has begun. */
async function receiving(said: Parameters<typeof aRequestedReturn>[1] = {}) {
  const made = await requested(said)
  await begin(made.id)
  return made
}
type Adding = typeof receiveVendorReturnItems | typeof dismissVendorReturnItems
const note =
  (operation: Adding) =>
  (id: string, line: string, quantity: number, options: object = {}) =>
    service.send(operation, { ...OWN, params: { id }, body: { items: [{ id: line, quantity, internal_note: 'n' }] }, ...options })
const receive = note(receiveVendorReturnItems)
const dismiss = note(dismissVendorReturnItems)
const confirm = (id: string, options: object = {}) =>
  service.send(confirmVendorReturnReceipt, { ...OWN, params: { id }, body: {}, ...options })
const get = (id: string, query = '', options: object = {}) =>
  service.send(getVendorReturn, { ...OWN, params: { id }, query, ...options })
const changes = async (id: string) => (await service.send(listVendorOrderChanges, { ...OWN, params: { id } })).body.order_changes
const version = async (id: string) => (await service.call(getOrder, { params: { id } })).order.version
/** The stocked quantity of an inventory item, and its reserved quantity. */
async function stock(item: string) {
  const { inventory_item } = await service.pricing.call(getInventoryItem, { actor: ADMIN, params: { id: item } })
  return [inventory_item.stocked_quantity, inventory_item.reserved_quantity]
}
const untilSettled = (order_id: string) =>
  expect.poll(() => service.pricing.db.collection('stock_picks').countDocuments({ order_id })).toBe(0)

describe('list-vendor-returns', () => {
  const list = async (query = '', seller_id = 'sel_lists') =>
    (await service.send(listVendorReturns, { actor: memberOf(seller_id), query })).body
  const idsOf = async (query: string) => (await list(query)).returns.map(({ id }: { id: string }) => id)
  let returns: string[]
  let first: string
  beforeAll(async () => {
    const orders = [1, 2].map((day) => {
      const order = aReturnedOrder()
      const [own, other] = order.returns
      const at = (hour: number) => ({ created_at: `2026-03-0${day}T0${hour}:00:00.000Z` })
      const items = own!.items.map((one) => ({ ...one, reason_id: reason.id }))
      return {
        ...order,
        seller_id: 'sel_lists',
        returns: [
          { ...own!, items, ...at(1) },
          { ...other!, ...at(2) },
        ],
      }
    })
    first = orders[0]!.id
    returns = orders.flatMap((order) => order.returns.map(({ id }) => id))
    const hidden = { seller_id: 'sel_lists' }
    const others = [
      { ...aReturnedOrder(), ...hidden, deleted_at: DELETED_AT },
      { ...aReturnedOrder(), ...hidden, is_draft_order: true },
      { ...aReturnedOrder(), seller_id: 'sel_other' },
      { ...aReturnedOrder(), seller_id: null },
    ]
    await insertMissing(service.db, { orders: [...orders, ...others] })
  })

  it('lists returns of the seller’s orders, oldest first, as sellers see them', async () => {
    const body = await list()
    expect(listVendorReturns.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ count: 4, offset: 0, limit: 50 })
    expect(body.returns.map(({ id }: { id: string }) => id)).toEqual(returns)
    expect(body.returns[0].items[0]).toMatchObject({ reason_id: reason.id, reason: { value: reason.value } })
    expect(await list('', 'sel_other')).toMatchObject({ count: 2 })
    expect(await list('', 'sel_none')).toEqual({ returns: [], count: 0, offset: 0, limit: 50 })
  })

  it('filters, sorts, paginates and selects fields', async () => {
    expect(await idsOf(`order_id=${first}`)).toEqual(returns.slice(0, 2))
    expect(await idsOf(`id=${returns[3]}`)).toEqual([returns[3]])
    expect(await idsOf('order=-created_at&limit=2&offset=1')).toEqual([returns[2], returns[1]])
    expect(await idsOf('status=canceled')).toEqual([])
    expect(await list('limit=1&fields=id,location_id')).toMatchObject({
      returns: [{ id: returns[0], location_id: ids.stock_location }],
    })
    expect((await list('fields=id')).returns[0]).toEqual({ id: returns[0] })
    const { status, body } = await service.send(listVendorReturns, { ...OWN, query: 'foo=1' })
    expect([status, body.message]).toEqual([400, "Invalid request: Unrecognized fields: 'foo'"])
    expect((await service.admin(listVendorReturns)).status).toBe(401)
  })

  it('uses an index for every query', async () => {
    const { filters, orders } = queriesOf(listVendorReturns, { order_id: ids.rich_order })
    const plans = await plansOf(service.db, async () => {
      for (const query of [...filters, ...orders])
        expect((await service.send(listVendorReturns, { ...OWN, query })).status, query).toBe(200)
    })
    expect(plans.length).toBeGreaterThan(filters.length)
    expect(await unindexed(service.db, plans)).toEqual([])
  })
})

describe('get-vendor-return', () => {
  it('responds with a return, and with what sellers see of its order', async () => {
    const { order_id, id, line } = await requested()
    const { status, body, etag } = await get(id)
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(getVendorReturn.response.strict().safeParse(body).error).toBeUndefined()
    expect(body.return).toMatchObject({
      id,
      order_id,
      status: 'requested',
      items: [{ item_id: line, quantity: 3, reason: null }],
    })
    expect(body.return).not.toHaveProperty('order')

    const asked = '%2Border.id,*items.item,*shipping_methods'
    const more = (await get(id, `fields=${asked}`)).body.return
    expect(more).toMatchObject({ order: { id: order_id }, items: [{ item: { id: line } }], shipping_methods: [] })
  })

  it('shows the same payment data as the order itself', async () => {
    const { order_id, id } = await requested()
    await service.db
      .collection<{ _id: string }>('orders')
      .updateOne({ _id: order_id }, { $set: { 'payment_collections.0.payments.0.data': { token: 'of the provider' } } })
    const query = 'fields=%2Border.payment_collections'
    const { payment_collections } = (await get(id, query)).body.return.order
    const { order } = (await service.send(getVendorOrder, { ...OWN, params: { id: order_id } })).body
    expect(payment_collections).toEqual(order.payment_collections)
    expect(JSON.stringify(payment_collections)).not.toContain('of the provider')
    const administrators = await service.admin(getReturn, { params: { id }, query })
    expect(JSON.stringify(administrators.body)).toContain('of the provider')
  })

  it('ignores the parameters of lists, and rejects unknown ones', async () => {
    const { id } = await requested()
    expect((await get(id, 'limit=1&offset=3&order=id&fields=id')).body.return).toEqual({ id })
    expect((await get(id, 'foo=1')).status).toBe(400)
    expect((await service.admin(getVendorReturn, { params: { id } })).status).toBe(401)
  })
})

describe('begin-vendor-return-receipt', () => {
  it('responds with the return, and records the member in the change', async () => {
    const { order_id, id } = await requested()
    const { status, body, etag } = await begin(id, {}, { description: 'd', internal_note: 'n', metadata: { a: 1 } })
    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(beginVendorReturnReceipt.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toEqual({ return: (await get(id)).body.return })
    const change = { change_type: 'return_receive', status: 'pending', return_id: id, description: 'd', created_by: 'mem_1' }
    expect(await changes(order_id)).toMatchObject([{ ...change, internal_note: null }])
    expect(await service.keptChanges(order_id)).toMatchObject([{ ...change, internal_note: 'n' }])
    expect(await service.eventsOf(order_id, 1)).toMatchObject([{ type: 'order.return-receipt-created', ids: { id, order_id } }])
  })

  it('succeeds once for concurrent and retried requests', async () => {
    const { order_id, id } = await requested()
    const op_id = mintOpId(Date.now())
    const administrator = service.admin(beginReturnReceipt, { params: { id }, body: {} })
    const replies = await Promise.all([...[1, 2, 3].map(() => begin(id, { op_id })), begin(id), administrator])
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(invalid(`Order (${order_id}) already has an existing active order change`))
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(await changes(order_id)).toHaveLength(1)
  })

  const nowhere = (location_id: string | null) =>
    invalid(
      `Cannot receive the Return at location ${location_id}: name one of your stock locations, where its items are stocked, as location_id`,
    )

  it('accepts a location for the items, which becomes that of the return', async () => {
    const { order_id, id, line, item } = await requested({ location_id: null })
    expect(refusal(await begin(id))).toEqual(nowhere(null))
    expect([await changes(order_id), (await get(id)).body.return.location_id]).toEqual([[], null])
    const { status, body } = await begin(id, {}, { location_id: ids.stock_location })
    expect([status, body.return.location_id], JSON.stringify(body)).toEqual([200, ids.stock_location])
    await receive(id, line, 2)
    expect((await confirm(id)).status).toBe(200)
    await expect.poll(() => stock(item)).toEqual([7, 0])
  })

  it('is rejected at locations that cannot take the items, whether of the return or given', async () => {
    const bare = `sloc_bare_${mintOpId(Date.now())}`
    await aLocation(bare, ids.seller)
    await aLocation('sloc_marketplaces', null)
    for (const location_id of [ids.foreign_stock_location, 'sloc_marketplaces', 'sloc_none', bare]) {
      const { order_id, id } = await requested({ location_id })
      expect(refusal(await begin(id))).toEqual(nowhere(location_id))
      const other = await requested()
      expect(refusal(await begin(other.id, {}, { location_id }))).toEqual(nowhere(location_id))
      expect([await changes(order_id), await changes(other.order_id)]).toEqual([[], []])
      expect((await begin(id, {}, { location_id: ids.stock_location })).body.return).toMatchObject({
        location_id: ids.stock_location,
      })
    }
    expect((await begin((await requested()).id, {}, { location_id: null })).status).toBe(400)
  })

  it('needs no location for items without stock, but rejects other sellers’ locations', async () => {
    const made = [await requested({ location_id: null }), await requested({ location_id: 'sloc_none' })]
    for (const { variant_id } of made)
      await service.pricing.db
        .collection('products')
        .updateOne({ 'variants.id': variant_id }, { $set: { 'variants.$.manage_inventory': false } })
    for (const { id, line } of made) {
      expect(refusal(await begin(id, {}, { location_id: ids.foreign_stock_location }))).toEqual(
        nowhere(ids.foreign_stock_location),
      )
      expect((await begin(id)).status).toBe(200)
      await receive(id, line, 1)
      expect((await confirm(id)).status).toBe(200)
    }
  })

  it('is rejected for received returns, and while the order has another active change', async () => {
    const order = aReturnedOrder()
    const [own, other] = order.returns
    await insertMissing(service.db, { orders: [{ ...order, returns: [{ ...own!, status: 'received' }, other!] }] })
    expect(refusal(await begin(own!.id))).toEqual([400, 'not_allowed', `Return with id ${own!.id} has been received`])
    const { order_id, id } = await requested()
    await service.call(beginOrderEdit, { body: { order_id } })
    expect(refusal(await begin(id))).toEqual(invalid(`Order (${order_id}) already has an existing active order change`))
    expect((await begin(id, {}, { foo: 1 })).status).toBe(400)
  })
})

describe('cancel-vendor-return-receipt', () => {
  const giveUp = (id: string, options: object = {}) =>
    service.send(cancelVendorReturnReceipt, { ...OWN, params: { id }, ...options })

  it('leaves the return unchanged, and frees the order for other changes', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 1)
    const { status, body, etag } = await giveUp(id)
    expect([status, body, etag]).toEqual([200, { id, object: 'return', deleted: true }, expect.any(String)])
    expect((await get(id)).body.return).toMatchObject({ status: 'requested', location_id: ids.stock_location })
    expect(await changes(order_id)).toEqual([])
    expect(await service.keptChanges(order_id)).toMatchObject([{ status: 'canceled', canceled_by: 'mem_1', actions: [{}] }])
    expect((await service.eventsOf(order_id, 3))[2]).toMatchObject({
      type: 'order.return-receipt-canceled',
      ids: { id, order_id },
    })
    expect([(await begin(id)).status, await stock(item)]).toEqual([200, [5, 0]])
  })

  it('succeeds once for concurrent requests, and is rejected without a receipt', async () => {
    const { id } = await receiving()
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => giveUp(id, { op_id })), giveUp(id)])
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(ACTIVE)
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(refusal(await giveUp(id))).toEqual(ACTIVE)
    const { order_id, id: edited } = await requested()
    await service.call(beginOrderEdit, { body: { order_id } })
    expect(refusal(await giveUp(edited))).toEqual(ACTIVE)
  })

  it('ends a receipt that an administrator began without a location', async () => {
    const { id, line, item } = await requested({ location_id: null })
    await service.admin(beginReturnReceipt, { params: { id }, body: {} })
    await receive(id, line, 1)
    expect(refusal(await confirm(id))).toEqual(invalid('Cannot receive the Return at location null'))
    await giveUp(id)
    await begin(id, {}, { location_id: ids.stock_location })
    await receive(id, line, 1)
    expect((await confirm(id)).status).toBe(200)
    await expect.poll(() => stock(item)).toEqual([6, 0])
  })
})

describe.each([
  ['received', receive, updateVendorReceivedReturnItem, removeVendorReceivedReturnItem, 'RECEIVE_RETURN_ITEM'],
  ['dismissed', dismiss, updateVendorDismissedReturnItem, removeVendorDismissedReturnItem, 'RECEIVE_DAMAGED_RETURN_ITEM'],
] as const)('actions on units %s by their seller', (_name, add, updating, removing, action) => {
  const update = (id: string, action_id: string, body: object, options: object = {}) =>
    service.send(updating, { ...OWN, params: { id, action_id }, body, ...options })
  const remove = (id: string, action_id: string, options: object = {}) =>
    service.send(removing, { ...OWN, params: { id, action_id }, ...options })

  it('can be added, changed and removed; the order itself is unchanged', async () => {
    const { order_id, id, line } = await receiving()
    const added = await add(id, line, 1)
    expect([added.status, Object.keys(added.body)], JSON.stringify(added.body)).toEqual([200, ['return']])
    expect(updating.response.strict().safeParse(added.body).error).toBeUndefined()
    expect(added.body.return).toMatchObject({ status: 'requested', items: [{ quantity: 3, received_quantity: 0 }] })
    const [{ actions }] = await changes(order_id)
    expect(actions).toMatchObject([{ action, details: { reference_id: line, quantity: 1 }, internal_note: null }])
    const action_id = actions[0].id as string

    const updated = await update(id, action_id, { quantity: 2, internal_note: 'm' })
    expect([updated.status, updated.body], JSON.stringify(updated.body)).toEqual([200, { return: added.body.return }])
    expect((await changes(order_id))[0].actions).toMatchObject([{ details: { quantity: 2 } }])
    const removed = await Promise.all([1, 2, 3].map(() => remove(id, action_id)))
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect((await changes(order_id))[0].actions).toEqual([])
    expect(await version(order_id)).toBe(1)
    const types = (await service.eventsOf(order_id, 4)).map(({ type }) => type)
    expect(types.slice(1)).toEqual(Array(3).fill('order.return-receipt-updated'))
  })

  it('never exceed the requested quantity under concurrent requests', async () => {
    const { id, line } = await receiving()
    const tooMany = invalid(`Cannot receive more items than what was requested to be returned for item ${line}.`)
    expect(refusal(await add(id, line, 4))).toEqual(tooMany)
    const replies = await Promise.all([add(id, line, 2), add(id, line, 2), add(id, line, 2)])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual(tooMany)
    expect(refusal(await add(id, 'ordli_none', 1))).toEqual(
      invalid(`Items with ids ordli_none does not exist in Return with id ${id}.`),
    )
    expect((await add(id, line, -1)).status).toBe(400)
  })

  it('are rejected without a receipt, and when unknown', async () => {
    const { id, line } = await requested()
    const idle = [await add(id, line, 1), await update(id, 'ordchact_none', {}), await remove(id, 'ordchact_none')]
    expect(idle.map(refusal)).toEqual([ACTIVE, ACTIVE, ACTIVE])
    const begun = await receiving()
    const [{ id: change_id }] = await changes(begun.order_id)
    const unknown = [404, 'not_found', `No request return found for return ${begun.id} in order change ${change_id}`]
    expect(refusal(await update(begun.id, 'ordchact_none', {}))).toEqual(unknown)
    expect(refusal(await remove(begun.id, 'ordchact_none'))).toEqual(unknown)
  })
})

describe('confirm-vendor-return-receipt', () => {
  it('counts received units, and restocks undamaged ones in the seller’s stock', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 2)
    await dismiss(id, line, 1)
    const { status, body, etag } = await confirm(id, { body: { no_notification: true } })

    expect([status, etag], JSON.stringify(body)).toEqual([200, expect.any(String)])
    expect(confirmVendorReturnReceipt.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      return: { id, status: 'received', items: [{ quantity: 3, received_quantity: 3, damaged_quantity: 1 }] },
    })
    await untilSettled(order_id)
    expect([await stock(item), await version(order_id)]).toEqual([[7, 0], 2])
    expect(await changes(order_id)).toMatchObject([{ status: 'confirmed', confirmed_by: 'mem_1' }])
    const told = { id, order_id, no_notification: 'true' }
    expect((await service.eventsOf(order_id, 4))[3]).toMatchObject({ type: 'order.return-received', ids: told })
  })

  it('can be done in parts', async () => {
    const { id, line, item } = await receiving()
    await receive(id, line, 1)
    expect((await confirm(id)).body.return).toMatchObject({ status: 'partially_received', received_at: null })
    await begin(id)
    await receive(id, line, 2)
    expect((await confirm(id)).body.return).toMatchObject({ status: 'received', items: [{ received_quantity: 3 }] })
    await expect.poll(() => stock(item)).toEqual([8, 0])
  })

  it('succeeds once, and restocks once, for concurrent and retried requests', async () => {
    const { order_id, id, line, item } = await receiving()
    await receive(id, line, 2)
    const op_id = mintOpId(Date.now())
    const replies = await Promise.all([...[1, 2, 3].map(() => confirm(id, { op_id })), confirm(id), confirm(id)])
    for (const reply of replies.filter(({ status }) => status !== 200)) expect(refusal(reply)).toEqual(ACTIVE)
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    await untilSettled(order_id)
    expect([await stock(item), await version(order_id)]).toEqual([[7, 0], 2])
  })

  it('is rejected at locations of others, unless all units are damaged', async () => {
    await aLocation('sloc_marketplaces', null)
    for (const location_id of [ids.foreign_stock_location, 'sloc_marketplaces', 'sloc_none', null]) {
      const { order_id, id, line, item } = await requested({ location_id })
      await service.admin(beginReturnReceipt, { params: { id }, body: {} })
      await receive(id, line, 1)
      if (location_id !== null)
        await service.pricing.db
          .collection<{ _id: string }>('inventory_items')
          .updateOne({ _id: item }, { $set: { 'location_levels.0.location_id': location_id } })
      expect(refusal(await confirm(id))).toEqual(invalid(`Cannot receive the Return at location ${location_id}`))
      expect([await version(order_id), await stock(item)]).toEqual([1, [5, 0]])
      await service.send(removeVendorReceivedReturnItem, {
        ...OWN,
        params: { id, action_id: (await changes(order_id))[0].actions[0].id },
      })
      await dismiss(id, line, 1)
      expect([(await confirm(id)).status, await stock(item)]).toEqual([200, [5, 0]])
    }
  })

  it('is rejected without received items, and without a receipt', async () => {
    const { id } = await receiving()
    expect(refusal(await confirm(id))).toEqual(invalid(`No items of return ${id} are received`))
    expect(refusal(await confirm((await requested()).id))).toEqual(ACTIVE)
    expect((await confirm(id, { body: { foo: 1 } })).status).toBe(400)
  })
})

const MUTATIONS = Object.values(vendorReturnOperations).filter(({ method }) => method !== 'GET') as Operation[]
const ONE = [getVendorReturn as Operation, ...MUTATIONS]
const bodyOf = ({ body }: Operation, line: string) => {
  const { example } = (body.meta() ?? {}) as { example?: { items?: object[] } }
  return example?.items ? { items: [{ id: line, quantity: 1 }] } : (example ?? {})
}

describe.each(ONE.map((operation) => [operation.name, operation] as const))('%s', (_name, operation) => {
  const ask = (id: string, line: string, options: object = OWN) =>
    service.send(operation, {
      params: { id, ...(operation.path!.includes(':action_id') && { action_id: 'ordchact_none' }) },
      ...(operation.method === 'POST' && { body: bodyOf(operation, line) }),
      ...options,
    })

  it('rejects returns of others’ orders like unknown ones, and leaves them unchanged', async () => {
    const made = await receiving()
    const hidden = await Promise.all(
      [{ deleted_at: DELETED_AT }, { is_draft_order: true }, { seller_id: null }].map((order) => requested({ order })),
    )
    const before = await service.keptChanges(made.order_id)
    const replies = await Promise.all([
      ask(made.id, made.line, FOREIGN),
      ask('return_none', made.line),
      ...hidden.map(({ id, line }) => ask(id, line)),
    ])
    for (const reply of replies) expect(refusal(reply)).toEqual(FORBIDDEN)
    expect(await service.keptChanges(made.order_id)).toEqual(before)
    expect((await ask(made.id, made.line, { actor: ADMIN })).status).toBe(401)
    expect((await ask(made.id, made.line, { actor: { type: 'customer', id: 'cus_1', identity_id: 'authid_1' } })).status).toBe(
      401,
    )
  })

  it('rejects an If-Match of another revision, unless it only reads', async () => {
    const { id, line } = operation === (beginVendorReturnReceipt as Operation) ? await requested() : await receiving()
    const stale = operation.method === 'GET' ? [200, 304, 412] : [412]
    expect(stale).toContain((await ask(id, line, { ...OWN, if_match: '"999"' })).status)
  })
})
