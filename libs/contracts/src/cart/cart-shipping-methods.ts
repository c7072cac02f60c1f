import { z } from 'zod'
import { IdInput, MetadataInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { cartAnswer, cartParams } from './cart-operation.ts'

const ShippingChoice = z.object({
  option_id: IdInput.describe('ID of a shipping option available for the cart'),
  data: MetadataInput.optional().describe('Data for the fulfillment provider.'),
})

/**
 * A method replaces those of the same shipping profile. If there are several methods, those whose profile no item needs leave the
 * cart.
 */
export const addShippingMethod = defineOperation({
  service: 'cart',
  name: 'add-shipping-method',
  method: 'POST',
  path: '/store/carts/:id/shipping-methods',
  summary: 'Add shipping methods to a cart',
  params: cartParams,
  body: z.union([ShippingChoice, z.array(ShippingChoice).max(100)]).meta({ example: { option_id: demonstrationId('so', 1) } }),
  ...cartAnswer,
})

/** Also succeeds if the cart has no such method. */
export const removeShippingMethods = defineOperation({
  service: 'cart',
  name: 'remove-shipping-methods',
  method: 'DELETE',
  path: '/store/carts/:id/shipping-methods',
  summary: 'Remove shipping methods from a cart',
  params: cartParams,
  body: z
    .strictObject({ shipping_method_ids: z.array(IdInput).max(100) })
    .meta({ example: { shipping_method_ids: [demonstrationId('casm', 1)] } }),
  ...cartAnswer,
})
