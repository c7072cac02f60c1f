import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Address, OrderAddress } from '../src/cart/address.ts'
import { Cart } from '../src/cart/cart.ts'
import { OrderCreditLine } from '../src/cart/credit-line.ts'
import { ItemAdjustment, ItemTaxLine, LineItem } from '../src/cart/line-item.ts'
import { ApplicationMethod, Promotion } from '../src/cart/promotion.ts'
import { CartShippingMethod, ShippingAdjustment, ShippingTaxLine } from '../src/cart/shipping-method.ts'
import { stepsOf } from '../src/fields/field-schema.ts'
import { Customer, CustomerAddress, CustomerGroup } from '../src/orders/customer.ts'
import { Order, OrderListEntry, OrderSummary } from '../src/orders/order.ts'
import { OrderChange } from '../src/orders/order-change.ts'
import { OrderChangeAction } from '../src/orders/order-change-action.ts'
import { OrderItem, OrderItemAdjustment, OrderItemDetail } from '../src/orders/order-item.ts'
import { OrderPreview } from '../src/orders/order-preview.ts'
import { OrderShippingAdjustment, OrderShippingMethod, OrderShippingMethodDetail } from '../src/orders/order-shipping-method.ts'
import { Capture, Payment, PaymentCollection, PaymentSession, Refund, RefundReason } from '../src/orders/payment.ts'
import { Claim, ClaimItem, Exchange, ExchangeItem, Return, ReturnItem } from '../src/orders/returns.ts'
import { Fulfillment, Transaction } from '../src/orders/transaction.ts'
import { Inventory, InventoryLevel, VariantInventoryItem } from '../src/pricing/inventory.ts'
import { Price, PriceList } from '../src/pricing/price-list.ts'
import { Category, Collection, Image, Product, ProductType, Tag, Variant } from '../src/pricing/product.ts'
import { CalculatedPrice, OptionValue, ProductOption, ShippingProfile, Translation } from '../src/pricing/product-parts.ts'
import { Country, PaymentProvider, Region } from '../src/pricing/region.ts'
import { SalesChannel } from '../src/pricing/sales-channel.ts'
import { Member, Seller, SellerMember } from '../src/sellers/seller.ts'

const dates = 'created_at updated_at'
const deletable = `${dates} deleted_at`
const totals =
  'original_item_total original_item_subtotal original_item_tax_total item_total item_subtotal item_tax_total original_total original_subtotal ' +
  'original_tax_total total subtotal tax_total discount_total discount_tax_total gift_card_total gift_card_tax_total shipping_total ' +
  'shipping_subtotal shipping_tax_total original_shipping_total original_shipping_subtotal original_shipping_tax_total'
const methodTotals =
  'original_total original_subtotal original_tax_total total subtotal tax_total discount_total discount_tax_total'
const lineFields =
  'id title subtitle thumbnail quantity requires_shipping is_discountable is_tax_inclusive unit_price compare_at_unit_price cart_id product_id ' +
  'product_title product_description product_subtitle product_type product_collection product_handle variant_id variant_sku variant_barcode ' +
  'variant_title variant_option_values product variant tax_lines adjustments metadata item_total item_subtotal item_tax_total ' +
  `${deletable} ${methodTotals}`
const addressFields = `id ${dates} customer_id first_name last_name phone company address_1 address_2 city country_code province postal_code metadata`
const shipment = 'length width weight height origin_country hs_code mid_code material'
const previewFields =
  'return_requested_total id version region_id customer_id sales_channel_id email currency_code display_id custom_display_id status ' +
  'payment_status fulfillment_status summary items shipping_methods payment_collections fulfillments transactions credit_lines ' +
  'shipping_address billing_address customer sales_channel region metadata credit_line_total item_discount_total shipping_discount_total ' +
  `${dates} ${totals}`
const replacement =
  'id order_id return return_id display_id order_version no_notification shipping_methods transactions created_by metadata canceled_at'

