import { describe, expect, it } from 'vitest'
import { Cart } from '../src/cart/cart.ts'
import { compileFields, selectFields } from '../src/fields/fields.ts'
import { asksForProducts, asksOthers, fillProducts, projectionOf } from '../src/pricing/asked-products.ts'
import type { ProductNeed } from '../src/pricing/find-products.ts'
import { Product } from '../src/pricing/product.ts'

const option = { id: 'opt_1', title: 'Size', values: [{ id: 'optval_1', value: 'S', option_id: 'opt_1' }] }
const product = {
  id: 'prod_1',
  title: 'Shirt',
  options: [option],
  variants: [],
  collection: { id: 'pcol_1', title: 'Summer', products: null },
  categories: [
    { id: 'pcat_1', name: 'Shirts', parent_category_id: 'pcat_2' },
    { id: 'pcat_2', name: 'All', parent_category_id: null },
  ],
}
const price = { id: 'price_1', price_set_id: 'pset_1', variant_id: 'variant_1', rules: { region_id: 'reg_1' } }
const variant = { id: 'variant_1', product_id: 'prod_1', product: null, options: option.values, prices: [price] }
const cart = {
  id: 'cart_1',
  items: [
    { id: 'cali_1', product, variant },
    { id: 'cali_2', product, variant },
  ],
}
const selectionOf = (fields: string | undefined) => compileFields(Cart, fields, 'all')

type Answers = Partial<Record<ProductNeed['relation'], unknown[]>>

/** The record after being filled with these answers, and the requests made for them. */
async function filled(fields: string, answers: Answers = {}) {
  const requests: ProductNeed[][] = []
  const record = await fillProducts(selectionOf(fields), structuredClone(cart), async (needs) => {
    requests.push(needs)
    return needs.map(({ relation }) => answers[relation] ?? [])
  })
  return { record, requests, asked: requests.flat(), line: record.items[0] as Record<string, unknown> }
}

describe('data that needs no lookup', () => {
  it.each([
    undefined,
    'id',
    '+items',
    '*items.product',
    '+items.product.collection',
    'items.variant',
    '-items.variant.sku',
    '+items.variant.product,-items.variant.product',
    '+items.variant.raw_weight',
    '+customer.groups.customers',
  ])('is not requested: fields=%s', (fields) => {
    expect(asksForProducts(selectionOf(fields))).toBe(false)
  })

  it('is filled from the line item itself', async () => {
    const asked =
      '+items.variant.product,+items.variant.options.option,+items.variant.prices.price_set,+items.variant.prices.price_rules'

    const { line, requests } = await filled(asked)

    expect(requests).toEqual([])
    expect(line.variant).toMatchObject({
      product: { id: 'prod_1', title: 'Shirt', collection: { products: null } },
      options: [{ id: 'optval_1', option: { id: 'opt_1', title: 'Size' } }],
      prices: [
        { price_set: { id: 'pset_1', variant: { id: 'variant_1' } }, price_rules: [{ attribute: 'region_id', value: 'reg_1' }] },
      ],
    })
  })
})

