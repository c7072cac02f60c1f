import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'

/**
 * Credits an amount to a customer's store credit account in that currency, which is created if necessary. Takes effect once for
 * each id, however often and late it is repeated.
 */
export const receiveStoreCredit = defineOperation({
  service: 'cart',
  name: 'receive-store-credit',
  summary: "Credit a customer's store credit account",
  body: z.strictObject({
    id: z.string().startsWith('sc_trx_').max(256).describe('ID of the transaction'),
    customer_id: z.string().min(1).max(256),
    currency_code: z.string().length(3),
    amount: z.number().positive(),
    reference: z.string().describe('The type of its source record'),
    reference_id: z.string(),
  }),
  response: z.object({ account_id: z.string() }),
  attempt_ms: 3000,
})

export const storeCreditTransferOperations = { receiveStoreCredit }
