import {
  forbidden,
  invalidData,
  listDeclarationOf,
  listOrders,
  notFound,
  type OrderListEntry,
  type Selection,
} from '@souk/contracts'
import {
  type Command,
  type CommandWithLookups,
  createAggregates,
  createOutgoing,
  createReader,
  executeWithLookups,
  fromDocument,
  LookupNeeded,
  type Outbox,
  type Outcome,
  outgoingIndex,
  type Stored,
  timeLeft,
  WAITING_EVENTS,
  WITHOUT_INTERNALS,
} from '@souk/runtime'
import type { Db } from 'mongodb'
import { closedChanges, type OrderChange, withoutClosed } from '../domain/order-changes/order-change.ts'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import { PART_LISTS, type PartKind, type Parts } from '../domain/returns/order-parts.ts'
import { createCounters } from './counters.ts'
import { createListedOrders, LISTED_INDEXES } from './listed-orders.ts'
import { createListsInside, INSIDE_INDEXES } from './lists-inside.ts'
import { createOrderHistory } from './order-history.ts'
import { HISTORY, LIST_INDEXES, listOrderPage, listOrdersForFile, type OrderPageQuery, paidWith } from './order-pages.ts'
import { createPartNumbers } from './part-numbers.ts'
import { createPlacedOrders } from './placed-orders.ts'
import { createSellerDays, DAYS_INDEX } from './seller-days.ts'

const { returns: _, ...BUT_RETURNS } = HISTORY
const PAYMENT_COLLECTION = 'payment_collections.id'
const PAYMENT = 'payment_collections.payments.id'
const PAYMENT_INDEXES = [[PAYMENT_COLLECTION, 'of_payment_collection'] as const, [PAYMENT, 'of_payment'] as const].map(
  ([path, name]) => ({ key: { [path]: 1 } as Record<string, 1>, name, sparse: true }),
)
const SEARCHED = listDeclarationOf(listOrders).q
const ACTIVE = { $elemMatch: { status: { $in: ['pending', 'requested'] } } }
type Hidden = 'outgoing_credit' | 'parcel_units'
/** An order with its returns, which a seller may ask for. */
export type SellersOrder = Omit<OrderRecord, 'changes' | 'exchanges' | 'claims' | Hidden>
export type ShownOrder = Omit<OrderRecord, 'changes' | 'returns' | 'exchanges' | 'claims' | Hidden>

interface OrderWithChanges {
  state: OrderRecord
  changes: OrderChange[]
  revision: number
}

interface OfCustomer {
  customer_id: string
  seller_id: string
}

/** The parts of an order's command that the store fills in. */
type OfOrder = 'missing' | 'visible' | 'too_large'
type OrderCommand = Omit<Command<OrderRecord>, OfOrder>
type OrderCommandWithLookups<Known, Need> = Omit<CommandWithLookups<OrderRecord, Known, Need>, OfOrder>

interface KnownOfOrder<Own> {
  in_history: ReadonlySet<string>
  own: Own
}

export interface ListedQuery extends OfCustomer {
  offset: number
  limit: number
  selection: Selection
  deadline: number
}

/**
 * Orders with the change that is being made inside: one aggregate, one document. Closed changes leave it with its next change.
 * Deleted orders are as good as unknown.
 * @param outbox absent: events wait for a process that publishes them
 */
