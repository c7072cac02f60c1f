import {
  addDraftOrderItems,
  addOrderEditItems,
  addOrderEditShippingMethod,
  beginDraftOrderEdit,
  beginOrderEdit,
  createDraftOrder,
  createRegion,
  deleteRegion,
  type Region,
  updateDraftOrder,
} from '@souk/contracts'
import { patient } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { aCustomer, anAddress, anOrderRecord } from './records.ts'
import { EXPRESS, type OrdersUnderTest, startOrdersWithCart } from './service.ts'

let service: OrdersUnderTest
let region: Region
let draft_id: string

beforeAll(async () => {
  service = await startOrdersWithCart()
  const body = { name: 'Former', currency_code: 'eur', countries: [] }
  region = (await service.call(createRegion, { body, ...patient() })).region
  const shipping_address = { country_code: 'de' }
  const draft = {
    region_id: region.id,
    email: 'guest@example.com',
    shipping_address,
    items: [{ variant_id: ids.variant, quantity: 2 }],
  }
  draft_id = (await service.call(createDraftOrder, { body: draft as never, ...patient() })).draft_order.id
  await service.call(deleteRegion, { params: { id: region.id }, ...patient() })
  await insertMissing(service.db, { customers: [aCustomer()] })
})
afterAll(() => service.stop())

const EUR_VAT = [{ rate: 19 }]

describe('after the deletion of their region', () => {
  it('orders are edited at its prices and taxes, by their copy of it', async () => {
    const order = anOrderRecord({
      ...{ display_id: 1001, seller_id: ids.seller, region_id: region.id, region },
      shipping_address: anAddress(),
    })
    await insertMissing(service.db, { orders: [order] })
    const params = { id: order.id }
    await service.call(beginOrderEdit, { body: { order_id: order.id } })

    await service.call(addOrderEditShippingMethod, { params, body: { shipping_option_id: EXPRESS } })
    const items = [{ variant_id: ids.variant, quantity: 1 }]
    const { order_preview } = await service.call(addOrderEditItems, { params, body: { items } })

    expect(order_preview.shipping_methods[1]).toMatchObject({ amount: 15, tax_lines: EUR_VAT, total: 17.85 })
    expect(order_preview.items[1]).toMatchObject({ unit_price: 20, tax_lines: EUR_VAT, total: 23.8 })
  })

  it('orders whose copy of it has no automatic taxes stay without taxes', async () => {
    const order = anOrderRecord({ display_id: 1002, region_id: region.id, region: { ...region, automatic_taxes: false } })
    await insertMissing(service.db, { orders: [order] })
    const params = { id: order.id }
    await service.call(beginOrderEdit, { body: { order_id: order.id } })

    const { order_preview } = await service.call(addOrderEditShippingMethod, { params, body: { shipping_option_id: EXPRESS } })

    expect(order_preview.shipping_methods[1]).toMatchObject({ amount: 15, tax_lines: [], total: 15 })
  })

  it('drafts keep their taxes when their address changes, and take new goods', async () => {
    const params = { id: draft_id }
    const moved = { shipping_address: { country_code: 'de', province: 'de-by' } }
    const { draft_order } = await service.call(updateDraftOrder, { params, body: moved as never })
    expect(draft_order).toMatchObject({ total: 47.6, items: [{ tax_lines: EUR_VAT }] })

    await service.call(beginDraftOrderEdit, { params })
    const items = [{ variant_id: ids.variant, quantity: 1, unit_price: 3 }]
    const { draft_order_preview } = await service.call(addDraftOrderItems, { params, body: { items } })
    expect(draft_order_preview.items[1]).toMatchObject({ unit_price: 3, tax_lines: EUR_VAT })
  })
})
