import {
  addOrderEditShippingMethod,
  beginOrderEdit,
  confirmOrderEdit,
  listOrderChanges,
  listOrderItems,
  updateOrderEditItem,
} from '@souk/contracts'
import { refusal } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertMissing } from '../../../../../tools/seed/insert-missing.ts'
import { aChange, anItem } from '../../../test/builders.ts'
import { aCustomer, anOrderRecord } from '../../../test/records.ts'
import { EXPRESS, type OrdersUnderTest, startOrders } from '../../../test/service.ts'
import { MAX_SETTLING_CHANGES } from '../../domain/order-changes/new-change.ts'
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
const ofOrder = (id: string) => ({ params: { id } })
const changes = (id: string, query = '') => service.admin(listOrderChanges, { ...ofOrder(id), query })
const items = (id: string, query = '') => service.admin(listOrderItems, { ...ofOrder(id), query })

/** Edits the order and confirms the edit. */
async function edit(id: string, item_id: string, quantity: number) {
  await service.call(beginOrderEdit, { body: { order_id: id } })
  await service.call(updateOrderEditItem, { params: { id, item_id }, body: { quantity } })
  await service.call(confirmOrderEdit, ofOrder(id))
}
const twoLines = () => anOrderRecord({ items: [anItem({ id: 'ordli_a' }), anItem({ id: 'ordli_b', title: 'Cap' })] })

describe('list-order-changes', () => {
  it('returns all changes with their actions, oldest first, from the order and its history', async () => {
    const id = await stored(twoLines())
    await edit(id, 'ordli_a', 3)
    await edit(id, 'ordli_a', 4)
    await service.call(beginOrderEdit, { body: { order_id: id } })
    await service.call(addOrderEditShippingMethod, { ...ofOrder(id), body: { shipping_option_id: EXPRESS } })

    const { status, body } = await changes(id)

    expect(status).toBe(200)
    expect(listOrderChanges.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ count: 3, offset: 0, limit: MAX_SETTLING_CHANGES })
    expect(body.order_changes).toMatchObject([
      { version: 2, status: 'confirmed', actions: [{ details: { quantity: 3 } }] },
      { version: 3, status: 'confirmed', confirmed_by: 'user_1', actions: [{ applied: true, details: { quantity: 4 } }] },
      { version: 4, status: 'pending', actions: [{ action: 'SHIPPING_ADD', applied: false }] },
    ])
    expect(JSON.stringify(body)).not.toMatch(/"(created|replaced|before)":/)
    expect(Object.keys(body.order_changes[0]).sort()).toEqual(Object.keys(body.order_changes[1]).sort())
  })

  it('filters by kind, status, date and version, sorts and paginates', async () => {
    const kinds = ['edit', 'claim', 'transfer'] as const
    const id = await stored(
      anOrderRecord({
        changes: kinds.map((change_type, n) =>
          aChange([], {
            id: `ordch_${n}`,
            change_type,
            version: n + 2,
            status: n === 2 ? 'requested' : 'confirmed',
            created_at: `2026-06-0${n + 1}T00:00:00.000Z`,
          }),
        ),
      }),
    )
    const kindsOf = async (query: string) =>
      (await changes(id, query)).body.order_changes.map((change: { change_type: string }) => change.change_type)

    expect(await kindsOf('')).toEqual(['edit', 'claim', 'transfer'])
    expect(await kindsOf('change_type=edit')).toEqual(['edit'])
    expect(await kindsOf('deleted_at=null&change_type=edit')).toEqual(['edit'])
    expect(await kindsOf('deleted_at[$gte]=2026-01-01')).toEqual([])
    expect(await kindsOf('change_type[0]=edit&change_type[1]=claim&change_type[2]=update_order')).toEqual(['edit', 'claim'])
    expect(await kindsOf('status=requested')).toEqual(['transfer'])
    expect(await kindsOf('created_at[$gte]=2026-06-02T00:00:00.000Z&order=version')).toEqual(['claim', 'transfer'])
    expect((await changes(id, 'limit=1&offset=1')).body).toMatchObject({
      count: 3,
      offset: 1,
      limit: 1,
      order_changes: [{ change_type: 'claim' }],
    })
  })

  it('includes declined changes, but never canceled ones, even if filtered for', async () => {
    const statuses = ['confirmed', 'declined', 'canceled', 'canceled', 'requested'] as const
    const id = await stored(
      anOrderRecord({ changes: statuses.map((status, n) => aChange([], { id: `ordch_h${n}`, version: n + 2, status })) }),
    )
    const { body } = await changes(id, 'order=version')
    expect(body).toMatchObject({ count: 3, order_changes: [{ version: 2 }, { status: 'declined' }, { version: 6 }] })
    expect((await changes(id, 'status=canceled')).body).toMatchObject({ count: 0, order_changes: [] })
  })

  it('returns only the requested fields, including those of the order', async () => {
    const id = await stored(twoLines())
    await edit(id, 'ordli_a', 3)

    expect((await changes(id, 'fields=id,status,order.total,order.customer.email')).body.order_changes).toEqual([
      {
        id: expect.any(String),
        status: 'confirmed',
        order: { id, total: 135, customer: { id: 'cus_1', email: 'ann@example.com' } },
      },
    ])
    expect((await changes(id)).body.order_changes[0].order).toBeNull()
  })

  it('rejects unknown orders and unknown query parameters', async () => {
    expect(refusal(await changes('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await changes('order_none', 'foo=1'))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Unrecognized fields: 'foo'",
    ])
  })

  it('loses no change while edits are confirmed concurrently', async () => {
    const id = await stored(twoLines())
    const seen: number[] = []
    const editing = (async () => {
      for (const quantity of [3, 4, 5, 6]) await edit(id, 'ordli_a', quantity)
    })()
    let isDone = false
    void editing.finally(() => (isDone = true))
    while (!isDone) seen.push((await changes(id)).body.count)
    await editing

    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    expect((await changes(id)).body.count).toBe(4)
  })
})

