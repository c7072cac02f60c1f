import { setTimeout as sleep } from 'node:timers/promises'
import type { MongoClient } from 'mongodb'

/** Events left behind by a replica that died are taken by another one after seconds. */
const TIMEOUT_MS = 30_000
/** Of all records that a load of this suite changes. */
const COLLECTIONS = [
  ['souk_pricing', 'inventory_items'],
  ['souk_pricing', 'price_lists'],
  ['souk_pricing', 'prices'],
  ['souk_pricing', 'product_options'],
  ['souk_pricing', 'products'],
  ['souk_pricing', 'reservations'],
  ['souk_cart', 'carts'],
  ['souk_cart', 'gift_cards'],
  ['souk_cart', 'promotions'],
  ['souk_orders', 'customers'],
  ['souk_orders', 'orders'],
] as const

/** How many events each aggregate has announced, by its id; those that never announced any are left out. */
export async function announcedEvents(mongo: MongoClient): Promise<Map<string, number>> {
  const announced = new Map<string, number>()
  for (const [database, name] of COLLECTIONS) {
    const documents = mongo
      .db(database)
      .collection<{ _id: string; event_seq: number }>(name)
      .find({ event_seq: { $gt: 0 } }, { projection: { event_seq: 1 } })
    for await (const { _id, event_seq } of documents) announced.set(_id, event_seq)
  }
  return announced
}

/** How many events are recorded, so that they can be published again. */
export async function countRecordedEvents(mongo: MongoClient): Promise<number> {
  const databases = [...new Set(COLLECTIONS.map(([database]) => database))]
  const counts = await Promise.all(databases.map((name) => mongo.db(name).collection('events').countDocuments()))
  return counts.reduce((all, count) => all + count, 0)
}

/** @returns how many aggregates still have waiting events when waiting makes no more sense */
export async function untilOutboxesAreEmpty(mongo: MongoClient, signal: AbortSignal): Promise<number> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const counts = await Promise.all(
      COLLECTIONS.map(([database, name]) =>
        mongo
          .db(database)
          .collection(name)
          .countDocuments({ 'outbox.0': { $exists: true } }),
      ),
    )
    const waiting = counts.reduce((all, count) => all + count, 0)
    if (waiting === 0 || Date.now() > deadline) return waiting
    await sleep(100, undefined, { signal })
  }
}
