import { conflict, invalidData, notFound, type OrderListEntry, type Selection } from '@souk/contracts'
import {
  type Command,
  createAggregates,
  createReader,
  createShortCache,
  type Decide,
  fromDocument,
  type Outbox,
  type Outcome,
  type Stored,
  timeLeft,
  toDocument,
  Undecided,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document } from 'mongodb'
import { closedChanges, withoutClosed } from '../domain/order-change.ts'
import { type OrderRecord, withLines } from '../domain/order-record.ts'
import { type ShippingBasis, shippingBasisOf } from '../domain/shipping-basis.ts'
import { createListedOrders, HEADS_INDEX } from './listed-orders.ts'
import { createOrderHistory } from './order-history.ts'

const HISTORY = { changes: 0, returns: 0, exchanges: 0, claims: 0 } as const
const ACTIVE = { $elemMatch: { status: { $in: ['pending', 'requested'] } } }
const BASIS = {
  currency_code: 1,
  region_id: 1,
  customer_id: 1,
  deleted_at: 1,
  'shipping_address.country_code': 1,
  'shipping_address.province': 1,
} as const
/** Changes that others close meanwhile are rare. */
const MAX_TRIES = 5
const REMEMBERED_BASES = { ttl_ms: 1000, max: 10_000 }

export type ShownOrder = Omit<OrderRecord, 'changes' | 'returns' | 'exchanges' | 'claims'>

interface PageOfCustomer {
  customer_id: string
  seller_id: string
  offset: number
  limit: number
  deadline: number
}

type OrderCommand = Omit<Command<OrderRecord>, 'decide' | 'missing' | 'visible' | 'too_large'>

export interface ListedQuery extends PageOfCustomer {
  selection: Selection
}

export interface CustomerOrdersQuery extends PageOfCustomer {
  projection: Readonly<Record<string, 1>> | undefined
}

/**
 * Orders with the change that is being made inside: one aggregate, one document. Closed changes leave it with its next change. Deleted
 * orders are as good as unknown.
 * @param aggregatesOf makes the aggregates whose events go out; by default events wait for a process that publishes them
 */
