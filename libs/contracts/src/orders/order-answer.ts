import { z } from 'zod'
import { Order } from './order.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS } from './order-companions.ts'

/** The answer of an operation that shows administrators the one order it changes: to be spread into its declaration. */
export const ORDER_ANSWER = {
  description: COMPANIONS_NOTE,
  response: z.object({ order: Order }),
  selects: { key: 'order', schema: Order, defaults: 'all', companions: ORDER_COMPANIONS },
} as const
