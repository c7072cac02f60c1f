import { z } from 'zod'
import { CurrencyCode, Id, Metadata, Timestamp, timestamps } from '../fields/common.ts'
import { StoreCustomer } from '../orders/store-customer.ts'
import { CartPaymentCollection } from '../orders/store-payment.ts'
import { Region } from '../pricing/region.ts'
import { Address } from './address.ts'
import { CartCreditLine, CartGiftCard } from './credit-line.ts'
import { LineItem } from './line-item.ts'
import { Promotion } from './promotion.ts'
import { CartShippingMethod } from './shipping-method.ts'
import { cartTotals } from './totals.ts'

export const Cart = z
  .object({
    id: Id,
    currency_code: CurrencyCode,
    region_id: Id.nullable(),
    customer_id: Id.nullable().describe('Null for guests.'),
    sales_channel_id: Id.nullable().describe('Products that are only in other channels cannot be added. The order inherits it.'),
    email: z.string().nullable().describe("The customer's e-mail address."),
    locale: z.string().nullable(),
    promotions: z.array(Promotion),
    region: Region.nullable(),
    customer: StoreCustomer.nullable(),
    shipping_address_id: Id.nullable(),
    shipping_address: Address.nullable(),
    billing_address_id: Id.nullable(),
    billing_address: Address.nullable(),
    items: z.array(LineItem),
    shipping_methods: z.array(CartShippingMethod),
    payment_collection: CartPaymentCollection.nullable().describe('Null until a payment is prepared.'),
    credit_lines: z.array(CartCreditLine),
    gift_cards: z.array(CartGiftCard),
    metadata: Metadata,
    completed_at: Timestamp.nullable().describe('When it became an order; null before that.'),
    ...cartTotals,
    ...timestamps,
  })
  .meta({ id: 'Cart' })
export type Cart = z.infer<typeof Cart>
