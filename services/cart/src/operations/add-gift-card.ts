import { addGiftCard as contract, invalidData, notFound } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { decideWithFacts, FactsMissing } from '../decide-with-facts.ts'
import type { Deps } from '../deps.ts'
import { assertOpen, type CartRecord, cartEvent } from '../domain/cart.ts'
import { assertMayBePutOn, balancesOf, type FetchedBalances, putOn } from '../domain/cart-gift-cards.ts'
import type { SpendableCard } from '../domain/gift-card.ts'
import { settle } from '../domain/settle.ts'
import { sees, storefrontOf } from '../domain/storefront.ts'
import { fetchedBalances, withBalances } from '../fetched-balances.ts'
import { shownCart } from '../shown-cart.ts'

interface Facts extends FetchedBalances {
  /** Undefined until it was looked up. */
  card?: SpendableCard
}

/** Puts a card on the cart, as the last of its cards. A cart with nothing left to pay takes none and stays as it is. */
export const addGiftCard = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const { giftCards, lookupLimit } = deps

  async function lookUp(): Promise<SpendableCard> {
    lookupLimit.assertAllowed(params.id)
    const card = await giftCards.findByCode(body.code, command.deadline)
    if (card) return card
    lookupLimit.countFailure(params.id)
    throw invalidData(`Gift card (${body.code}) not found`, { failed_guess: true })
  }

  const { state, revision } = await decideWithFacts(deps.carts.aggregates, params.id, {
    ...command,
    visible: sees(storefrontOf(actor)),
    missing: () => notFound(`Cart id not found: ${params.id}`),
    facts: fetchedBalances() as Facts,

    decide(cart: CartRecord, context, { card, ...facts }: Facts) {
      assertOpen(cart)
      const { known, missing } = balancesOf(cart, facts)
      if (!card) throw new FactsMissing(missing)
      assertMayBePutOn(cart, card, context.now)
      if (cart.total <= 0) return { state: cart }
      const withCard = putOn(cart, card)
      if (missing.length > 0) throw new FactsMissing(missing)
      const { id, balance, expires_at } = card
      const balances = [...known, { id, balance, expires_at, at: context.now }]
      return {
        state: settle(withCard, balances, context),
        events: [cartEvent('cart.updated', cart)],
      }
    },
    async fetch(ids: readonly string[], facts) {
      const [card, balances] = await Promise.all([facts.card ?? lookUp(), giftCards.listBalances(ids, command.deadline)])
      return withBalances({ ...facts, card }, balances)
    },
  })
  return new Answer({ cart: await shownCart(state, request, deps) }, { revision })
})
