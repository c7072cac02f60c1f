import { z } from 'zod'
import { FieldsQuery, Id, IdInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { ShippingOptionRule, StockLocationAddress } from './fulfillment-parts.ts'
import { StoreShippingOption } from './store-shipping-options.ts'

/** A shipping option for an order, without a price, which depends on where it is added. */
export const OrderShippingOption = z
  .object({
    ...StoreShippingOption.pick({
      id: true,
      name: true,
      price_type: true,
      service_zone_id: true,
      shipping_profile_id: true,
      provider_id: true,
      data: true,
      type: true,
      provider: true,
    }).shape,
    service_zone: z.object({
      id: Id,
      fulfillment_set_id: Id,
      fulfillment_set: z.object({
        id: Id,
        type: z.string().describe('Such as `shipping` or `pickup`.'),
        location: z.object({ id: Id, name: z.string(), address: StockLocationAddress.nullable() }),
      }),
    }),
    rules: z.array(ShippingOptionRule.pick({ id: true, attribute: true, operator: true, value: true })),
    insufficient_inventory: z.boolean().describe("Whether the option's stock location is short of items of the order."),
  })
  .meta({ id: 'OrderShippingOption' })
export type OrderShippingOption = z.infer<typeof OrderShippingOption>

/**
 * The options of all stock locations that serve the order's sales channel and ship to its address, regardless of their rules. For
 * an order without an address, those for any place. Orders without a sales channel or a region: 400.
 */
export const listOrderShippingOptions = defineOperation({
  service: 'pricing',
  name: 'list-order-shipping-options',
  method: 'GET',
  path: '/admin/orders/:id/shipping-options',
  summary: 'List the shipping options of an order',
  params: z.object({ id: IdInput.meta({ description: 'ID of the order', example: demonstrationId('order', 1) }) }),
  query: z.strictObject({ fields: FieldsQuery.optional() }),
  response: z.object({ shipping_options: z.array(OrderShippingOption) }),
  selects: { key: 'shipping_options', schema: OrderShippingOption, defaults: 'all' },
})

export const orderShippingOptionOperations = { listOrderShippingOptions }
