import { z } from 'zod'
import { asked } from '../fields/common.ts'
import { Order } from './order.ts'
import { OrderItem } from './order-item.ts'
import { OrderShippingMethod } from './order-shipping-method.ts'
import { Claim, ClaimItem, Exchange, ExchangeItem, ReturnItem, ReturnWithReasons } from './returns.ts'

const order = asked(() => Order).optional()
const item = asked(() => OrderItem)
  .optional()
  .describe('The line of the order; null if the order no longer has it.')

/** A return as its own route shows it: with its order, its shipping methods and its items' lines where they are asked for. */
export const ReturnByItself = ReturnWithReasons.extend({
  order,
  shipping_methods: asked(() => z.array(OrderShippingMethod)).optional(),
  items: z.array(ReturnWithReasons.shape.items.element.extend({ item }).meta({ id: 'ReturnItemByItself' })),
}).meta({ id: 'ReturnByItself' })

const ClaimItemByItself = ClaimItem.extend({ item }).meta({ id: 'ClaimItemByItself' })
/** The same of a claim, whose shipping methods it keeps. */
export const ClaimByItself = Claim.extend({
  order,
  claim_items: z.array(ClaimItemByItself),
  additional_items: z.array(ClaimItemByItself),
}).meta({ id: 'ClaimByItself' })

/** The same of an exchange. */
export const ExchangeByItself = Exchange.extend({
  order,
  return_items: z.array(ReturnItem.extend({ item }).meta({ id: 'ExchangedItem' })),
  additional_items: z.array(ExchangeItem.extend({ item }).meta({ id: 'ExchangeItemByItself' })),
}).meta({ id: 'ExchangeByItself' })
