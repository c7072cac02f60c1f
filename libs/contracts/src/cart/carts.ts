import { z } from 'zod'
import { AmountInput, CurrencyCodeInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { ListInput } from '../fields/list-input.ts'
import { DEMONSTRATION, demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation } from '../operation/operation.ts'
import { AddressInput, CartAddressInput } from './address-input.ts'
import { Cart } from './cart.ts'
import { PromoCodes } from './promotion.ts'

const params = z.object({ id: IdInput.meta({ description: 'ID of the cart', example: DEMONSTRATION.cart_id }) })
const ofCustomer = z.object({ id: IdInput.meta({ description: 'ID of the cart', example: DEMONSTRATION.customer_cart_id }) })
const answer = { response: z.object({ cart: Cart }), selects: { key: 'cart', schema: Cart, defaults: 'all' } } as const

const LIMITS =
  'A cart holds at most 500 items with a total size of 3 MiB as JSON, of which at most 256 KiB is metadata, and 1 MiB of other data; its customer comes without addresses and without the metadata of groups. A change that exceeds these limits is refused with 400. A cart that is not changed for 30 days (unless configured otherwise) is removed, unless it became an order.'

/** Lines have whole units, fewer than 2^31 each. */
const Quantity = z.int().max(2 ** 31 - 1)

const ItemInput = z.object({
  variant_id: IdInput,
  quantity: Quantity.gt(0),
  metadata: MetadataInput.nullish(),
})

/**
 * Guests give an e-mail, which makes them a customer without an account, shared by all carts with that e-mail. A customer's cart
 * gets theirs by default. The default region is that of the currency, or the first.
 */
export const createCart = defineOperation({
  service: 'cart',
  name: 'create-cart',
  method: 'POST',
  path: '/store/carts',
  if_match: 'none',
  summary: 'Create a cart',
  description: LIMITS,
  body: z
    .strictObject({
      region_id: IdInput.nullish(),
      currency_code: CurrencyCodeInput.nullish(),
      sales_channel_id: IdInput.nullish(),
      email: z.email().max(320).nullish(),
      locale: TextInput(35).nullish(),
      shipping_address: AddressInput.nullish(),
      billing_address: AddressInput.nullish(),
      items: z.array(ItemInput).max(500).optional(),
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
  ...answer,
})

export const getCart = defineOperation({
  service: 'cart',
  name: 'get-cart',
  method: 'GET',
  path: '/store/carts/:id',
  summary: 'Get a cart',
  params,
  same_for_all: true,
  ...answer,
})

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
  description: LIMITS,
  params,
  body: ItemInput.strict().meta({ example: { variant_id: demonstrationId('variant', 1), quantity: 1 } }),
  ...answer,
})

const GiftCardBody = z
  .strictObject({ code: TextInput(255).describe('Gift card code, compared exactly') })
  .meta({ example: { code: DEMONSTRATION.gift_card_code } })

/** Applying reserves nothing: the card's balance moves only when the cart is completed. */
export const addGiftCard = defineOperation({
  service: 'cart',
  name: 'add-gift-card',
  method: 'POST',
  path: '/store/carts/:id/gift-cards',
  summary: 'Add a gift card to a cart',
  params,
  body: GiftCardBody,
  failure_limit: { per_address: 100 },
  ...answer,
})

/** Takes a card's credit off the cart; the remaining cards are spread again, and expired and empty ones are dropped. */
export const removeGiftCard = defineOperation({
  service: 'cart',
  name: 'remove-gift-card',
  method: 'DELETE',
  path: '/store/carts/:id/gift-cards',
  summary: 'Remove a gift card from a cart',
  params,
  body: GiftCardBody,
  ...answer,
})

/**
 * Pays for the cart from its customer's account in its currency, before gift cards do. Replaces the previously applied amount.
 * Applying reserves nothing, and never exceeds the account's balance or the amount due.
 */
export const addStoreCredit = defineOperation({
  service: 'cart',
  name: 'add-store-credit',
  method: 'POST',
  path: '/store/carts/:id/store-credits',
  customers_only: true,
  summary: "Pay a cart with its customer's store credit",
  params: ofCustomer,
  body: z
    .strictObject({
      amount: AmountInput.optional().describe(
        "Maximum amount to use; default: the account's whole balance. 0 removes store credit from the cart.",
      ),
    })
    .meta({ example: { amount: 5 } }),
  ...answer,
})

const lineParams = (line: string) =>
  params.extend({ line_id: IdInput.meta({ description: 'ID of the line item', example: line }) })

/**
 * Metadata is merged into the line's: an empty text removes its key, null all keys. All lines are repriced, this one for its new
 * quantity.
 */
export const updateLineItem = defineOperation({
  service: 'cart',
  name: 'update-line-item',
  method: 'POST',
  path: '/store/carts/:id/line-items/:line_id',
  summary: 'Change the quantity of a line item',
  params: lineParams(demonstrationId('cali', 1)),
  body: z
    .strictObject({ quantity: Quantity.min(0).describe('0 removes the line.'), metadata: MetadataInput.nullish() })
    .meta({ example: { quantity: 3 } }),
  ...answer,
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
  params,
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
  ...answer,
})

/** The cart becomes that of the calling customer, with their e-mail and prices. Nothing changes if it is already theirs. */
export const transferCart = defineOperation({
  service: 'cart',
  name: 'transfer-cart',
  method: 'POST',
  path: '/store/carts/:id/customer',
  customers_only: true,
  summary: 'Assign a cart to the current customer',
  params: ofCustomer,
  ...answer,
})

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
  params,
  body: z.union([ShippingChoice, z.array(ShippingChoice).max(100)]).meta({ example: { option_id: demonstrationId('so', 1) } }),
  ...answer,
})

/** Also succeeds if the cart has no such method. */
export const removeShippingMethods = defineOperation({
  service: 'cart',
  name: 'remove-shipping-methods',
  method: 'DELETE',
  path: '/store/carts/:id/shipping-methods',
  summary: 'Remove shipping methods from a cart',
  params,
  body: z
    .strictObject({ shipping_method_ids: ListInput(IdInput, 100, 'shipping methods') })
    .meta({ example: { shipping_method_ids: [demonstrationId('casm', 1)] } }),
  ...answer,
})

const PromotionsBody = z.strictObject({ promo_codes: PromoCodes }).meta({ example: { promo_codes: ['WELCOME10'] } })

/**
 * A promotion stays on the cart while it gives a discount, and is recomputed with each change. An empty list removes all codes.
 * Automatic promotions apply to each cart that meets their rules.
 */
export const addCartPromotions = defineOperation({
  service: 'cart',
  name: 'add-cart-promotions',
  method: 'POST',
  path: '/store/carts/:id/promotions',
  summary: 'Add promotion codes to a cart',
  params,
  body: PromotionsBody,
  ...answer,
})

/** Also succeeds if the cart has no such promotion. */
export const removeCartPromotions = defineOperation({
  service: 'cart',
  name: 'remove-cart-promotions',
  method: 'DELETE',
  path: '/store/carts/:id/promotions',
  summary: 'Remove promotion codes from a cart',
  params,
  body: PromotionsBody,
  ...answer,
})

/**
 * Also in a region without automatic taxes: there the next change of a line removes the taxes again. Refused (400) without a
 * country in the shipping address.
 */
export const calculateCartTaxes = defineOperation({
  service: 'cart',
  name: 'calculate-cart-taxes',
  method: 'POST',
  path: '/store/carts/:id/taxes',
  summary: 'Calculate the taxes of a cart',
  params,
  ...answer,
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
