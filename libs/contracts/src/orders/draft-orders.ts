import { z } from 'zod'
import { AddressInput } from '../cart/address-input.ts'
import { PromoCodes } from '../cart/promotion.ts'
import { BigNumberInput } from '../fields/big-number-input.ts'
import { CurrencyCodeInput, FieldsQuery, FilledTextInput, IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { eventsOf } from '../operation/event.ts'
import { listQuery, OLDEST_FIRST } from '../operation/list-query.ts'
import { listResponse } from '../operation/list-response.ts'
import { defineOperation } from '../operation/operation.ts'
import { DraftOrderListEntry, Order } from './order.ts'
import { ORDER_ANSWER } from './order-answer.ts'
import { COMPANIONS_NOTE, ORDER_COMPANIONS, WITH_ITEMS_COMPANIONS, withItemsDefaults } from './order-companions.ts'
import { ORDER_SEARCH } from './orders.ts'
import { UnitsInput } from './units.ts'

const draftOf = (n: number) =>
  z.object({ id: IdInput.meta({ description: 'ID of the draft order', example: demonstrationId('order', n) }) })
const draft = draftOf(25)
const EMAIL = TextInput(320)
const LOCALE = TextInput(35)

/** The answer of operations that show one draft order. */
const drafted = {
  description: COMPANIONS_NOTE,
  response: z.object({ draft_order: Order }),
  selects: { key: 'draft_order', schema: Order, defaults: 'all', companions: ORDER_COMPANIONS },
} as const

const text = TextInput(500).nullish()
const DraftItem = z.object({
  variant_id: IdInput.nullish().describe('Null or absent for items that are not in the catalogue'),
  title: text.describe("Required without a variant; otherwise overrides the product's"),
  quantity: UnitsInput.describe('Must be above 0'),
  unit_price: BigNumberInput.nullish().describe("Required without a variant; otherwise overrides the variant's own price"),
  variant_sku: text,
  variant_barcode: text,
  sku: text.describe('Same as `variant_sku`'),
  barcode: text.describe('Same as `variant_barcode`'),
  metadata: MetadataInput.nullish(),
})
export type DraftItem = z.infer<typeof DraftItem>

const DraftShippingMethod = z.object({
  name: FilledTextInput(500),
  shipping_option_id: IdInput,
  amount: BigNumberInput,
  data: MetadataInput.optional(),
  shipping_method_id: IdInput.nullish().describe('Accepted but ignored'),
})
export type DraftShippingMethod = z.infer<typeof DraftShippingMethod>

/**
 * Creates an order that is not sold yet: no stock is reserved, no customer sees it, and it may be changed until it is converted.
 * Variants are priced for its region, its currency and its customer's groups, and taxed at their destination. Without
 * `customer_id`, it belongs to the customer with its e-mail, or to a new guest; without either, to nobody until it is given an
 * e-mail. Without `sales_channel_id`, it is sold in the store's default one. Its promotions, and automatic ones, give the same
 * discounts as on a cart with this content.
 */
export const createDraftOrder = defineOperation({
  service: 'orders',
  name: 'create-draft-order',
  method: 'POST',
  path: '/admin/draft-orders',
  summary: 'Create a draft order',
  ifMatch: 'none',
  ...drafted,
  body: z
    .strictObject({
      region_id: IdInput,
      currency_code: CurrencyCodeInput.nullish().describe("Default: the region's"),
      email: EMAIL.nullish().describe("Default: the customer's"),
      customer_id: IdInput.nullish(),
      sales_channel_id: IdInput.nullish().describe('Null for none'),
      shipping_address: AddressInput.optional(),
      billing_address: AddressInput.optional(),
      items: z.array(DraftItem).max(500).optional(),
      shipping_methods: z.array(DraftShippingMethod).max(100).optional(),
      promo_codes: PromoCodes.optional(),
      no_notification_order: z.boolean().optional(),
      locale: LOCALE.optional(),
      status: z.literal('completed').optional().describe('Accepted but ignored: the order remains a draft'),
      metadata: MetadataInput.nullish(),
    })
    .meta({
      example: {
        region_id: demonstrationId('reg', 1),
        email: 'buyer@example.com',
        shipping_address: { country_code: 'de' },
        items: [
          { variant_id: demonstrationId('variant', 1), quantity: 1 },
          { title: 'Engraving', unit_price: 7, quantity: 1 },
        ],
      },
    }),
})

/** Draft orders that have not been converted. */
export const listDraftOrders = defineOperation({
  service: 'orders',
  name: 'list-draft-orders',
  method: 'GET',
  path: '/admin/draft-orders',
  summary: 'List draft orders',
  description: COMPANIONS_NOTE,
  query: listQuery(Order, {
    sort: ['created_at', 'updated_at', 'display_id'],
    filter: ['id', 'region_id', 'sales_channel_id', 'customer_id', 'created_at', 'updated_at'],
    q: ORDER_SEARCH,
    limit: 50,
    order: OLDEST_FIRST,
  }),
  response: listResponse('draft_orders', DraftOrderListEntry),
  selects: {
    key: 'draft_orders',
    schema: Order,
    companions: WITH_ITEMS_COMPANIONS,
    defaults: withItemsDefaults(DraftOrderListEntry),
  },
})

/** Not found once it is converted. */
export const getDraftOrder = defineOperation({
  service: 'orders',
  name: 'get-draft-order',
  method: 'GET',
  path: '/admin/draft-orders/:id',
  summary: 'Get a draft order',
  params: draft,
  query: z.strictObject({ fields: FieldsQuery.optional() }),
  ...drafted,
})

/**
 * Changes a draft's customer, addresses, sales channel, locale or metadata; each differing part is a confirmed change of its own.
 * Its taxes follow its shipping address; prices stay. A draft without a customer becomes that of the registered customer, or
 * the guest, with its new e-mail.
 */
export const updateDraftOrder = defineOperation({
  service: 'orders',
  name: 'update-draft-order',
  method: 'POST',
  path: '/admin/draft-orders/:id',
  summary: 'Update a draft order',
  params: draft,
  ...drafted,
  body: z
    .strictObject({
      email: EMAIL.optional(),
      customer_id: IdInput.optional(),
      sales_channel_id: IdInput.optional(),
      shipping_address: AddressInput.optional(),
      billing_address: AddressInput.optional(),
      locale: LOCALE.optional(),
      metadata: MetadataInput.nullish(),
    })
    .meta({ example: { metadata: { gift_wrap: true } } }),
})

/** Deletes a draft, and cancels its authorized payments. Refused until what was paid is refunded, or given as store credit. */
export const deleteDraftOrder = defineOperation({
  service: 'orders',
  name: 'delete-draft-order',
  method: 'DELETE',
  path: '/admin/draft-orders/:id',
  summary: 'Delete a draft order',
  params: draftOf(27),
  response: z.object({ id: z.string(), object: z.literal('draft-order'), deleted: z.literal(true) }),
})

/**
 * Converts a draft into an order, with the current tax rates. Stock of its variants is reserved; refused if there is not enough.
 * The order belongs to the seller of its goods, or to the marketplace if there are several.
 */
export const convertDraftOrder = defineOperation({
  service: 'orders',
  name: 'convert-draft-order',
  method: 'POST',
  path: '/admin/draft-orders/:id/convert-to-order',
  summary: 'Convert a draft order into an order',
  params: draftOf(28),
  ...ORDER_ANSWER,
})

export const draftOrderOperations = {
  createDraftOrder,
  listDraftOrders,
  getDraftOrder,
  updateDraftOrder,
  deleteDraftOrder,
  convertDraftOrder,
}

const event = eventsOf('orders', 'draft-order', z.object({ id: z.string().describe('The draft order') }))

export const draftOrderCreated = event('created', 'A draft order was created; nothing is sold yet.')
export const draftOrderUpdated = event(
  'updated',
  'The customer, an address, the sales channel or the metadata of a draft order changed.',
)
export const draftOrderDeleted = event('deleted', 'A draft order was deleted.')

export const draftOrderEvents = [draftOrderCreated, draftOrderUpdated, draftOrderDeleted]
