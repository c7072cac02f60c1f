import { createShippingProfile as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const createShippingProfile = implement(contract, async (request, { shippingProfiles }: Deps) => {
  const { name, type, metadata = null } = request.body
  const { record, revision } = await shippingProfiles.create({ name, type, metadata }, request)
  return new Answer({ shipping_profile: record }, { revision })
})
