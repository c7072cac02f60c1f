import { createGiftCard as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { giftCardAnswer } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'
import { newCodes } from '../new-codes.ts'

/** A repeat of the request finds its card, even though it generates another code. */
export const createGiftCard = implement(contract, async (request, { giftCards }: Deps) => {
  const random = newCodes()
  const { currency_code, value, code, line_item_id = null, reference = null, reference_id = null } = request.body
  const { expires_at = null, note = null, metadata = null } = request.body
  const sold = { line_item_id, reference, reference_id }
  const card = { currency_code, value, ...random, code: code || random.code, ...sold, expires_at, note, metadata }
  return giftCardAnswer(await giftCards.issue(card, request), request)
})
