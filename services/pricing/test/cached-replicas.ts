import { createProduct, type Operation } from '@souk/contracts'
import type { CallOptions } from '@souk/runtime/testing'
import { afterAll, beforeAll, expect } from 'vitest'
import { insertMissing } from '../../../tools/seed/insert-missing.ts'
import { actorsOf } from './actors.ts'
import { type PricingUnderTest, startPricing } from './service.ts'

const CACHED = { STOREFRONT_CACHE_MB: '8' }

/** Two replicas that cache answers, with one database; `replicas` is filled before the tests. */
export function cachedReplicas(data: Parameters<typeof insertMissing>[1]) {
  const replicas = [] as unknown as [PricingUnderTest, PricingUnderTest]
  beforeAll(async () => {
    const first = await startPricing(undefined, CACHED)
    replicas.push(first, await startPricing(first.servers, CACHED))
    await insertMissing(first.db, data)
  })
  afterAll(async () => {
    for (const replica of replicas) await replica.stop()
  })

  /** Writes through the first replica. */
  const admin = <O extends Operation>(operation: O, options: CallOptions<O> = {}) =>
    actorsOf(replicas[0]).admin(operation, { replica: replicas[0].id, ...options })

  let count = 0
  /** A published product with one variant, which costs 10 EUR. */
  async function aProduct() {
    const title = `Hat ${++count}`
    const price = { currency_code: 'eur', amount: 10 }
    const { body, status } = await admin(createProduct, {
      body: {
        title,
        status: 'published',
        options: [{ title: 'Size', values: ['S'] }],
        sales_channels: [{ id: 'sc_1' }],
        variants: [{ title: 'S', manage_inventory: false, options: { Size: 'S' }, prices: [price] }],
      },
    })
    expect([status, body]).toMatchObject([200, { product: { title } }])
    return { id: body.product.id as string, title, variant_id: body.product.variants[0].id as string }
  }

  return { replicas, admin, aProduct }
}
