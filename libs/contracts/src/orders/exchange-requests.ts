import { z } from 'zod'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { cancelation } from './cancelation.ts'
import { ANSWERS_LAST_PREVIEW } from './edited-order.ts'
import { BEGUN, PREVIEWED, replacementParams } from './replacement-answer.ts'
import { beginning } from './replacement-bodies.ts'
import { replacementEvents } from './replacement-events.ts'

/** Begins an exchange for an order, with the change that creates it: at most one pending or requested change per order. */
export const beginExchange = defineOperation({
  service: 'orders',
  name: 'begin-exchange',
  method: 'POST',
  path: '/admin/exchanges',
  summary: 'Begin an exchange',
  body: z.strictObject(beginning).meta({ example: { order_id: demonstrationId('order', 23) } }),
  ...BEGUN.exchange,
})

/**
 * Makes the exchange part of its order: the next version, with the lines to send and their shipping costs; others are requested
 * back. The amount due follows. Refused unless items both come back and are sent.
 */
export const confirmExchangeRequest = defineOperation({
  service: 'orders',
  name: 'confirm-exchange-request',
  method: 'POST',
  path: '/admin/exchanges/:id/request',
  summary: 'Confirm an exchange',
  description: ANSWERS_LAST_PREVIEW,
  params: replacementParams('exchange'),
  body: cancelation,
  ...PREVIEWED.exchange,
})

export const exchangeRequestOperations = { beginExchange, confirmExchangeRequest }

export const [exchangeCreated, exchangeUpdated, exchangeConfirmed] = replacementEvents('exchange', 'An exchange')
export const exchangeRequestEvents = [exchangeCreated, exchangeUpdated, exchangeConfirmed]
