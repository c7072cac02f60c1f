import { draftOrderCreated, orderPlaced } from '@souk/contracts'
import {
  createAllInserter,
  type EventSink,
  firstEvents,
  fromDocument,
  type Searched,
  type Stored,
  searchWords,
  timeLeft,
  toDocument,
} from '@souk/runtime'
import type { Collection } from 'mongodb'
import { type OrderRecord, withLines } from '../domain/orders/stored-order.ts'
import type { Counters } from './counters.ts'
import { WITH_SET } from './order-pages.ts'

/** Each further attempt follows after others took numbers without the counter. */
const MAX_TRIES = 5
const DISPLAY_ID = 'display_id'

export interface PlacedOrdersOptions {
  collection: Collection<Stored<OrderRecord>>
  counters: Counters
  sink: Pick<EventSink, 'onEvents'> | undefined
  searched: Searched
}

interface OrderNumbers {
  display_id: number
  /** That of the first order placed together with it. */
  first: number
  /** The order's index among those placed together. */
  place: number
}

/** Makes an order with its numbers. */
export type MakeOrder = (id: string, numbers: OrderNumbers) => OrderRecord

const inOrder = (ids: readonly string[], orders: readonly OrderRecord[]) =>
  ids.map((id) => orders.find((order) => order.id === id)!)

/** A new order as it would be read. */
const asRead = (order: OrderRecord) =>
  Object.fromEntries(Object.entries(order).filter(([name]) => !Object.hasOwn(WITH_SET, name))) as unknown as OrderRecord

/** New orders, with readable numbers from a counter. */
export function createPlacedOrders({ collection, counters, sink, searched }: PlacedOrdersOptions) {
  const insertAllOnce = createAllInserter(collection)

  async function list(ids: readonly string[], deadline: number): Promise<OrderRecord[]> {
    const asked = { projection: WITH_SET, ...timeLeft(deadline) }
    const found = await collection.find({ _id: { $in: [...ids] } }, asked).toArray()
    return found.map((document) => withLines(fromDocument<OrderRecord>(document)))
  }

  async function insert(orders: readonly OrderRecord[], deadline: number) {
    const documents = orders.map((order) => {
      const made = order.is_draft_order ? draftOrderCreated : orderPlaced
      const events = firstEvents([made({ id: order.id })], order.created_at)
      return toDocument(order, { ...events, search_words: searchWords(order, searched) })
    })
    const { inserted, keptOut } = await insertAllOnce(documents, deadline)
    for (const { _id, outbox } of documents) if (inserted.includes(_id)) sink?.onEvents(_id, outbox)
    return { areAllMade: inserted.length === orders.length, keptOut }
  }

  /**
   * Writes orders of which the first may already exist. The others refer to its number: if several processes place them at once,
   * only the one that wrote the first continues.
   */
  async function insertFromFirst(orders: readonly OrderRecord[], isFirstThere: boolean, deadline: number) {
    if (isFirstThere || orders.length === 1) return insert(orders, deadline)
    const first = await insert(orders.slice(0, 1), deadline)
    return first.areAllMade ? insert(orders.slice(1), deadline) : first
  }

  /** Makes the counter continue above all existing orders. */
  async function countAll(deadline?: number): Promise<void> {
    const left = deadline === undefined ? {} : timeLeft(deadline)
    const last = await collection.findOne({}, { projection: { display_id: 1 }, sort: { display_id: -1 }, ...left })
    await counters.raise(DISPLAY_ID, last?.display_id ?? 0, deadline)
  }

  /**
   * Writes those of the orders that do not exist yet.
   * @param prepare ends before any of them is written
   * @param areNew whether they are expected not to exist: then they are written without a look first. Default false, so that a
   * repeat takes no numbers
   * @returns all of them in their present state, without their history, but with their set
   */
  async function place(
    ids: readonly string[],
    prepare: () => Promise<MakeOrder>,
    deadline: number,
    areNew = false,
  ): Promise<OrderRecord[]> {
    const prepared = prepare()
    for (let tries = 0; ; tries++) {
      const isGuess = areNew && tries === 0
      const [present, orderWith, taken] = await Promise.all([
        isGuess ? [] : list(ids, deadline),
        prepared,
        isGuess ? counters.take(DISPLAY_ID, ids.length, deadline) : undefined,
      ])
      const missing = ids.filter((id) => !present.some((order) => order.id === id))
      if (missing.length === 0) return inOrder(ids, present)
      const next = taken ?? (await counters.take(DISPLAY_ID, missing.length, deadline))
      const there = present.find(({ id }) => id === ids[0])
      const first = there?.display_id ?? next
      const made = missing.map((id, n) => orderWith(id, { display_id: next + n, first, place: ids.indexOf(id) }))
      const { areAllMade, keptOut } = await insertFromFirst(made, there !== undefined, deadline)
      if (areAllMade) return inOrder(ids, [...present, ...made.map(asRead)])
      if (keptOut.length === 0) continue
      if (tries >= MAX_TRIES) throw keptOut[0]!.error
      await countAll(deadline)
    }
  }

  return {
    countAll,
    place,

    /** Writes the draft, unless it exists. @param make makes it without its number; throws to refuse */
    async draft(id: string, make: () => Promise<OrderRecord>, deadline: number): Promise<void> {
      if ((await list([id], deadline)).length > 0) return
      const draft = await make()
      await place(
        [id],
        async () =>
          (_, { display_id }) => ({ ...draft, display_id }),
        deadline,
      )
    },
  }
}
