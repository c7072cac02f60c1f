import { priceCreated, priceUpdated } from '@souk/contracts'
import {
  type Aggregates,
  alreadyExecuted,
  batched,
  createBulkWriter,
  type EventSink,
  findAll,
  firstEvents,
  isDuplicateKey,
  LookupNeeded,
  type Stored,
  toDocument,
} from '@souk/runtime'
import type { Collection } from 'mongodb'
import { changedMeanwhile, type PriceRecord, priceIds, replaced } from '../domain/prices/price.ts'
import type { PriceCommand } from './price-command.ts'
import { createRemovedPrices } from './removed-prices.ts'

/** Most tries to take a price's key that others take and free at the same time. */
const MAX_TRIES = 5

interface PutOptions {
  collection: Collection<Stored<PriceRecord>>
  aggregates: Aggregates<PriceRecord>
  /** Publishes the events of new prices. */
  sink: EventSink | undefined
}

/** A price's key is unique within its list, but the price that has it may change while it is looked for. */
export function createPutPrice({ collection, aggregates, sink }: PutOptions) {
  const writer = createBulkWriter(collection)
  const findRemoved = createRemovedPrices(collection)

  const byKey = batched(async (wanted: readonly Pick<PriceRecord, 'price_list_id' | 'key'>[], deadline) => {
    const filter = { $or: wanted.map(({ price_list_id, key }) => ({ price_list_id, key })) }
    const projection = { price_list_id: 1, key: 1 }
    const found = await findAll(collection, { filter, projection }, deadline)
    return wanted.map(
      ({ price_list_id, key }) => found.find((one) => one.key === key && one.price_list_id === price_list_id)?._id,
    )
  })

  /** @returns false if another price has the key. The op is recorded, so that a repeat finds it applied. */
  async function insert(price: PriceRecord, { op, keepOp, deadline, fate }: PriceCommand): Promise<boolean> {
    const recent_ops = [{ op: op.bytes, at: Math.max(op.at, Date.now()), rev: 1, ...(keepOp && { kept: true as const }) }]
    const events = firstEvents([priceCreated(priceIds(price))], price.created_at)
    const { _id, ...rest } = toDocument(price, { recent_ops, ...events })
    try {
      await writer.write({ filter: { _id }, update: { $setOnInsert: rest } as never, upsert: true }, deadline)
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
    if (fate) fate.is = 'applied'
    sink?.onEvents(_id, rest.outbox)
    return true
  }

  /**
   * Creates the price, or sets the amount of the one with its key in the same list. Applied once per op, however often it is
   * called, even if others removed the price in between.
   * @param known the id of the price that has the key, if the caller has seen one
   * @param apart ids of prices that the op changes or removes otherwise
   * @returns the stored price afterwards; the removed one if others have removed it since
   * @throws overloaded if too many requests wait for the price, or it changed too often of late; already_executed for a repeat
   * that is too old to be sure of
   */
  async function put(
    price: PriceRecord,
    known: string | undefined,
    command: PriceCommand,
    apart: ReadonlySet<string> = new Set(),
  ): Promise<PriceRecord> {
    const { op, deadline, contested, fate } = command
    const gone = contested ? await findRemoved({ price, op, apart }, deadline) : undefined
    if (gone && fate) fate.is = 'applied'
    if (gone) return gone
    let id = known
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (id === undefined && !command.onlyRepeat && (await insert(price, command))) return price
      id ??= await byKey(price, deadline)
      if (id === undefined && command.onlyRepeat) throw alreadyExecuted()
      if (id === undefined) continue // it has just been removed
      const put = await aggregates.execute(id, {
        ...command,
        missing: changedMeanwhile,
        decide: (present, { now }) => {
          if (present.key !== price.key) return new LookupNeeded('the price that has the key by now')
          const state = replaced(present, { amount: price.amount, updated_at: now })
          return { state, events: [priceUpdated(priceIds(present))] }
        },
      })
      if (!(put instanceof LookupNeeded)) return put.state
      id = undefined
    }
    throw changedMeanwhile()
  }

  return put
}
