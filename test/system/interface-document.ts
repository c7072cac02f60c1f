/**
 * The field tables of the interface document, as data: fields that every record must show. Texts list field names by type;
 * `lists` and `records` name the table of their elements.
 */
export interface Table {
  string?: string
  number?: string
  boolean?: string
  object?: string
  /** ISO 8601. */
  date?: string
  lists?: Record<string, string>
  records?: Record<string, string>
}

const TIMES = 'created_at updated_at'
const LIVES = `${TIMES} deleted_at`
const SHIPMENT = { number: 'length width weight height', string: 'origin_country hs_code mid_code material' }
const LINE_TOTALS =
  'original_total original_subtotal original_tax_total total subtotal tax_total discount_total discount_tax_total'
const TOTALS =
  'original_item_total original_item_subtotal original_item_tax_total item_total item_subtotal item_tax_total original_total original_subtotal original_tax_total total subtotal tax_total discount_total discount_tax_total gift_card_total gift_card_tax_total shipping_total shipping_subtotal shipping_tax_total original_shipping_total original_shipping_subtotal original_shipping_tax_total'
const ADDRESS = 'id customer_id first_name last_name phone company address_1 address_2 city country_code province postal_code'
const TAX_LINE = { string: 'id code description tax_rate_id provider_id', number: 'rate total subtotal', date: TIMES }
const ADJUSTMENT = { number: 'amount', date: TIMES }
const ADJUSTED_BY = 'id code description promotion_id provider_id'
const METHOD = {
  number: `amount ${LINE_TOTALS}`,
  boolean: 'is_tax_inclusive',
  object: 'data metadata',
  date: TIMES,
}
const LINE: Table = {
  string:
    'id title subtitle thumbnail product_id product_title product_description product_subtitle product_type product_collection product_handle variant_id variant_sku variant_barcode variant_title cart_id',
  number: `quantity unit_price compare_at_unit_price item_total item_subtotal item_tax_total ${LINE_TOTALS}`,
  boolean: 'requires_shipping is_discountable is_tax_inclusive',
  object: 'variant_option_values metadata',
  date: LIVES,
}
const REPLACING = {
  string: 'id order_id return_id created_by',
  number: 'display_id order_version',
  boolean: 'no_notification',
  object: 'metadata',
  date: `${LIVES} canceled_at`,
}

