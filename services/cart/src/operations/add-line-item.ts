import { isDeepStrictEqual } from 'node:util'
import { addLineItem as contract, notFound, quote as quoteContract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import { decideWithFacts, FactsMissing } from '../decide-with-facts.ts'
import type { Deps } from '../deps.ts'
import { assertOpen, type CartRecord, cartEvent } from '../domain/cart.ts'
import { balancesOf, type FetchedBalances } from '../domain/cart-gift-cards.ts'
import { assertLinesFit } from '../domain/cart-size.ts'
import { planLines } from '../domain/plan-lines.ts'
import { type Quote, type QuoteRequest, quoteContextOf, quoteRequestOf } from '../domain/quote.ts'
import { covers, reprice } from '../domain/reprice.ts'
import { settle } from '../domain/settle.ts'
import { sees, storefrontOf } from '../domain/storefront.ts'
import { fetchedBalances, withBalances } from '../fetched-balances.ts'
import { shownCart } from '../shown-cart.ts'

interface Facts extends FetchedBalances {
  quoted?: { request: QuoteRequest; quote: Quote }
}

interface Need {
  quote: QuoteRequest | undefined
  cards: readonly string[]
}

/** All lines are priced anew, the new one in the quantity to which it merges: its price may depend on that. */
export const addLineItem = implement(contract, async (request, { carts, giftCards, turns, bus }: Deps) => {
  const { params, body, actor, command, passOn } = request
  const visible = sees(storefrontOf(actor))

  const add = () =>
    decideWithFacts(carts.aggregates, params.id, {
      ...command,
      visible,
      missing: () => notFound(`Cart with id '${params.id}' not found`),
      facts: fetchedBalances() as Facts,

      decide(cart: CartRecord, context, { quoted, ...facts }: Facts) {
        assertOpen(cart)
        const lines = planLines(cart.items, [{ ...body, metadata: body.metadata ?? null }])
        const { known, missing } = balancesOf(cart, facts)
        const fits = quoted && holdsFor(quoted.request, cart) && covers(quoted.quote, lines)
        if (!fits || missing.length > 0) {
          throw new FactsMissing<Need>({ quote: fits ? undefined : quoteRequestOf(cart, lines), cards: missing })
        }
        const { quote, request } = quoted
        const priced = reprice(cart, { lines, quote, shipping_option_ids: request.shipping_option_ids }, context)
        assertLinesFit(priced, cart)
        return {
          state: settle(priced, known, context),
          events: [cartEvent('cart.updated', cart)],
        }
      },
      async fetch({ quote: request, cards }: Need, facts) {
        const [quote, balances] = await Promise.all([
          request && bus.call(quoteContract, { body: request }, passOn()),
          giftCards.listBalances(cards, command.deadline),
        ])
        return withBalances(request && quote ? { ...facts, quoted: { request, quote } } : facts, balances)
      },
    })

  // Who adds to the same line makes the quote of all others worthless; who adds another line does not.
  const line = JSON.stringify([params.id, body.variant_id, body.metadata ?? {}])
  const { state, revision } = await turns.take(line, add, command.onWait)
  return new Answer({ cart: await shownCart(state, request, { bus }) }, { revision })
})

/** Prices hold while region, channel, customer and address are those that they were quoted for. */
function holdsFor({ items: _items, shipping_option_ids: _options, ...context }: QuoteRequest, cart: CartRecord): boolean {
  return isDeepStrictEqual(context, quoteContextOf(cart))
}
