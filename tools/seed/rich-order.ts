import type { Claim, Exchange, OrderChangeActionType, Return, Transaction } from '@souk/contracts'
import { decimalText } from '@souk/totals'
import type { OrderChange, OrderChangeAction } from '../../services/orders/src/domain/order-changes/order-change.ts'
import type { Order } from '../../services/orders/src/domain/orders/order.ts'
import type { CreditLine } from '../../services/orders/src/domain/orders/order-lines.ts'
import { orderRecord } from '../../services/orders/src/domain/orders/stored-order.ts'
import { seededAddresses } from './customers.ts'
import { fulfillment } from './fulfillments.ts'
import { ids, seededId } from './ids.ts'
import {
  daysLater,
  orderAddress,
  orderLine,
  orderShipping,
  placedOrder,
  timestampsLater,
  welcome,
  welcomed,
  withOwnTotals,
} from './order-parts.ts'
import { withPayments } from './order-payments.ts'
import { EMAILS } from './sellers.ts'

const N = 400
const order_id = ids.rich_order
const return_id = seededId('return', N)
const claim_id = seededId('claim', N)
const exchange_id = seededId('oexc', N)
const change_id = seededId('ordch', N + 1)
const at = (n: number, days = 4) => ({ n: N + n, order_id, days })
const later = daysLater(9)

const shirts = orderLine(at(1), {
  variant_id: ids.variant,
  quantity: 10,
  detail: {
    fulfilled_quantity: 8,
    shipped_quantity: 7,
    delivered_quantity: 6,
    return_requested_quantity: 2,
    return_received_quantity: 1,
    return_dismissed_quantity: 1,
    written_off_quantity: 1,
  },
  adjustments: [welcomed(20)],
})
const books = orderLine(at(11), {
  variant_id: ids.third_variant,
  quantity: 3,
  detail: { fulfilled_quantity: 3, shipped_quantity: 3 },
})
const replacement = orderLine(at(21, 9), { variant_id: ids.second_variant, quantity: 1 })

/** Many things happened to this order, and a claim is open: every record that an order can carry is there. */
export function richOrder(): Omit<Order, 'summary'> {
  const shipping_address = orderAddress(N, 4, seededAddresses.home)
  const billing_address = orderAddress(N + 1, 4, seededAddresses.office)
  const placed = placedOrder(4, {
    id: order_id,
    display_id: 4,
    custom_display_id: 'LOOM-4',
    version: 2,
    email: EMAILS.customer,
    locale: 'de-DE',
    payment_status: 'partially_refunded',
    fulfillment_status: 'partially_delivered',
    no_notification: false,
    items: [shirts, books],
    shipping_methods: [
      orderShipping(at(1), {
        adjustments: [
          {
            id: seededId('ordsmadj', N),
            shipping_method_id: seededId('ordsm', N + 1),
            order_id,
            ...welcomed(2),
            is_tax_inclusive: false,
            provider_id: null,
            ...timestampsLater(4),
          },
        ],
      }),
    ],
    shipping_address,
    billing_address,
    fulfillments: [fulfillment({ n: N, items: [shirts, books], days: [5, 6, 8], data: { parcel: 'DE-4711' } })],
    promotions: [welcome],
    credit_lines: [creditLine()],
    returns: [aReturn()],
    exchanges: [anExchange()],
    claims: [aClaim()],
    metadata: { gift_wrap: true },
  })
  const order = { ...placed, changes: [confirmedChange(placed), openClaim()] }
  return withPayments(order, { n: N, days: 5, state: 'captured', first_part: 50, refunded: 5 })
}

const creditLine = (): CreditLine => ({
  id: seededId('ordcl', N),
  order_id,
  reference: 'gift-card',
  reference_id: ids.gift_card,
  amount: 10,
  subtotal: 10,
  total: 10,
  metadata: null,
  ...daysLater(4),
})

const transaction = (n: number, amount: number, reference: string): Transaction => ({
  id: seededId('ordtrx', N + n),
  order_id,
  version: 1,
  amount,
  currency_code: 'eur',
  reference,
  reference_id: seededId('capt', N + n),
  metadata: null,
  ...later,
})

const aReturn = (): Return => ({
  id: return_id,
  order_id,
  items: [
    {
      id: seededId('retitem', N),
      quantity: 4,
      received_quantity: 1,
      damaged_quantity: 1,
      item_id: shirts.id,
      return_id,
      reason_id: seededId('rr', 1),
      note: 'Too small',
      metadata: null,
      ...later,
    },
  ],
  status: 'partially_received',
  refund_amount: 20,
  exchange_id,
  claim_id,
  location_id: ids.stock_location,
  order_version: 2,
  display_id: 1,
  requested_at: later.created_at,
  received_at: daysLater(10).created_at,
  no_notification: null,
  created_by: ids.admin,
  metadata: null,
  ...later,
  canceled_at: null,
})

/** The fields that exchange and claim share. */
const sendingInstead = {
  order_id,
  return_id,
  return: null,
  display_id: 1,
  order_version: 2,
  no_notification: null,
  created_by: ids.admin,
  metadata: null,
  ...later,
  canceled_at: null,
}

