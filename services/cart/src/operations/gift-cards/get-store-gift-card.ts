import { getStoreGiftCard as contract, notFound, withoutSource } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { giftCardAnswer } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'

/** An unknown code counts as a guess. */
export const getStoreGiftCard = implement(contract, async (request, { giftCards }: Deps) => {
  const { params, deadline } = request
  const found = await giftCards.findByCode(params.code, deadline)
  if (!found) throw notFound('Gift card not found', { failed_guess: true })
  return giftCardAnswer({ ...found, record: withoutSource(found.record) }, request)
})
