import { getShippingOptionType as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const getShippingOptionType = implement(contract, async ({ params, deadline }, { shippingOptionTypes }: Deps) => {
  const { record, revision } = await shippingOptionTypes.get(params.id, deadline)
  return new Answer({ shipping_option_type: record }, { revision })
})
