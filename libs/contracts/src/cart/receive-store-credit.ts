import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

/**
 * Puts an amount on a customer's store credit account of that currency, which is made where there is none. Once for each id,
 * however often it is repeated, and however much later.
 */
export const receiveStoreCredit = defineOperation({
  service: 'cart',
  name: 'receive-store-credit',
  summary: 'Put an amount on the store credit account of a customer',
  body: z.strictObject({
    id: z.string().startsWith('sc_trx_').max(256).describe('Of the transaction'),
    customer_id: z.string().min(1).max(256),
    currency_code: z.string().length(3),
    amount: z.number().positive(),
    reference: z.string().describe('The kind of record that it is about'),
    reference_id: z.string(),
  }),
  response: z.object({ account_id: z.string() }),
  attempt_ms: 3000,
})

export const storeCreditTransferOperations = { receiveStoreCredit }
