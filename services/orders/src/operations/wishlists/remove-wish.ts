import { removeWish as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withoutWish } from '../../domain/customers/wishlist.ts'

export const removeWish = implement(contract, async ({ params, actor, command }, { wishlists }: Deps) => {
  const { reference_id } = params
  const { record, revision } = await wishlists.change(customerIdOf(actor), command, withoutWish(reference_id))
  return new Answer({ id: record.id, reference_id, object: 'wishlist' as const, deleted: true as const }, { revision })
})
