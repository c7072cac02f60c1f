import { z } from 'zod'
import { Order } from './order.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS } from './order-companions.ts'

/** The answer of operations that show administrators the order they change, to be spread into their declarations. */
export const ORDER_ANSWER = {
  description: COMPANIONS_NOTE,
  response: z.object({ order: Order }),
  selects: { key: 'order', schema: Order, defaults: 'all', companions: ORDER_COMPANIONS },
} as const
