import { OperationError, OrderChangeActionType } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { type ActionInput, aMethod, anAction, anItem, anOrder, deepFreeze, type Partly } from '../../../test/builders.ts'
import { type ChangedOrder, unchanged } from '../orders/changed-order.ts'
import type { OrderItem } from '../orders/order-lines.ts'
import type { ChangeActionType } from './order-change.ts'
import { differenceBy } from './order-change-actions.ts'

/** Ten units: eight fulfilled, five of them shipped, four delivered; three coming back, two written off. */
const DETAIL = {
  fulfilled_quantity: 8,
  shipped_quantity: 5,
  delivered_quantity: 4,
  return_requested_quantity: 3,
  return_received_quantity: 1,
  return_dismissed_quantity: 1,
  written_off_quantity: 2,
}
const orderWith = (item: Partly<OrderItem> = {}): ChangedOrder =>
  deepFreeze(unchanged(anOrder({ items: [anItem({ quantity: 10, detail: DETAIL, ...item })] })))

const apply = (input: ActionInput, order = orderWith()): ChangedOrder => ({
  ...order,
  ...differenceBy(order, deepFreeze(anAction(input))),
})
const units = (action: ChangeActionType, quantity?: number): ActionInput => ({
  action,
  details: { reference_id: 'ordli_1', ...(quantity !== undefined && { quantity }) },
})
const refusal = (message: string) => new OperationError('invalid_data', message)

