import { isDeepStrictEqual } from 'node:util'
import { addShippingMethod as contract, quote } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { type Quoted, type QuoteRequest, shippingQuoteRequestOf } from '../../domain/line-items/quote.ts'
import { chooseShipping } from '../../domain/shipping-methods/choose-shipping.ts'
import { changeCart } from '../change-cart.ts'

/** `pricing` decides whether an option is offered to the cart, and its price; the cart's other methods are quoted with it. */
export const addShippingMethod = implement(contract, (request, deps: Deps) => {
  const { body, passOn } = request
  const choices = Array.isArray(body) ? body : [body]
  const ids = choices.map(({ option_id }) => option_id)

  return changeCart(request, deps, {
    plan(cart, context, quoted: Quoted | undefined) {
      const needed = shippingQuoteRequestOf(cart, ids)
      if (!quoted || !isDeepStrictEqual(quoted.request, needed)) return new LookupNeeded(needed)
      return { cart: chooseShipping(cart, choices, quoted, context) }
    },
    lookup: async (needed: QuoteRequest) => ({
      request: needed,
      quote: await deps.bus.call(quote, { body: needed }, passOn()),
    }),
    key: ['shipping methods'],
  })
})
