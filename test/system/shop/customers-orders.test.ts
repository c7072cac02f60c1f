import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { addOrder } from '../records.ts'
import { succeed } from '../succeed.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const ask = (method: string, path: string, body?: object) => succeed(system, method, path, body)

it('a seller finds a customer and their orders, opens an order, sees its changes, and completes it', async () => {
  const order_id = await addOrder(system)
  const { customers } = await ask('GET', '/vendor/customers')
  expect(customers.map(({ id }: { id: string }) => id)).toContain(ids.customer)

  const { customer } = await ask('GET', `/vendor/customers/${ids.customer}`)
  const page = await ask('GET', `/vendor/customers/${customer.id}/orders?order=-created_at&limit=100&fields=+total`)
  const listed = page.orders.find(({ id }: { id: string }) => id === order_id)
  expect(listed).toMatchObject({ version: 1 })

  const { order } = await ask('GET', `/vendor/orders/${order_id}?fields=+total,*items,*items.detail,*customer`)
  expect(order).toMatchObject({ id: order_id, total: listed.total, version: 1, customer: { id: customer.id } })
  expect(await ask('GET', `/vendor/orders/${order_id}/changes`)).toMatchObject({ order_changes: [], count: 0 })

  await ask('POST', '/admin/order-edits', { order_id })
  const [line] = order.items
  await ask('POST', `/admin/order-edits/${order_id}/items/item/${line.id}`, { quantity: line.quantity + 1 })
  await ask('POST', `/admin/order-edits/${order_id}/confirm`)

  const edited = (await ask('GET', `/vendor/orders/${order_id}?fields=*items`)).order
  expect(edited.items.find(({ id }: { id: string }) => id === line.id)).toMatchObject({ quantity: line.quantity + 1 })
  const { order_changes } = await ask('GET', `/vendor/orders/${order_id}/changes`)
  expect(order_changes).toMatchObject([{ change_type: 'edit', status: 'confirmed', version: 2 }])
  expect((await ask('POST', `/vendor/orders/${order_id}/complete`)).order).toMatchObject({ status: 'completed' })

  for (const path of [`/vendor/orders/${order_id}`, `/vendor/orders/${order_id}/changes`])
    expect((await system.http('GET', path, { as: 'foreign_seller' })).status).toBe(403)
})
