import { afterAll, beforeAll, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { logIn, type Medusa } from '../medusa.ts'
import { type System, startSystem } from '../system.ts'

let system: System
let admin: Medusa['admin']
beforeAll(async () => {
  system = await startSystem()
  admin = (await logIn(system)).admin
})
afterAll(() => system.stop())

it('a draft order is created for a phone sale, edited, and converted to an order', async () => {
  const { draft_order } = await admin.draftOrder.create({
    region_id: ids.region,
    email: 'phone@example.com',
    sales_channel_id: ids.sales_channel,
    shipping_address: { first_name: 'Ann', city: 'Berlin', country_code: 'de' },
    items: [{ variant_id: ids.variant, quantity: 1 }],
  } as never)
  const { id } = draft_order
  expect(draft_order).toMatchObject({ status: 'draft', total: 23.8 })
  const { draft_orders } = await admin.draftOrder.list({ q: 'phone@example.com' })
  expect(draft_orders.map((one: { id: string }) => one.id)).toContain(id)

  await admin.draftOrder.beginEdit(id)
  await admin.draftOrder.addItems(id, { items: [{ title: 'Engraving', unit_price: 7, quantity: 1 }] } as never)
  await admin.draftOrder.updateItem(id, draft_order.items[0]!.id, { quantity: 2 })
  const { draft_order_preview } = await admin.draftOrder.addShippingMethod(id, { shipping_option_id: ids.shipping_option })
  expect(draft_order_preview).toMatchObject({ items: [{ quantity: 2 }, { title: 'Engraving' }], total: 67.83 })
  await admin.draftOrder.requestEdit(id)
  await admin.draftOrder.confirmEdit(id)

  await admin.draftOrder.update(id, { shipping_address: { country_code: 'fr' } as never })
  const agreed = (await admin.draftOrder.retrieve(id, { fields: '+total,*shipping_methods' })).draft_order
  expect(agreed).toMatchObject({ total: 68.4, shipping_methods: [{ amount: 10 }] })

  await admin.draftOrder.beginEdit(id)
  await admin.draftOrder.removeShippingMethod(id, agreed.shipping_methods![0]!.id)
  await admin.draftOrder.cancelEdit(id)
  const { order } = await admin.draftOrder.convertToOrder(id)

  expect(order).toMatchObject({ id, status: 'pending', is_draft_order: false, total: 68.4, seller_id: ids.seller })
  expect((await admin.order.list({ id })).count).toBe(1)
  await expect(admin.draftOrder.retrieve(id)).rejects.toMatchObject({ status: 404 })

  const other = (await admin.draftOrder.create({ region_id: ids.region, email: 'phone@example.com' } as never)).draft_order
  expect(await admin.draftOrder.delete(other.id)).toEqual({ id: other.id, object: 'draft-order', deleted: true })
})

it('a draft order is created with a promotion, gets another one, loses the first, and is sold at that price', async () => {
  const of = (code: string, value: number) => ({
    ...{ code, type: 'standard', status: 'active' },
    application_method: { type: 'percentage', target_type: 'items', allocation: 'across', value },
  })
  for (const body of [of('PHONE10', 10), of('PHONE50', 50)]) await admin.promotion.create(body as never)
  const { draft_order } = await admin.draftOrder.create({
    region_id: ids.region,
    email: 'phone@example.com',
    shipping_address: { country_code: 'de' },
    items: [{ variant_id: ids.variant, quantity: 1 }],
    promo_codes: ['PHONE10'],
  } as never)
  const { id } = draft_order
  expect(draft_order).toMatchObject({ total: 21.42, items: [{ adjustments: [{ code: 'PHONE10', amount: 2 }] }] })

  await admin.draftOrder.beginEdit(id)
  await admin.draftOrder.addPromotions(id, { promo_codes: ['PHONE50'] })
  const { draft_order_preview } = await admin.draftOrder.removePromotions(id, { promo_codes: ['PHONE10'] })
  expect(draft_order_preview).toMatchObject({ total: 11.9, items: [{ adjustments: [{ code: 'PHONE50', amount: 10 }] }] })
  await expect(admin.draftOrder.addPromotions(id, { promo_codes: ['NONE'] })).rejects.toMatchObject({
    status: 400,
    message: 'Promotion code "NONE" not found',
  })
  await admin.draftOrder.addItems(id, { items: [{ title: 'Engraving', unit_price: 7, quantity: 1 }] } as never)
  await admin.draftOrder.confirmEdit(id)
  const { order } = await admin.draftOrder.convertToOrder(id)

  expect(order).toMatchObject({ total: 16.065, items: [{ adjustments: [{ amount: 10 }] }, { adjustments: [{ amount: 3.5 }] }] })
})
