import {
  addOrderEditShippingMethod,
  beginOrderEdit,
  findProducts,
  getOrder,
  JsonText,
  listCustomerOrders,
  previewOrder,
  subjectOf,
} from '@souk/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { seededProducts, snapshotOf } from '../../../tools/seed/catalogue.ts'
import { ids } from '../../../tools/seed/ids.ts'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { anItem } from './builders.ts'
import { aCustomer, aGroup, anOrderRecord } from './records.ts'
import { EXPRESS, memberOf, type OrdersUnderTest, startOrders } from './service.ts'

let service: OrdersUnderTest
/** The requests, each once: on a busy machine a late one is sent to another replica as well. */
const asked = new Set<string>()

const sold = snapshotOf(ids.variant)
const [product, variant] = [JsonText.of(sold.product), JsonText.of(sold.variant)]
const lineOf = (id: string) => ({ ...anItem({ id }), product, variant, product_id: sold.product.id, variant_id: sold.variant.id })
const mine = { customer_id: 'cus_asks', seller_id: ids.seller }
const order = anOrderRecord({ ...mine, items: [lineOf('ordli_1'), lineOf('ordli_2')] })
const params = { id: order.id }
const foreign = {
  ...seededProducts[0]!,
  id: 'prod_foreign',
  handle: 'theirs',
  title: 'Theirs',
  variants: [],
  variant_codes: [],
  seller_id: ids.foreign_seller,
}

beforeAll(async () => {
  service = await startOrders()
  // To any replica, or to the chosen one.
  for (const subject of [subjectOf(findProducts), `replica.pricing.*.${findProducts.name}`])
    service.bus.nc.subscribe(subject, { callback: (_, msg) => void asked.add(`${msg.headers?.get('op-id')} ${msg.string()}`) })
  const customers = [aCustomer({ id: 'cus_asks', email: 'asks@example.com', group_ids: ['cusgroup_1'] })]
  await insertMissing(service.db, {
    customers: [...customers, aCustomer({ id: 'cus_other', email: 'other@example.com', group_ids: ['cusgroup_1'] })],
    customer_groups: [aGroup()],
    orders: [order, anOrderRecord({ ...mine, created_at: '2027-01-01T00:00:00.000Z', items: [lineOf('ordli_3')] })],
  })
  await insertMissing(service.pricing.db, { products: [foreign] })
  await service.admin(beginOrderEdit, { body: { order_id: order.id } })
})
afterAll(() => service.stop())
beforeEach(() => {
  asked.clear()
})

const list = (query: string, seller_id: string = ids.seller) =>
  service.send(listCustomerOrders, { params: { id: 'cus_asks' }, query, actor: memberOf(seller_id) })

/** The orders of every response that contains any. */
async function all(query: string) {
  const read = await service.admin(getOrder, { params, query })
  const preview = await service.admin(previewOrder, { params, query })
  const edited = await service.admin(addOrderEditShippingMethod, { params, query, body: { shipping_option_id: EXPRESS } })
  const listed = await list(query)
  expect([read, preview, edited, listed].map(({ status }) => status)).toEqual([200, 200, 200, 200])
  return [read.body.order, preview.body.order, edited.body.order_preview, ...listed.body.orders]
}

describe('every response with orders', () => {
  it('includes data beyond the orders when requested, with one request for all lines', async () => {
    const paths = [
      'variant.inventory_quantity',
      'variant.inventory.location_levels',
      'variant.product.title',
      'variant.options.option.title',
      'variant.prices.price_set',
      'product.variants.sku',
      'product.collection.products.title',
      'product.categories.products.title',
      'product.categories.category_children.name',
      'product.categories.parent_category.name',
    ]
    const orders = await all(`fields=id,${paths.map((path) => `items.${path}`).join()}`)

    await expect.poll(() => asked.size).toBe(4) // they are observed, perhaps after their answers
    expect(orders.map(({ items }) => items.length)).toEqual([2, 2, 2, 1, 2])
    for (const line of orders.flatMap(({ items }) => items)) {
      expect(line).toMatchObject({
        variant: {
          inventory_quantity: 100_000,
          inventory: [{ location_levels: [{ available_quantity: 100_000 }] }],
          product: { title: 'T-Shirt' },
          options: [{ option: { title: 'Size' } }],
          prices: [{ price_set: { variant: { id: ids.variant } } }, {}, {}, {}],
        },
        product: {
          variants: [{ sku: 'SHIRT-S' }, { sku: 'SHIRT-M' }],
          categories: [
            { category_children: [{ name: 'Shirts' }], parent_category: null },
            { category_children: [], parent_category: { name: 'Clothing' } },
          ],
        },
      })
      expect(line.product.collection.products[0]).toEqual({ id: ids.product, title: 'T-Shirt' })
    }
  })

  it.each(['', 'fields=*items.product', 'fields=id,items.variant,%2Bcustomer', 'fields=id,items.variant.product.title'])(
    'sends no request when the orders hold everything that is asked for: %s',
    async (query) => {
      await all(query)

      expect(asked.size).toBe(0)
    },
  )

  it('shows administrators all products, and sellers only their own', async () => {
    const query = 'fields=items.product.collection.products.title,items.product.categories.products.title'
    const [read, preview, edited, ...listed] = await all(query)

    for (const shown of [read, preview, edited]) expect(JSON.stringify(shown)).toContain('Theirs')
    expect(JSON.stringify(listed)).toContain('T-Shirt')
    expect(JSON.stringify(listed)).not.toContain('Theirs')
  })

  it('includes what is requested for the order within its change', async () => {
    const query = 'fields=%2Border_change.order.items.variant.inventory_quantity'

    const { body } = await service.admin(previewOrder, { params, query })

    expect(asked.size).toBe(1)
    expect(body.order.order_change.order.items).toMatchObject([
      { variant: { inventory_quantity: 100_000 } },
      { variant: { inventory_quantity: 100_000 } },
    ])
    expect(body.order.items[0].variant).not.toHaveProperty('inventory_quantity')
  })
})

describe('a seller', () => {
  it("does not learn of other customers through a customer's groups", async () => {
    const query = 'fields=id,customer.groups.customers.id,customer.groups.name'
    const admin = await service.admin(getOrder, { params, query })

    const { body } = await list(query)

    expect(admin.body.order.customer.groups[0].customers).toHaveLength(2)
    expect(body.orders[0].customer.groups).toEqual([{ id: 'cusgroup_1', name: 'Regulars', customers: null }])
  })
})
