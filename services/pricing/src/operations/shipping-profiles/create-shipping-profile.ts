import { createShippingProfile as contract, sellerIdOf, createVendorShippingProfile as vendorContract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { adminProfile, plainProfile } from '../../domain/shipping-profiles/shipping-profile.ts'
import { ownProfiles } from './own-profiles.ts'

export const createShippingProfile = implement(contract, async (request, { shippingProfiles }: Deps) => {
  const { name, type, metadata = null } = request.body
  const { record, revision } = await shippingProfiles.create({ name, type, metadata, seller_id: null }, request)
  return new Answer({ shipping_profile: adminProfile(record) }, { revision })
})

export const createVendorShippingProfile = implement(vendorContract, async (request, deps: Deps) => {
  const { body, actor, newIds, deadline } = request
  const { metadata = null } = body
  const own = ownProfiles(request, deps)
  const room = await own.roomFor(newIds()('sp'), deadline)
  room.assertOneMore()
  room.assertFits(body)
  const { record, revision } = await own.create({ ...body, metadata, seller_id: sellerIdOf(actor) }, request)
  return new Answer({ shipping_profile: plainProfile(record) }, { revision })
})
