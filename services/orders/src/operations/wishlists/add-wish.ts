import { addWish as contract, customerIdOf } from '@souk/contracts'
import { Answer, implement } from '@souk/runtime'
import type { Deps } from '../../deps.ts'
import { withWish } from '../../domain/customers/wishlist.ts'

/** The first product creates the wishlist. */
export const addWish = implement(contract, async ({ body, actor, command, deadline }, { wishlists }: Deps) => {
  const customer_id = customerIdOf(actor)
  await wishlists.begin(customer_id, deadline)
  const { record, revision } = await wishlists.change(customer_id, command, withWish(body.reference_id))
  const { product_ids: _, customer_id: __, ...wishlist } = record
  return new Answer({ wishlist }, { revision })
})
