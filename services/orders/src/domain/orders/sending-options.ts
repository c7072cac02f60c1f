import type { OrderRecord } from './stored-order.ts'

/** The shipping options that an order's goods are sent with: those of its shipping methods, except for goods that come back. */
export function sendingOptions({ shipping_methods }: Pick<OrderRecord, 'shipping_methods'>): string[] {
  const sending = shipping_methods.filter(({ detail }) => detail.return_id === null)
  return [...new Set(sending.flatMap(({ shipping_option_id }) => shipping_option_id ?? []))]
}
