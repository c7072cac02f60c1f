import { createShippingOptionType as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const createShippingOptionType = implement(contract, async (request, { shippingOptionTypes }: Deps) => {
  const { label, code, description = null } = request.body
  const { record, revision } = await shippingOptionTypes.create({ label, code, description }, request)
  return new Answer({ shipping_option_type: record }, { revision })
})
