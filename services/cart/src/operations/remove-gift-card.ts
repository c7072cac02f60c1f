import { removeGiftCard as contract, notFound } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { decideWithFacts, FactsMissing } from '../decide-with-facts.ts'
import type { Deps } from '../deps.ts'
import { assertOpen, type CartRecord, cartEvent } from '../domain/cart.ts'
import { balancesOf, type FetchedBalances, takeOff } from '../domain/cart-gift-cards.ts'
import { settle } from '../domain/settle.ts'
import { sees, storefrontOf } from '../domain/storefront.ts'
import { fetchedBalances, withBalances } from '../fetched-balances.ts'
import { shownCart } from '../shown-cart.ts'

/** The card's credit leaves the cart; what the remaining cards give is computed anew from their present balances. */
export const removeGiftCard = implement(contract, async (request, deps: Deps) => {
  const { params, body, actor, command } = request
  const { state, revision } = await decideWithFacts(deps.carts.aggregates, params.id, {
    ...command,
    visible: sees(storefrontOf(actor)),
    missing: () => notFound(`Cart id not found: ${params.id}`),
    facts: fetchedBalances(),

    decide(cart: CartRecord, context, facts: FetchedBalances) {
      assertOpen(cart)
      const without = takeOff(cart, body.code)
      const { known, missing } = balancesOf(without, facts)
      if (missing.length > 0) throw new FactsMissing(missing)
      return { state: settle(without, known, context), events: [cartEvent('cart.updated', cart)] }
    },
    fetch: async (ids: readonly string[], facts) => withBalances(facts, await deps.giftCards.listBalances(ids, command.deadline)),
  })
  return new Answer({ cart: await shownCart(state, request, deps) }, { revision })
})
