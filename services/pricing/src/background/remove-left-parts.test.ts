import { createAdminPriceList, createProduct, deleteProduct, listInventoryItems, listProducts } from '@souk/contracts'
import { createLogger } from '@souk/runtime'
import { lookOnce, plansOf } from '@souk/runtime/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aName, asAdmin } from '../../test/as-admin.ts'
import { type PricingUnderTest, startPricing } from '../../test/service.ts'
import { removeLeftParts } from './remove-left-parts.ts'

let service: PricingUnderTest
const send = asAdmin(() => service)
beforeAll(async () => {
  service = await startPricing()
})
afterAll(() => service.stop())

/** A product with one stocked variant that has a price in a price list. */
async function aProduct(sku: string) {
  const variant = { title: 'S', options: { Size: 'S' }, prices: [], sku, manage_inventory: true }
  const body = { title: aName('Product'), options: [{ title: 'Size', values: ['S'] }], variants: [variant] }
  const made = await send(createProduct, undefined, { body: body as never })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { id, variants } = made.body.product
  const prices = [{ currency_code: 'eur', amount: 5, variant_id: variants[0].id }]
  const list = { title: aName('List'), description: 'One price', prices }
  expect((await send(createAdminPriceList, undefined, { body: list })).status).toBe(200)
  return { id: id as string, variant_id: variants[0].id as string }
}
const itemsOf = async (sku: string) =>
  (await send(listInventoryItems, undefined, { query: `sku=${sku}` })).body.inventory_items.length
const pricesOf = (variant_id: string) => service.db.collection('prices').countDocuments({ variant_id, deleted_at: null })
const isLeft = async (id: string) =>
  (await service.db.collection<{ _id: string; left_at?: number }>('products').findOne({ _id: id }))!.left_at

/** One pass by each of `replicas`, concurrently. */
async function sweep({ replicas = 1, leftAfterMs = -1000 } = {}) {
  const options = { ...service.deps, logger: createLogger('pricing', 'silent'), leftAfterMs, firstAfterMs: 0 }
  await lookOnce(replicas, () => removeLeftParts(options))
}
async function cutShort(id: string, store: 'inventoryItems' | 'prices') {
  const remove = vi.spyOn(service.deps[store], 'remove').mockRejectedValue(new Error('cut'))
  const { status } = await send(deleteProduct, id)
  remove.mockRestore()
  expect(status).toBe(500)
}

describe('deletion of a product', () => {
  it.each(['prices', 'inventoryItems'] as const)('interrupted before the %s is completed by the sweep', async (store) => {
    const sku = aName('SKU')
    const { id, variant_id } = await aProduct(sku)
    await cutShort(id, store)
    expect((await send(deleteProduct, id)).body).toEqual({ id, object: 'product', deleted: true })
    expect(await itemsOf(sku)).toBe(1)

    await sweep({ leftAfterMs: 60_000 })
    expect(await itemsOf(sku)).toBe(1)
    await sweep({ replicas: 3 })
    expect([await itemsOf(sku), await pricesOf(variant_id), await isLeft(id)]).toEqual([0, 0, undefined])
    await aProduct(sku)
  })

  it('shows no marker in answers when interrupted, and is found using an index', async () => {
    const { id } = await aProduct(aName('SKU'))
    await cutShort(id, 'prices')
    expect(await isLeft(id)).toBeGreaterThan(0)
    const shown = await send(listProducts, undefined, { query: `id=${id}&with_deleted=true` })
    expect(shown.body.products).toMatchObject([{ id, deleted_at: expect.any(String) }])
    expect(shown.text).not.toContain('left_at')
    const plans = await plansOf(service.db, () => service.deps.products.listLeft(Date.now() + 1, 10))
    expect(plans.find(({ ns }) => ns.endsWith('.products'))).toMatchObject({ planSummary: 'IXSCAN { left_at: 1 }' })
    await sweep()
  })

  it('leaves no parts behind when it completes', async () => {
    const sku = aName('SKU')
    const { id, variant_id } = await aProduct(sku)
    expect((await send(deleteProduct, id)).status).toBe(200)
    expect([await itemsOf(sku), await pricesOf(variant_id), await isLeft(id)]).toEqual([0, 0, undefined])
  })
})
