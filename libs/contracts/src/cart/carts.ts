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

/** Line items count whole units, at most 2^31 of one. */
const Quantity = z.int().max(2 ** 31 - 1)

const ItemInput = z.object({
  variant_id: IdInput,
  quantity: Quantity.gt(0),
  metadata: MetadataInput.nullish(),
})

/**
 * Guests name an e-mail, by which they become a customer without an account: one for all carts with it. A customer's cart takes
 * theirs, unless another is named. Without a region the one of the currency, or the first, is taken.
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
 * Same variant and metadata merge into one line, which may grow in a cart that holds as much as it may. Gift cards are spread
 * anew over the new total.
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

/** Takes a card's credit off the cart; the remaining cards are spread again, expired and empty ones are dropped. */
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
 * Pays for the cart from its customer's account in its currency, before gift cards do. Replaces the amount that was put on
 * before. Applying reserves nothing, and never pays more than the account holds or is left to be paid.
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
 * Metadata is merged into the line's: an empty text removes its key, null all keys. All lines are priced anew, this one for its
 * new quantity.
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

/** Succeeds as well where the cart has no such line. */
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
 * Absent fields stay. In another region, or with another place to send to, all lines and shipping methods are priced anew, and
 * what has no price there is refused; lines whose price was set by hand, and credit in another currency, leave the cart. A new
 * region empties the shipping address, unless one of its countries is given, or it has one alone. A guest's e-mail is their
 * customer; a customer's cart may have another one. Metadata is merged.
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

/** The cart becomes that of the customer who asks, with their e-mail and prices. Nothing changes where it is theirs already. */
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
 * A method takes the place of those of its option's shipping profile. Of several methods those leave the cart whose profile none
 * of its items needs.
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

/** Succeeds as well where the cart has no such method. */
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
 * A promotion stays on the cart while it takes anything off, and is computed anew with each change. An empty list takes all codes
 * off. Promotions that need no code are on each cart that meets their rules.
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

/** Succeeds as well where the cart has no such promotion. */
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
 * Also in a region that taxes nothing by itself: there the next change of a line takes the taxes off again. Refused (400)
 * without a country in the shipping address.
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
