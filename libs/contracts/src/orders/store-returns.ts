import { z } from 'zod'
import { AmountInput, IdInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { OrderShippingMethod } from './order-shipping-method.ts'
import { SELECTED_RETURN } from './return-answer.ts'
import { ReturnWithReasons } from './returns.ts'
import { UnitsInput } from './units.ts'

/** A return as its customer made it: with the shipping method by which the items come back. */
const StoreReturn = ReturnWithReasons.omit({ fulfillments: true })
  .extend({
    shipping_methods: z.array(OrderShippingMethod.omit({ actions: true }).meta({ id: 'StoreReturnShippingMethod' })),
  })
  .meta({ id: 'StoreReturn' })

const METHODS = [
  ...(['*shipping_methods', '*shipping_methods.tax_lines'] as const),
  ...(['*shipping_methods.adjustments', '*shipping_methods.detail'] as const),
] as const

/**
 * Returns items of an order, for anybody with its id, which cannot be guessed: creates a return that is confirmed at once, with
 * the shipping method by which they come back.
 */
export const createReturn = defineOperation({
  service: 'orders',
  name: 'create-return',
  method: 'POST',
  path: '/store/returns',
  summary: 'Create a return',
  body: z
    .strictObject({
      order_id: IdInput,
      items: z
        .array(
          z.object({
            id: IdInput.describe('The line of the order'),
            quantity: UnitsInput.describe('At most the fulfilled quantity whose return is not requested already'),
            reason_id: IdInput.nullish(),
            note: TextInput().nullish(),
          }),
        )
        .max(500),
      return_shipping: z.object({
        option_id: IdInput.describe('ID of a shipping option that is offered for returns'),
        price: AmountInput.optional().describe("Default and minimum: the option's own price"),
      }),
      note: TextInput().nullish().describe('Stored as the description of the change'),
      receive_now: z.literal(false).optional().describe('Must be `false`: only administrators receive items'),
      location_id: IdInput.nullish().describe(
        "Stock location that receives the items. Default for the return's fulfillment: that of the option",
      ),
    })
    .meta({
      example: {
        order_id: demonstrationId('order', 19),
        items: [{ id: demonstrationId('ordli', 2900), quantity: 1, note: 'One sleeve is longer' }],
        return_shipping: { option_id: demonstrationId('so', 1) },
      },
    }),
  response: z.object({ return: StoreReturn }),
  selects: {
    ...SELECTED_RETURN,
    schema: StoreReturn,
    defaults: [...SELECTED_RETURN.defaults, ...METHODS],
    bounds: { allowed: [] },
  },
})

export const storeReturnOperations = { createReturn }
