import { z } from 'zod'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { cancelation, canceledIds } from './cancelation.ts'
import { AdminReturn } from './part-by-itself.ts'
import { returnParams, SELECTED_RETURN } from './return-answer.ts'
import { ReturnWithReasons } from './returns.ts'

const answer = {
  params: returnParams(2100),
  response: z.object({ return: ReturnWithReasons }),
  selects: SELECTED_RETURN,
} as const

export const getReturn = defineOperation({
  service: 'orders',
  name: 'get-return',
  method: 'GET',
  path: '/admin/returns/:id',
  summary: 'Get a return',
  params: returnParams(2100),
  response: z.object({ return: AdminReturn }),
  selects: { ...SELECTED_RETURN, schema: AdminReturn },
})

/**
 * Nothing is to be returned any more, and the return's shipping costs are removed: the order's next version. Refused if anything
 * has come back.
 */
export const cancelReturn = defineOperation({
  service: 'orders',
  name: 'cancel-return',
  method: 'POST',
  path: '/admin/returns/:id/cancel',
  summary: 'Cancel a return',
  ...answer,
  body: cancelation,
})

/** Abandons a return that is not confirmed: it is removed, with its change. */
export const cancelReturnRequest = defineOperation({
  service: 'orders',
  name: 'cancel-return-request',
  method: 'DELETE',
  path: '/admin/returns/:id/request',
  summary: 'Cancel an unconfirmed return',
  params: returnParams(2200),
  query: ReceiptQuery,
  response: z.object({ id: z.string(), object: z.literal('return'), deleted: z.literal(true) }),
})

export const orderReturnOperations = { getReturn, cancelReturn, cancelReturnRequest }

const ids = canceledIds('The return')
export const returnCanceled = defineEvent({
  service: 'orders',
  name: 'order.return-canceled',
  summary: 'A confirmed return was canceled; its order has a new version.',
  ids,
})
export const returnRequestCanceled = defineEvent({
  service: 'orders',
  name: 'order.return-request-canceled',
  summary: 'A return was canceled before confirmation; the order is unchanged.',
  ids: ids.omit({ no_notification: true }),
})

export const orderReturnEvents = [returnCanceled, returnRequestCanceled]
