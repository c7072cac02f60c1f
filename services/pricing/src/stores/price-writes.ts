import { type OperationError, priceCreated, priceDeleted, priceUpdated } from '@souk/contracts'
import {
  createAggregates,
  DUPLICATE_KEY,
  type EventRelay,
  firstEvents,
  isDuplicateKey,
  type Stored,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Collection, MongoBulkWriteError } from 'mongodb'
import { changedMeanwhile, type PriceRecord, priceIds, removed } from '../domain/prices/price.ts'
import type { PriceCommand } from './price-command.ts'
import { createPutPrice } from './put-price.ts'

/**
 * Each price is an aggregate of its own: a list may have 100,000 of them. Without an outbox their events wait for a process that
 * has one.
 */
export function createPriceWrites(collection: Collection<Stored<PriceRecord>>, outbox?: EventRelay) {
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<PriceRecord>(collection, sink)

  return {
    put: createPutPrice({ collection, aggregates, sink }),

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
        missing: changedMeanwhile,
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
        return (await aggregates.refuse(id, own, changedMeanwhile())).state
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
        missing: gone ?? changedMeanwhile,
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
