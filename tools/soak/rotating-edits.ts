import type { MongoClient } from 'mongodb'
import type { LoadRequest } from '../faults/client.ts'
import { callersOf, JSON_BODY, type Preparing, prepareAll } from '../faults/workload/callers.ts'
import { insertOrder } from '../faults/workload/order-edits.ts'
import type { Step } from './open-loop.ts'

const ORDERS = 100
const METHODS_EACH = 15
const EDITS_EACH = 3
/** After its last request: its events are published by then. */
const REMOVED_AFTER_MS = 15_000

interface Edited {
  id: string
  /** Actions of the present edit; null before it is begun. */
  methods: number | null
  edits: number
}

/**
 * Edits of orders that are begun, get 15 shipping methods and are cancelled. An order that had three of them makes room for a
 * fresh one in the database: an order keeps its whole history.
 */
export async function rotatingEdits({ instance }: Preparing, mongo: MongoClient): Promise<() => Step | undefined> {
  const { dev } = instance
  const headers = { ...callersOf(instance).admin, ...JSON_BODY }
  const orders = mongo.db('souk_orders').collection<{ _id: string }>('orders')
  const fresh = async (): Promise<Edited> => ({ id: await insertOrder(mongo), methods: null, edits: 0 })
  const free = await prepareAll(ORDERS, fresh)

  async function replace({ id }: Edited) {
    free.push(await fresh())
    setTimeout(() => void orders.deleteOne({ _id: id }).catch(() => {}), REMOVED_AFTER_MS).unref()
  }

  function requestFor({ id, methods }: Edited): LoadRequest {
    const common = { headers, expected: 200 }
    if (methods === null) {
      const body = JSON.stringify({ order_id: id })
      return { ...common, operation: 'orders.begin-order-edit', method: 'POST', path: '/admin/order-edits', body }
    }
    if (methods < METHODS_EACH) {
      const path = `/admin/order-edits/${id}/shipping-method`
      const body = JSON.stringify({ shipping_option_id: dev.shipping_option_id })
      return { ...common, operation: 'orders.add-order-edit-shipping-method', method: 'POST', path, body }
    }
    return { ...common, operation: 'orders.cancel-order-edit', method: 'DELETE', path: `/admin/order-edits/${id}` }
  }

  function isOver(order: Edited): boolean {
    if (order.methods === null) order.methods = 0
    else if (order.methods < METHODS_EACH) order.methods++
    else {
      order.methods = null
      order.edits++
    }
    return order.edits === EDITS_EACH
  }

  return () => {
    const order = free.shift()
    if (!order) return undefined
    return {
      request: requestFor(order),
      done(succeeded) {
        // The outcome of a failed request is unknown: that order is not asked again.
        if (!succeeded || isOver(order)) void replace(order).catch(() => free.push(order))
        else free.push(order)
      },
    }
  }
}
