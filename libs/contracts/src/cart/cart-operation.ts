import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { DEMONSTRATION } from '../operation/demonstration.ts'
import { Cart } from './cart.ts'

/** Of a route below a cart that guests may have, too. */
export const cartParams = z.object({ id: IdInput.meta({ description: 'ID of the cart', example: DEMONSTRATION.cart_id }) })
/** Of a route below a cart that must be a customer's. */
export const customerCartParams = z.object({
  id: IdInput.meta({ description: 'ID of the cart', example: DEMONSTRATION.customer_cart_id }),
})
/** The whole cart. */
export const cartAnswer = { response: z.object({ cart: Cart }), selects: { key: 'cart', schema: Cart, defaults: 'all' } } as const

export const CART_LIMITS =
  'A cart holds at most 500 items with a total size of 3 MiB as JSON, of which at most 256 KiB is metadata, and 1 MiB of other data; its customer comes without addresses and without the metadata of groups. A change that exceeds these limits is refused with 400. A cart that is not changed for 30 days (unless configured otherwise) is removed, unless it became an order.'

/** Lines have whole units, fewer than 2^31 each. */
export const LineQuantity = z.int().max(2 ** 31 - 1)

/** A line to be added. */
export const LineItemInput = z.object({
  variant_id: IdInput,
  quantity: LineQuantity.gt(0),
  metadata: MetadataInput.nullish(),
})
