import { cartCreated, toFastObject, withSnapshots } from '@souk/contracts'
import {
  type Command,
  createAggregates,
  type EventRelay,
  firstEvents,
  fromDocument,
  insertOnce,
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
 * Carts with everything that hangs on them: one aggregate, one document. Without an outbox their events wait for one who has it.
 */
export function createCartStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<CartRecord>>('carts')
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<CartRecord>(collection, { ...sink, loaded: withLines })

  return {
    async ensureIndexes() {
      // By their creation, which never changes: no write of a cart pays for it.
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

    /** Commands on carts that exist. */
    aggregates,

    /** Returned to callers who may see it: a hidden cart and an unknown one look alike. */
    async find(
      id: string,
      visible: (cart: Pick<CartRecord, 'sales_channel_id'>) => boolean,
      deadline: number,
    ): Promise<FoundCart | undefined> {
      const present = await aggregates.find(id, deadline)
      return present && visible(present.state) ? present : undefined
    },

    /** The cart that a payment collection is of, or was until it became an order; undefined where callers may not see it. */
    async findByCollection(
      payment_collection_id: string,
      visible: (cart: Pick<CartRecord, 'sales_channel_id'>) => boolean,
      deadline: number,
    ): Promise<{ id: string; is_open: boolean } | undefined> {
      const options = { projection: { sales_channel_id: 1, completed_at: 1 } as const, ...timeLeft(deadline) }
      const found = await collection.findOne({ 'payment_collection.id': payment_collection_id }, options)
      return found && visible(found) ? { id: found._id, is_open: found.completed_at === null } : undefined
    },

    /** Carts whose checkout nobody carries on, since a moment (epoch ms); the one that waits longest first. */
    async listLapsedCheckouts(before: number, limit: number): Promise<CartRecord[]> {
      const lapsed = { 'checkout.lease_until': { $type: 'number', $lte: before } } as Filter<Stored<CartRecord>>
      const found = collection.find(lapsed, { projection: WITHOUT_INTERNALS }).sort({ 'checkout.lease_until': 1 }).limit(limit)
      return (await found.toArray()).map((document) => withLines(fromDocument<CartRecord>(document)))
    },

    /** @returns the cart as it is stored: this one, or the one that a repeat of the same request finds there already */
    async create(cart: CartRecord, { deadline, fate }: Pick<Command<CartRecord>, 'deadline' | 'fate'>): Promise<FoundCart> {
      const document = toDocument(cart, firstEvents([cartCreated({ id: cart.id })], cart.created_at))
      if (await insertOnce(collection, document, deadline, fate)) {
        sink?.onEvents(cart.id, document.outbox)
        return { state: cart, revision: 1 }
      }
      const stored = await collection.findOne({ _id: cart.id }, { projection: WITHOUT_INTERNALS, ...timeLeft(deadline) })
      return found(stored as Stored<CartRecord>)
    },

    /**
     * Removes open carts that were changed last before a moment, the oldest first, but for those whose checkout has begun or
     * whose events are still to be published. Times are ISO text. One that is changed meanwhile stays.
     * @returns how many went, and where to go on: undefined when that was all
     */
    async removeUntouched({ before, from = '', limit }: { before: string; from?: string | undefined; limit: number }) {
      const forgotten = {
        completed_at: null,
        checkout: null, // where there is none as well
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

/** Snapshots come as text; carts from before kept all of their customer. A cart is copied a few times with each change. */
const withLines = (cart: CartRecord): CartRecord =>
  Object.assign(toFastObject(cart), {
    items: cart.items.map(withSnapshots),
    ...(cart.customer && { customer: keptCustomer(cart.customer) }),
  })

const found = (document: Stored<CartRecord>): FoundCart => ({
  state: withLines(fromDocument<CartRecord>(document)),
  revision: document.revision,
})

export type CartStore = ReturnType<typeof createCartStore>