export const TABLES: Record<string, Table> = {
  'Price list': {
    string: 'id title description status type',
    object: 'rules',
    date: `starts_at ends_at ${LIVES}`,
    lists: { prices: 'Price' },
  },
  Price: {
    string: 'id title variant_id currency_code price_set_id',
    object: 'rules raw_amount',
    number: 'amount min_quantity max_quantity',
    date: LIVES,
  },

  Cart: {
    string: 'id currency_code region_id customer_id sales_channel_id email',
    number: TOTALS,
    object: 'metadata',
    date: TIMES,
    lists: { promotions: 'Promotion', items: 'Line item', shipping_methods: 'Cart shipping method' },
    records: {
      region: 'Region',
      shipping_address: 'Address',
      billing_address: 'Address',
      payment_collection: 'Payment collection',
    },
  },
  Promotion: { string: 'id code', boolean: 'is_automatic', records: { application_method: 'Application method' } },
  'Application method': { string: 'value type currency_code' },
  Region: {
    string: 'id name currency_code',
    boolean: 'automatic_taxes',
    object: 'metadata',
    date: TIMES,
    lists: { countries: 'Country', payment_providers: 'Payment provider' },
  },
  Country: { string: 'id iso_2 iso_3 name display_name', number: 'num_code' },
  'Payment provider': { string: 'id', boolean: 'is_enabled' },
  Address: { string: ADDRESS, object: 'metadata', date: TIMES },
  'Line item': {
    ...LINE,
    lists: { tax_lines: 'Item tax line', adjustments: 'Item adjustment' },
    records: { product: 'Product', variant: 'Variant' },
  },
  'Item tax line': { ...TAX_LINE, string: `${TAX_LINE.string} item_id` },
  'Item adjustment': { ...ADJUSTMENT, string: `${ADJUSTED_BY} item_id cart_id` },
  Product: {
    string: `id title subtitle description handle status thumbnail collection_id type_id external_id ${SHIPMENT.string}`,
    number: SHIPMENT.number,
    boolean: 'is_giftcard discountable',
    object: 'metadata',
    date: LIVES,
    lists: { options: 'Product option', variants: 'Variant', images: 'Image', categories: 'Category', tags: 'Tag' },
    records: { type: 'Product type', collection: 'Collection' },
  },
  'Product option': { string: 'id title product_id', object: 'metadata', date: LIVES, lists: { values: 'Option value' } },
  'Option value': { string: 'id value option_id', object: 'metadata', date: LIVES },
  Variant: {
    string: `id title sku barcode ean upc product_id ${SHIPMENT.string}`,
    number: `variant_rank ${SHIPMENT.number}`,
    boolean: 'allow_backorder manage_inventory',
    object: 'metadata',
    date: LIVES,
    lists: { options: 'Option value' },
    records: { calculated_price: 'Calculated price' },
  },
  'Calculated price': {
    string: 'id currency_code',
    number:
      'calculated_amount original_amount original_amount_with_tax original_amount_without_tax calculated_amount_with_tax calculated_amount_without_tax',
    boolean:
      'is_calculated_price_price_list is_original_price_price_list is_calculated_price_tax_inclusive is_original_price_tax_inclusive',
    object: 'calculated_price original_price',
  },
  Image: { string: 'id url', number: 'rank', object: 'metadata', date: LIVES },
  'Product type': { string: 'id value', object: 'metadata', date: LIVES },
  Collection: { string: 'id title handle', object: 'metadata', date: LIVES, lists: { products: 'Product' } },
  Tag: { string: 'id value', object: 'metadata', date: LIVES },
  'Cart shipping method': {
    ...METHOD,
    string: 'id cart_id name description shipping_option_id',
    lists: { tax_lines: 'Shipping tax line', adjustments: 'Shipping adjustment' },
  },
  'Shipping tax line': { ...TAX_LINE, string: `${TAX_LINE.string} shipping_method_id` },
  'Shipping adjustment': { ...ADJUSTMENT, string: `${ADJUSTED_BY} cart_id` },
  'Payment collection': {
    string: 'id currency_code status',
    number: 'amount authorized_amount captured_amount refunded_amount',
    object: 'metadata',
    date: `completed_at ${TIMES}`,
    lists: { payment_providers: 'Provider', payment_sessions: 'Payment session', payments: 'Payment' },
  },
  Provider: { string: 'id' },
  'Payment session': {
    string: 'id currency_code provider_id status',
    number: 'amount',
    object: 'data context',
    date: 'authorized_at',
    records: { payment: 'Payment' },
  },
  Payment: {
    string: 'id currency_code provider_id',
    number: 'amount authorized_amount captured_amount refunded_amount',
    object: 'data',
    date: `captured_at canceled_at ${TIMES}`,
    lists: { captures: 'Capture', refunds: 'Refund' },
  },
  Capture: { string: 'id created_by', number: 'amount', date: 'created_at' },
  Refund: {
    string: 'id refund_reason_id note created_by',
    number: 'amount',
    date: 'created_at',
    records: { refund_reason: 'Refund reason' },
  },
  'Refund reason': { string: 'id label description code', object: 'metadata', date: TIMES },

  'Order preview': {
    string:
      'id region_id customer_id sales_channel_id email currency_code custom_display_id status payment_status fulfillment_status',
    number: `return_requested_total version display_id ${TOTALS} credit_line_total item_discount_total shipping_discount_total`,
    object: 'metadata',
    date: TIMES,
    lists: {
      items: 'Order item',
      shipping_methods: 'Order shipping method',
      payment_collections: 'Payment collection',
      fulfillments: 'Fulfillment',
      transactions: 'Transaction',
      credit_lines: 'Credit line',
    },
    records: {
      order_change: 'Order change',
      summary: 'Summary',
      shipping_address: 'Order address',
      billing_address: 'Order address',
      customer: 'Customer',
      sales_channel: 'Sales channel',
      region: 'Region',
    },
  },
  Summary: {
    number:
      'paid_total refunded_total pending_difference current_order_total original_order_total transaction_total accounting_total',
  },
  'Order address': { string: ADDRESS, object: 'metadata', date: TIMES, records: { country: 'Country' } },
  'Order change': {
    string:
      'id order_id return_id exchange_id claim_id status requested_by confirmed_by declined_by declined_reason canceled_by change_type',
    number: 'version',
    boolean: 'carry_over_promotions',
    object: 'metadata',
    date: `requested_at confirmed_at declined_at canceled_at ${TIMES}`,
    lists: { actions: 'Order change action' },
    records: { order: 'Order', return_order: 'Return', exchange: 'Exchange', claim: 'Claim' },
  },
  Order: { string: 'id' },
  'Order change action': {
    string: 'id order_change_id order_id return_id claim_id exchange_id reference reference_id action internal_note',
    number: 'ordering',
    object: 'details',
    date: TIMES,
  },
  'Order item': {
    ...LINE,
    string: `${LINE.string} product_type_id`,
    number: `${LINE.number} refundable_total refundable_total_per_unit`,
    lists: { tax_lines: 'Item tax line', adjustments: 'Order item adjustment', actions: 'Order change action' },
    records: { product: 'Order product', variant: 'Order variant', detail: 'Order item detail' },
  },
  'Order item detail': {
    string: 'id item_id',
    number:
      'quantity fulfilled_quantity delivered_quantity shipped_quantity return_requested_quantity return_received_quantity return_dismissed_quantity written_off_quantity',
    object: 'metadata',
    date: TIMES,
  },
  'Order item adjustment': { ...ADJUSTMENT, string: `${ADJUSTED_BY} item_id order_id` },
  'Order shipping method': {
    ...METHOD,
    string: 'id order_id name description shipping_option_id',
    lists: { tax_lines: 'Shipping tax line', adjustments: 'Order shipping adjustment', actions: 'Order change action' },
    records: { detail: 'Order shipping method detail' },
  },
  'Order shipping adjustment': { ...ADJUSTMENT, string: `${ADJUSTED_BY} order_id` },
  'Order shipping method detail': { string: 'id shipping_method_id claim_id exchange_id return_id', date: TIMES },
  Return: {
    string: 'id order_id status exchange_id claim_id location_id',
    number: 'refund_amount order_version display_id',
    boolean: 'no_notification',
    date: 'received_at created_at canceled_at',
    lists: { items: 'Return item' },
  },
  'Return item': {
    string: 'id item_id return_id reason_id note',
    number: 'quantity received_quantity damaged_quantity',
    object: 'metadata',
  },
  Exchange: {
    ...REPLACING,
    number: `${REPLACING.number} difference_due`,
    lists: {
      return_items: 'Return item',
      additional_items: 'Exchange item',
      shipping_methods: 'Order shipping method',
      transactions: 'Transaction',
    },
    records: { return: 'Return' },
  },
  'Exchange item': { string: 'id exchange_id order_id item_id', number: 'quantity', object: 'metadata', date: TIMES },
  Claim: {
    ...REPLACING,
    string: `${REPLACING.string} type`,
    number: `${REPLACING.number} refund_amount`,
    lists: {
      claim_items: 'Claim item',
      additional_items: 'Claim item',
      shipping_methods: 'Order shipping method',
      transactions: 'Transaction',
    },
    records: { return: 'Return' },
  },
  'Claim item': {
    string: 'id claim_id order_id item_id reason',
    number: 'quantity',
    object: 'metadata',
    date: TIMES,
    records: { raw_quantity: 'Raw quantity' },
  },
  'Raw quantity': { string: 'value' },
  Transaction: { string: 'id order_id currency_code reference reference_id', number: 'amount', object: 'metadata', date: TIMES },
  Fulfillment: {
    string: 'id location_id provider_id shipping_option_id',
    boolean: 'requires_shipping',
    object: 'data metadata',
    date: `packed_at shipped_at delivered_at canceled_at ${TIMES}`,
  },
  'Credit line': { string: 'id order_id reference reference_id', number: 'amount', object: 'metadata', date: TIMES },
  Customer: {
    string: 'id email first_name last_name company_name phone default_billing_address_id default_shipping_address_id created_by',
    boolean: 'has_account',
    object: 'metadata',
    date: LIVES,
    lists: { addresses: 'Customer address', groups: 'Customer group' },
  },
  'Customer address': {
    string: `${ADDRESS} address_name`,
    boolean: 'is_default_shipping is_default_billing',
    object: 'metadata',
    date: TIMES,
  },
  'Customer group': { string: 'id name', object: 'metadata', date: TIMES, lists: { customers: 'Customer' } },
  'Sales channel': { string: 'id name description', boolean: 'is_disabled', object: 'metadata', date: LIVES },
  Category: {
    string: 'name description handle parent_category_id',
    number: 'rank',
    boolean: 'is_active is_internal',
    object: 'metadata',
    lists: { category_children: 'Category', products: 'Product' },
    records: { parent_category: 'Category' },
  },
  'Inventory item': {
    string: 'id variant_id inventory_item_id',
    number: 'required_quantity',
    records: { inventory: 'Inventory' },
  },
  Inventory: {
    string: `id sku title description thumbnail ${SHIPMENT.string}`,
    number: SHIPMENT.number,
    boolean: 'requires_shipping',
    object: 'metadata',
    lists: { location_levels: 'Location level' },
  },
  'Location level': {
    string: 'id inventory_item_id location_id',
    number: 'stocked_quantity reserved_quantity incoming_quantity available_quantity',
    object: 'metadata',
    date: TIMES,
  },
  'Shipping profile': { string: 'id name type', object: 'metadata', date: TIMES },
  Translation: { string: 'id reference_id reference locale_code', object: 'translations', date: TIMES },

  Member: { string: 'id role email name bio photo', date: TIMES, records: { seller: 'Seller' } },
  Seller: {
    string: 'id name handle description email phone photo address_line postal_code city state country_code tax_id',
    date: TIMES,
    lists: { members: 'Member of a seller' },
  },
  'Member of a seller': {},
  'Order list entry': {
    string: 'id region_id status customer_id sales_channel_id email currency_code',
    number: 'version display_id',
    boolean: 'is_draft_order',
    object: 'metadata',
    date: TIMES,
  },
}

