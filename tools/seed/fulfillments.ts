import type { Fulfillment } from '@souk/contracts'
import type { OrderItem } from '../../services/orders/src/domain/orders/order-lines.ts'
import { ids, seededId } from './ids.ts'
import { daysLater } from './order-parts.ts'

interface Sent {
  /** Makes the ids of the parcel's parts. */
  n: number
  items: readonly OrderItem[]
  /** When it was packed, shipped and delivered, in days after the seed's first moment; null: it is on its way. */
  days: readonly [packed: number, shipped: number, delivered: number | null]
  shipping_option_id?: string
  data?: Record<string, unknown>
}

/** A parcel with the fulfilled units of these lines, and its label. */
export function fulfillment({ n, items, days, shipping_option_id = ids.shipping_option, data = {} }: Sent): Fulfillment {
  const id = seededId('ful', n)
  const [packed, shipped, delivered] = days
  const dates = daysLater(packed)
  const number = `SEED-${n}`
  return {
    id,
    location_id: ids.stock_location,
    packed_at: dates.created_at,
    shipped_at: daysLater(shipped).created_at,
    delivered_at: delivered === null ? null : daysLater(delivered).created_at,
    canceled_at: null,
    data,
    provider_id: 'manual_manual',
    shipping_option_id,
    requires_shipping: true,
    created_by: ids.admin,
    marked_shipped_by: ids.admin,
    items: items.map((item, index) => ({
      id: seededId('fulit', n + index),
      title: item.variant_title ?? item.title,
      sku: item.variant_sku ?? '',
      barcode: item.variant_barcode ?? '',
      quantity: item.detail.fulfilled_quantity,
      line_item_id: item.id,
      inventory_item_id: null,
      fulfillment_id: id,
      ...dates,
    })),
    labels: [
      {
        id: seededId('fulla', n),
        tracking_number: number,
        tracking_url: `https://parcels.example.com/${number}`,
        label_url: `https://parcels.example.com/${number}/label.pdf`,
        fulfillment_id: id,
        ...dates,
      },
    ],
    metadata: null,
    ...dates,
  }
}