describe('an action that moves units', () => {
  it.each([
    ['FULFILL_ITEM', 2, { fulfilled_quantity: 10 }],
    ['SHIP_ITEM', 3, { shipped_quantity: 8 }],
    ['DELIVER_ITEM', 4, { delivered_quantity: 8 }],
    ['CANCEL_ITEM_FULFILLMENT', 8, { fulfilled_quantity: 0 }],
    ['RETURN_ITEM', 5, { return_requested_quantity: 8 }],
    ['CANCEL_RETURN_ITEM', 3, { return_requested_quantity: 0 }],
    ['RECEIVE_RETURN_ITEM', 3, { return_requested_quantity: 0, return_received_quantity: 4 }],
    ['RECEIVE_DAMAGED_RETURN_ITEM', 3, { return_requested_quantity: 0, return_dismissed_quantity: 4, written_off_quantity: 5 }],
    ['WRITE_OFF_ITEM', 10, { written_off_quantity: 12 }],
    ['REINSTATE_ITEM', 10, { written_off_quantity: -8 }],
  ] as const)('%s moves up to %d units', (action, most, counts) => {
    const [item] = apply(units(action, most)).items

    expect(item).toEqual({
      ...orderWith().items[0],
      detail: { ...orderWith().items[0]?.detail, ...counts },
      actions: [expect.objectContaining({ action })],
    })
  })

  it.each([
    ['FULFILL_ITEM', 3, 'Cannot fulfill more items than what was ordered for item ordli_1.'],
    ['SHIP_ITEM', 4, 'Cannot ship more items than what was fulfilled for item ordli_1.'],
    ['DELIVER_ITEM', 5, 'Cannot deliver more items than what was fulfilled for item ordli_1.'],
    ['CANCEL_ITEM_FULFILLMENT', 9, 'Cannot cancel more items than what was fulfilled for item ordli_1.'],
    ['RETURN_ITEM', 6, 'Cannot request to return more items than what was fulfilled for item ordli_1.'],
    ['CANCEL_RETURN_ITEM', 4, 'Cannot cancel more items than what was requested to return for item ordli_1.'],
    ['RECEIVE_RETURN_ITEM', 4, 'Cannot receive more items than what was requested to be returned for item ordli_1.'],
    ['RECEIVE_DAMAGED_RETURN_ITEM', 4, 'Cannot receive more items than what was requested to be returned for item ordli_1.'],
    ['WRITE_OFF_ITEM', 11, 'Cannot claim more items than what was ordered.'],
    ['REINSTATE_ITEM', 11, 'Cannot unclaim more items than what was ordered.'],
    ['ITEM_REMOVE', 3, 'Cannot remove fulfilled item: Item ordli_1.'],
  ] as const)('%s rejects %d, one too many', (action, quantity, message) => {
    expect(() => apply(units(action, quantity))).toThrow(refusal(message))
  })

  it('DELIVER_ITEM rejects more than was ordered, even if more was fulfilled', () => {
    const order = orderWith({ quantity: 6 })

    expect(() => apply(units('DELIVER_ITEM', 3), order)).toThrow(
      refusal('Cannot deliver more items than what was ordered for item ordli_1.'),
    )
  })

  it('counts fractions exactly', () => {
    const order = orderWith({ quantity: 0.3, detail: { ...DETAIL, fulfilled_quantity: 0, return_requested_quantity: 0.3 } })

    const [item] = apply(units('RECEIVE_RETURN_ITEM', 0.1), apply(units('RECEIVE_RETURN_ITEM', 0.1), order)).items

    expect(item?.detail).toMatchObject({ return_requested_quantity: 0.1, return_received_quantity: 1.2 })
  })

  const MISSING: [ChangeActionType, string][] = [
    ['FULFILL_ITEM', 'Quantity to fulfill of item ordli_1 is required.'],
    ['SHIP_ITEM', 'Quantity to ship of item ordli_1 is required.'],
    ['DELIVER_ITEM', 'Quantity of item ordli_1 must be greater than 0.'],
    ['CANCEL_ITEM_FULFILLMENT', 'Quantity to cancel item fulfillment ordli_1 is required.'],
    ['RETURN_ITEM', 'Quantity to return of item ordli_1 is required.'],
    ['CANCEL_RETURN_ITEM', 'Quantity to cancel return of item ordli_1 is required.'],
    ['RECEIVE_RETURN_ITEM', 'Quantity to receive return of item ordli_1 is required.'],
    ['RECEIVE_DAMAGED_RETURN_ITEM', 'Quantity to return of item ordli_1 is required.'],
    ['WRITE_OFF_ITEM', 'Quantity to write-off item ordli_1 is required.'],
    ['REINSTATE_ITEM', 'Quantity to reinstate item ordli_1 is required.'],
    ['ITEM_REMOVE', 'Quantity of item ordli_1 is required.'],
  ]
  it.each(MISSING)('%s rejects a missing quantity and 0', (action, message) => {
    expect(() => apply(units(action))).toThrow(refusal(message))
    expect(() => apply(units(action, 0))).toThrow(refusal(message))
  })

  it.each([
    ['FULFILL_ITEM', 'Quantity of item ordli_1 must be greater than 0.'],
    ['SHIP_ITEM', 'Quantity of item ordli_1 must be greater than 0.'],
    ['CANCEL_ITEM_FULFILLMENT', 'Quantity to cancel item ordli_1 must be greater than 0.'],
  ] as const)('%s rejects less than one unit', (action, message) => {
    expect(() => apply(units(action, 0.5))).toThrow(refusal(message))
    expect(() => apply(units(action, -1))).toThrow(refusal(message))
  })

  it.each([
    'RETURN_ITEM',
    'CANCEL_RETURN_ITEM',
    'RECEIVE_RETURN_ITEM',
    'WRITE_OFF_ITEM',
    'REINSTATE_ITEM',
    'DELIVER_ITEM',
    'ITEM_REMOVE',
  ] as const)('%s rejects a negative quantity', (action) => {
    expect(() => apply(units(action, -1))).toThrow(OperationError)
  })

  const RETURNS = ['RETURN_ITEM', 'CANCEL_RETURN_ITEM', 'RECEIVE_RETURN_ITEM', 'RECEIVE_DAMAGED_RETURN_ITEM', 'WRITE_OFF_ITEM']
  it.each([...MISSING.map(([action]) => action), 'ITEM_UPDATE' as const])('%s rejects a missing or unknown item', (action) => {
    const missing = [...RETURNS, 'REINSTATE_ITEM'].includes(action)
      ? 'Details reference ID is required.'
      : 'Reference ID is required.'
    expect(() => apply({ action, details: { quantity: 1 } })).toThrow(refusal(missing))
    expect(() => apply({ action, details: { reference_id: 'ordli_x', quantity: 1 } })).toThrow(
      refusal('Item ID "ordli_x" not found.'),
    )
  })
})

