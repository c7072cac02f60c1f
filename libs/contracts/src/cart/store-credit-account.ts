import { z } from 'zod'
import { Amount, CurrencyCode, Id, Metadata, softDeletable } from '../fields/common.ts'

/** Money that the shop owes to a customer, or to the holder of a gift card. */
export const StoreCreditAccount = z
  .object({
    id: Id,
    code: z.string().describe("The account's own code, not the gift card's."),
    currency_code: CurrencyCode,
    customer_id: Id.nullable().describe("Null for a gift card's account, and for one that nobody has claimed."),
    balance: Amount.describe('Remaining amount: credits minus debits.'),
    credits: Amount.describe('Total amount ever credited.'),
    debits: Amount.describe('Total amount ever debited, as a positive number.'),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'StoreCreditAccount' })
export type StoreCreditAccount = z.infer<typeof StoreCreditAccount>
