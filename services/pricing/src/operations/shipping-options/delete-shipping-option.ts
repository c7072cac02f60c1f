import { deleteShippingOption as contract, deleteVendorShippingOption as vendorContract } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { ownOptions } from './own-options.ts'

export const deleteShippingOption = implement(contract, async ({ params, command }, { shippingOptions }: Deps) => {
  const deleted = await shippingOptions.remove(params.id, command)
  return deletionAnswer('shipping_option', params.id, deleted)
})

export const deleteVendorShippingOption = implement(vendorContract, async (request, deps: Deps) => {
  const { params, command } = request
  const deleted = await ownOptions(request, deps).remove(params.id, command)
  return deletionAnswer('shipping_option', params.id, deleted)
})
