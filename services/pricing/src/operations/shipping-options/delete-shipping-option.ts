import { deleteShippingOption as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingOption = implement(contract, async ({ params, command }, { shippingOptions }: Deps) => {
  const deleted = await shippingOptions.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'shipping_option' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
