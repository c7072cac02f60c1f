import { updateShippingProfile as contract } from '@souk/contracts'
import { Answer, implement, patch } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const updateShippingProfile = implement(contract, async ({ params, body, command }, { shippingProfiles }: Deps) => {
  const { record, revision } = await shippingProfiles.update(params.id, command, patch(body))
  return new Answer({ shipping_profile: record }, { revision })
})
