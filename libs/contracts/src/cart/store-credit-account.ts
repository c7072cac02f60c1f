import { z } from 'zod'
import { Amount, CurrencyCode, Id, Metadata, softDeletable } from '../fields/common.ts'

/** Money that a shop owes: to a customer, or to the holder of a gift card. */
export const StoreCreditAccount = z
  .object({
    id: Id,
    code: z.string().describe('Its own; not that of the gift card.'),
    currency_code: CurrencyCode,
    customer_id: Id.nullable().describe('Null for the account of a gift card, and for one that nobody has claimed.'),
    balance: Amount.describe('The amount left: credits minus debits.'),
    credits: Amount.describe('All that ever came in.'),
    debits: Amount.describe('All that was ever taken out, as a positive amount.'),
    metadata: Metadata,
    ...softDeletable,
  })
  .meta({ id: 'StoreCreditAccount' })
export type StoreCreditAccount = z.infer<typeof StoreCreditAccount>
