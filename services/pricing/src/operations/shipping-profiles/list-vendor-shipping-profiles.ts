import { listVendorShippingProfiles as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listVendorShippingProfiles = implement(contract, async ({ query, deadline }, { shippingProfiles }: Deps) => {
  const { records, ...page } = await shippingProfiles.page(query, deadline, async (found) => found)
  return { shipping_profiles: records, ...page }
})
