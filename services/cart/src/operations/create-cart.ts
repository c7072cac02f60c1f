import { createCart as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import { newCart } from '../domain/new-cart.ts'
import { planLines } from '../domain/plan-lines.ts'
import { channelOf, storefrontOf } from '../domain/storefront.ts'
import { newCartFacts } from '../new-cart-facts.ts'
import { changedCart } from '../shown-cart.ts'

/** A repeat of the same request finds its cart and answers it as it is by then. */
export const createCart = implement(contract, async (request, { carts, bus }: Deps) => {
  const { body, actor, newIds, passOn, command } = request
  const storefront = storefrontOf(actor)
  const sales_channel_id = channelOf(storefront, body.sales_channel_id)
  const items = (body.items ?? []).map((item) => ({ ...item, metadata: item.metadata ?? null }))
  const lines = planLines([], items)

  const { customer_id } = storefront
  const { customer, quote } = await newCartFacts({ body, lines, sales_channel_id, customer_id }, bus, passOn)

  const context = { newId: newIds(), now: new Date().toISOString() }
  const { cart, revision } = await carts.create(newCart(body, { sales_channel_id, customer, quote, lines }, context), command)
  return changedCart({ state: cart, revision }, request, { bus })
})
