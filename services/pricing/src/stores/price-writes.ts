import { type OperationError, priceCreated, priceDeleted, priceUpdated } from '@souk/contracts'
import {
  alreadyExecuted,
  batched,
  type Command,
  createAggregates,
  createBulkWriter,
  DUPLICATE_KEY,
  type EventRelay,
  findAll,
  firstEvents,
  isDuplicateKey,
  LookupNeeded,
  type Stored,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Collection, MongoBulkWriteError } from 'mongodb'
import { type PriceRecord, priceIds, removed, replaced, vanished } from '../domain/prices/price.ts'
import { createRemovedPrices } from './removed-prices.ts'

/** The part of a request that a change of a price needs. */
export type PriceCommand = Pick<
  Command<PriceRecord>,
  'op' | 'deadline' | 'keep_op' | 'only_repeat' | 'contested' | 'fate' | 'onWait'
>

/** Most tries to take a price's key that others take and free at the same time. */
const MAX_TRIES = 5

/**
 * Each price is an aggregate of its own: a list may have 100,000 of them. Without an outbox their events wait for a process that
 * has one.
 */
export function createPriceWrites(collection: Collection<Stored<PriceRecord>>, outbox?: EventRelay) {
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<PriceRecord>(collection, sink)
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
  async function insert(price: PriceRecord, { op, keep_op, deadline, fate }: PriceCommand): Promise<boolean> {
    const recent_ops = [{ op: op.bytes, at: Math.max(op.at, Date.now()), rev: 1, ...(keep_op && { kept: true as const }) }]
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

  return {
    /**
     * Creates the price, or sets the amount of the one with its key in the same list. Applied once per op, however often it is
     * called, even if others removed the price in between.
     * @param known the id of the price that has the key, if the caller has seen one
     * @param apart ids of prices that the op changes or removes otherwise
     * @returns the stored price afterwards; the removed one if others have removed it since
     * @throws overloaded if too many requests wait for the price, or it changed too often of late; already_executed for a repeat
     * that is too old to be sure of
     */
    async put(
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
        if (id === undefined && !command.only_repeat && (await insert(price, command))) return price
        id ??= await byKey(price, deadline)
        if (id === undefined && command.only_repeat) throw alreadyExecuted()
        if (id === undefined) continue // it has just been removed
        const put = await aggregates.execute(id, {
          ...command,
          missing: vanished,
          decide: (present, { now }) => {
            if (present.key !== price.key) return new LookupNeeded('the price that has the key by now')
            const state = replaced(present, { amount: price.amount, updated_at: now })
            return { state, events: [priceUpdated(priceIds(present))] }
          },
        })
        if (!(put instanceof LookupNeeded)) return put.state
        id = undefined
      }
      throw vanished()
    },

    /**
     * Changes a price as it is by then. Applied once per op.
     * @param within the list that it must belong to, or null for none
     * @throws the refusal of `changed`; conflict if there is no such price, or another one of its list has the key by then
     */
    async change(
      id: string,
      { within, changed }: { within: string | null; changed: (present: PriceRecord) => PriceRecord },
      command: PriceCommand,
    ): Promise<PriceRecord> {
      const own = {
        ...command,
        missing: vanished,
        visible: ({ price_list_id }: PriceRecord) => price_list_id === within,
      }
      try {
        const { state } = await aggregates.execute(id, {
          ...own,
          decide: (present, { now }) => {
            const state = { ...changed(present), updated_at: now }
            return { state, events: eventsOfChange(present, state) }
          },
        })
        return state
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        return (await aggregates.refuse(id, own, vanished())).state
      }
    },

    /**
     * Makes a price no longer apply. Applied once per op.
     * @param within the list that it must belong to, or null for none
     * @param gone the refusal if it is missing or already removed; undefined: that is no error
     */
    async remove(
      id: string,
      { within, gone }: { within: string | null; gone?: () => OperationError },
      command: PriceCommand,
    ): Promise<void> {
      await aggregates.execute(id, {
        ...command,
        missing: gone ?? vanished,
        visible: ({ price_list_id }) => price_list_id === within,
        decide: (present, { now }) => {
          if (present.deleted_at === null) return { state: removed(present, now), events: [priceDeleted(priceIds(present))] }
          if (gone) throw gone()
          return { state: present }
        },
      })
    },

    /** Creates prices of a list that is yet to be inserted; those that a repeat finds already there stay as they are. */
    async insertOnce(prices: readonly PriceRecord[], deadline: number): Promise<void> {
      if (prices.length === 0) return
      const documents = prices.map((price) => toDocument(price, firstEvents([priceCreated(priceIds(price))], price.created_at)))
      try {
        await collection.insertMany(documents as never, { ordered: false, ...timeLeft(deadline) })
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error
      }
      for (const { _id, outbox } of documents) sink?.onEvents(_id, outbox)
    },

    /** Removes the prices of a refused product. */
    discard: (ids: readonly string[], deadline: number) => collection.deleteMany({ _id: { $in: [...ids] } }, timeLeft(deadline)),
  }
}

/** A price that moved is news of both variants: what is shown of either is cached by its variant. */
const eventsOfChange = (before: PriceRecord, after: PriceRecord) =>
  (before.variant_id === after.variant_id ? [after] : [before, after]).map((price) => priceUpdated(priceIds(price)))

function isOnlyDuplicates(error: unknown): boolean {
  if (!isDuplicateKey(error)) return false
  const { writeErrors = [] } = error as Partial<MongoBulkWriteError>
  return [writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY)
}
