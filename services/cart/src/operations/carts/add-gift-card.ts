import { addGiftCard as contract, invalidData, notFound } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertMayBePutOn, putOn, withBalance } from '../../domain/gift-cards/cart-gift-cards.ts'
import type { SpendableCard } from '../../domain/gift-cards/gift-card.ts'
import { changeCart } from '../change-cart.ts'

/**
 * Puts a card on the cart, as the last of its cards. A cart that its other cards pay in full takes none; cards that can pay no
 * longer leave it all the same.
 */
export const addGiftCard = implement(contract, (request, deps: Deps) => {
  const { params, body, command } = request
  const { giftCards, lookupLimit } = deps

  return changeCart(request, deps, {
    plan(cart, { now }, card: SpendableCard | undefined) {
      if (!card) return new LookupNeeded(body.code)
      assertMayBePutOn(cart, card, now)
      return { cart, pay: (spread) => (spread.total <= 0 ? spread : withBalance(putOn(spread, card), card, now)) }
    },
    async lookup(code: string) {
      lookupLimit.assertAllowed(params.id)
      const found = await giftCards.findByCode(code, command.deadline)
      if (found) return found.record
      if (!command.contested) lookupLimit.count(params.id) // a second attempt is the same guess
      throw invalidData(`Gift card (${code}) not found`, { failed_guess: true })
    },
    missing: (id) => notFound(`Cart id not found: ${id}`),
  })
})
