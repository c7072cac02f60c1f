import { z } from 'zod'
import { CurrencyCodeInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { AddressInput, CartAddressInput } from './address-input.ts'
import { addGiftCard, addStoreCredit, removeGiftCard } from './cart-credit.ts'
import { addLineItem, removeLineItem, updateLineItem } from './cart-line-items.ts'
import { CART_LIMITS, cartAnswer, cartParams, customerCartParams, LineItemInput } from './cart-operation.ts'
import { addCartPromotions, removeCartPromotions } from './cart-promotions.ts'
import { addShippingMethod, removeShippingMethods } from './cart-shipping-methods.ts'
import { PromoCodes } from './promotion.ts'

/**
 * Guests give an e-mail, which makes them a customer without an account, shared by all carts with that e-mail. A customer's cart
 * gets theirs by default. The default region is that of the currency, or the first.
 */
export const createCart = defineOperation({
  service: 'cart',
  name: 'create-cart',
  method: 'POST',
  path: '/store/carts',
  ifMatch: 'none',
  summary: 'Create a cart',
  description: CART_LIMITS,
  body: z
    .strictObject({
      region_id: IdInput.nullish(),
      currency_code: CurrencyCodeInput.nullish(),
      sales_channel_id: IdInput.nullish(),
      email: z.email().max(320).nullish(),
      locale: TextInput(35).nullish(),
      shipping_address: AddressInput.nullish(),
      billing_address: AddressInput.nullish(),
      items: z.array(LineItemInput).max(500).optional(),
      promo_codes: PromoCodes.optional(),
      metadata: MetadataInput.nullish(),
    })
    .meta({
      example: {
        region_id: demonstrationId('reg', 1),
        email: 'guest@souk.example',
        shipping_address: {
          first_name: 'Gabriele',
          last_name: 'Guest',
          city: 'Berlin',
          country_code: 'de',
          postal_code: '10115',
        },
        items: [{ variant_id: demonstrationId('variant', 1), quantity: 2 }],
      },
    }),
  ...cartAnswer,
})

export const getCart = defineOperation({
  service: 'cart',
  name: 'get-cart',
  method: 'GET',
  path: '/store/carts/:id',
  summary: 'Get a cart',
  params: cartParams,
  sameForAll: true,
  ...cartAnswer,
})

/**
 * Absent fields stay. With another region or destination, all lines and shipping methods are repriced, and refused if one has no
 * price there; lines with manual prices, and credit in another currency, leave the cart. A new region empties the shipping
 * address, unless one of its countries is given, or it has only one. A guest's e-mail determines their customer; a customer's
 * cart may have a different one. Metadata is merged.
 */
export const updateCart = defineOperation({
  service: 'cart',
  name: 'update-cart',
  method: 'POST',
  path: '/store/carts/:id',
  summary: 'Update a cart',
  params: cartParams,
  body: z
    .strictObject({
      region_id: IdInput.optional(),
      email: z.email().max(320).nullish(),
      billing_address: CartAddressInput.optional(),
      shipping_address: CartAddressInput.optional(),
      sales_channel_id: IdInput.nullish(),
      metadata: MetadataInput.nullish(),
      promo_codes: PromoCodes.optional().describe("Replace the cart's current codes."),
      locale: TextInput(35).nullish(),
    })
    .meta({ example: { email: 'guest@souk.example', metadata: { gift: true } } }),
  ...cartAnswer,
})

/** The cart becomes that of the calling customer, with their e-mail and prices. Nothing changes if it is already theirs. */
export const transferCart = defineOperation({
  service: 'cart',
  name: 'transfer-cart',
  method: 'POST',
  path: '/store/carts/:id/customer',
  customersOnly: true,
  summary: 'Assign a cart to the current customer',
  params: customerCartParams,
  ...cartAnswer,
})

/**
 * Also in a region without automatic taxes: there lines and shipping methods keep these taxes, new ones have none, and a change
 * of the address or the region removes them. Refused (400) without a country in the shipping address.
 */
export const calculateCartTaxes = defineOperation({
  service: 'cart',
  name: 'calculate-cart-taxes',
  method: 'POST',
  path: '/store/carts/:id/taxes',
  summary: 'Calculate the taxes of a cart',
  params: cartParams,
  ...cartAnswer,
})

export const cartOperations = {
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
}

const cartIds = z.object({ id: z.string().describe('The cart') })

export const cartCreated = defineEvent({ service: 'cart', name: 'cart.created', summary: 'A cart was created.', ids: cartIds })
export const cartUpdated = defineEvent({
  service: 'cart',
  name: 'cart.updated',
  summary: 'A cart changed: its lines, promotions, gift cards or totals.',
  ids: cartIds,
})

export const cartEvents = [cartCreated, cartUpdated]