describe('list-order-items', () => {
  it('returns each line once with its range of versions, also lines that an edit removed', async () => {
    const id = await stored(twoLines())
    await edit(id, 'ordli_a', 3)
    await edit(id, 'ordli_b', 0)
    await edit(id, 'ordli_a', 5)

    const { status, body } = await items(id)

    expect(status).toBe(200)
    expect(listOrderItems.response.strict().safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({
      count: 2,
      order_items: [
        {
          item_id: 'ordli_a',
          version: 4,
          quantity: 5,
          item: { id: 'ordli_a', title: 'Shirt' },
          history: { version: { from: 1, to: 4 } },
        },
        {
          item_id: 'ordli_b',
          version: 2,
          quantity: 2,
          item: { id: 'ordli_b', title: 'Cap' },
          history: { version: { from: 1, to: 2 } },
        },
      ],
    })
    expect(Object.keys(body.order_items[0].item).sort()).toEqual(Object.keys(body.order_items[1].item).sort())
  })

  it('names the line and its versions regardless of `fields`', async () => {
    const id = await stored(twoLines())
    await edit(id, 'ordli_a', 3)

    const { order_items } = (await items(id, 'fields=quantity')).body
    const shown = { id: expect.any(String), version: 2, history: { version: { from: 1, to: 2 } } }
    expect(order_items).toEqual([
      { ...shown, item_id: 'ordli_a', quantity: 3 },
      { ...shown, item_id: 'ordli_b', quantity: 2 },
    ])
  })

  it('returns lines as they were in one version, or in the latest of several', async () => {
    const id = await stored(twoLines())
    await edit(id, 'ordli_a', 3)
    await edit(id, 'ordli_b', 0)

    const of = async (query: string) =>
      (await items(id, query)).body.order_items.map(({ item_id, version, quantity, history }: never[number]) => [
        ...[item_id, version, quantity],
        history,
      ])
    expect(await of('version=1')).toEqual([
      ['ordli_a', 1, 2, { version: { from: 1, to: 1 } }],
      ['ordli_b', 1, 2, { version: { from: 1, to: 1 } }],
    ])
    expect(await of('version[$lte]=2&item_id=ordli_a')).toEqual([['ordli_a', 2, 3, { version: { from: 1, to: 2 } }]])
    expect(await of('version=3')).toMatchObject([['ordli_a', 3, 3, {}]])
    expect(await of('version=9')).toEqual([])
  })

  it('returns the lines of an order that was never edited', async () => {
    expect((await items(await stored(twoLines()))).body.order_items).toMatchObject([
      { item_id: 'ordli_a', version: 1, history: { version: { from: 1, to: 1 } } },
      { item_id: 'ordli_b' },
    ])
  })

  it('filters, and returns only the requested fields', async () => {
    const id = await stored(twoLines())

    const named = 'fields=quantity,item.title,-version,-history'
    const always = { version: 1, history: { version: { from: 1, to: 1 } } }
    expect((await items(id, `item_id=ordli_b&${named}`)).body.order_items).toEqual([
      { ...always, id: expect.any(String), item_id: 'ordli_b', quantity: 2, item: { id: 'ordli_b', title: 'Cap' } },
    ])
  })

  it('rejects unknown orders and unknown query parameters', async () => {
    expect(refusal(await items('order_none'))).toEqual([404, 'not_found', 'Order id not found: order_none'])
    expect(refusal(await items('order_none', 'foo=1'))).toEqual([
      400,
      'invalid_data',
      "Invalid request: Unrecognized fields: 'foo'",
    ])
  })
})
