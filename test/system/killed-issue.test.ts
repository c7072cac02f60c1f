import { createGiftCard, listGiftCards, orderPlaced } from '@souk/contracts'
import { createTestClient, startTestService, testServers } from '@souk/runtime/testing'
import { MongoClient } from 'mongodb'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ordersService } from '../../services/orders/src/service.ts'
import { anItem } from '../../services/orders/test/builders.ts'
import { anOrderRecord } from '../../services/orders/test/records.ts'
import { pricingService } from '../../services/pricing/src/service.ts'
import { insertMissing } from '../../tools/seed/insert-missing.ts'
import { startProcess } from './real-process.ts'

const CARDS = 1000
const ORDERS = 8
const WITHIN = { timeout: 200_000, interval: 5 }

const servers = testServers()
const mongo = new MongoClient(servers.MONGODB_URL)
const db = mongo.db(`${servers.MONGODB_PREFIX}_cart`)
const cards = db.collection('gift_cards')
let others: Awaited<ReturnType<typeof startTestService>>[]
let client: Awaited<ReturnType<typeof createTestClient>>
let replica: Awaited<ReturnType<typeof startProcess>>

const ADMIN = { type: 'user', id: 'user_1', identity_id: null } as const

const started = async () => {
  replica = await startProcess('cart', { ...servers, LOG_LEVEL: 'warn' })
  await vi.waitFor(async () => {
    expect((await client.send(listGiftCards, { actor: ADMIN, query: 'limit=1' })).status).toBe(200)
  }, WITHIN)
}
/** Its first event creates the stream. */
async function streamIsThere(nc: (typeof others)[number]['bus']['nc']) {
  const body = { currency_code: 'eur', value: 1 }
  expect((await client.send(createGiftCard, { actor: ADMIN, body })).status).toBe(200)
  await vi.waitFor(async () => {
    const info = (await nc.request('$JS.API.STREAM.INFO.evt')).json<{ state?: { messages: number } }>()
    expect(info.state?.messages).toBe(1)
  }, WITHIN)
  await cards.deleteMany({})
}
beforeAll(async () => {
  others = [await startTestService(ordersService, { servers }), await startTestService(pricingService, { servers })] as never
  client = await createTestClient(servers, 6)
  await started()
})
afterAll(async () => {
  await replica.kill()
  await db.dropDatabase()
  await Promise.all([client.close(), mongo.close(), ...others.map((one) => one.stop())])
})

it('orders whose gift cards are being issued by a killed replica get each card once', async () => {
  const line = (n: number) => anItem({ id: `ordli_${n}`, is_giftcard: true, quantity: CARDS, unit_price: 10 })
  const orders = Array.from({ length: ORDERS }, (_, n) => anOrderRecord({ seller_id: null, items: [line(n)] }))
  await insertMissing(others[0]!.db, { orders })
  const { nc } = others[0]!.bus
  await streamIsThere(nc)
  for (const { id } of orders) {
    const event = { id, seq: 1, type: orderPlaced.type, at: new Date().toISOString(), ids: { id } }
    nc.publish(orderPlaced.subject, JSON.stringify(event))
  }
  await vi.waitFor(async () => expect(await cards.countDocuments()).toBeGreaterThan(100), WITHIN)
  await replica.kill()
  expect(await cards.countDocuments()).toBeLessThan(ORDERS * CARDS)
  await started()

  await vi.waitFor(async () => expect(await cards.countDocuments()).toBe(ORDERS * CARDS), WITHIN)
  const sold = await cards.aggregate([{ $group: { _id: '$reference_id', value: { $sum: '$value' } } }]).toArray()
  expect(sold.map(({ value }) => value)).toEqual(orders.map(() => CARDS * 10))
  expect(await cards.distinct('line_item_id')).toHaveLength(ORDERS)
}, 240_000)