const documented: [string, z.ZodObject, string][] = [
  ['price list', PriceList, `id title description rules starts_at ends_at status type prices ${deletable}`],
  [
    'price',
    Price,
    `id title variant_id rules currency_code amount raw_amount min_quantity max_quantity price_set_id ${deletable}`,
  ],
  [
    'cart',
    Cart,
    'id currency_code region_id customer_id sales_channel_id email promotions region shipping_address billing_address items shipping_methods ' +
      `payment_collection metadata ${dates} ${totals}`,
  ],
  ['promotion', Promotion, 'id code is_automatic application_method'],
  ['application method', ApplicationMethod, 'value type currency_code'],
  ['region', Region, `id name currency_code automatic_taxes countries payment_providers metadata ${dates}`],
  ['payment provider', PaymentProvider, 'id is_enabled'],
  ['country', Country, 'id iso_2 iso_3 num_code name display_name'],
  ['address', Address, addressFields],
  ['order address', OrderAddress, `${addressFields} country`],
  ['line item', LineItem, lineFields],
  ['item tax line', ItemTaxLine, `id item_id code rate total subtotal description tax_rate_id provider_id ${dates}`],
  ['item adjustment', ItemAdjustment, `id item_id amount cart_id code description promotion_id provider_id ${dates}`],
  [
    'product',
    Product,
    `id title subtitle description handle status is_giftcard discountable thumbnail ${shipment} collection_id type_id external_id options variants ` +
      `images categories type collection tags metadata sales_channels shipping_profile translations ${deletable}`,
  ],
  ['product option', ProductOption, `id title product_id values metadata ${deletable}`],
  ['option value', OptionValue, `id value option_id metadata ${deletable}`],
  [
    'variant',
    Variant,
    `id title sku barcode ean upc product_id allow_backorder manage_inventory ${shipment} variant_rank inventory_quantity options calculated_price ` +
      `metadata prices images thumbnail inventory_items translations ${deletable}`,
  ],
  [
    'calculated price',
    CalculatedPrice,
    'id calculated_amount original_amount currency_code original_amount_with_tax original_amount_without_tax calculated_amount_with_tax ' +
      'calculated_amount_without_tax is_calculated_price_price_list is_original_price_price_list is_calculated_price_tax_inclusive ' +
      'is_original_price_tax_inclusive calculated_price original_price',
  ],
  ['image', Image, `id url rank metadata ${deletable}`],
  ['product type', ProductType, `id value metadata ${deletable}`],
  ['collection', Collection, `id title handle products metadata ${deletable}`],
  ['tag', Tag, `id value metadata ${deletable}`],
  [
    'category',
    Category,
    'name description handle is_active is_internal rank parent_category_id category_children parent_category products metadata',
  ],
  ['inventory item of a variant', VariantInventoryItem, 'id variant_id inventory_item_id required_quantity inventory'],
  [
    'inventory',
    Inventory,
    'id requires_shipping sku origin_country hs_code mid_code material weight length height width title description thumbnail metadata location_levels',
  ],
  [
    'inventory level',
    InventoryLevel,
    `id inventory_item_id location_id stocked_quantity reserved_quantity incoming_quantity available_quantity metadata ${dates}`,
  ],
  ['shipping profile', ShippingProfile, `id name type metadata ${dates}`],
  ['translation', Translation, `id reference_id reference locale_code translations ${dates}`],
  [
    'cart shipping method',
    CartShippingMethod,
    `id cart_id name description amount is_tax_inclusive shipping_option_id data metadata tax_lines adjustments ${methodTotals} ${dates}`,
  ],
  [
    'shipping tax line',
    ShippingTaxLine,
    `shipping_method_id total subtotal id code rate description tax_rate_id provider_id ${dates}`,
  ],
  ['shipping adjustment', ShippingAdjustment, `id amount cart_id code description promotion_id provider_id ${dates}`],
  [
    'payment collection',
    PaymentCollection,
    'id currency_code amount status authorized_amount captured_amount refunded_amount completed_at payment_providers payment_sessions payments ' +
      `metadata ${dates}`,
  ],
  ['payment session', PaymentSession, 'id amount currency_code provider_id data status context authorized_at payment'],
  [
    'payment',
    Payment,
    'id amount currency_code provider_id authorized_amount captured_amount refunded_amount data captured_at canceled_at captures refunds ' +
      dates,
  ],
  ['capture', Capture, 'id amount created_by created_at'],
  ['refund', Refund, 'id amount refund_reason_id note created_by refund_reason created_at'],
  ['refund reason', RefundReason, `id label description code metadata ${dates}`],
  ['order preview', OrderPreview, `order_change ${previewFields}`],
  ['order', Order, `${previewFields} is_draft_order`],
  [
    'summary',
    OrderSummary,
    'paid_total refunded_total pending_difference current_order_total original_order_total transaction_total accounting_total',
  ],
  [
    'order change',
    OrderChange,
    'id version order_id return_id exchange_id claim_id order return_order exchange claim actions status requested_by requested_at confirmed_by ' +
      `confirmed_at declined_by declined_reason declined_at canceled_by canceled_at change_type carry_over_promotions metadata ${dates}`,
  ],
  [
    'order change action',
    OrderChangeAction,
    `id order_change_id order_id return_id claim_id exchange_id reference reference_id action details internal_note ordering ${dates}`,
  ],
  [
    'order item',
    OrderItem,
    `${lineFields} product_type_id refundable_total refundable_total_per_unit detail tax_lines adjustments actions`,
  ],
  ['order item adjustment', OrderItemAdjustment, `id item_id amount order_id code description promotion_id provider_id ${dates}`],
  [
    'order item detail',
    OrderItemDetail,
    'id item_id quantity fulfilled_quantity delivered_quantity shipped_quantity return_requested_quantity return_received_quantity ' +
      `return_dismissed_quantity written_off_quantity metadata ${dates}`,
  ],
  [
    'order shipping method',
    OrderShippingMethod,
    'id order_id name description amount is_tax_inclusive shipping_option_id data metadata tax_lines adjustments detail actions ' +
      `${methodTotals} ${dates}`,
  ],
  ['order shipping adjustment', OrderShippingAdjustment, `id amount order_id code description promotion_id provider_id ${dates}`],
  ['order shipping method detail', OrderShippingMethodDetail, `id shipping_method_id claim_id exchange_id return_id ${dates}`],
  [
    'return',
    Return,
    'id order_id items status refund_amount exchange_id claim_id location_id order_version display_id received_at no_notification created_at canceled_at',
  ],
  [
    'return item',
    ReturnItem,
    `id quantity received_quantity damaged_quantity item_id return_id reason_id note metadata ${dates}`,
  ],
  ['exchange', Exchange, `${replacement} return_items additional_items difference_due ${deletable}`],
  ['exchange item', ExchangeItem, `id exchange_id order_id item_id quantity note metadata ${dates}`],
  ['claim', Claim, `${replacement} type claim_items additional_items refund_amount ${deletable}`],
  [
    'claim item',
    ClaimItem,
    `id claim_id order_id item_id quantity reason is_additional_item note raw_quantity metadata ${dates}`,
  ],
  ['transaction', Transaction, `id order_id amount currency_code reference reference_id metadata ${dates}`],
  [
    'fulfillment',
    Fulfillment,
    `id location_id packed_at shipped_at delivered_at canceled_at data provider_id shipping_option_id requires_shipping metadata ${dates}`,
  ],
  ['credit line', OrderCreditLine, `id order_id reference reference_id amount metadata ${dates}`],
  [
    'customer',
    Customer,
    'id has_account email first_name last_name company_name phone default_billing_address_id default_shipping_address_id addresses groups ' +
      `created_by metadata ${deletable}`,
  ],
  ['customer address', CustomerAddress, `${addressFields} address_name is_default_shipping is_default_billing`],
  ['customer group', CustomerGroup, `id name customers metadata ${dates}`],
  ['sales channel', SalesChannel, `id name description is_disabled metadata ${deletable}`],
  ['member', Member, `id ${dates} role email name bio photo seller`],
  [
    'seller',
    Seller,
    `id ${dates} name handle description email phone photo address_line postal_code city state country_code tax_id members`,
  ],
  ['member of a seller', SellerMember, `id ${dates} role email name bio photo seller`],
  [
    'order list entry',
    OrderListEntry,
    `id version region_id status customer_id sales_channel_id email currency_code display_id is_draft_order metadata ${dates}`,
  ],
]

