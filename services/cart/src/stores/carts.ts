import { cartCreated, loadedLine, toFastObject } from '@souk/contracts'
import {
  type Command,
  createAggregates,
  createInserter,
  type EventRelay,
  firstEvents,
  fromDocument,
  type Stored,
  timeLeft,
  toDocument,
  WAITING_EVENTS,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Filter } from 'mongodb'
import type { CartRecord } from '../domain/carts/cart.ts'
import { keptCustomer } from '../domain/carts/kept-customer.ts'

export interface FoundCart {
  state: CartRecord
  revision: number
}

/**
 * Carts with everything that belongs to them: one aggregate, one document. Without an outbox, events wait for a process that has
 * one.
 */
export function createCartStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<CartRecord>>('carts')
  const insertOnce = createInserter(collection)
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<CartRecord>(collection, { ...sink, loaded: withLines })

  return {
    async ensureIndexes() {
      // By creation, which never changes: no update of a cart has to maintain this index.
      await collection.createIndexes([
        { key: { created_at: 1 }, name: 'open', partialFilterExpression: { completed_at: null } },
        {
          key: { 'payment_collection.id': 1 },
          name: 'payment_collection',
          partialFilterExpression: { 'payment_collection.id': { $exists: true } },
        },
        {
          key: { 'checkout.lease_until': 1 },
          name: 'checkouts',
          partialFilterExpression: { 'checkout.lease_until': { $type: 'number' } },
        },
        WAITING_EVENTS,
      ])
    },

    /** Commands on existing carts. */
    aggregates,

    /** Undefined if the cart is unknown, or not visible to the caller, who cannot tell the difference. */
    async find(
      id: string,
      visible: (cart: Pick<CartRecord, 'sales_channel_id'>) => boolean,
      deadline: number,
    ): Promise<FoundCart | undefined> {
      const present = await aggregates.find(id, deadline)
      return present && visible(present.state) ? present : undefined
    },

    /** The cart of a payment collection, even if it has become an order; undefined if the caller may not see it. */
    async findByCollection(
      payment_collection_id: string,
      visible: (cart: Pick<CartRecord, 'sales_channel_id'>) => boolean,
      deadline: number,
    ): Promise<{ id: string; is_open: boolean } | undefined> {
      const options = { projection: { sales_channel_id: 1, completed_at: 1 } as const, ...timeLeft(deadline) }
      const found = await collection.findOne({ 'payment_collection.id': payment_collection_id }, options)
      return found && visible(found) ? { id: found._id, is_open: found.completed_at === null } : undefined
    },

    /** Carts whose checkout's lease lapsed before a moment (epoch ms); the longest-waiting first. */
    async listLapsedCheckouts(before: number, limit: number): Promise<CartRecord[]> {
      const lapsed = { 'checkout.lease_until': { $type: 'number', $lte: before } } as Filter<Stored<CartRecord>>
      const found = collection.find(lapsed, { projection: WITHOUT_INTERNALS }).sort({ 'checkout.lease_until': 1 }).limit(limit)
      return (await found.toArray()).map((document) => withLines(fromDocument<CartRecord>(document)))
    },

    /** @returns the cart as stored: this one, or the one that an earlier attempt of the same request stored */
    async create(cart: CartRecord, { deadline, fate }: Pick<Command<CartRecord>, 'deadline' | 'fate'>): Promise<FoundCart> {
      const document = toDocument(cart, firstEvents([cartCreated({ id: cart.id })], cart.created_at))
      if (await insertOnce(document, deadline, fate)) {
        sink?.onEvents(cart.id, document.outbox)
        return aggregates.created(document)
      }
      const stored = await collection.findOne({ _id: cart.id }, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) })
      return found(stored as Stored<CartRecord>)
    },

    /**
     * Removes open carts that were last changed before a moment, oldest first, except those with a checkout or with unpublished
     * events. Times are ISO text. A cart that is changed in the meantime stays.
     * @returns how many were removed, and where to continue: undefined at the end
     */
    async removeUntouched({ before, from = '', limit }: { before: string; from?: string | undefined; limit: number }) {
      const forgotten = {
        completed_at: null,
        checkout: null, // also matches an absent field
        updated_at: { $lt: before },
        'outbox.0': { $exists: false },
      }
      const range = { created_at: { $gte: from, $lt: before } }
      const found = await collection
        .find({ ...forgotten, ...range } as Filter<Stored<CartRecord>>, { projection: { created_at: 1 } })
        .sort({ created_at: 1 })
        .limit(limit)
        .toArray()
      const ids = found.map(({ _id }) => _id)
      if (ids.length === 0) return { removed: 0, next: undefined }
      const { deletedCount } = await collection.deleteMany({ ...forgotten, _id: { $in: ids } } as Filter<Stored<CartRecord>>)
      return { removed: deletedCount, next: found.length < limit ? undefined : found.at(-1)!.created_at }
    },
  }
}

/**
 * Decodes snapshots, and reduces the customer, of which carts from older versions hold everything. A fast object, since a cart is
 * copied a few times with each change.
 */
const withLines = (cart: CartRecord): CartRecord =>
  Object.assign(toFastObject(cart), {
    items: cart.items.map(loadedLine),
    ...(cart.customer && { customer: keptCustomer(cart.customer) }),
  })

const found = (document: Stored<CartRecord>): FoundCart => ({
  state: withLines(fromDocument<CartRecord>(document)),
  revision: document.revision,
})

export type CartStore = ReturnType<typeof createCartStore>
