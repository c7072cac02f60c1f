import { forbidden, type ListQuery, listDeclarationOf, listOrders, type OrderListEntry, type Selection } from '@souk/contracts'
import {
  createAggregates,
  createOutgoing,
  createReader,
  type EventRelay,
  fromDocument,
  outgoingIndex,
  type Stored,
  WAITING_EVENTS,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db, Document } from 'mongodb'
import type { OrderChange } from '../domain/order-changes/order-change.ts'
import type { KeptBeside } from '../domain/orders/kept-beside.ts'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import type { PartKind } from '../domain/returns/order-parts.ts'
import { COMMISSION_INDEXES, createCommissionLines } from './commission-lines.ts'
import { createCounters } from './counters.ts'
import { createListedOrders, LISTED_INDEXES, type OfCustomer } from './listed-orders.ts'
import { createListsInside, INSIDE_INDEXES, type Inside } from './lists-inside.ts'
import { createOrderCommands, orderNotFound } from './order-commands.ts'
import { createOrderHistory } from './order-history.ts'
import { createOrderPages, LIST_INDEXES, WITHOUT_HISTORY } from './order-pages.ts'
import { createOrderSets, ORDER_SET_INDEXES } from './order-sets.ts'
import { CONTENT_INDEXES, createOrdersByContent } from './orders-by-content.ts'
import { createPartNumbers } from './part-numbers.ts'
import { createPaymentPages, PAYMENT_LIST_INDEXES } from './payment-pages.ts'
import { createPlacedOrders } from './placed-orders.ts'
import { createReturnRequests, RETURN_REQUEST_INDEXES } from './return-requests.ts'
import { createSellerDays, DAYS_INDEX } from './seller-days.ts'

const { returns: _, ...WITHOUT_HISTORY_BUT_RETURNS } = WITHOUT_HISTORY
const SEARCHED = listDeclarationOf(listOrders).q
const ACTIVE = { $elemMatch: { status: { $in: ['pending', 'requested'] } } }
/** An order with its returns, which a seller may request. */
export type SellersOrder = Omit<OrderRecord, 'changes' | 'exchanges' | 'claims' | keyof KeptBeside>
export type ShownOrder = Omit<OrderRecord, 'changes' | 'returns' | 'exchanges' | 'claims' | keyof KeptBeside>

interface OrderWithChanges {
  state: OrderRecord
  changes: OrderChange[]
  revision: number
}

export interface ListedQuery extends OfCustomer {
  offset: number
  limit: number
  selection: Selection
  deadline: number
}

/**
 * Orders, each with its active change inside: one aggregate, one document. Closed changes leave it with its next change. Deleted
 * orders count as unknown.
 * @param outbox absent: events wait for a process that publishes them
 */
