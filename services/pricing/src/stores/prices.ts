import { OperationError, overloaded } from '@souk/contracts'
import {
  createBulkWriter,
  fromDocument,
  isDuplicateKey,
  type Outbox,
  type Stored,
  timeLeft,
  toDocument,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document, MongoBulkWriteError } from 'mongodb'
import { batched } from '../batched.ts'
import { cached } from '../cached.ts'
import { groupBy } from '../domain/group-by.ts'
import type { PriceRecord, ShownParts } from '../domain/price.ts'
import { gathered } from '../gathered.ts'
import { isFull, type PriceCommand, type PriceCommands, upsertFilter, upsertPipeline } from './price-upsert.ts'

/** One line of a quote. */
interface Line {
  variant_id: string
  currency_code: string
  quantity: number
}

const MAX_TRIES = 10
const LOAD = { timeoutMS: 1000 }
/** What a living price of a list shows; `deleted_at` goes without saying. */
const SHOWN = {
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
  const writer = createBulkWriter(collection)
  const recordFrom = (document: Document) => fromDocument<PriceRecord>(document)

  const ofShippingOption = cached(async (shipping_option_id: string): Promise<PriceRecord[]> => {
    const filter = { shipping_option_id, price_list_id: null, deleted_at: null }
    return (await collection.find(filter, { projection: WITHOUT_INTERNALS, ...LOAD }).toArray()).map(recordFrom)
  })

  /** Commands on one price wait for each other, so that they do not fight for its document. */
  const upserts = batched(async (commands: readonly PriceCommand[]) => {
    const now = Date.now()
    const deadline = Math.max(...commands.map((command) => command.deadline))
    const { price_list_id, key } = commands[0]!.price
    const isDone = new Set<string>()
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const [first, ...rest] = withoutRepeats(commands).filter(({ op }) => !isDone.has(op.text))
      if (!first) return commands.map(() => undefined)
      if (await wasUpserted([first, ...rest], now, deadline)) return commands.map(() => undefined)

      // The key is taken: by a price that knows some of these ops, by one that is full, or by one that was made in this moment.
      const projection = { 'recent_ops.op': 1, 'recent_ops.at': 1, 'outbox.seq': 1 }
      const taken = await collection.findOne({ price_list_id, key }, { projection, promoteBuffers: true, ...timeLeft(deadline) })
      const known = new Set(taken?.recent_ops.map(({ op }) => op.toString('hex')))
      for (const { op } of commands) if (known.has(op.bytes.toString('hex'))) isDone.add(op.text)
      if (taken && isFull(taken, now)) break
    }
    return commands.map(({ op }) => (isDone.has(op.text) ? undefined : overloaded()))
  })

  /** @returns false when the unique index on list and key refused it */
  async function wasUpserted(commands: PriceCommands, now: number, deadline: number): Promise<boolean> {
    try {
      const filter = upsertFilter(commands, now) as never
      await writer.write({ updateOne: { filter, update: upsertPipeline(commands, now), upsert: true } }, deadline)
      sink?.onUnnamedEvents()
      return true
    } catch (error) {
      if (isDuplicateKey(error)) return false
      throw error
    }
  }

  async function assertDone({ price: { price_list_id, key }, op, deadline }: PriceCommand) {
    const filter = { price_list_id, key, 'recent_ops.op': op.bytes }
    if (await collection.findOne(filter, { projection: { _id: 1 }, ...timeLeft(deadline) })) return
    throw new OperationError('already_executed', 'The request was carried out; its answer is not kept')
  }

  /** Concurrent reads, for one quote or for many, become one query: its bounds are those of all lines together. */
  const candidates = gathered(async (lines: Line[], deadline) => {
    const quantities = lines.map(({ quantity }) => quantity)
    const eligible = {
      currency_code: { $in: [...new Set(lines.map(({ currency_code }) => currency_code))] },
      min_quantity: { $not: { $gt: Math.max(...quantities) } },
      max_quantity: { $not: { $lt: Math.min(...quantities) } },
    }
    const variant_id = { $in: [...new Set(lines.map((line) => line.variant_id))] }
    const filter = { variant_id, deleted_at: null, $or: [{ price_list_id: null }, eligible] }
    const documents = await collection.find(filter, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) }).toArray()
    const ofVariant = groupBy(documents.map(recordFrom), (price) => price.variant_id)
    return lines.map((line) => ofVariant.get(line.variant_id) ?? [])
  })

  return {
    async ensureIndexes() {
      await collection.createIndexes([
        { key: { price_list_id: 1, key: 1 }, name: 'one_per_key', unique: true },
        { key: BY_AGE, name: 'of_list' },
        { key: { variant_id: 1 }, name: 'priced_variant', partialFilterExpression: { variant_id: { $gt: '' } } },
        {
          key: { shipping_option_id: 1 },
          name: 'priced_shipping_option',
          partialFilterExpression: { shipping_option_id: { $gt: '' } },
        },
      ])
    },

    /**
     * Makes the price, or gives the one with its key in the same list its amount. Applied once per op, however often it is called.
     * @throws overloaded when the price was changed too often of late; already_executed for a repeat that is too old to be sure of
     */
    async upsert(command: PriceCommand): Promise<void> {
      if (command.only_repeat) return assertDone(command)
      return upserts(`${command.price.price_list_id} ${command.price.key}`, command)
    },

    /** Creates prices that belong to a list which is yet to be inserted; those that a repeat finds there stay as they are. */
    async insertOnce(prices: readonly PriceRecord[], deadline: number): Promise<void> {
      if (prices.length === 0) return
      const since = Date.now()
      const documents = prices.map((price) => {
        const event = {
          seq: 1,
          type: 'pricing.price.created',
          at: price.created_at,
          ids: { id: price.id, price_list_id: price.price_list_id ?? '' },
        }
        return toDocument(price, { event_seq: 1, outbox: [event], outbox_since: since })
      })
      try {
        await collection.insertMany(documents as never, { ordered: false, ...timeLeft(deadline) })
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error
      }
      for (const { id } of prices) sink?.onEvents(id)
    },

    /** The living prices of these lists, list by list, each list's in the order of created_at and id. */
    async listOfPriceLists(ids: readonly string[], projection: Document = SHOWN, deadline: number): Promise<ShownParts[]> {
      if (ids.length === 0) return []
      const filter = { price_list_id: ids.length === 1 ? ids[0]! : { $in: [...ids] }, deleted_at: null }
      const options = { projection, sort: BY_AGE, batchSize: 5000, ...timeLeft(deadline) }
      const documents = await collection.find(filter, options).toArray()
      return documents.map(({ _id, ...rest }) => ({ id: _id, ...rest }))
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

    /** Base prices of a shipping option in all currencies; at most one second old. */
    listOfShippingOption: ofShippingOption,

    async insertMissing(prices: readonly PriceRecord[]) {
      for (const price of prices) {
        const { _id, ...rest } = toDocument(price)
        await collection.updateOne({ _id }, { $setOnInsert: rest as never }, { upsert: true })
      }
    },
  }
}

export type PriceStore = ReturnType<typeof createPriceStore>

function isOnlyDuplicates(error: unknown): boolean {
  if (!isDuplicateKey(error)) return false
  const { writeErrors = [] } = error as Partial<MongoBulkWriteError>
  return [writeErrors].flat().every(({ code }) => code === 11000)
}

/** One command per op: a request may be there twice when its first attempt is still under way. */
const withoutRepeats = (commands: readonly PriceCommand[]): PriceCommand[] => [
  ...new Map(commands.map((command) => [command.op.text, command])).values(),
]
