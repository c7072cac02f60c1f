import { z } from 'zod'
import { asked } from '../fields/common.ts'
import { Order } from './order.ts'
import { OrderItem, type StoreOrderItem } from './order-item.ts'
import { OrderShippingMethod } from './order-shipping-method.ts'
import { Claim, ClaimItem, Exchange, ExchangeItem, ReturnItem, ReturnWithReasons } from './returns.ts'

const order = asked(() => Order).optional()
/** The line of an item. */
export const askedLine = (line: () => typeof OrderItem | typeof StoreOrderItem) =>
  asked(line).optional().describe('The line of the order; null if the order no longer has it.')
const item = askedLine(() => OrderItem)

/** A single return: with its order, its shipping methods and its items' lines, if requested. */
export const ReturnByItself = ReturnWithReasons.extend({
  order,
  shipping_methods: asked(() => z.array(OrderShippingMethod)).optional(),
  items: z.array(ReturnWithReasons.shape.items.element.extend({ item }).meta({ id: 'ReturnItemByItself' })),
}).meta({ id: 'ReturnByItself' })

/** The same for administrators: also with the exchange or the claim that it belongs to. */
export const AdminReturn = ReturnByItself.extend({
  exchange: asked(() => Exchange).optional(),
  claim: asked(() => Claim).optional(),
}).meta({ id: 'AdminReturn' })

const ClaimItemByItself = ClaimItem.extend({ item }).meta({ id: 'ClaimItemByItself' })
/** A single claim, which has its own shipping methods. */
export const ClaimByItself = Claim.extend({
  order,
  claim_items: z.array(ClaimItemByItself),
  additional_items: z.array(ClaimItemByItself),
}).meta({ id: 'ClaimByItself' })

/** A single exchange. */
export const ExchangeByItself = Exchange.extend({
  order,
  return_items: z.array(ReturnItem.extend({ item }).meta({ id: 'ExchangedItem' })),
  additional_items: z.array(ExchangeItem.extend({ item }).meta({ id: 'ExchangeItemByItself' })),
}).meta({ id: 'ExchangeByItself' })
