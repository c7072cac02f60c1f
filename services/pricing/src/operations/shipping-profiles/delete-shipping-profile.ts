import { deleteShippingProfile as contract, invalidData } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingProfile = implement(
  contract,
  async ({ params: { id }, command, deadline }, { shippingProfiles, shippingOptions }: Deps) => {
    const options = await shippingOptions.list({ shipping_profile_id: id }, deadline)
    const deleted = await shippingProfiles.remove(id, command, (profile) => {
      if (options.length > 0) throw stillUsed(id)
      return profile
    })
    return new Answer(
      { id, object: 'shipping_profile' as const, deleted: true as const },
      deleted && { revision: deleted.revision },
    )
  },
)

const stillUsed = (id: string) =>
  invalidData(
    `Cannot delete Shipping Profiles ${id} with associated Shipping Options. Delete Shipping Options first and try again.`,
  )
