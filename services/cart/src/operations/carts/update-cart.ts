import { updateCart as contract, type Region } from '@souk/contracts'
import { implement, LookupNeeded } from '@souk/runtime'
import { guestOf } from '../../clients/customers.ts'
import { getRegion, presentRegion } from '../../clients/regions.ts'
import { assertSells } from '../../clients/sales-channels.ts'
import type { Deps } from '../../deps.ts'
import { namesGuest } from '../../domain/carts/buyer.ts'
import { channelOf, storefrontOf } from '../../domain/carts/storefront.ts'
import { needsOwnRegion, type UpdateFacts, updatedCart } from '../../domain/carts/update-cart.ts'
import { assertNamedExist, onlyCodes } from '../../domain/promotions/promo-codes.ts'
import { changeCart } from '../change-cart.ts'
import { findPromotions } from '../find-promotions.ts'

interface Need {
  known: UpdateFacts | undefined
  /** The cart's copy of its own region, if only that is to be looked up. */
  ownRegion?: Region | null
}

export const updateCart = implement(contract, (request, deps: Deps) => {
  const { body, actor, passOn, deadline } = request
  const { bus } = deps
  const { region_id, sales_channel_id } = body
  const promo_codes = body.promo_codes && onlyCodes(body.promo_codes)
  const nothing: UpdateFacts | undefined = region_id || sales_channel_id ? undefined : { region: null, guest: null }

  async function lookup({ known, ownRegion }: Need): Promise<UpdateFacts> {
    if (known && ownRegion) return { ...known, ownRegion: await presentRegion(ownRegion, bus, passOn) }
    if (known) {
      if (promo_codes)
        assertNamedExist(
          promo_codes,
          await findPromotions({ ids: [], codes: promo_codes.named, sellers: [], buyer: [] }, deps, deadline),
        )
      return { ...known, guest: await guestOf(body, bus, passOn) }
    }
    const [region] = await Promise.all([
      region_id ? getRegion(region_id, bus, passOn) : null,
      sales_channel_id ? assertSells(sales_channel_id, bus, passOn) : undefined,
    ])
    if (sales_channel_id) channelOf(storefrontOf(actor), sales_channel_id)
    return { region, guest: null }
  }

  return changeCart(request, deps, {
    plan(cart, context, facts = nothing) {
      if (!facts) return new LookupNeeded<Need>({ known: facts })
      if (needsOwnRegion(cart, body, facts)) return new LookupNeeded<Need>({ known: facts, ownRegion: cart.region })
      const planned = updatedCart(cart, body, facts, context)
      // Last, so that most refusals leave no customer behind.
      if (namesGuest(cart, body) && !facts.guest) return new LookupNeeded<Need>({ known: facts })
      return promo_codes ? { ...planned, promo_codes } : planned
    },
    lookup,
  })
})
