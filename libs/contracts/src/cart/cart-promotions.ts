import { z } from 'zod'
import { defineOperation } from '../operation/operation.ts'
import { cartAnswer, cartParams } from './cart-operation.ts'
import { PromoCodes } from './promotion.ts'

const PromotionsBody = z.strictObject({ promo_codes: PromoCodes }).meta({ example: { promo_codes: ['WELCOME10'] } })

/**
 * A promotion stays on the cart while it gives a discount, and is recomputed with each change. An empty list removes all codes.
 * Automatic promotions apply to each cart that meets their rules. The code of a seller's promotion counts as unknown (400) in a
 * cart without goods of that seller.
 */
export const addCartPromotions = defineOperation({
  service: 'cart',
  name: 'add-cart-promotions',
  method: 'POST',
  path: '/store/carts/:id/promotions',
  summary: 'Add promotion codes to a cart',
  params: cartParams,
  body: PromotionsBody,
  ...cartAnswer,
})

/** Also succeeds if the cart has no such promotion. */
export const removeCartPromotions = defineOperation({
  service: 'cart',
  name: 'remove-cart-promotions',
  method: 'DELETE',
  path: '/store/carts/:id/promotions',
  summary: 'Remove promotion codes from a cart',
  params: cartParams,
  body: PromotionsBody,
  ...cartAnswer,
})
