import { updateCart as contract, invalidData } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { guestOf } from '../../clients/new-cart-facts.ts'
import { assertSells, getRegion } from '../../clients/update-facts.ts'
import type { Deps } from '../../deps.ts'
import { namesGuest } from '../../domain/carts/buyer.ts'
import { channelOf, storefrontOf } from '../../domain/carts/storefront.ts'
import { type UpdateFacts, updatedCart } from '../../domain/carts/update-cart.ts'
import { changeCart } from '../change-cart.ts'

export const updateCart = implement(contract, (request, deps: Deps) => {
  const { body, actor, passOn } = request
  const { bus } = deps
  const { region_id, sales_channel_id } = body
  const [promo_code] = body.promo_codes ?? []
  const nothing: UpdateFacts | undefined = region_id || sales_channel_id ? undefined : { region: null, guest: null }

  async function lookup(known: UpdateFacts | undefined): Promise<UpdateFacts> {
    if (known) return { ...known, guest: await guestOf(body, bus, passOn) }
    const [region] = await Promise.all([
      region_id ? getRegion(region_id, bus, passOn) : null,
      sales_channel_id ? assertSells(sales_channel_id, bus, passOn) : undefined,
    ])
    if (sales_channel_id) channelOf(storefrontOf(actor), sales_channel_id)
    return { region, guest: null }
  }

  return changeCart(request, deps, {
    plan(cart, context, facts = nothing) {
      if (promo_code !== undefined) throw invalidData(`The promotion code ${promo_code} is invalid`)
      if (!facts) return new LookupNeeded(facts)
      const planned = updatedCart(cart, body, facts, context)
      // Last, as most refusals leave no customer behind then.
      return namesGuest(cart, body) && !facts.guest ? new LookupNeeded(facts) : planned
    },
    lookup,
  })
})