describe('ITEM_ADD', () => {
  const adding = (details: ActionInput['details']): ActionInput => ({
    action: 'ITEM_ADD',
    details: { reference_id: 'ordli_2', quantity: 2, unit_price: 12, ...details },
    created: { item: anItem({ id: 'ordli_2', title: 'Hat', unit_price: 99, tax_lines: [{ rate: 10 }] }) },
  })

  it('appends the line that the action carries, at the action’s price and quantity', () => {
    const [, item] = apply(adding({ compare_at_unit_price: 15, metadata: { gift: true } })).items

    expect(item).toMatchObject({
      id: 'ordli_2',
      title: 'Hat',
      quantity: 2,
      unit_price: 12,
      compare_at_unit_price: 15,
      metadata: { gift: true },
      tax_lines: [{ rate: 10 }],
      detail: { quantity: 2, fulfilled_quantity: 0 },
      actions: [{ action: 'ITEM_ADD' }],
    })
  })

  it('adds units to an existing line', () => {
    const order = apply(adding({ reference_id: 'ordli_1', quantity: 2.5, metadata: { gift: true } }))

    expect(order.items).toHaveLength(1)
    expect(order.items[0]).toMatchObject({ quantity: 12.5, unit_price: 25, metadata: { gift: true }, detail: { quantity: 12.5 } })
  })

  it.each([
    ['a missing price', { unit_price: null }, 'Unit price of item ordli_2 is required if no action.amount is provided.'],
    ['a quantity of zero', { quantity: 0 }, 'Quantity of item ordli_2 is required.'],
    ['less than one unit', { quantity: 0.5 }, 'Quantity of item ordli_2 must be greater than 0.'],
    ['an unknown item', { reference_id: 'ordli_9' }, 'Item ID "ordli_9" not found.'],
  ])('rejects %s', (_name, details, message) => {
    expect(() => apply(adding(details))).toThrow(refusal(message))
  })

  it('uses the line’s own price when the action has an amount instead', () => {
    expect(apply({ ...adding({ unit_price: null }), amount: 24 }).items[1]?.unit_price).toBe(99)
  })
})

describe('ITEM_REMOVE', () => {
  it('removes less than one unit', () => {
    const order = orderWith({ quantity: 0.5, detail: { ...DETAIL, fulfilled_quantity: 0 } })

    expect(apply(units('ITEM_REMOVE', 0.5), order).items).toMatchObject([{ quantity: 0 }])
  })

  it('keeps a line that has no units left, at quantity 0', () => {
    const order = orderWith({ quantity: 2, detail: { ...DETAIL, fulfilled_quantity: 0 } })

    expect(apply(units('ITEM_REMOVE', 2), order).items).toMatchObject([{ quantity: 0, detail: { quantity: 0 } }])
  })
})

