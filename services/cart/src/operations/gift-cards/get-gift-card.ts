import { getGiftCard as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { giftCardAnswer } from '../../answers/gift-card.ts'
import type { Deps } from '../../deps.ts'

export const getGiftCard = implement(contract, async (request, { giftCards }: Deps) =>
  giftCardAnswer(await giftCards.get(request.params.id, request.deadline), request),
)
