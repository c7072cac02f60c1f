import { randomBytes } from 'node:crypto'
import { createGiftCard as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { giftCardAnswer } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'
import { CODE_BYTES, codeOf } from '../../domain/accounts/code.ts'

const newCode = (prefix: 'GIFT' | 'SC') => codeOf(prefix, randomBytes(CODE_BYTES))

/** A repeat of the same request finds its card, even if it would make another code. */
export const createGiftCard = implement(contract, async (request, { giftCards }: Deps) => {
  const { currency_code, value, code, line_item_id = null, reference = null, reference_id = null } = request.body
  const { expires_at = null, note = null, metadata = null } = request.body
  const sold = { line_item_id, reference, reference_id }
  const codes = { code: code ?? newCode('GIFT'), account_code: newCode('SC') }
  const card = { currency_code, value, ...codes, ...sold, expires_at, note, metadata }
  return giftCardAnswer(await giftCards.issue(card, request), request)
})
