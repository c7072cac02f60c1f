import {
  deleteShippingProfile as contract,
  invalidData,
  notFound,
  deleteVendorShippingProfile as vendorContract,
} from '@souk/contracts'
import { deletionAnswer, implement, type RequestOf } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import type { ShippingProfileStore } from '../../stores/shipping-profiles.ts'
import { ownProfiles } from './own-profiles.ts'

export const deleteShippingProfile = implement(contract, (request, deps: Deps) => remove(request, deps.shippingProfiles, deps))

export const deleteVendorShippingProfile = implement(vendorContract, (request, deps: Deps) =>
  remove(request, ownProfiles(request, deps), deps),
)

type Request = Pick<RequestOf<typeof contract>, 'params' | 'command' | 'deadline'>

/** A product or an option that gets the profile meanwhile keeps its id: nothing is sent by it then. */
async function remove(
  { params: { id }, command, deadline }: Request,
  profiles: Pick<ShippingProfileStore, 'remove'>,
  { shippingOptions, products }: Deps,
) {
  const [shipped, options] = await Promise.all([
    products.listIdsOfProfile(id, MAX_NAMED, deadline),
    shippingOptions.list({ shipping_profile_id: id }, deadline),
  ])
  const deleted = await profiles.remove(id, command, (profile) => {
    if (shipped.length > 0) throw ofProducts(shipped)
    if (options.length > 0) throw stillUsed(id)
    return profile
  })
  if (!deleted) throw notFound(`ShippingProfile with id: ${id} was not found`)
  return deletionAnswer('shipping_profile', id, deleted)
}

/** Most products that a refusal names. */
const MAX_NAMED = 100

const ofProducts = (ids: readonly string[]) =>
  invalidData(`Cannot delete following shipping profiles because they are linked to products: ${ids.join(', ')}`)

const stillUsed = (id: string) =>
  invalidData(
    `Cannot delete Shipping Profiles ${id} with associated Shipping Options. Delete Shipping Options first and try again.`,
  )
