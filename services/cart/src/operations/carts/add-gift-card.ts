import { addGiftCard as contract, invalidData, notFound } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { assertMayBePutOn, putOn, withBalance } from '../../domain/gift-cards/cart-gift-cards.ts'
import type { SpendableCard } from '../../domain/gift-cards/gift-card.ts'
import { changeCart } from '../change-cart.ts'

interface Own {
  card: SpendableCard
  /** ISO 8601: not later than the card was read. */
  at: string
}

/**
 * Adds a card to the cart, as its last one; not if the other cards pay for it in full, but cards that can no longer pay are
 * removed even then.
 */
export const addGiftCard = implement(contract, (request, deps: Deps) => {
  const { params, body, command } = request
  const { giftCards, lookupLimit } = deps

  return changeCart(request, deps, {
    plan(cart, { now }, own: Own | undefined) {
      if (!own) return new LookupNeeded(body.code)
      const { card, at } = own
      assertMayBePutOn(cart, card, now)
      return { cart, pay: (spread) => (spread.total <= 0 ? spread : withBalance(putOn(spread, card), card, at)) }
    },
    async lookup(code: string) {
      lookupLimit.assertAllowed(params.id)
      const at = new Date().toISOString()
      const found = await giftCards.findByCode(code, command.deadline)
      if (found) return { card: found.record, at }
      if (!command.contested) lookupLimit.count(params.id) // a second attempt makes the same guess
      throw invalidData(`Gift card (${code}) not found`, { failed_guess: true })
    },
    missing: (id) => notFound(`Cart id not found: ${id}`),
    group: 'gift cards',
  })
})
