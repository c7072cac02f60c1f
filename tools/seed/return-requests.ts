import type { OrderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import type { ReturnRequestRecord } from '../../services/orders/src/domain/returns/return-request-record.ts'
import { ids, seededId } from './ids.ts'
import { daysLater } from './order-parts.ts'

const REQUESTED: Readonly<Record<string, string>> = {
  [ids.third_order]: ids.return_request,
  [ids.foreign_order]: ids.foreign_return_request,
  [ids.rich_order]: ids.example_return_request,
}

/** A pending request for one unit of the order's first line. */
export function aReturnRequest(
  { customer_id, items: [line] }: Pick<OrderRecord, 'customer_id' | 'items'>,
  id: string,
): ReturnRequestRecord {
  const dates = daysLater(20)
  return {
    id,
    customer_id: customer_id!,
    customer_note: 'One sleeve is longer than the other',
    shipping_option_id: null,
    line_items: [
      {
        id: id.replace('_', 'li_'),
        line_item_id: line!.id,
        quantity: 1,
        reason_id: seededId('rr', 2),
        return_request_id: id,
        ...dates,
      },
    ],
    status: 'pending',
    vendor_reviewer_id: null,
    vendor_reviewer_note: null,
    vendor_review_date: null,
    admin_reviewer_id: null,
    admin_reviewer_note: null,
    admin_review_date: null,
    ...dates,
  }
}

/** The order, with its request where it is one of those of which a return is asked for. */
export function withReturnRequest(order: OrderRecord): OrderRecord {
  const id = REQUESTED[order.id]
  return id === undefined ? order : { ...order, return_request: aReturnRequest(order, id) }
}
