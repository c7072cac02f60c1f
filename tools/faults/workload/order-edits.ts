import type { OrderPreview } from '@souk/contracts'
import type { MongoClient } from 'mongodb'
import type { OrderRecord } from '../../../services/orders/src/domain/orders/stored-order.ts'
import { ids } from '../../seed/ids.ts'
import { insertMissing } from '../../seed/insert-missing.ts'
import { seededOrders } from '../../seed/orders.ts'
import type { LoadRequest } from '../client.ts'
import { callersOf, JSON_BODY, type Preparing, prepare, prepareAll, readAll } from './callers.ts'
import { previewProblems } from './money.ts'
import { NOTHING_WRITTEN, type Part } from './part.ts'
import type { Counts } from './revisions.ts'
import { type Found, verifyEffects } from './verify-effects.ts'

interface OrderDocument {
  _id: string
  revision: number
  event_seq: number
  changes: { status: string; actions: { internal_note: string | null; ordering: number }[] }[]
}

let made = 0

/** A double of the seeded order, put into the database. @returns its id */
export async function insertOrder(mongo: MongoClient): Promise<string> {
  const n = ++made
  const id = `order_FAULTS${String(n).padStart(20, '0')}`
  const template = JSON.stringify(seededOrders().find((order) => order.id === ids.order))
  const order = { ...(JSON.parse(template.replaceAll(ids.order, id)) as OrderRecord), display_id: 100_000 + n, changes: [] }
  await insertMissing(mongo.db('souk_orders'), { orders: [order] })
  return id
}

/** Doubles of the seeded order, each with an edit begun over HTTP. */
async function makeOrderEdits(preparing: Preparing, mongo: MongoClient, count: number): Promise<Map<string, Counts>> {
  const headers = { ...callersOf(preparing.instance).admin, ...JSON_BODY }
  const edits = await prepareAll(count, async (): Promise<[string, Counts]> => {
    const id = await insertOrder(mongo)
    const body = JSON.stringify({ order_id: id })
    const request: LoadRequest = {
      operation: 'orders.begin-order-edit',
      method: 'POST',
      path: '/admin/order-edits',
      headers,
      body,
      expected: 200,
    }
    const { revision = 0 } = await prepare(preparing, request)
    return [id, { revision, event_seq: 1 }]
  })
  return new Map(edits)
}

/** Shipping methods added to order edits in turn; each is known by the note on its action. */
export async function addedMethods(
  preparing: Preparing,
  mongo: MongoClient,
  { orders = 80 } = {},
): Promise<Part & { orders: string[]; reads: Part }> {
  const { dev } = preparing.instance
  const before = await makeOrderEdits(preparing, mongo, orders)
  const orderIds = [...before.keys()]
  const headers = { ...callersOf(preparing.instance).admin, ...JSON_BODY }
  let added = 0
  let read = 0
  const readPreview = (order: string): LoadRequest => ({
    operation: 'orders.preview-order',
    method: 'GET',
    path: `/admin/orders/${order}/preview`,
    headers,
    expected: 200,
    reads: order,
  })

  return {
    orders: orderIds,
    next() {
      const token = `note ${++added}`
      const order = orderIds[added % orderIds.length]!
      return {
        operation: 'orders.add-order-edit-shipping-method',
        method: 'POST',
        path: `/admin/order-edits/${order}/shipping-method`,
        headers,
        body: JSON.stringify({ shipping_option_id: dev.shipping_option_id, internal_note: token }),
        expected: 200,
        effect: { aggregate: order, token },
      }
    },
    async verify(outcomes) {
      const documents = await mongo
        .db('souk_orders')
        .collection<OrderDocument>('orders')
        .find(
          { _id: { $in: orderIds } },
          { projection: { revision: 1, event_seq: 1, 'changes.status': 1, 'changes.actions': 1 } },
        )
        .toArray()
      const problems: string[] = []
      const after = new Map<string, Found>()
      for (const { _id, revision, event_seq, changes } of documents) {
        const actions = changes.flatMap((change) => change.actions)
        const tokens = new Map<string, number>()
        for (const { internal_note } of actions) tokens.set(internal_note ?? '', (tokens.get(internal_note ?? '') ?? 0) + 1)
        after.set(_id, { revision, event_seq, tokens })
        if (new Set(actions.map(({ ordering }) => ordering)).size !== actions.length)
          problems.push(`${_id}: two actions have the same ordering`)
      }
      const verified = verifyEffects(before, after, outcomes)
      const previews = await readAll<{ order: OrderPreview }>(preparing, orderIds.map(readPreview))
      problems.push(...previews.flatMap(({ order }) => previewProblems(order)))
      return { ...verified, problems: [...problems, ...verified.problems] }
    },
    /** The same orders, previewed. */
    reads: { next: () => readPreview(orderIds[read++ % orderIds.length]!), verify: async () => NOTHING_WRITTEN },
  }
}
