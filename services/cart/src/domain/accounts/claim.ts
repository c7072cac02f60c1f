import { type DecisionContext, invalidData } from '@souk/contracts'
import { assertUsable, type GiftCardRecord } from '../gift-cards/gift-card.ts'
import { type Account, assertRoom } from './ledger.ts'
import type { StoreCreditAccountRecord } from './store-credit-account.ts'
import { received, sentAway, type Transfer } from './transfer.ts'

/** An account that can be claimed: a gift card's, or one without an owner. */
type Source = GiftCardRecord | StoreCreditAccountRecord

interface Claim {
  to: Pick<Transfer, 'account_id' | 'customer_id'>
  /** As the customer entered it. */
  code: string
  /** The receiving account at the time; undefined if it is yet to be created. */
  target: Account | undefined
}

/**
 * Sends the whole balance of an account to the customer's account.
 * @throws invalid_data if the account cannot be claimed, is empty, or the other has no room for the amount
 */
export const claimedBy =
  ({ to, code, target }: Claim) =>
  <S extends Source>(source: S, context: DecisionContext): S => {
    assertClaimable(source, { code, customer_id: to.customer_id, now: context.now })
    const sent = sentAway(source, to, context)
    if (target) {
      assertRoom(target)
      received(target, sent.outgoing.at(-1)!, '')
    }
    return sent
  }

function assertClaimable(source: Source, { code, customer_id, now }: { code: string; customer_id: string; now: string }) {
  if ('account_code' in source) {
    return assertUsable({ ...source, code }, now)
  }
  if (source.customer_id === customer_id) throw invalidData('Customer already owns the store credit account')
  if (source.customer_id !== null) throw invalidData('Cannot claim a store credit account that belongs to a customer')
}
