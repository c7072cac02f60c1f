import { createCart as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import { cartAnswer } from '../../answers/cart.ts'
import { guestOf } from '../../clients/customers.ts'
import { newCartChannel } from '../../clients/new-cart-channel.ts'
import { newCartFacts } from '../../clients/new-cart-facts.ts'
import type { Deps } from '../../deps.ts'
import { newCart } from '../../domain/carts/new-cart.ts'
import { storefrontOf } from '../../domain/carts/storefront.ts'
import { sellersOf } from '../../domain/line-items/line-sellers.ts'
import { firstLines } from '../../domain/line-items/plan-lines.ts'
import { buyerValues } from '../../domain/promotions/order-uses.ts'
import { areKnown, assertNamedExist, onlyCodes } from '../../domain/promotions/promo-codes.ts'
import { findPromotions } from '../find-promotions.ts'

/** A repeat of the request finds its cart, and answers it in its present state. */
export const createCart = implement(contract, async (request, deps: Deps) => {
  const { body, actor, newIds, passOn, command, deadline } = request
  const { carts, bus } = deps
  const storefront = storefrontOf(actor)
  const sales_channel_id = await newCartChannel(storefront, body.sales_channel_id, bus, passOn)
  const lines = firstLines(body.items ?? [])

  const { customer_id } = storefront
  const codes = onlyCodes(body.promo_codes ?? [])
  const known = { ids: [], codes: codes.named, buyer: buyerValues({ customer_id, email: body.email ?? null }) }
  const promotionsOf = (sellers: string[]) => findPromotions({ ...known, sellers }, deps, deadline)
  const [facts, early] = await Promise.all([
    newCartFacts({ body, lines, sales_channel_id, customer_id }, bus, passOn),
    lines.length === 0 ? promotionsOf([]) : undefined, // with lines, the sellers are known only from the quote
  ])
  const sellers = sellersOf({}, facts.quote.items)
  const found = early ?? (await promotionsOf(sellers))
  assertNamedExist(codes, found)
  const customer = facts.customer ?? (await guestOf(body, bus, passOn)) // last, so a refused request leaves no customer behind
  const buyer = buyerValues({ customer_id: customer?.id ?? null, email: body.email ?? customer?.email ?? null })
  const wanted = { ids: [], codes: codes.named, sellers, buyer }
  const promotions = areKnown(wanted, found) ? found : await findPromotions(wanted, deps, deadline)

  const context = { newId: newIds(), now: new Date().toISOString() }
  const created = await carts.create(newCart(body, { ...facts, customer, lines, promotions }, context), command)
  return cartAnswer(created, request)
})