export function createOrderStore(db: Db, aggregatesOf: Outbox['aggregates'] = createAggregates) {
  const collection = db.collection<Stored<OrderRecord>>('orders')
  const aggregates = aggregatesOf<OrderRecord>(collection, { loaded: withLines })
  const shown = createReader(collection, { projection: { ...WITHOUT_INTERNALS, ...HISTORY } })
  const withActiveChange = createReader(collection, { projection: { ...WITHOUT_INTERNALS, changes: ACTIVE } })
  const based = createReader(collection, { projection: BASIS })
  const listed = createListedOrders(collection)
  const history = createOrderHistory(db, collection)
  const bases = createShortCache<ShippingBasis>(REMEMBERED_BASES)

  function living<T extends Pick<OrderRecord, 'deleted_at'>>(id: string, document: T | undefined): T {
    if (!document || document.deleted_at !== null) throw orderNotFound(id)
    return document
  }

  return {
    async ensureIndexes() {
      await Promise.all([
        collection.createIndexes([HEADS_INDEX, { key: { display_id: 1 }, name: 'display_id', unique: true }]),
        history.ensureIndexes(),
      ])
    },

    /** The order without its history. @throws not_found */
    async get(id: string, deadline: number): Promise<{ order: ShownOrder; revision: number }> {
      const document = living(id, await shown.find({ id, deadline }))
      return { order: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
    },

    /** The order; of its changes only the active one, if any. @throws not_found */
    async getWithActiveChange(id: string, deadline: number): Promise<{ order: OrderRecord; revision: number }> {
      const document = living(id, await withActiveChange.find({ id, deadline }))
      const order = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
      return { order, revision: document.revision }
    },

    /** What shipping is quoted for; up to a second old. @throws not_found */
    getShippingBasis: (id: string, deadline: number): Promise<ShippingBasis> =>
      bases.get(id, async () => shippingBasisOf(living(id, await based.find({ id, deadline })))),

    /** For who found out that the order has moved on. */
    forgetShippingBasis: (id: string) => bases.forget(id),

    /** A page as a list shows it by default, its entries as JSON; undefined for a customer with too many orders to look at all. */
    async listOfCustomerAsJson({ customer_id, seller_id, offset, limit, selection, deadline }: ListedQuery) {
      const heads = await listed.heads({ customer_id, seller_id }, deadline)
      if (!heads) return undefined
      const orders = await listed.entriesFor(selection)(heads.slice(offset, offset + limit), deadline)
      return { orders: orders as unknown as OrderListEntry[], count: heads.length }
    },

    /** Newest first. The count is of all orders of the customer with the seller. */
    async listOfCustomer({ customer_id, seller_id, offset, limit, projection, deadline }: CustomerOrdersQuery) {
      const filter = { customer_id, seller_id, deleted_at: null }
      const options = {
        projection: projection ? ofWholeTexts(projection) : { ...WITHOUT_INTERNALS, ...HISTORY },
        skip: offset,
        limit,
        batchSize: limit,
      }
      // To MongoDB a limit of 0 is none at all.
      const documents =
        limit === 0
          ? []
          : await collection
              .find(filter, { ...options, ...timeLeft(deadline) })
              .sort({ created_at: -1, _id: -1 })
              .toArray()
      const orders = documents.map(
        ({ _id, ...order }: Document) => ({ id: _id, ...withLines(order) }) as unknown as OrderListEntry,
      )

      const isLastPage = orders.length < limit && (orders.length > 0 || offset === 0)
      return { orders, count: isLastPage ? offset + orders.length : await collection.countDocuments(filter, timeLeft(deadline)) }
    },

    /** Takes a decision on the order. @throws not_found, and what the decision refuses with */
    async execute(id: string, command: OrderCommand & Pick<Command<OrderRecord>, 'decide'>): Promise<Outcome<OrderRecord>> {
      let in_history: ReadonlySet<string> = new Set()
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const decide = withoutHistory(command.decide, in_history)
        try {
          return await aggregates.execute(id, { ...command, ...ofOrder(id), decide })
        } catch (error) {
          if (!(error instanceof HistoryToBeKept)) throw error
        }
        in_history = await history.keep(id, command.deadline)
      }
      throw conflict('The record was modified by others again and again; please try again')
    },

    /** A change that an order tells of, with its actions, wherever it lies. */
    findChange: history.find,

    /** A refusal that came before the order was asked. @throws it, or not_found */
    async refuse(id: string, command: OrderCommand, error: unknown): Promise<never> {
      await aggregates.refuse(id, { ...command, ...ofOrder(id) }, error)
      throw error
    },

    /** Adds what is not there yet, by id; what is there stays as it is. */
    async insertMissing(orders: readonly OrderRecord[]) {
      for (const { _id, ...rest } of orders.map((order) => toDocument(order))) {
        await collection.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true })
      }
    },
  }
}

/** What is kept as one text is read as a whole. */
const ofWholeTexts = (projection: Readonly<Record<string, 1>>) =>
  Object.fromEntries(
    Object.keys(projection).map((path) => [/^items\.(?:product|variant)(?=\.)/.exec(path)?.[0] ?? path, 1 as const]),
  )

/** The order holds closed changes that are not known to be in its history yet. */
class HistoryToBeKept extends Undecided {}

/** The decision on an order that lets go of its closed changes with this very write. */
function withoutHistory(decide: Decide<OrderRecord>, in_history: ReadonlySet<string>): Decide<OrderRecord> {
  return (order, context) => {
    const light = withoutClosed(order, in_history)
    const decided = decide(light, context) // what is refused leaves the order as it is
    if (closedChanges(light).length > 0) throw new HistoryToBeKept()
    return decided
  }
}

const isLiving = ({ deleted_at }: OrderRecord) => deleted_at === null
const ofOrder = (id: string) => ({ visible: isLiving, missing: () => orderNotFound(id), too_large: () => orderTooLarge(id) })
const orderTooLarge = (id: string) => invalidData(`Order ${id} with its changes has reached its limit of 16 MiB`)
const orderNotFound = (id: string) => notFound(`Order id not found: ${id}`)

export type OrderStore = ReturnType<typeof createOrderStore>
