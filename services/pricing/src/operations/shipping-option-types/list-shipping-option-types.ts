import { listShippingOptionTypes as contract } from '@souk/contracts'
import { implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const listShippingOptionTypes = implement(contract, async ({ query, deadline }, { shippingOptionTypes }: Deps) => {
  const { records, ...page } = await shippingOptionTypes.page(query, deadline, async (found) => found)
  return { shipping_option_types: records, ...page }
})
