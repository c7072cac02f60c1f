import {
  beginProductImport,
  closeProductImport,
  confirmProductImport,
  getProductImport,
  stageImportedProducts,
} from '@souk/contracts'
import { createTestClient, testServers } from '@souk/runtime/testing'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startProcess } from './real-process.ts'

const PRODUCTS = 800
const STAGED_AT_ONCE = 100
const WITHIN = { timeout: 200_000, interval: 20 }
const GATEWAY = { type: 'service', id: 'gateway' } as const
const ADMIN = { type: 'user', id: 'user_1', identity_id: null } as const

const servers = testServers()
const mongo = new MongoClient(servers.MONGODB_URL)
const db = mongo.db(`${servers.MONGODB_PREFIX}_pricing`)
const products = db.collection('products')
let client: Awaited<ReturnType<typeof createTestClient>>
let replica: Awaited<ReturnType<typeof startProcess>>

const started = async () => {
  replica = await startProcess('pricing', { ...servers, LOG_LEVEL: 'warn' })
  await vi.waitFor(async () => {
    const { status } = await client.send(getProductImport, { actor: ADMIN, params: { id: 'pimp_none' } })
    expect(status).toBe(404)
  }, WITHIN)
}
beforeAll(async () => {
  client = await createTestClient(servers, 6)
  await started()
})
afterAll(async () => {
  await replica.kill()
  await db.dropDatabase()
  await Promise.all([client.close(), mongo.close()])
})

const row = (line: number) => ({
  line,
  values: {
    'product title': `Imported ${line}`,
    'variant title': 'One',
    'variant sku': `imported-${line}`,
    'variant option 1 name': 'size',
    'variant option 1 value': 'S',
    'variant price eur': '10',
  },
})
async function confirmed(): Promise<string> {
  const { id: import_id } = (await client.send(beginProductImport, { actor: GATEWAY, body: { originalname: 'a.csv' } })).body
  for (let first = 0; first < PRODUCTS; first += STAGED_AT_ONCE) {
    const staged = Array.from({ length: STAGED_AT_ONCE }, (_, at) => [row(first + at + 2)])
    const { status } = await client.send(stageImportedProducts, { actor: GATEWAY, body: { import_id, first, products: staged } })
    expect(status).toBe(200)
  }
  await client.send(closeProductImport, { actor: GATEWAY, body: { import_id } })
  await client.send(confirmProductImport, { actor: ADMIN, params: { id: import_id } })
  return import_id
}
/** Simulates that the lease of the killed replica has expired. */
const lapsed = (id: string) =>
  db
    .collection<{ _id: string }>('product_imports')
    .updateOne({ _id: id }, { $set: { taken_until: Date.now() - 1 }, $inc: { revision: 1 } })

it('an import whose replica is repeatedly killed creates each product once', async () => {
  const id = await confirmed()
  for (const least of [30, 150]) {
    await vi.waitFor(async () => expect(await products.countDocuments()).toBeGreaterThan(least), WITHIN)
    await replica.kill()
    expect(await products.countDocuments()).toBeLessThan(PRODUCTS)
    await lapsed(id)
    await started()
  }

  const found = await vi.waitFor(async () => {
    const { body } = await client.send(getProductImport, { actor: ADMIN, params: { id } })
    expect(body.product_import.status).toBe('done')
    return body.product_import
  }, WITHIN)

  expect(found).toMatchObject({ created: PRODUCTS, updated: 0, failed: 0, errors: [] })
  expect(await products.countDocuments()).toBe(PRODUCTS)
  expect(await products.distinct('title')).toHaveLength(PRODUCTS)
  expect(await db.collection('prices').countDocuments()).toBe(PRODUCTS)
  expect(await db.collection('inventory_items').countDocuments()).toBe(PRODUCTS)
}, 240_000)