describe('data requested from the service that owns products', () => {
  it('is requested in one call, each record once', async () => {
    const { asked, requests, record } = await filled(
      '+items.variant.inventory_quantity,+items.product.collection.products.title,+items.product.categories.parent_category',
      {
        'variant.inventory_quantity': [7],
        'collection.products': [[{ id: 'prod_2', title: 'Hat' }]],
        'category.parent_category': [{ id: 'pcat_2', name: 'All' }],
      },
    )

    expect(requests).toHaveLength(1)
    expect(asked.toSorted((a, b) => (a.relation < b.relation ? -1 : 1))).toEqual([
      { relation: 'category.parent_category', ids: ['pcat_2'] },
      { relation: 'collection.products', ids: ['pcol_1'], fields: 'id,title' },
      { relation: 'variant.inventory_quantity', ids: ['variant_1'] },
    ])
    const shown = {
      product: {
        collection: { title: 'Summer', products: [{ id: 'prod_2' }] },
        categories: [{ parent_category: { id: 'pcat_2' } }, { parent_category: null }],
      },
      variant: { inventory_quantity: 7, prices: [price] },
    }
    expect(record).toMatchObject({
      id: 'cart_1',
      items: [
        { id: 'cali_1', ...shown },
        { id: 'cali_2', ...shown },
      ],
    })
  })

  it('includes the stock of the variant that the line item sold, not of the current one', async () => {
    const level = { id: 'ilev_1', stocked_quantity: 5, reserved_quantity: 2 }
    const inventory = { id: 'iitem_1', location_levels: [{ ...level, reserved_quantity: 0 }] }
    const sold = { ...variant, inventory_items: [{ id: 'pvitem_1', inventory }] }
    const fields = 'items.variant.inventory_items.inventory.location_levels.reserved_quantity'
    const needs: ProductNeed[] = []
    const record = { ...cart, items: [{ id: 'cali_1', product, variant: sold }] }
    const shown = await fillProducts(selectionOf(fields), record, async (asked) => {
      needs.push(...asked)
      return [[[level]]]
    })

    expect(needs).toMatchObject([{ relation: 'inventory.location_levels', ids: ['iitem_1'] }])
    expect(shown.items[0]!.variant).toMatchObject({ inventory_items: [{ inventory: { location_levels: [level] } }] })
  })

  it('is not requested for products that already hold it, and copies nothing', async () => {
    const path = 'variants.inventory_items.inventory.location_levels'
    const taken = [{ id: 'pvitem_1', inventory: { id: 'iitem_1', location_levels: [{ id: 'ilev_1' }] } }]
    const variants = Array.from({ length: 30_000 }, () => ({ ...variant, inventory_items: taken }))
    for (const fields of [path, `*${path}`, `${path}.id`]) {
      const selection = compileFields(Product, fields, 'all')
      const filled = await fillProducts(selection, { id: 'prod_1', variants }, async () => [])
      expect(filled).toEqual({ id: 'prod_1', variants })
      expect(filled.variants).toBe(variants)
    }
  })

  it('is filled into a copy of the record', async () => {
    const line = { variant: structuredClone(variant) }
    const find = async () => [[7]]

    expect(await fillProducts(selectionOf('+items.variant.inventory_quantity'), { items: [line] }, find)).toMatchObject({
      items: [{ variant: { inventory_quantity: 7 } }],
    })
    expect(line.variant).toEqual(variant)
  })

  it('is not requested when the record already has it', async () => {
    const record = { id: 'cart_1', items: [{ id: 'cali_1', variant: { ...variant, inventory_quantity: 0 } }] }
    const find = () => Promise.reject(new Error('asked'))

    expect(await fillProducts(selectionOf('+items.variant.inventory_quantity'), record, find)).toEqual(record)
  })

  it('is null, or an empty list, when not found', async () => {
    const { line } = await filled('+items.variant.inventory_quantity,+items.product.collection.products')

    expect(line).toMatchObject({ variant: { inventory_quantity: null }, product: { collection: { products: [] } } })
  })

  it.each([
    ['+items.product.variants', '*'],
    ['+items.product.variants.inventory_quantity', 'inventory_quantity'],
    ['id,*items.product.variants', 'sku'],
    ['items.product.variants.sku', 'sku'],
    ['+items.variant.product.variants.sku', 'sku'],
  ])('includes the sibling variants when a path names them: %s', async (fields, shown) => {
    const { line, asked } = await filled(fields, { 'product.variants': [[variant]] })

    expect(asked).toMatchObject([{ relation: 'product.variants', ids: ['prod_1'] }])
    if (shown !== '*') expect(asked[0]!.fields?.split(',')).toContain(shown)
    const holder = fields.includes('variant.product') ? (line.variant as { product: unknown }).product : line.product
    expect(holder).toMatchObject({ variants: [{ id: 'variant_1' }] })
  })

  it('is requested for relations below a product that the line item already holds', async () => {
    const { line, asked } = await filled('+items.variant.product.collection.products.title', {
      'collection.products': [[{ id: 'prod_2' }]],
    })

    expect(asked).toEqual([{ relation: 'collection.products', ids: ['pcol_1'], fields: 'id,title' }])
    expect(line.variant).toMatchObject({ product: { collection: { products: [{ id: 'prod_2' }] } } })
  })

  it('is requested with all nested fields that its path selects', async () => {
    const { asked } = await filled('id,items.variant.product.id,items.product.collection.products.variants.inventory_quantity')

    expect(asked).toEqual([
      { relation: 'collection.products', ids: ['pcol_1'], fields: 'id,variants.id,variants.inventory_quantity' },
    ])
  })

  it('is rejected when it exceeds the record limit, counting every occurrence', async () => {
    const shownTwice = (count: number) =>
      filled('+items.product.collection.products', {
        'collection.products': [Array.from({ length: count }, (_, n) => ({ id: `prod_${n}` }))],
      })

    await expect(shownTwice(25_000)).resolves.toBeDefined()
    await expect(shownTwice(25_001)).rejects.toMatchObject({ kind: 'invalid_data' })
  })

  it('is rejected when it exceeds 32 MiB as escaped JSON, counting every occurrence', async () => {
    const MIB = 1024 * 1024
    const text = 'The fields ask for more than 32 MiB of related records; please ask for less'
    const shownTwice = (description: string) =>
      filled('+items.product.collection.products', { 'collection.products': [[{ id: 'prod_2', description }]] })

    await expect(shownTwice('x'.repeat(15 * MIB))).resolves.toBeDefined()
    await expect(shownTwice('x'.repeat(16 * MIB))).rejects.toMatchObject({ kind: 'invalid_data', message: text })
    await expect(shownTwice('\u0001'.repeat(3 * MIB))).rejects.toMatchObject({ message: text })
    await expect(shownTwice('é'.repeat(8 * MIB))).rejects.toMatchObject({ message: text })
  })

  it('counts only the selected fields of records that are filled in from the record itself', async () => {
    const variants = Array.from({ length: 800 }, (_, n) => ({ ...variant, id: `variant_${n}` }))
    const long = { ...product, description: 'x'.repeat(100_000), variants }
    const shown = (fields: string) => fillProducts(compileFields(Product, fields, 'all'), long, async () => [])

    await expect(shown('id,variants.product.title')).resolves.toBeDefined()
    await expect(shown('id,variants.product.description')).rejects.toMatchObject({ kind: 'invalid_data' })
  })
})

