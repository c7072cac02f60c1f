import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { succeed } from '../succeed.ts'
import { type System, startSystem } from '../system.ts'

let system: System
beforeAll(async () => {
  system = await startSystem()
})
afterAll(() => system.stop())

const send = (method: string, path: string, body?: object) => succeed(system, method, path, body)

/** The customer's price of one unit in a new cart. */
async function unitPrice(): Promise<number> {
  const items = [{ variant_id: ids.variant, quantity: 1 }]
  const { body, text } = await system.http('POST', '/store/carts', { as: 'customer', body: { region_id: ids.region, items } })
  expect(body.cart, text).toBeDefined()
  return body.cart.items[0].unit_price
}

it('a seller creates a customer group, gives it prices, adds a customer and removes them again', async () => {
  const before = await unitPrice()
  const { customer_group } = await send('POST', '/vendor/customer-groups', { name: 'Friends of the house' })
  const group = `/vendor/customer-groups/${customer_group.id}`
  await send('POST', '/vendor/price-lists', {
    title: 'For friends',
    description: 'As dear as they are',
    status: 'active',
    rules: { 'customer.groups.id': [customer_group.id] },
    prices: [{ variant_id: ids.variant, currency_code: 'eur', amount: 1.5 }],
  })
  expect(await unitPrice()).toBe(before)

  await send('POST', `/vendor/customers/${ids.customer}/customer-groups`, { add: [customer_group.id] })
  expect(await unitPrice()).toBe(1.5)
  const { customer } = await send('GET', `/vendor/customers/${ids.customer}?fields=*groups,*groups.customers`)
  expect(customer.groups.at(-1)).toMatchObject({ id: customer_group.id, customers: [{ id: ids.customer }] })
  const { customers } = (await send('GET', `${group}?fields=*customers`)).customer_group
  expect(customers).toMatchObject([{ id: ids.customer }])

  await send('POST', `${group}/customers`, { remove: [ids.customer] })
  expect(await unitPrice()).toBe(before)
  await send('POST', `${group}/customers`, { add: [ids.customer] })
  expect(await unitPrice()).toBe(1.5)
  await send('POST', group, { name: 'Friends' })
  expect((await send('GET', '/vendor/customer-groups?q=friends')).customer_groups).toMatchObject([{ name: 'Friends' }])
  expect(await send('DELETE', group)).toEqual({ id: customer_group.id, object: 'customer_group', deleted: true })
  await expect.poll(unitPrice, { timeout: 60_000 }).toBe(before)
})
