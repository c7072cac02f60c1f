import { deleteShippingProfile as contract, invalidData, notFound } from '@souk/contracts'
import { deletionAnswer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'

export const deleteShippingProfile = implement(
  contract,
  async ({ params: { id }, command, deadline }, { shippingProfiles, shippingOptions, products }: Deps) => {
    const [shipped, options] = await Promise.all([
      products.listIdsOfProfile(id, MOST_NAMED, deadline),
      shippingOptions.list({ shipping_profile_id: id }, deadline),
    ])
    const deleted = await shippingProfiles.remove(id, command, (profile) => {
      if (shipped.length > 0) throw ofProducts(shipped)
      if (options.length > 0) throw stillUsed(id)
      return profile
    })
    if (!deleted) throw notFound(`ShippingProfile with id: ${id} was not found`)
    return deletionAnswer('shipping_profile', id, deleted)
  },
)

/** Most products that a refusal names. */
const MOST_NAMED = 100

const ofProducts = (ids: readonly string[]) =>
  invalidData(`Cannot delete following shipping profiles because they are linked to products: ${ids.join(', ')}`)

const stillUsed = (id: string) =>
  invalidData(
    `Cannot delete Shipping Profiles ${id} with associated Shipping Options. Delete Shipping Options first and try again.`,
  )