TABLES['Order product'] = {
  ...TABLES.Product,
  lists: { ...TABLES.Product!.lists, variants: 'Order variant', sales_channels: 'Sales channel', translations: 'Translation' },
  records: { ...TABLES.Product!.records, shipping_profile: 'Shipping profile' },
}
TABLES['Order variant'] = {
  ...TABLES.Variant,
  string: `${TABLES.Variant!.string} thumbnail`,
  lists: {
    ...TABLES.Variant!.lists,
    prices: 'Price',
    images: 'Image',
    inventory_items: 'Inventory item',
    translations: 'Translation',
  },
}

/** The listed values of fields, by record. */
export const LISTED_VALUES: Record<string, Record<string, readonly string[]>> = {
  // `completed` and `failed` are statuses of the peers' collections that the document does not list.
  'Payment collection': {
    status: ['canceled', 'not_paid', 'awaiting', 'authorized', 'partially_authorized', 'completed', 'failed'],
  },
  // So is `pending_authorization` of a session.
  'Payment session': {
    status: ['authorized', 'captured', 'canceled', 'pending', 'pending_authorization', 'requires_more', 'error'],
  },
  Product: { status: ['draft', 'proposed', 'published', 'rejected'] },
  'Order product': { status: ['draft', 'proposed', 'published', 'rejected'] },
  'Application method': { type: ['fixed', 'percentage'] },
}
