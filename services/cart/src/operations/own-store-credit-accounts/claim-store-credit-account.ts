import { claimStoreCreditAccount as contract, customerIdOf, notFound } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { writtenAccountAnswer } from '../../answers/store-credit-account.ts'
import type { Deps } from '../../deps.ts'
import { claimedBy } from '../../domain/accounts/claim.ts'
import { accountIdOf } from '../../domain/accounts/store-credit-account.ts'
import { deliver } from '../deliver-transfers.ts'

/**
 * The money leaves one account in a write that also records its destination, and is credited to the other in a second write; if
 * that fails, a repeat of the request, or the sweep, completes it.
 */
export const claimStoreCreditAccount = implement(contract, async (request, deps: Deps) => {
  const { actor, body, command, deadline } = request
  const { giftCards, storeCreditAccounts, lookupLimit } = deps
  const customer_id = customerIdOf(actor)
  lookupLimit.assertAllowed(customer_id)

  const source = await findSource(body.code, deps, deadline)
  if (!source) {
    if (!command.contested) lookupLimit.count(customer_id) // a second attempt makes the same guess
    throw notFound(`StoreCreditAccount code not found: ${body.code}`, { failed_guess: true })
  }
  const { id, currency_code, store } = source
  const to = { account_id: accountIdOf(customer_id, currency_code), customer_id }
  const target = await storeCreditAccounts.find(to.account_id, deadline)
  const next = claimedBy({ to, code: body.code, target: target?.record })
  await (store === 'gift_cards' ? giftCards.update(id, command, next) : storeCreditAccounts.update(id, command, next))

  await deliver(id, store, deps, deadline)
  return writtenAccountAnswer(await storeCreditAccounts.get(to.account_id, deadline), request, deps)
})

/** An account by its code, or a gift card by its own code or its account's. */
async function findSource(code: string, { giftCards, storeCreditAccounts }: Deps, deadline: number) {
  const [ofCard, card, account] = await Promise.all([
    giftCards.findByCode(code, deadline, 'account_code'),
    giftCards.findByCode(code, deadline),
    storeCreditAccounts.findByCode(code, deadline),
  ])
  const found = ofCard?.record ?? card?.record
  if (found) return { id: found.id, currency_code: found.currency_code, store: 'gift_cards' } as const
  return account && ({ id: account.id, currency_code: account.currency_code, store: 'store_credit_accounts' } as const)
}
