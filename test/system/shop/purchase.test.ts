import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn, type Medusa, medusaOf } from '../medusa.ts'
import { type System, startSystem } from '../system.ts'

let system: System
let admin: Medusa['admin']

beforeAll(async () => {
  system = await startSystem()
  admin = (await logIn(system)).admin
})
afterAll(() => system.stop())

interface Line {
  id: string
  variant_id: string | null
  quantity: number
}

const ADDRESS = {
  first_name: 'Ann',
  last_name: 'Lee',
  address_1: 'Quay 1',
  city: 'Kiel',
  country_code: 'de',
  postal_code: '24103',
}

/** Does everything that a storefront does from the first line item to the order. */
async function bought({ store }: Medusa, cart: object = {}) {
  const { cart: empty } = await store.cart.create({ region_id: ids.region, ...cart })
  const { cart: filled } = await store.cart.createLineItem(empty.id, { variant_id: ids.variant, quantity: 2 })
  await store.cart.updateLineItem(empty.id, filled.items![0]!.id, { quantity: 3 })
  const { cart: two } = await store.cart.createLineItem(empty.id, { variant_id: ids.third_variant, quantity: 1 })
  await store.cart.deleteLineItem(empty.id, two.items!.find(({ variant_id }: Line) => variant_id === ids.third_variant)!.id)
  await store.cart.update(empty.id, { email: 'ann@example.com', shipping_address: ADDRESS, billing_address: ADDRESS })
  const { shipping_options } = await store.fulfillment.listCartOptions({ cart_id: empty.id })
  const option = shipping_options.find(({ id }: { id: string }) => id === ids.shipping_option)!
  const { cart: ready } = await store.cart.addShippingMethod(empty.id, { option_id: option.id })
  await store.payment.initiatePaymentSession(ready, { provider_id: 'pp_system_default' })
  const completed = await store.cart.complete(empty.id)
  if (completed.type !== 'order') throw new Error(`no order: ${completed.error.message}`)
  return { cart: ready, order: completed.order }
}

it('a guest buys with the unmodified SDK, and the shop fulfills the order and captures the payment', async () => {
  const { cart, order } = await bought(medusaOf(system))

  expect(order).toMatchObject({ email: 'ann@example.com', currency_code: 'eur', total: cart.total })
  expect(order.items).toMatchObject([{ variant_id: ids.variant, quantity: 3 }])
  const { order: seen } = await admin.order.retrieve(order.id, { fields: '*payment_collections,*payment_collections.payments' })
  expect(seen).toMatchObject({ status: 'pending', payment_status: 'authorized', fulfillment_status: 'not_fulfilled' })

  const items = order.items!.map(({ id, quantity }: Line) => ({ id, quantity }))
  await admin.order.createFulfillment(order.id, { items } as never)
  await admin.payment.capture(seen.payment_collections![0]!.payments![0]!.id, {})
  const { order: sent } = await admin.order.retrieve(order.id)
  expect(sent).toMatchObject({ payment_status: 'captured', fulfillment_status: 'fulfilled' })
})

it('a customer finds the purchase among their orders, and the cart is closed', async () => {
  const medusa = await logIn(system, 'customer')
  const { cart, order } = await bought(medusa)

  const { orders } = await medusa.store.order.list()
  expect(orders.map(({ id }: { id: string }) => id)).toContain(order.id)
  const more = { variant_id: ids.variant, quantity: 1 }
  await expect(medusa.store.cart.createLineItem(cart.id, more)).rejects.toMatchObject({ status: 400 })
})
