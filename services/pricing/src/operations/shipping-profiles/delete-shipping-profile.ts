import { deleteShippingProfile as contract } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingProfile = implement(contract, async ({ params, command }, { shippingProfiles }: Deps) => {
  const deleted = await shippingProfiles.remove(params.id, command)
  return new Answer(
    { id: params.id, object: 'shipping_profile' as const, deleted: true as const },
    deleted && { revision: deleted.revision },
  )
})
