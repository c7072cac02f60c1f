import { cartLookupOperations, cartOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addCartPromotions } from './add-cart-promotions.ts'
import { addGiftCard } from './add-gift-card.ts'
import { addLineItem } from './add-line-item.ts'
import { addShippingMethod } from './add-shipping-method.ts'
import { addStoreCredit } from './add-store-credit.ts'
import { calculateCartTaxes } from './calculate-cart-taxes.ts'
import { createCart } from './create-cart.ts'
import { findCartPlace } from './find-cart-place.ts'
import { findCartShipment } from './find-cart-shipment.ts'
import { getCart } from './get-cart.ts'
import { removeCartPromotions } from './remove-cart-promotions.ts'
import { removeGiftCard } from './remove-gift-card.ts'
import { removeLineItem } from './remove-line-item.ts'
import { removeShippingMethods } from './remove-shipping-methods.ts'
import { transferCart } from './transfer-cart.ts'
import { updateCart } from './update-cart.ts'
import { updateLineItem } from './update-line-item.ts'

export const cartHandlers = implementAll(cartOperations, {
  createCart,
  getCart,
  addLineItem,
  addGiftCard,
  removeGiftCard,
  addStoreCredit,
  updateLineItem,
  removeLineItem,
  updateCart,
  transferCart,
  addShippingMethod,
  removeShippingMethods,
  addCartPromotions,
  removeCartPromotions,
  calculateCartTaxes,
})
export const cartLookupHandlers = implementAll(cartLookupOperations, { findCartPlace, findCartShipment })
