import {
  type AddressInput,
  type BodyOf,
  type CodedPromotion,
  type createDraftOrder,
  type DecisionContext,
  type DraftShippingMethod,
  definedOf,
  type OrderAddress,
  type QuotedLine,
  type Region,
  type SalesChannel,
} from '@souk/contracts'
import { EMPTY_ADDRESS } from '../customers/empty-address.ts'
import type { Order } from '../orders/order.ts'
import type { ShippingMethod } from '../orders/order-lines.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { inCountry } from '../orders/updated-address.ts'
import { newDraftItem } from './new-draft-item.ts'

export type DraftInput = BodyOf<typeof createDraftOrder>

/** The records from which a new draft is made. */
export interface DraftFacts {
  region: Region
  sales_channel: SalesChannel | null
  customer: { id: string; email: string | null } | null
  /** The items with a variant, in the order of the request. */
  quoted: readonly QuotedLine[]
  /** The promotions with its codes. */
  promotions: readonly CodedPromotion[]
}

/** A draft order without taxes, adjustments and its readable number, which is assigned when it is written. */
export function newDraftOrder(id: string, input: DraftInput, facts: DraftFacts, context: DecisionContext): OrderRecord {
  const { region, sales_channel, customer } = facts
  const recorded = { created_at: context.now, updated_at: context.now, deleted_at: null }
  const quoted = facts.quoted.values()
  const shipping_address = addressOf(input.shipping_address, region, context)
  const billing_address = addressOf(input.billing_address, region, context)
  const order: Omit<Order, 'summary'> = {
    id,
    version: 1,
    display_id: 0,
    custom_display_id: null,
    status: 'draft',
    payment_status: 'not_paid',
    fulfillment_status: 'not_fulfilled',
    is_draft_order: true,
    no_notification: input.no_notification_order ?? false,
    email: input.email ?? customer?.email ?? null,
    currency_code: input.currency_code ?? region.currency_code,
    locale: input.locale ?? null,
    region_id: region.id,
    region,
    customer_id: customer?.id ?? null,
    seller_id: null,
    sales_channel_id: sales_channel?.id ?? null,
    sales_channel,
    shipping_address_id: shipping_address?.id ?? null,
    shipping_address,
    billing_address_id: billing_address?.id ?? null,
    billing_address,
    items: (input.items ?? []).map((item) =>
      newDraftItem({ id }, item, item.variant_id ? quoted.next().value : undefined, context),
    ),
    shipping_methods: (input.shipping_methods ?? []).map((method) => methodOf(method, id, context)),
    credit_lines: [],
    transactions: [],
    promotions: facts.promotions.map(({ is_active: _, ...promotion }) => promotion),
    payment_collections: [],
    fulfillments: [],
    returns: [],
    exchanges: [],
    claims: [],
    changes: [],
    metadata: input.metadata ?? null,
    canceled_at: null,
    ...recorded,
  }
  return orderRecord(order)
}

function addressOf(input: AddressInput | undefined, region: Region, { newId, now }: DecisionContext): OrderAddress | null {
  if (!input) return null
  const country = inCountry({ region }, input.country_code ?? null)
  const recorded = { created_at: now, updated_at: now, deleted_at: null }
  return { customer_id: null, ...EMPTY_ADDRESS, ...definedOf(input), ...country, id: newId('ordaddr'), ...recorded }
}

function methodOf({ name, shipping_option_id, amount, data }: DraftShippingMethod, order_id: string, context: DecisionContext) {
  const { newId, now } = context
  const id = newId('ordsm')
  const recorded = { created_at: now, updated_at: now, deleted_at: null }
  const elsewhere = { return_id: null, exchange_id: null, claim_id: null }
  const given = { name, amount, shipping_option_id, data: data ?? null, description: null, metadata: null }
  const method: ShippingMethod = {
    id,
    order_id,
    ...given,
    is_tax_inclusive: false,
    is_custom_amount: false,
    tax_lines: [],
    adjustments: [],
    detail: { id: newId('ordspmv'), shipping_method_id: id, order_id, version: 1, ...elsewhere, ...recorded },
    ...recorded,
  }
  return method
}
