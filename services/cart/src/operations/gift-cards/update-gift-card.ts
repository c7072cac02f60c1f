import { updateGiftCard as contract } from '@souk/contracts'
import { implement, patch } from '@souk/runtime'
import { giftCardAnswer } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'

/** The account is not changed here: its balance changes only through ledger entries. */
export const updateGiftCard = implement(contract, async (request, { giftCards }: Deps) => {
  const { params, body, command } = request
  return giftCardAnswer(await giftCards.update(params.id, command, patch(body)), request)
})
