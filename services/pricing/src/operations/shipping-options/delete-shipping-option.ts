import { deleteShippingOption as contract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingOption = implement(contract, async ({ params, command }, { shippingOptions }: Deps) => {
  const deleted = await shippingOptions.remove(params.id, command)
  return deletionAnswer('shipping_option', params.id, deleted)
})