const anExchange = (): Exchange => ({
  id: exchange_id,
  ...sendingInstead,
  return_items: aReturn().items,
  additional_items: [
    {
      id: seededId('oexcitem', N),
      exchange_id,
      order_id,
      item_id: replacement.id,
      quantity: 1,
      note: null,
      metadata: null,
      ...later,
    },
  ],
  shipping_methods: [withOwnTotals(orderShipping(at(2, 9), { detail: { ...orderShipping(at(2, 9)).detail, exchange_id } }))],
  transactions: [transaction(11, 5, 'capture')],
  difference_due: 5,
})

function aClaim(): Claim {
  const item = (n: number, item_id: string, quantity: number) => ({
    id: seededId('claitem', N + n),
    claim_id,
    order_id,
    item_id,
    quantity,
    raw_quantity: { value: decimalText(quantity), precision: 20 },
    note: null,
    metadata: null,
    ...later,
  })
  return {
    id: claim_id,
    ...sendingInstead,
    type: 'replace',
    claim_items: [{ ...item(1, shirts.id, 1), reason: 'missing_item', is_additional_item: false }],
    additional_items: [{ ...item(2, replacement.id, 1), reason: null, is_additional_item: true }],
    shipping_methods: [
      withOwnTotals(orderShipping(at(3, 9), { detail: { ...orderShipping(at(3, 9)).detail, claim_id, return_id } })),
    ],
    transactions: [transaction(12, 3, 'capture')],
    refund_amount: 3,
  }
}

const change = (id: string, overrides: Partial<OrderChange>): OrderChange => ({
  id,
  order_id,
  return_id: null,
  exchange_id: null,
  claim_id: null,
  version: 2,
  change_type: 'edit',
  status: 'pending',
  actions: [],
  description: null,
  internal_note: null,
  created_by: ids.admin,
  requested_by: null,
  requested_at: null,
  confirmed_by: null,
  confirmed_at: null,
  declined_by: null,
  declined_reason: null,
  declined_at: null,
  canceled_by: null,
  canceled_at: null,
  carry_over_promotions: null,
  no_notification: null,
  metadata: null,
  ...later,
  ...overrides,
})

/** From two books to three. */
const confirmedChange = (order: Parameters<typeof orderRecord>[0]): OrderChange => {
  const { shipping_methods } = order
  const fewer = { ...books, quantity: 2, detail: { ...books.detail, id: seededId('orditem', N + 12), quantity: 2 } }
  const { summary, credit_lines } = orderRecord({ ...order, version: 1, items: [shirts, fewer] })
  return change(seededId('ordch', N), {
    status: 'confirmed',
    before: { version: 1, summary, credit_lines, shipping_methods },
    replaced: [
      { detail: shirts.detail, item: null },
      { detail: fewer.detail, item: null, was: { quantity: 2 } },
    ],
    confirmed_by: ids.admin,
    confirmed_at: daysLater(6).created_at,
    description: 'One more book',
    ...daysLater(6),
    actions: [
      {
        ...action(0, 1, 'ITEM_UPDATE', { details: { reference_id: books.id, quantity: 3 } }),
        order_change_id: seededId('ordch', N),
        version: 2,
        applied: true,
      },
    ],
  })
}

/** Takes back one return request, adds a shirt of another size and its parcel, and gives credit for the trouble. */
const openClaim = () =>
  change(change_id, {
    version: 3,
    change_type: 'claim',
    status: 'requested',
    requested_by: ids.admin,
    requested_at: later.created_at,
    return_id,
    exchange_id,
    claim_id,
    internal_note: 'Was promised on the phone',
    actions: [
      action(1, 1, 'CANCEL_RETURN_ITEM', {
        details: { reference_id: shirts.id, quantity: 1 },
        internal_note: 'Found it after all',
      }),
      action(2, 2, 'ITEM_ADD', {
        details: { reference_id: replacement.id, quantity: 1, unit_price: replacement.unit_price },
        created: { item: replacement },
      }),
      action(3, 3, 'SHIPPING_ADD', {
        reference: 'order_shipping_method',
        reference_id: seededId('ordsm', N + 4),
        amount: 15,
        created: {
          shipping_method: orderShipping(at(4, 9), {
            option_id: ids.express_shipping_option,
            amount: 15,
            description: 'By noon',
          }),
        },
      }),
      action(4, 4, 'CREDIT_LINE_ADD', { reference: 'claim', reference_id: claim_id, amount: 3 }),
    ],
  })

function action(
  n: number,
  ordering: number,
  type: OrderChangeActionType,
  overrides: Partial<OrderChangeAction>,
): OrderChangeAction {
  return {
    id: seededId('ordchact', N + n),
    order_change_id: change_id,
    order_id,
    return_id,
    claim_id,
    exchange_id,
    version: 3,
    ordering,
    action: type,
    reference: 'claim',
    reference_id: claim_id,
    amount: null,
    details: {},
    internal_note: null,
    applied: false,
    ...later,
    ...overrides,
  }
}