describe('ITEM_UPDATE', () => {
  const updating = (details: ActionInput['details']): ActionInput => ({
    action: 'ITEM_UPDATE',
    details: { reference_id: 'ordli_1', quantity: 10, ...details },
  })

  it('sets quantity, prices and adjustments on the line', () => {
    const adjustments = anItem({ adjustments: [{ amount: 3 }] }).adjustments

    const [item] = apply(updating({ quantity: 8.5, unit_price: 0, compare_at_unit_price: 30, adjustments })).items

    expect(item).toMatchObject({
      quantity: 8.5,
      unit_price: 0,
      compare_at_unit_price: 30,
      adjustments: [{ amount: 3 }],
      detail: { quantity: 8.5, unit_price: 0, compare_at_unit_price: 30 },
    })
  })

  it('leaves fields that it does not name unchanged', () => {
    const [before] = orderWith().items

    const [item] = apply(updating({ unit_price: null })).items

    expect(item).toEqual({ ...before, actions: item?.actions })
  })

  it.each([
    [{ b: 2 }, { a: 1, nested: { x: 1, y: 1 }, b: 2 }],
    [{ a: '' }, { nested: { x: 1, y: 1 } }],
    [{ nested: { x: '', z: 3 } }, { a: 1, nested: { x: '', z: 3 } }],
    [{ nested: 'flat' }, { a: 1, nested: 'flat' }],
    [{ a: null }, { a: null, nested: { x: 1, y: 1 } }],
    [null, null],
  ])('merges metadata %j into the line’s', (metadata, expected) => {
    const order = orderWith({ metadata: { a: 1, nested: { x: 1, y: 1 } } })

    const [item] = apply(updating({ metadata }), order).items

    expect(item?.metadata).toEqual(expected)
    expect(item?.detail.metadata).toEqual(expected)
  })

  it.each([
    [{ quantity: undefined }, 'Quantity of item ordli_1 is required.'],
    [{ quantity: 7 }, 'Item ordli_1 has already been fulfilled and quantity cannot be lower than 8.'],
    [{ quantity: -1 }, 'Item ordli_1 has already been fulfilled and quantity cannot be lower than 8.'],
  ])('rejects %j', (details, message) => {
    expect(() => apply(updating(details))).toThrow(refusal(message))
  })

  it('to 0 keeps an unfulfilled line, without units', () => {
    const order = orderWith({ detail: { ...DETAIL, fulfilled_quantity: 0 } })

    expect(apply(updating({ quantity: 0 }), order).items[0]?.quantity).toBe(0)
  })
})

describe('replacing adjustments', () => {
  it('drops the old ones of an item or a shipping method', () => {
    const order = orderWith({ adjustments: [{ amount: 1 }] })
    const ofItem = anItem({ adjustments: [{ amount: 4 }, { amount: 5 }] }).adjustments
    const ofMethod = aMethod({ adjustments: [{ amount: 2 }] }).adjustments

    const item = apply({ action: 'ITEM_ADJUSTMENTS_REPLACE', details: { reference_id: 'ordli_1', adjustments: ofItem } }, order)
    const method = apply(
      { action: 'SHIPPING_ADJUSTMENTS_REPLACE', details: { reference_id: 'ordsm_1', adjustments: ofMethod } },
      order,
    )

    expect(item.items).toMatchObject([{ adjustments: [{ amount: 4 }, { amount: 5 }], actions: [{}] }])
    expect(method.shipping_methods).toMatchObject([{ adjustments: [{ amount: 2 }], actions: [{}] }])
  })

  it.each(['ITEM_ADJUSTMENTS_REPLACE', 'SHIPPING_ADJUSTMENTS_REPLACE'] as const)('%s ignores an unknown reference', (action) => {
    expect(apply({ action, details: { reference_id: 'gone', adjustments: [] } })).toEqual(orderWith())
  })

  it('rejects an action without adjustments', () => {
    const details = { reference_id: 'x' }
    expect(() => apply({ action: 'ITEM_ADJUSTMENTS_REPLACE', details })).toThrow(refusal('Adjustments of item x must exist.'))
    expect(() => apply({ action: 'SHIPPING_ADJUSTMENTS_REPLACE', details })).toThrow(
      refusal('Adjustments of shipping method x must exist.'),
    )
  })
})