export function createOrderStore(db: Db, outbox?: Pick<Outbox, 'relay'>) {
  const collection = db.collection<Stored<OrderRecord>>('orders')
  const sink = outbox?.relay(collection)
  const aggregates = createAggregates<OrderRecord>(collection, { ...sink, loaded: withLines, searched: SEARCHED })
  const shown = createReader(collection, { projection: { ...WITHOUT_INTERNALS, ...HISTORY } })
  const withActiveChange = createReader(collection, { projection: { ...WITHOUT_INTERNALS, changes: ACTIVE } })
  const whole = createReader(collection, { projection: WITHOUT_INTERNALS })
  const shownToSeller = createReader(collection, { tenant: 'seller_id', projection: { ...WITHOUT_INTERNALS, ...BUT_RETURNS } })
  const wholeToSeller = createReader(collection, { tenant: 'seller_id', projection: WITHOUT_INTERNALS })
  const listed = createListedOrders(collection)
  const history = createOrderHistory(db, collection)
  const counters = createCounters(db)
  const partNumbers = createPartNumbers(counters, collection)
  const placed = createPlacedOrders({ collection, counters, sink, searched: SEARCHED })

  function living<T extends Pick<OrderRecord, 'deleted_at'>>(id: string, document: T | undefined): T {
    if (!document || document.deleted_at !== null) throw orderNotFound(id)
    return document
  }

  async function allChanges(document: Stored<OrderRecord>, deadline: number) {
    const state = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
    return { state, changes: await history.list(state, deadline), revision: document.revision }
  }

  async function findIdBy(path: string, id: string, deadline: number): Promise<string | undefined> {
    const of = { [path]: id, deleted_at: null } as object
    return (await collection.findOne(of, { projection: { _id: 1 }, ...timeLeft(deadline) }))?._id
  }

  /**
   * Closed changes leave the order with its next write, once they are in its history. Those that others close meanwhile stay for
   * the write after it, so that concurrent writes look at the history once each. A refusal leaves the order as it is.
   */
  function execute<Known, Need>(
    id: string,
    { known, decide, lookup, ...command }: OrderCommandWithLookups<Known, Need>,
    reach: Reach = ofAnybody(id),
  ): Promise<Outcome<OrderRecord>> {
    return executeWithLookups(aggregates, id, {
      ...command,
      ...reach,
      too_large: () => orderTooLarge(id),
      known: { in_history: NONE, own: known } as KnownOfOrder<Known>,

      decide(order, context, { in_history, own }) {
        const light = withoutClosed(order, in_history)
        const decided = decide(light, context, own)
        const isHeavy = !(decided instanceof LookupNeeded) && in_history === NONE && closedChanges(light).length > 0
        return isHeavy ? new LookupNeeded(CLOSED_CHANGES) : decided
      },
      async lookup(need: Need | typeof CLOSED_CHANGES, { in_history, own }) {
        if (need === CLOSED_CHANGES) return { own, in_history: await history.keep(id, command.deadline) }
        return { in_history, own: await lookup(need, own) }
      },
    })
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
          ...PAYMENT_INDEXES,
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

    /** Amounts that orders owe to customers, from the write of their credit line until the customer's account has it. */
    outgoingCredits: createOutgoing(collection, 'outgoing_credit'),

    /** The order without its history. @throws not_found */
    async get(id: string, deadline: number): Promise<{ state: ShownOrder; revision: number }> {
      const document = living(id, await shown.find({ id, deadline }))
      return { state: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
    },

    /** A draft, without its history. @throws not_found; also for one that was converted */
    async getDraft(id: string, deadline: number): Promise<{ state: ShownOrder; revision: number }> {
      const document = await shown.find({ id, deadline })
      const draft = living(id, document?.is_draft_order ? document : undefined)
      return { state: withLines(fromDocument<OrderRecord>(draft)), revision: draft.revision }
    },

    /** The order; of its changes only the active one, if any. @throws not_found */
    async getWithActiveChange(id: string, deadline: number): Promise<{ state: OrderRecord; revision: number }> {
      const document = living(id, await withActiveChange.find({ id, deadline }))
      const state = withLines({ ...fromDocument<OrderRecord>(document), changes: document.changes ?? [] })
      return { state, revision: document.revision }
    },

    /** The order, and all of its changes wherever they lie. @throws not_found */
    async getWithChanges(id: string, deadline: number): Promise<OrderWithChanges> {
      return allChanges(living(id, await whole.find({ id, deadline })), deadline)
    },

    /** A page as a list shows it by default, its entries as JSON; undefined when it has to be read in another way. */
    async listOfCustomerAsJson({ customer_id, seller_id, offset, limit, selection, deadline }: ListedQuery) {
      const page = await listed.heads({ customer_id, seller_id }, { offset, limit }, deadline)
      if (!page) return undefined
      const orders = await listed.entriesFor(selection)(page.heads, deadline)
      return { orders: orders as unknown as OrderListEntry[], count: page.count }
    },

    /** A page of all orders but drafts. */
    list: (query: OrderPageQuery) => listOrderPage(collection, { ...query, within: { is_draft_order: false } }),

    /** See `listOrdersForFile`. */
    listForFile: (query: Pick<OrderPageQuery, 'query' | 'deadline'>) => listOrdersForFile(collection, query),

    /** A page of all drafts. */
    listDrafts: (query: OrderPageQuery) => listOrderPage(collection, { ...query, within: { is_draft_order: true } }),

    /** A page of the orders of a customer with a seller but drafts. */
    listOfCustomer: ({ customer_id, seller_id, ...query }: OfCustomer & OrderPageQuery) =>
      listOrderPage(collection, { ...query, within: { customer_id, seller_id, is_draft_order: false } }),

    /** A page of all orders of a customer but drafts. */
    listOfBuyer: ({ customer_id, ...query }: Pick<OfCustomer, 'customer_id'> & OrderPageQuery) =>
      listOrderPage(collection, { ...query, within: { customer_id, is_draft_order: false } }),

    /** A page of the orders of a seller but drafts. */
    listOfSeller: ({ seller_id, ...query }: Pick<OfCustomer, 'seller_id'> & OrderPageQuery) =>
      listOrderPage(collection, { ...query, within: { seller_id, is_draft_order: false } }),

    /** Counts of a seller's orders, and of its new customers. */
    daysOfSeller: createSellerDays(collection),

    /** The orders that a seller may see. Orders of others, drafts and unknown ones are refused alike: forbidden. */
    ofSeller(seller_id: string) {
      const own = { tenant: seller_id }
      return {
        async get(id: string, deadline: number): Promise<{ state: SellersOrder; revision: number }> {
          const document = sold(await shownToSeller.find({ id, ...own, deadline }))
          return { state: withLines(fromDocument<OrderRecord>(document)), revision: document.revision }
        },
        async getWithChanges(id: string, deadline: number): Promise<OrderWithChanges> {
          return allChanges(sold(await wholeToSeller.find({ id, ...own, deadline })), deadline)
        },
        /** As `executeWithLookups` of the store, for the seller's own orders. */
        executeWithLookups: <Known, Need>(id: string, command: OrderCommandWithLookups<Known, Need>) =>
          execute(id, command, { visible: (order) => isSoldBy(order, seller_id), missing: forbidden }),
      }
    },

    /** The order that a change is of, wherever the change lies. */
    findIdOfChange: (id: string, deadline: number) => findIdBy('changes.id', id, deadline),

    /** The order that a payment is of. */
    findIdOfPayment: (id: string, deadline: number) => findIdBy(PAYMENT, id, deadline),

    /** The order that a payment collection is of. */
    findIdOfPaymentCollection: (id: string, deadline: number) => findIdBy(PAYMENT_COLLECTION, id, deadline),

    /** A return, an exchange or a claim; with the returns and the revision of its order. */
    async findPart<Kind extends PartKind>(kind: Kind, id: string, deadline: number) {
      const list = PART_LISTS[kind]
      const projection = { revision: 1, returns: 1, [list]: 1 }
      const document = await collection.findOne({ [`${list}.id`]: id, deleted_at: null } as object, {
        projection,
        ...timeLeft(deadline),
      })
      const { [list]: parts, returns } = withLines({ returns: [], ...(document as Partial<OrderRecord>) })
      const record = (parts as Parts[Kind][] | undefined)?.find((one) => one.id === id)
      return document && record && { record, returns, revision: document.revision }
    },

    /** The order that holds a return, an exchange or a claim. */
    findIdOfPart: (kind: PartKind, id: string, deadline: number) => findIdBy(`${PART_LISTS[kind]}.id`, id, deadline),

    /** The order that a return, an exchange or a claim was begun on, also when it is gone. */
    findIdOfBegun: (kind: PartKind, id: string, deadline: number) => findIdBy(`changes.${kind}_id`, id, deadline),

    /** The readable number of a new return, exchange or claim. */
    nextPartNumber: partNumbers.next,

    /** A page of the returns, exchanges or claims of all orders. */
    listInside: createListsInside(collection),

    /** A page of the orders of which a gift card paid a part. */
    listPaidWith: (gift_card_id: string, query: OrderPageQuery) =>
      listOrderPage(collection, { ...query, within: paidWith(gift_card_id) }),

    /** Takes a decision on the order. @throws not_found, and the refusals of the decision */
    execute: (id: string, command: OrderCommand) =>
      execute<undefined, never>(id, { ...command, known: undefined, lookup: nothing }),

    /** Takes a decision that depends on values that only the order can name. See `executeWithLookups`. @throws as `execute` */
    executeWithLookups: execute,

    /** A change of an order, with its actions, be it in the order or in its history. */
    findChange: history.find,
  }
}

/** The look-up of a decision when the order holds closed changes that are not known to be in its history yet. */
const CLOSED_CHANGES = Symbol('closed changes')
const NONE: ReadonlySet<string> = new Set()
const nothing = async () => undefined

/** @throws forbidden for a draft, or a deleted order */
function sold<T extends Pick<OrderRecord, 'deleted_at' | 'is_draft_order'>>(document: T | undefined): T {
  if (!document || document.deleted_at !== null || document.is_draft_order) throw forbidden()
  return document
}

/** Which orders a decision may see, and how others are refused. */
type Reach = Required<Pick<Command<OrderRecord>, 'visible' | 'missing'>>

const isLiving = ({ deleted_at }: OrderRecord) => deleted_at === null
const isSoldBy = (order: OrderRecord, seller_id: string) =>
  isLiving(order) && order.seller_id === seller_id && !order.is_draft_order
const ofAnybody = (id: string): Reach => ({ visible: isLiving, missing: () => orderNotFound(id) })
const orderTooLarge = (id: string) => invalidData(`Order ${id} with its changes has reached its limit of 16 MiB`)
const orderNotFound = (id: string) => notFound(`Order id not found: ${id}`)

export type OrderStore = ReturnType<typeof createOrderStore>
