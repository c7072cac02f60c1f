import type { Customer, Order } from '@souk/contracts'

type Row = Record<string, string | number>
type Value = string | number | null | undefined
type Buyer = Pick<Customer, 'id' | 'first_name' | 'last_name' | 'email'>

/** The columns of the file, as Medusa names them, and their values. */
const COLUMNS: readonly (readonly [name: string, read: (order: Order, buyer: Buyer | undefined) => Value])[] = [
  ['Order_ID', ({ id }) => id],
  ['Display_ID', ({ display_id }) => display_id],
  ['Order status', ({ status }) => status],
  ['Date', ({ created_at }) => created_at],
  ['Customer First name', (_order, buyer) => buyer?.first_name],
  ['Customer Last name', (_order, buyer) => buyer?.last_name],
  ['Customer Email', (_order, buyer) => buyer?.email],
  ['Customer ID', (_order, buyer) => buyer?.id],
  ['Shipping Address 1', ({ shipping_address }) => shipping_address?.address_1],
  ['Shipping Address 2', ({ shipping_address }) => shipping_address?.address_2],
  ['Shipping Country Code', ({ shipping_address }) => shipping_address?.country_code],
  ['Shipping City', ({ shipping_address }) => shipping_address?.city],
  ['Shipping Postal Code', ({ shipping_address }) => shipping_address?.postal_code],
  ['Shipping Region ID', ({ region_id }) => region_id],
  ['Fulfillment Status', ({ fulfillment_status }) => fulfillment_status],
  ['Payment Status', ({ payment_status }) => payment_status],
  ['Subtotal', ({ subtotal }) => subtotal],
  ['Shipping Total', ({ shipping_total }) => shipping_total],
  ['Discount Total', ({ discount_total }) => discount_total],
  ['Gift Card Total', ({ gift_card_total }) => gift_card_total],
  ['Refunded Total', ({ summary }) => summary.refunded_total],
  ['Tax Total', ({ tax_total }) => tax_total],
  ['Total', ({ total }) => total],
  ['Currency Code', ({ currency_code }) => currency_code],
]

export const ORDER_COLUMNS: string[] = COLUMNS.map(([name]) => name)

/** The row of an order. Empty values are left out. @param buyer undefined if its customer no longer exists */
export const rowOf = (order: Order, buyer: Buyer | undefined): Row =>
  Object.fromEntries(
    COLUMNS.flatMap(([name, read]) => {
      const value = read(order, buyer) ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
