import { updateVendorShippingProfile as contract } from '@souk/contracts'
import { Answer, implement, patch } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { plainProfile, type ShippingProfileRecord } from '../../domain/shipping-profiles/shipping-profile.ts'
import { ownProfiles } from './own-profiles.ts'

export const updateVendorShippingProfile = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline } = request
  const own = ownProfiles(request, deps)
  const { assertFits } = await own.roomFor(params.id, deadline)
  const { record, revision } = await own.update(params.id, command, (profile) => {
    const next = patch<ShippingProfileRecord>(body)(profile)
    assertFits(next, profile)
    return next
  })
  return new Answer({ shipping_profile: plainProfile(record) }, { revision })
})
