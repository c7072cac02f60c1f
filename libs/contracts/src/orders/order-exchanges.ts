import { z } from 'zod'
import { IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { cancelation, canceledIds } from './cancelation.ts'
import { ExchangeByItself } from './part-by-itself.ts'
import { Exchange } from './returns.ts'

const paramsOf = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the exchange', example: demonstrationId('oexc', n) }) })

const answer = {
  params: paramsOf(2100),
  response: z.object({ exchange: Exchange }),
  selects: { key: 'exchange', schema: Exchange, defaults: 'all' },
} as const

export const getExchange = defineOperation({
  service: 'orders',
  name: 'get-exchange',
  method: 'GET',
  path: '/admin/exchanges/:id',
  summary: 'Get an exchange',
  ...answer,
  response: z.object({ exchange: ExchangeByItself }),
  selects: { ...answer.selects, schema: ExchangeByItself },
})

/**
 * Items that it would send are removed, with their shipping costs, and its return is canceled: the order's next version. Refused
 * if an item to send is packed, or anything has come back.
 */
export const cancelExchange = defineOperation({
  service: 'orders',
  name: 'cancel-exchange',
  method: 'POST',
  path: '/admin/exchanges/:id/cancel',
  summary: 'Cancel an exchange',
  ...answer,
  body: cancelation,
})

/** Abandons an exchange that is not confirmed: it is removed, with its return and its change. */
export const cancelExchangeRequest = defineOperation({
  service: 'orders',
  name: 'cancel-exchange-request',
  method: 'DELETE',
  path: '/admin/exchanges/:id/request',
  summary: 'Cancel an unconfirmed exchange',
  params: paramsOf(2400),
  query: ReceiptQuery,
  response: z.object({ id: z.string(), object: z.literal('exchange'), deleted: z.literal(true) }),
})

export const orderExchangeOperations = { getExchange, cancelExchange, cancelExchangeRequest }

const ids = canceledIds('The exchange')
export const exchangeCanceled = defineEvent({
  service: 'orders',
  name: 'order.exchange-canceled',
  summary: 'A confirmed exchange was canceled; its order has a new version.',
  ids,
})
export const exchangeRequestCanceled = defineEvent({
  service: 'orders',
  name: 'order.exchange-request-canceled',
  summary: 'An exchange was canceled before confirmation; the order is unchanged.',
  ids: ids.omit({ no_notification: true }),
})

export const orderExchangeEvents = [exchangeCanceled, exchangeRequestCanceled]
