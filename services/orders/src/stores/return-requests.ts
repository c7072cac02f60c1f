import type { ListQuery } from '@souk/contracts'
import { type Page, readPage, type Stored, timeLeft } from '@souk/runtime'
import type { Collection, Document } from 'mongodb'
import type { OrderRecord } from '../domain/orders/stored-order.ts'

const REQUEST = 'return_request'
const HAS_REQUEST = { [`${REQUEST}.id`]: { $exists: true } } as const
/** The paths, in an order, of the fields by which requests are listed. */
const PATHS = {
  ...Object.fromEntries(['id', 'status', 'created_at', 'updated_at'].map((field) => [field, `${REQUEST}.${field}`])),
  order_id: '_id',
}

const ORDERS = [['id'], ['created_at'], ['updated_at'], ['status', 'created_at']] as const
const index = (name: string, fields: readonly string[], owner?: 'seller_id' | 'customer_id') => ({
  key: {
    ...(owner && { [owner]: 1 }),
    ...Object.fromEntries(fields.map((field) => [`${REQUEST}.${field}`, 1])),
    _id: 1,
  } as Record<string, 1>,
  name,
  partialFilterExpression: HAS_REQUEST,
})

/** These indexes contain only orders with a return request. A customer has few of them. */
export const RETURN_REQUEST_INDEXES = [
  ...ORDERS.map((fields) => index(`return_requests_by_${fields[0]}`, fields)),
  ...ORDERS.map((fields) => index(`sellers_return_requests_by_${fields[0]}`, fields, 'seller_id')),
  index('return_requests_of_customer', ['created_at'], 'customer_id'),
]

/** The orders with return requests, with the fields of the projection. `within` limits the orders. */
export function createReturnRequests(collection: Collection<Stored<OrderRecord>>) {
  return {
    /** The order of a request; undefined if there is none. */
    async findWithRequest(id: string, projection: Document, deadline: number, within: Document = {}) {
      const of = { [`${REQUEST}.id`]: id, deleted_at: null, ...within } as object
      return (await collection.findOne(of, { projection, ...timeLeft(deadline) })) ?? undefined
    },

    /** A page of orders, by the fields of their requests. */
    pageWithRequests: (query: ListQuery, projection: Document, deadline: number, within: Document = {}): Promise<Requested> =>
      readPage(collection, { within: { ...HAS_REQUEST, ...within }, query, projection, paths: PATHS, deadline }),
  }
}

type Requested = Page<Stored<OrderRecord>>

export type ReturnRequests = ReturnType<typeof createReturnRequests>
