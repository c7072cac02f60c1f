import { listOrders, searchOf } from '@souk/contracts'
import { createAggregates, createOutgoing, type EventRelay, outgoingIndex, type Stored, WAITING_EVENTS } from '@souk/runtime'
import type { Db } from 'mongodb'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import { COMMISSION_INDEXES, createCommissionLines } from './commission-lines.ts'
import { createCounters } from './counters.ts'
import { createJsonPages } from './json-pages.ts'
import { createListedOrders, LISTED_INDEXES } from './listed-orders.ts'
import { createListsInside, INSIDE_INDEXES } from './lists-inside.ts'
import { createOrderCommands } from './order-commands.ts'
import { createOrderHistory } from './order-history.ts'
import { createOrderPages, LIST_INDEXES } from './order-pages.ts'
import { createOrderParties } from './order-parties.ts'
import { createOrderSets, ORDER_SET_INDEXES } from './order-sets.ts'
import { createOrderViews } from './order-views.ts'
import { CONTENT_INDEXES, createOrdersByContent } from './orders-by-content.ts'
import { createOrdersOfBuyer, createOrdersOfSeller } from './orders-of-owners.ts'
import { createPartNumbers } from './part-numbers.ts'
import { createPaymentPages, PAYMENT_LIST_INDEXES } from './payment-pages.ts'
import { createPlacedOrders } from './placed-orders.ts'
import { createReturnRequests, RETURN_REQUEST_INDEXES } from './return-requests.ts'
import { createSellerDays, DAYS_INDEX } from './seller-days.ts'

const SEARCHED = searchOf(listOrders)

/**
 * Orders, each with its active change inside: one aggregate, one document. Closed changes leave it with its next change. Deleted
 * orders count as unknown.
 * @param outbox absent: events wait for a process that publishes them
 */
export function createOrderStore(db: Db, outbox?: EventRelay) {
  const collection = db.collection<Stored<OrderRecord>>('orders')
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<OrderRecord>(collection, { ...sink, loaded: withLines, searched: SEARCHED })
  const listed = createListedOrders(collection)
  const history = createOrderHistory(db, collection)
  const views = createOrderViews(collection, history)
  const counters = createCounters(db)
  const partNumbers = createPartNumbers(counters, collection)
  const commands = createOrderCommands(aggregates, history)
  const byContent = createOrdersByContent(collection)
  const pageInside = createListsInside(collection)
  const returnRequests = createReturnRequests(collection)
  const sets = createOrderSets(collection)
  const commissionLines = createCommissionLines(collection)
  const placed = createPlacedOrders({ collection, counters, sink, searched: SEARCHED })
  const pages = createOrderPages(collection)
  const parts = { views, byContent, pageInside, returnRequests, sets, commissionLines, commands }

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

    ...views.ofAnybody,

    /** The sets of all orders except drafts. */
    sets: sets.within({ is_draft_order: false }),
    getSetOf: sets.getSetOf,

    /** A page of the commission lines of all orders. */
    pageOfCommissionLines: commissionLines.pageOfLines,

    /** Daily counts of a seller's orders, and of its new customers. */
    daysOfSeller: createSellerDays(collection),

    ofSeller: createOrdersOfSeller(parts),
    ofBuyer: createOrdersOfBuyer(parts),

    ...createOrderParties(collection),
    ...pages,
    ...createJsonPages(collection, listed, pages),
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

export type OrderStore = ReturnType<typeof createOrderStore>
