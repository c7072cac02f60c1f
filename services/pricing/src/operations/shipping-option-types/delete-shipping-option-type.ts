import { deleteShippingOptionType as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingOptionType = implement(contract, async ({ params, command }, { shippingOptionTypes }: Deps) => {
  const deleted = await shippingOptionTypes.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'shipping_option_type' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
