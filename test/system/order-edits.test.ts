import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../tools/seed/ids.ts'
import { addOrder } from './records.ts'
import { succeed } from './succeed.ts'
import { type System, startSystem } from './system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const ask = (method: string, path: string, body?: object) => succeed(system, method, path, body)

it('an order edit over HTTP is begun, filled, changed, requested and confirmed, and another one begun', async () => {
  const order_id = await addOrder(system)
  const edit = `/admin/order-edits/${order_id}`
  const { order: before } = await ask('GET', `/admin/orders/${order_id}`)
  const [shirt, other] = before.items

  const { order_change } = await ask('POST', '/admin/order-edits', { order_id, internal_note: 'The customer called' })
  expect(order_change).toMatchObject({ status: 'pending', version: 2, order_id })

  const items = [
    { variant_id: ids.third_variant, quantity: 1 },
    { variant_id: ids.variant, quantity: 1, unit_price: 1 },
  ]
  const added = (await ask('POST', `${edit}/items`, { items })).order_preview
  expect(added.items).toHaveLength(4)
  const [first, second] = added.order_change.actions
  await ask('POST', `${edit}/items/${first.id}`, { quantity: 3 })
  await ask('DELETE', `${edit}/items/${second.id}`)
  await ask('POST', `${edit}/items/item/${shirt.id}`, { quantity: 5, unit_price: 18 })
  await ask('POST', `${edit}/items/item/${other.id}`, { quantity: 0 })
  const express = { shipping_option_id: ids.express_shipping_option }
  const shipped = (await ask('POST', `${edit}/shipping-method`, express)).order_preview
  const [kept] = shipped.order_change.actions.slice(-1)
  const twice = (await ask('POST', `${edit}/shipping-method`, { ...express, custom_amount: 0 })).order_preview
  await ask('DELETE', `${edit}/shipping-method/${twice.order_change.actions.at(-1).id}`)
  await ask('POST', `${edit}/shipping-method/${kept.id}`, { custom_amount: 7 })

  const requested = (await ask('POST', `${edit}/request`)).order_preview
  expect(requested.order_change).toMatchObject({ status: 'requested', requested_by: ids.admin })
  expect(requested.items.map(({ quantity }: { quantity: number }) => quantity)).toEqual([5, 0, 3])
  const { order: untouched } = await ask('GET', `/admin/orders/${order_id}`)
  expect(untouched).toEqual(before)

  const confirmed = (await ask('POST', `${edit}/confirm`)).order_preview
  expect(confirmed).toMatchObject({ version: 1, total: requested.total, order_change: { status: 'confirmed' } })

  const { order: after } = await ask('GET', `/admin/orders/${order_id}`)
  expect(after).toMatchObject({
    version: 2,
    total: requested.total,
    items: [
      { id: shirt.id, quantity: 5, unit_price: 18 },
      { variant_id: ids.third_variant, quantity: 3 },
    ],
    shipping_methods: [{ amount: 10 }, { amount: 7, is_custom_amount: true }],
    summary: { original_order_total: before.total, current_order_total: requested.total },
    payment_collections: [{ status: 'not_paid', amount: Math.round(requested.total * 100) / 100 }],
  })
  const { order_changes } = await ask('GET', `/admin/orders/${order_id}/changes?change_type=edit`)
  expect(order_changes).toMatchObject([{ status: 'confirmed', internal_note: 'The customer called', actions: { length: 4 } }])
  const { order_items } = await ask('GET', `/admin/orders/${order_id}/line-items`)
  const versions = order_items.map(({ item_id, history }: { item_id: string; history: { version: object } }) => [
    item_id,
    history.version,
  ])
  expect(versions).toContainEqual([shirt.id, { from: 1, to: 2 }])
  expect(versions).toContainEqual([other.id, { from: 1, to: 1 }])
  const { order: plain } = await ask('GET', `/admin/orders/${order_id}/preview`)
  expect(plain).toMatchObject({ total: after.total })
  expect(plain).not.toHaveProperty('order_change')

  const again = await ask('POST', '/admin/order-edits', { order_id })
  expect(again.order_change).toMatchObject({ status: 'pending', version: 3, actions: [] })
  expect(await ask('DELETE', edit)).toEqual({ id: order_id, object: 'order-edit', deleted: true })
})
