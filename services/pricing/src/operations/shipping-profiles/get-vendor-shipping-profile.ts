import { getVendorShippingProfile as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getVendorShippingProfile = implement(contract, async ({ params, deadline }, { shippingProfiles }: Deps) => {
  const { record, revision } = await shippingProfiles.get(params.id, deadline)
  return new Answer({ shipping_profile: record }, { revision })
})