describe('a shipping action', () => {
  const created = { shipping_method: aMethod({ id: 'ordsm_2', amount: 7 }) }
  const adding: ActionInput = { action: 'SHIPPING_ADD', reference_id: 'ordsm_2', amount: 0, created }

  it('adds the method that it carries, at its own amount', () => {
    const order = apply(adding)

    expect(order.shipping_methods.map(({ id, amount }) => [id, amount])).toEqual([
      ['ordsm_1', 10],
      ['ordsm_2', 0],
    ])
  })

  it('only records itself on an existing method', () => {
    expect(apply({ ...adding, reference_id: 'ordsm_1' }).shipping_methods).toMatchObject([{ amount: 10, actions: [{}] }])
  })

  it('removes a method, and ignores an unknown one', () => {
    expect(apply({ action: 'SHIPPING_REMOVE', reference_id: 'ordsm_1' }).shipping_methods).toEqual([])
    expect(apply({ action: 'SHIPPING_REMOVE', reference_id: 'gone' }).shipping_methods).toHaveLength(1)
  })

  it.each([
    [{ ...adding, reference_id: null }, 'Reference ID is required.'],
    [{ ...adding, amount: null }, 'Amount is required.'],
    [{ ...adding, created: {} }, 'Shipping method ID "ordsm_2" not found.'],
    [{ action: 'SHIPPING_REMOVE' as const }, 'Reference ID is required.'],
    [{ action: 'SHIPPING_UPDATE' as const }, 'Reference ID is required.'],
  ])('rejects %j', (input, message) => {
    expect(() => apply(input)).toThrow(refusal(message))
  })
})

describe('an action on the whole order', () => {
  it('TRANSFER_CUSTOMER sets the customer and, if given, the email address', () => {
    const transfer: ActionInput = { action: 'TRANSFER_CUSTOMER', reference_id: 'cus_2' }

    expect(apply(transfer)).toMatchObject({ customer_id: 'cus_2', email: 'buyer@example.test' })
    expect(apply({ ...transfer, details: { new_email: 'new@example.test' } })).toMatchObject({ email: 'new@example.test' })
    expect(() => apply({ action: 'TRANSFER_CUSTOMER' })).toThrow(refusal('Reference to customer ID is required'))
  })

  it('CREDIT_LINE_ADD adds its credit line only once', () => {
    const crediting: ActionInput = { action: 'CREDIT_LINE_ADD', reference: 'order', reference_id: 'order_1', amount: 15 }

    const order = apply(crediting)

    expect(order.credit_lines).toMatchObject([{ order_id: 'order_1', reference: 'order', reference_id: 'order_1', amount: 15 }])
    expect(apply({ ...crediting, reference_id: 'ordchact_1' }, deepFreeze(order)).credit_lines).toHaveLength(1)
    expect(() => apply({ action: 'CREDIT_LINE_ADD' })).toThrow(refusal('Amount is required.'))
  })

  it('PROMOTION_ADD adds a promotion once, and PROMOTION_REMOVE removes it', () => {
    const promotion = { id: 'promo_1', code: 'TEN', is_automatic: false, application_method: null }
    const adding: ActionInput = { action: 'PROMOTION_ADD', reference_id: 'promo_1', created: { promotion } }
    const removing: ActionInput = { action: 'PROMOTION_REMOVE', reference_id: 'promo_1' }

    const order = deepFreeze(apply(adding))

    expect(order.promotions).toEqual([promotion])
    expect(apply(adding, order).promotions).toEqual([promotion])
    expect(apply({ ...removing, reference_id: 'promo_2' }, order).promotions).toEqual([promotion])
    expect(apply(removing, order).promotions).toEqual([])
  })

  it.each(['PROMOTION_ADD', 'PROMOTION_REMOVE', 'SHIPPING_UPDATE', 'UPDATE_ORDER_PROPERTIES'] as const)(
    '%s changes nothing on the order',
    (action) => {
      expect(apply({ action, reference_id: 'x' })).toEqual(orderWith())
    },
  )

  it.each(['PROMOTION_ADD', 'PROMOTION_REMOVE'] as const)('%s rejects a missing promotion', (action) => {
    expect(() => apply({ action })).toThrow(refusal('Reference ID is required.'))
  })
})

describe('the table of actions', () => {
  it('has every action type of the contract', () => {
    expect(OrderChangeActionType.options).toHaveLength(23)
    for (const action of OrderChangeActionType.options) {
      const applying = () => apply({ action, details: { adjustments: [] } })
      expect(applying).not.toThrow('is not defined')
    }
  })

  it.each(['NO_SUCH_ACTION', 'toString', '__proto__'])('rejects %s', (name) => {
    expect(() => apply({ action: name as ChangeActionType })).toThrow(new Error(`Action type ${name} is not defined`))
  })
})