describe('the interface document', () => {
  it.each(documented)('lists no field of a %s that its schema lacks', (_, schema, names) => {
    expect(Object.keys(schema.shape)).toEqual(expect.arrayContaining(names.split(' ')))
  })

  it.each(documented)('lists only fields of a %s that are always present, or shown on request', (name, schema, names) => {
    const optional = names
      .split(' ')
      .filter((field) => schema.shape[field]?.safeParse(undefined).success && !isAskedOnly(schema, field))

    expect(optional, name).toEqual([])
  })
})

const isAskedOnly = (schema: z.ZodObject, field: string) => stepsOf(schema, field)?.[0]?.field.asked === true

it.each([
  [Variant, 'product'],
  [Variant, 'inventory_quantity'],
  [Collection, 'products'],
  [Category, 'products'],
  [Category, 'category_children'],
  [Category, 'parent_category'],
  [CustomerGroup, 'customers'],
  [OrderChange, 'order'],
  [OrderChange, 'return_order'],
  [OrderChange, 'exchange'],
  [OrderChange, 'claim'],
  [Exchange, 'return'],
  [Claim, 'return'],
  [Seller, 'members'],
  [SellerMember, 'seller'],
] as [z.ZodObject, string][])('fields that would repeat an ancestor are only shown on request', (schema, field) => {
  expect(isAskedOnly(schema, field)).toBe(true)
})

it('every record has exactly one name in the OpenAPI document', () => {
  const record = z.object({ Cart, OrderPreview, PriceList, Member, OrderListEntry, Order })

  const { $defs = {} } = z.toJSONSchema(record, { io: 'output', unrepresentable: 'any' })

  expect(Object.keys($defs)).toEqual(
    expect.arrayContaining(['Cart', 'OrderChange', 'Seller', 'SellerMember', 'Price', 'Category']),
  )
  expect(Object.keys($defs).filter((name) => name.startsWith('__'))).toEqual([])
})