export function createOrderStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<OrderRecord>>('orders')
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<OrderRecord>(collection, { ...sink, loaded: withLines, searched: SEARCHED })
  const shown = createReader(collection, { projection: { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY } })
  const withActiveChange = createReader(collection, { projection: { ...WITHOUT_INTERNALS, changes: ACTIVE } })
  const whole = createReader(collection, { projection: WITHOUT_INTERNALS })
  const shownToSeller = createReader(collection, {
    tenant: 'seller_id',
    projection: { ...WITHOUT_INTERNALS, ...WITHOUT_HISTORY_BUT_RETURNS },
  })
  const wholeToSeller = createReader(collection, { tenant: 'seller_id', projection: WITHOUT_INTERNALS })
  const listed = createListedOrders(collection)
  const history = createOrderHistory(db, collection)
  const counters = createCounters(db)
  const partNumbers = createPartNumbers(counters, collection)
  const commands = createOrderCommands(aggregates, history)
  const byContent = createOrdersByContent(collection)
  const pageInside = createListsInside(collection)
  const returnRequests = createReturnRequests(collection)
  const sets = createOrderSets(collection)
  const commissionLines = createCommissionLines(collection)
  const placed = createPlacedOrders({ collection, counters, sink, searched: SEARCHED })

  function living<T extends Pick<OrderRecord, 'deleted_at'>>(id: string, document: T | undefined): T {
    if (!document || document.deleted_at !== null) throw orderNotFound(id)
    return document
  }

  async function allChanges(document: Stored<OrderRecord>, deadline: number) {
    const state = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
    return { state, changes: await history.list(state, deadline), revision: document.revision }
  }

  return {
    async ensureIndexes() {
      await Promise.all([
        collection.createIndexes([
          ...LISTED_INDEXES,
          ...LIST_INDEXES,
          outgoingIndex('outgoing_credit', 'outgoing_credit'),
          DAYS_INDEX,
          ...INSIDE_INDEXES,
          ...CONTENT_INDEXES,
          ...PAYMENT_LIST_INDEXES,
          ...RETURN_REQUEST_INDEXES,
          ...ORDER_SET_INDEXES,
          ...COMMISSION_INDEXES,
          { key: { display_id: 1 }, name: 'display_id', unique: true },
          WAITING_EVENTS,
        ]),
        history.ensureIndexes(),
      ])
      await Promise.all([placed.countAll(), partNumbers.begin()])
    },

    /** See `createPlacedOrders`. */
    place: placed.place,
    draft: placed.draft,

    /** Amounts that orders owe to customers, from the write of the credit line until the customer's account has received it. */
    outgoingCredits: createOutgoing(collection, 'outgoing_credit'),

    /** The order without its history. @throws not_found */
    async get(id: string, deadline: number): Promise<{ state: ShownOrder; revision: number }> {
      const document = living(id, await shown.find({ id, deadline }))
      return { state: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
    },

    /** A draft, without its history. @throws not_found; also for a converted one */
    async getDraft(id: string, deadline: number): Promise<{ state: ShownOrder; revision: number }> {
      const document = await shown.find({ id, deadline })
      const draft = living(id, document?.is_draft_order ? document : undefined)
      return { state: withLines(fromDocument<OrderRecord>(draft)), revision: draft.revision }
    },

    /** The order with only its active change, if any. @throws not_found */
    async getWithActiveChange(id: string, deadline: number): Promise<{ state: OrderRecord; revision: number }> {
      const document = living(id, await withActiveChange.find({ id, deadline }))
      const state = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
      return { state, revision: document.revision }
    },

    /** The order with all of its changes, including those in the history. @throws not_found */
    async getWithChanges(id: string, deadline: number): Promise<OrderWithChanges> {
      return allChanges(living(id, await whole.find({ id, deadline })), deadline)
    },

    /** A page as a list shows it by default, its entries as JSON; undefined if it must be read another way. */
    async pageOfCustomerAsJson({ customer_id, seller_id, offset, limit, selection, deadline }: ListedQuery) {
      const page = await listed.heads({ customer_id, seller_id }, { offset, limit }, deadline)
      if (!page) return undefined
      const orders = await listed.entriesFor(selection)(page.heads, deadline)
      return { orders: orders as unknown as OrderListEntry[], count: page.count }
    },

    /** The sets of all orders except drafts. */
    sets: sets.within({ is_draft_order: false }),
    getSetOf: sets.getSetOf,

    /** A page of the commission lines of all orders. */
    pageOfCommissionLines: commissionLines.pageOfLines,

    /** Daily counts of a seller's orders, and of its new customers. */
    daysOfSeller: createSellerDays(collection),

    /** The orders that a seller may see. Orders of others, drafts and unknown ones are all refused as forbidden. */
    ofSeller(seller_id: string) {
      const own = { tenant: seller_id }
      const sales = { seller_id, is_draft_order: false } as const
      return {
        async get(id: string, deadline: number): Promise<{ state: SellersOrder; revision: number }> {
          const document = sold(await shownToSeller.find({ id, ...own, deadline }))
          return { state: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
        },
        async getWithChanges(id: string, deadline: number): Promise<OrderWithChanges> {
          return allChanges(sold(await wholeToSeller.find({ id, ...own, deadline })), deadline)
        },
        /** An order with its commission. */
        getWithCommission: async (id: string, deadline: number) =>
          sold(await commissionLines.findOfOrder(id, seller_id, deadline)),
        /** A return, an exchange or a claim of one of the seller's orders; see `findPart` of the store. */
        async findPart<Kind extends PartKind>(kind: Kind, id: string, deadline: number) {
          return granted(await byContent.findPart(kind, id, deadline, sales))
        },
        /** The order that holds it. */
        async findIdOfPart(kind: PartKind, id: string, deadline: number) {
          return granted(await byContent.findIdOfPart(kind, id, deadline, sales))
        },
        /** The order that has a line; undefined for other sellers' lines and unknown ones alike. */
        findIdOfLine: (id: string, deadline: number) => byContent.findIdOfLine(id, deadline, sales),
        /** A page of the returns, exchanges or claims of the seller's orders. */
        pageInside: <Kind extends Inside>(kind: Kind, query: ListQuery, deadline: number) =>
          pageInside(kind, query, deadline, sales),
        /** An order with its return request. */
        findWithRequest: async (id: string, projection: Document, deadline: number) =>
          granted(await returnRequests.findWithRequest(id, projection, deadline, sales)),
        /** A page of the orders with return requests. */
        pageWithRequests: (query: ListQuery, projection: Document, deadline: number) =>
          returnRequests.pageWithRequests(query, projection, deadline, sales),
        ...commands.ofSeller(seller_id),
      }
    },

    /** A customer's orders with all sellers, and their parts; except drafts. */
    ofBuyer(customer_id: string) {
      const bought = { customer_id, is_draft_order: false } as const
      /** A request stays with the customer who made it, even if the order changes hands. */
      const asked = { ...bought, 'return_request.customer_id': customer_id } as const
      return {
        /** A return, an exchange or a claim; undefined if it is not the customer's, or does not exist. */
        findPart: <Kind extends PartKind>(kind: Kind, id: string, deadline: number) =>
          byContent.findPart(kind, id, deadline, bought),
        /** A page of the returns, exchanges or claims. */
        pageInside: <Kind extends Inside>(kind: Kind, query: ListQuery, deadline: number) =>
          pageInside(kind, query, deadline, bought),
        /** An order with the customer's return request; undefined if it is not the customer's, or does not exist. */
        findWithRequest: (id: string, projection: Document, deadline: number) =>
          returnRequests.findWithRequest(id, projection, deadline, asked),
        /** A page of the orders with the customer's return requests. */
        pageWithRequests: (query: ListQuery, projection: Document, deadline: number) =>
          returnRequests.pageWithRequests(query, projection, deadline, asked),
        /** The sets of the customer's orders. */
        sets: sets.within(bought),
        ...commands.ofBuyer(customer_id),
      }
    },

    ...createOrderPages(collection),
    ...createPaymentPages(collection),
    ...byContent,
    ...returnRequests,
    ...commands.ofAnybody,

    /** The readable number for a new return, exchange or claim. */
    nextPartNumber: partNumbers.next,

    /** A page of the returns, exchanges or claims of all orders. */
    pageInside,

    /** A change of an order, with its actions, whether it is in the order or in its history. */
    findChange: history.find,
  }
}

/** @throws forbidden if nothing was found */
function granted<T>(found: T | null | undefined): T {
  if (found === null || found === undefined) throw forbidden()
  return found
}

/** @throws forbidden for a draft, or a deleted order */
function sold<T extends Pick<OrderRecord, 'deleted_at' | 'is_draft_order'>>(document: T | undefined): T {
  return granted(document?.deleted_at === null && !document.is_draft_order ? document : undefined)
}

export type OrderStore = ReturnType<typeof createOrderStore>
