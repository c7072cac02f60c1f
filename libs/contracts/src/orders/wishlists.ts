import { z } from 'zod'
import { Id, IdInput, softDeletable } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'

/** Most products on one wishlist. */
export const MAX_WISHES = 500

const Reference = z.enum(['product'])

/** The wishlist of a customer, who has at most one. Its products are listed by `GET /store/wishlist`. */
export const Wishlist = z
  .object({ id: Id, reference: Reference.describe('The type of the listed records.'), ...softDeletable })
  .meta({ id: 'Wishlist' })
export type Wishlist = z.infer<typeof Wishlist>

/**
 * A product that is already listed keeps its place. Products that storefronts do not show, or that do not exist, are not listed.
 */
export const addWish = defineOperation({
  service: 'orders',
  name: 'add-wish',
  method: 'POST',
  path: '/store/wishlist',
  customersOnly: true,
  summary: "Add a product to the current customer's wishlist",
  body: z
    .strictObject({ reference: Reference, reference_id: IdInput.describe('ID of the product') })
    .meta({ example: { reference: 'product', reference_id: demonstrationId('prod', 1) } }),
  status: 201,
  response: z.object({ wishlist: Wishlist }),
  selects: { key: 'wishlist', schema: Wishlist, defaults: 'all' },
  ifMatch: 'none',
})

/** Also succeeds if the wishlist has no such product. Refused if the customer has no wishlist yet. */
export const removeWish = defineOperation({
  service: 'orders',
  name: 'remove-wish',
  method: 'DELETE',
  path: '/store/wishlist/product/:reference_id',
  customersOnly: true,
  summary: "Remove a product from the current customer's wishlist",
  params: z.object({ reference_id: IdInput.meta({ description: 'ID of the product', example: demonstrationId('prod', 1) }) }),
  response: z.object({
    id: z.string().describe('The wishlist'),
    reference_id: z.string(),
    object: z.literal('wishlist'),
    deleted: z.literal(true),
  }),
  ifMatch: 'none',
})

export const wishlistOperations = { addWish, removeWish }

/** The products on a customer's wishlist, in the order in which they were added. */
export const findWishes = defineOperation({
  service: 'orders',
  name: 'find-wishes',
  summary: "Find the products on a customer's wishlist",
  body: z.strictObject({ customer_id: z.string() }),
  response: z.object({ product_ids: z.array(z.string()).describe('Empty if the customer has no wishlist') }),
})

export const wishLookupOperations = { findWishes }

export const wishlistUpdated = defineEvent({
  service: 'orders',
  name: 'wishlist.updated',
  summary: 'A product was added to or removed from a wishlist.',
  ids: z.object({ id: z.string().describe('The wishlist'), customer_id: z.string().describe('The customer') }),
})
export const wishlistEvents = [wishlistUpdated]
