import { deleteShippingOptionType as contract, invalidData } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingOptionType = implement(
  contract,
  async ({ params: { id }, command, deadline }, { shippingOptionTypes, shippingOptions }: Deps) => {
    const options = await shippingOptions.list({ shipping_option_type_id: id }, deadline)
    const deleted = await shippingOptionTypes.remove(id, command, (type) => {
      if (options.length > 0) throw invalidData('Cannot delete shipping option type because some shipping options are using it.')
      return type
    })
    return deletionAnswer('shipping_option_type', id, deleted)
  },
)
