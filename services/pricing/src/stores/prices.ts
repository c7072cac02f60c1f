import { conflict, OperationError, priceCreated, priceDeleted, priceUpdated } from '@souk/contracts'
import {
  batched,
  type Command,
  createAggregates,
  createBulkWriter,
  findAll,
  firstEvents,
  fromDocument,
  isDuplicateKey,
  LookupNeeded,
  type Outbox,
  type Stored,
  timeLeft,
  toDocument,
  WAITING_EVENTS,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import { LRUCache } from 'lru-cache'
import type { Db, Document, Filter, MongoBulkWriteError } from 'mongodb'
import { groupBy } from '../domain/prices/group-by.ts'
import { type PriceRecord, priceIds, removed, replaced, type ShownParts } from '../domain/prices/price.ts'
import { createPricesOfLists } from './prices-of-lists.ts'

/** The part of a request that a change of a price needs. */
export type PriceCommand = Pick<
  Command<PriceRecord>,
  'op' | 'deadline' | 'keep_op' | 'only_repeat' | 'contested' | 'fate' | 'onWait'
>

/** One line of a quote, or a variant that is shown: without a quantity. */
interface Line {
  variant_id: string
  currency_code: string
  quantity: number | null
}

interface Unlisted {
  lists: readonly string[]
  after: string
  upTo: string | undefined
  before: string
  limit: number
}

/** Tries to take a price's key that others take and leave at the same time. */
const MAX_TRIES = 5
/** Lists that have been longer than this are read by themselves, so that short ones do not wait for them. */
const LONG_LIST = 1000
/** Prices of a list that are held at once; a longer one is read as it is sent. */
const MOST_HELD = 10_000
/** Prices that are decoded, shown and written in one turn of the event loop: some 10 ms. */
const BATCH = 250
/**
 * Time for reading a batch: the reader of the answer waits no longer than a second for the next, the database's reply may take
 * longer.
 */
const BATCH_MS = 5000
/** The fields that a living price of a list shows, and its key; `deleted_at` is always null. */
const SHOWN = {
  key: 1,
  title: 1,
  variant_id: 1,
  rules: 1,
  currency_code: 1,
  amount: 1,
  min_quantity: 1,
  max_quantity: 1,
  price_set_id: 1,
  price_list_id: 1,
  created_at: 1,
  updated_at: 1,
} as const satisfies Partial<Record<keyof PriceRecord, 1>>
const BY_AGE = { price_list_id: 1, created_at: 1, _id: 1 } as const

/**
 * Each price is an aggregate of its own: a list may hold 100,000 of them. Without an outbox their events wait for one who has it.
 */
export function createPriceStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<PriceRecord>>('prices')
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<PriceRecord>(collection, sink)
  const writer = createBulkWriter(collection)
  const longLists = new LRUCache<string, 'long' | 'longest'>({ max: 1000 })
  const recordFrom = (document: Document) => fromDocument<PriceRecord>(document)

  const byKey = batched(async (wanted: readonly Pick<PriceRecord, 'price_list_id' | 'key'>[], deadline) => {
    const filter = { $or: wanted.map(({ price_list_id, key }) => ({ price_list_id, key })) }
    const projection = { price_list_id: 1, key: 1 }
    const found = await findAll(collection, { filter, projection }, deadline)
    return wanted.map(
      ({ price_list_id, key }) => found.find((one) => one.key === key && one.price_list_id === price_list_id)?._id,
    )
  })

  async function listOf(ids: readonly string[], projection: Document, deadline: number, limit: number): Promise<ShownParts[]> {
    const options = { projection, sort: BY_AGE, batchSize: BATCH, limit, ...timeLeft(deadline) }
    return (await collection.find(inLists(ids), options).toArray()).map(shownParts)
  }

  const ofList = batched(async (ids: readonly string[], deadline) => {
    const own = [...new Set(ids)]
    const filter = inLists(own)
    const query = { filter, projection: SHOWN, sort: BY_AGE, limit: 2 * LONG_LIST }
    const found = (await findAll(collection, query, deadline)).map(shownParts)
    if (found.length === query.limit) {
      const each = own.map(async (id) => [id, await listOf([id], SHOWN, deadline, MOST_HELD + 1)] as const)
      const byId = new Map(await Promise.all(each))
      return ids.map((id) => byId.get(id)!)
    }
    const byList = groupBy(found, ({ price_list_id }) => price_list_id)
    return ids.map((id) => byList.get(id) ?? [])
  })

  /** @returns false when another price has the key. The op is remembered, so that a repeat finds it applied. */
  async function insert(price: PriceRecord, { op, keep_op, deadline, fate }: PriceCommand): Promise<boolean> {
    const recent_ops = [{ op: op.bytes, at: op.at, rev: 1, ...(keep_op && { kept: true as const }) }]
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

  /** Concurrent reads, for one quote or for many, become one query: its bounds are those of all lines together. */
  const candidates = batched(async (lines: readonly Line[], deadline) => {
    const eligible = {
      currency_code: { $in: [...new Set(lines.map(({ currency_code }) => currency_code))] },
      min_quantity: { $not: { $gt: Math.max(...lines.map(({ quantity }) => quantity ?? 1)) } },
      max_quantity: { $not: { $lt: Math.min(...lines.map(({ quantity }) => quantity ?? 0)) } },
    }
    const variant_id = { $in: [...new Set(lines.map((line) => line.variant_id))] }
    const filter = { variant_id, deleted_at: null, $or: [{ price_list_id: null }, eligible] }
    const documents = await findAll(collection, { filter, projection: WITHOUT_INTERNALS }, deadline)
    const ofVariant = groupBy(documents.map(recordFrom), (price) => price.variant_id)
    return lines.map((line) => ofVariant.get(line.variant_id) ?? [])
  })

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { price_list_id: 1, key: 1 }, name: 'one_per_key', unique: true },
        { key: BY_AGE, name: 'of_list' },
        WAITING_EVENTS,
        { key: { variant_id: 1 }, name: 'priced_variant', partialFilterExpression: { variant_id: { $gt: '' } } },
      ])
    },

    /**
     * Makes the price, or sets the amount of the one with its key in the same list. Applied once per op, however often it is
     * called.
     * @param known the id of the price that has the key, if the caller has seen one
     * @returns the price as it is kept now
     * @throws overloaded when too many wait for the price, or too much happened to it of late; already_executed for a repeat that
     * is too old to be sure of
     */
    async put(price: PriceRecord, known: string | undefined, command: PriceCommand): Promise<PriceRecord> {
      let id = known
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (id === undefined && !command.only_repeat && (await insert(price, command))) return price
        id ??= await byKey(price, command.deadline)
        if (id === undefined && command.only_repeat) throw already()
        if (id === undefined) continue // it has just gone
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
     * Writes the price as `next`. Applied once per op.
     * @throws invalid_data when another price of its list has the key by then; conflict when it is gone
     */
    async change(next: PriceRecord, command: PriceCommand): Promise<PriceRecord> {
      const { id, created_at: _age, updated_at: _dated, ...changed } = next
      const own = {
        ...command,
        missing: vanished,
        visible: ({ price_list_id }: PriceRecord) => price_list_id === next.price_list_id,
      }
      try {
        const { state } = await aggregates.execute(id, {
          ...own,
          decide: (present, { now }) => ({
            state: { ...present, ...changed, updated_at: now },
            events: [priceUpdated(priceIds(present))],
          }),
        })
        return state
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        return (await aggregates.refuse(id, own, vanished())).state
      }
    },

    /**
     * Makes a price count no more. Applied once per op.
     * @param within where it must be: a list, or null for none
     * @param gone the refusal when it is not there, or counts no more already; undefined: that is all right
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

    ...createPricesOfLists(collection),

    /** Removes the prices of a product that was refused. */
    discard: (ids: readonly string[], deadline: number) => collection.deleteMany({ _id: { $in: [...ids] } }, timeLeft(deadline)),

    /** Removes the base prices of variants whose product was never made. @returns how many there were */
    async discardBasePrices(variantIds: readonly string[], deadline: number): Promise<number> {
      const filter = { variant_id: { $in: [...variantIds] }, price_list_id: null }
      return (await collection.deleteMany(filter, timeLeft(deadline))).deletedCount
    },

    /** Creates prices that belong to a list which is yet to be inserted; those that a repeat finds there stay as they are. */
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

    /**
     * The living prices of a list, in the order of created_at and id; undefined when there are too many to be held at once.
     * Concurrent reads of several lists become one query.
     * @param projection undefined: all that is shown of a price
     */
    async listOfPriceList(id: string, projection: Document | undefined, deadline: number): Promise<ShownParts[] | undefined> {
      const known = longLists.get(id)
      if (known === 'longest') return undefined
      const isApart = projection !== undefined || known !== undefined
      const found = await (isApart ? listOf([id], projection ?? SHOWN, deadline, MOST_HELD + 1) : ofList(id, deadline))
      if (found.length > LONG_LIST) longLists.set(id, found.length > MOST_HELD ? 'longest' : 'long')
      return found.length > MOST_HELD ? undefined : found
    },

    /** The same of a list of any length, batch by batch, at its reader's pace. */
    async *batchesOfPriceList(id: string, projection: Document = SHOWN): AsyncGenerator<ShownParts[]> {
      const list = inLists([id])
      const sought = { projection: { ...projection, created_at: 1 }, sort: BY_AGE, limit: BATCH }
      let filter: Filter<Stored<PriceRecord>> = list
      for (;;) {
        const found = await findAll(collection, { ...sought, filter }, Date.now() + BATCH_MS)
        yield found.map(shownParts)
        const last = found.at(-1)
        if (!last || found.length < BATCH) return
        const { _id, created_at } = last
        filter = {
          $or: [
            { ...list, created_at, _id: { $gt: _id } },
            { ...list, created_at: { $gt: created_at } },
          ],
        }
      }
    },

    /** The same of several lists, list by list; undefined when they hold more than `most` in all. */
    async listOfPriceLists(
      ids: readonly string[],
      { most, projection = SHOWN, deadline }: { most: number; projection: Document | undefined; deadline: number },
    ): Promise<ShownParts[] | undefined> {
      const found = await listOf(ids, projection, deadline, most + 1)
      return found.length > most ? undefined : found
    },

    /**
     * For each line the living prices of its variant: all base prices, in every currency, and at least those list prices that may
     * apply to it.
     */
    findCandidates: (line: Line, deadline: number): Promise<PriceRecord[]> => candidates(line, deadline),

    /** The base prices of these variants, in every currency. */
    async listOfVariants(variantIds: readonly string[], deadline: number): Promise<PriceRecord[]> {
      if (variantIds.length === 0) return []
      const filter = { variant_id: { $in: [...variantIds] }, price_list_id: null, deleted_at: null }
      return (await collection.find(filter, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) }).toArray()).map(recordFrom)
    },

    /**
     * Removes prices in lists whose ids are after `after`, at most `upTo`, and none of `lists`; but for those whose events are
     * still to be published. The index takes all of that: nothing is read of the lists that are named.
     * @param range.before when the prices were made, as ISO text
     * @param range.upTo undefined: without an end
     * @returns how many went; 0 when there are none, or others have just removed them
     */
    async removeBetween({ lists, after, upTo, before, limit }: Unlisted): Promise<number> {
      const price_list_id = { $gt: after, ...(upTo !== undefined && { $lte: upTo }), $nin: [...lists] }
      const filter = { price_list_id, created_at: { $lt: before }, 'outbox.0': { $exists: false } } as Filter<Stored<PriceRecord>>
      const found = await collection.find(filter, { projection: { _id: 1 }, limit }).toArray()
      if (found.length === 0) return 0
      const { deletedCount } = await collection.deleteMany({ ...filter, _id: { $in: found.map(({ _id }) => _id) } })
      return deletedCount
    },
  }
}

const inLists = (ids: readonly string[]) => ({ price_list_id: ids.length === 1 ? ids[0]! : { $in: [...ids] }, deleted_at: null })
const shownParts = ({ _id, ...rest }: Stored<PriceRecord>): ShownParts => ({ id: _id, ...rest })

export type PriceStore = ReturnType<typeof createPriceStore>

function isOnlyDuplicates(error: unknown): boolean {
  if (!isDuplicateKey(error)) return false
  const { writeErrors = [] } = error as Partial<MongoBulkWriteError>
  return [writeErrors].flat().every(({ code }) => code === 11000)
}

const already = () => new OperationError('already_executed', 'The request was carried out; its answer is not kept')
const vanished = () => conflict('The price was made or changed in this moment; please try again')