describe('data that is found elsewhere in the same record', () => {
  const session = { id: 'payses_1', amount: 3, payment: { id: 'pay_1' } }
  const payment = { id: 'pay_1', amount: 3, payment_session_id: 'payses_1' }
  const paid = { id: 'cart_1', payment_collection: { id: 'pay_col_1', payment_sessions: [session], payments: [payment] } }
  const nobody = () => Promise.reject(new Error('asked'))

  it('is filled in without any request: the session of a payment, from its payment collection', async () => {
    const selection = selectionOf('payment_collection.payments.amount,*payment_collection.payments')
    const other = { ...payment, id: 'pay_2', payment_session_id: 'payses_none' }
    const record = { ...paid, payment_collection: { ...paid.payment_collection, payments: [payment, other] } }

    expect({ asks: asksForProducts(selection), others: asksOthers(selection) }).toEqual({ asks: true, others: false })
    expect(selectFields(selection, await fillProducts(selection, record, nobody))).toEqual({
      id: 'cart_1',
      payment_collection: {
        id: 'pay_col_1',
        payments: [
          { ...payment, payment_session: { id: 'payses_1', amount: 3 } },
          { ...other, payment_session: null },
        ],
      },
    })
  })

  it('disables the projection, because filling it in needs fields that are not selected', () => {
    expect(projectionOf(selectionOf('id,items.title'))).toEqual({ _id: 1, 'items.id': 1, 'items.title': 1 })
    expect(projectionOf(selectionOf('id,items.variant.inventory_quantity'))).toBeUndefined()
  })

  it('is not filled in when not selected', () => {
    expect(asksForProducts(selectionOf('payment_collection.payments.amount'))).toBe(false)
    expect(asksOthers(selectionOf('items.variant.options.option.title'))).toBe(false)
    expect(asksOthers(selectionOf('items.variant.inventory_quantity'))).toBe(true)
  })
})
