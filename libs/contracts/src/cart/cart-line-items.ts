import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { Cart } from './cart.ts'
import { CART_LIMITS, cartAnswer, cartParams, LineItemInput, LineQuantity } from './cart-operation.ts'

/**
 * Items with the same variant and metadata are merged into one line, which may grow even in a full cart. Gift cards are spread
 * again over the new total.
 */
export const addLineItem = defineOperation({
  service: 'cart',
  name: 'add-line-item',
  method: 'POST',
  path: '/store/carts/:id/line-items',
  summary: 'Add a line item to a cart',
  description: CART_LIMITS,
  params: cartParams,
  body: LineItemInput.strict().meta({ example: { variant_id: demonstrationId('variant', 1), quantity: 1 } }),
  ...cartAnswer,
})

const lineParams = (line: string) =>
  cartParams.extend({ line_id: IdInput.meta({ description: 'ID of the line item', example: line }) })

/**
 * Metadata is merged into the line's: an empty text removes its key, null all keys. All lines are repriced, this one for its new
 * quantity; their texts stay.
 */
export const updateLineItem = defineOperation({
  service: 'cart',
  name: 'update-line-item',
  method: 'POST',
  path: '/store/carts/:id/line-items/:line_id',
  summary: 'Change the quantity of a line item',
  params: lineParams(demonstrationId('cali', 1)),
  body: z
    .strictObject({ quantity: LineQuantity.min(0).describe('0 removes the line.'), metadata: MetadataInput.nullish() })
    .meta({ example: { quantity: 3 } }),
  ...cartAnswer,
})

/** Also succeeds if the cart has no such line. */
export const removeLineItem = defineOperation({
  service: 'cart',
  name: 'remove-line-item',
  method: 'DELETE',
  path: '/store/carts/:id/line-items/:line_id',
  summary: 'Remove a line item from a cart',
  params: lineParams(demonstrationId('cali', 2)),
  response: z.object({ id: z.string(), object: z.literal('line-item'), deleted: z.literal(true), parent: Cart }),
  selects: { key: 'parent', schema: Cart, defaults: 'all' },
})
