import { updateShippingOptionType as contract } from '@souk/contracts'
import { Answer, implement, patch } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const updateShippingOptionType = implement(contract, async ({ params, body, command }, { shippingOptionTypes }: Deps) => {
  const { record, revision } = await shippingOptionTypes.update(params.id, command, patch(body))
  return new Answer({ shipping_option_type: record }, { revision })
})
