import { z } from 'zod'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { RecordQuery } from '../operation/record-query.ts'
import { returnParams } from './return-answer.ts'
import { ReturnWithReasons } from './returns.ts'

const item = ReturnWithReasons.shape.items.element
const ITEMS = item
  .extend({ note: item.shape.note.describe("The customer's own note; null if an administrator wrote it.") })
  .omit({ metadata: true })
  .meta({ id: 'OwnReturnItem' })

/** A return of a customer's order as shown to the customer: without the administrators and members involved. */
export const OwnReturn = ReturnWithReasons.omit({ created_by: true, fulfillments: true, metadata: true, no_notification: true })
  .extend({ items: z.array(ITEMS) })
  .meta({ id: 'OwnReturn' })
export type OwnReturn = z.infer<typeof OwnReturn>

const SELECTED = { schema: OwnReturn, defaults: [...Object.keys(OwnReturn.shape), '*items.reason'] } as const

/** For orders of all sellers, including returns of exchanges and claims. */
export const listOwnReturns = defineOperation({
  service: 'orders',
  name: 'list-own-returns',
  method: 'GET',
  path: '/store/returns',
  customersOnly: true,
  summary: "List the current customer's returns",
  query: listQuery(ReturnWithReasons, {
    sort: ['created_at', 'display_id'],
    filter: ['id', 'order_id', 'status'],
    limit: 50,
    deleted: 'hidden',
    order: OLDEST_FIRST,
  }),
  response: listResponse('returns', OwnReturn),
  selects: { key: 'returns', ...SELECTED },
})

/** Returns of other customers' orders are refused like unknown ones. */
export const getOwnReturn = defineOperation({
  service: 'orders',
  name: 'get-own-return',
  method: 'GET',
  path: '/store/returns/:id',
  customersOnly: true,
  summary: 'Get a return of the current customer',
  params: returnParams(1400),
  query: RecordQuery,
  response: z.object({ return: OwnReturn }),
  selects: { key: 'return', ...SELECTED },
})

export const ownReturnOperations = { listOwnReturns, getOwnReturn }
