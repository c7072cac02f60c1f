import { OperationError, type PaymentCollection } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ActionInput, aChange, aMaking, aMethod, anItem, anOrder, deepFreeze, NOW } from '../../../test/builders.ts'
import type { OrderChange } from '../order-changes/order-change.ts'
import { previewOrder } from '../order-changes/preview.ts'
import type { Order } from '../orders/order.ts'
import { fulfillmentStatusOf, paymentStatusOf } from '../orders/statuses.ts'
import { orderRecord, recounted } from '../orders/stored-order.ts'
import { confirmOrderEdit } from './confirm-order-edit.ts'

const refusal = (message: string) => new OperationError('invalid_data', message)
const record = (overrides: Partial<Order> = {}) => orderRecord(anOrder(overrides))
const confirm = (order: ReturnType<typeof record>) => confirmOrderEdit(deepFreeze(order), aMaking())
const AT = '2026-07-01T00:00:00.000Z'

const adding: ActionInput = {
  action: 'ITEM_ADD',
  details: { reference_id: 'ordli_2', quantity: 2, unit_price: 12 },
  created: { item: anItem({ id: 'ordli_2', unit_price: 12, tax_lines: [{ rate: 10 }], detail: { version: 2 } }) },
}
const removing: ActionInput = { action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity: 0 } }
const collection = (overrides: Partial<PaymentCollection>) =>
  ({
    id: 'pay_col_1',
    amount: 60,
    currency_code: 'usd',
    status: 'not_paid',
    payment_sessions: [],
    payments: [],
    ...overrides,
  }) as never

describe('confirming an order edit', () => {
  it('creates the next version of the order, without lines that have no units left', () => {
    const order = confirm(record({ changes: [aChange([adding, removing])] }))

    expect(order).toMatchObject({
      version: 2,
      total: 36.4,
      item_total: 26.4,
      updated_at: AT,
      created_at: NOW,
      items: [{ id: 'ordli_2', quantity: 2, total: 26.4, actions: [], detail: { version: 2 } }],
      shipping_methods: [{ id: 'ordsm_1', actions: [], detail: { id: 'ordspmv_new1', version: 2 } }],
      summary: {
        original_order_total: 60,
        current_order_total: 36.4,
        accounting_total: 36.4,
        pending_difference: 36.4,
        transaction_total: 0,
      },
    })
  })

  it('leaves the summary as it was if the edit has no actions', () => {
    const edited = confirm(record({ changes: [aChange([adding, removing])] }))

    const order = confirm({ ...edited, changes: [...edited.changes, { ...aChange([]), id: 'ordch_2', version: 3 }] })

    expect(order).toMatchObject({ version: 3, total: 36.4, summary: { original_order_total: 60, current_order_total: 36.4 } })
    expect(order.summary).toEqual(edited.summary)
  })

  it("records each line's prices with the new version", () => {
    const items = [anItem({ unit_price: 25, compare_at_unit_price: 30 })]
    const before = record({ items, changes: [aChange([adding])] })

    const after = confirm(before)

    expect(before.items[0]!.detail).toMatchObject({ unit_price: null, compare_at_unit_price: null })
    expect(after.items.map(({ detail }) => detail)).toMatchObject([
      { version: 2, unit_price: 25, compare_at_unit_price: 30 },
      { version: 2, unit_price: 12, compare_at_unit_price: null },
    ])
  })

  it('moves adjustments and credit lines to the new version, otherwise unchanged', () => {
    const adjusted = { id: 'adj_1', amount: 1 }
    const credit_lines = [{ id: 'ordcl_1', order_id: 'order_1', amount: 5, metadata: { created_in_version: 1 } }] as never
    const parts = {
      items: [anItem({ adjustments: [adjusted] })],
      shipping_methods: [aMethod({ adjustments: [adjusted] })],
      credit_lines,
    }
    const before = record({ ...parts, changes: [aChange([adding])] })
    const after = confirm(before)
    const partsOf = ({ items, shipping_methods }: typeof before) => [
      ...items.flatMap((one) => one.adjustments),
      ...shipping_methods.flatMap((one) => one.adjustments),
    ]
    for (const [order, version] of [[before, 1] as const, [after, 2] as const]) {
      const of = { ...adjusted, version, deleted_at: null }
      expect(partsOf(order)).toMatchObject([of, of])
      expect(order.credit_lines).toMatchObject([{ id: 'ordcl_1', amount: 5, version, metadata: { created_in_version: 1 } }])
    }
    const { replaced } = after.changes[0] as OrderChange
    expect(replaced).toMatchObject([{ detail: { version: 1 }, item: null }])
    expect(replaced![0]).not.toHaveProperty('was')
    const again = { ...after, items: [...after.items], updated_at: AT }
    expect(partsOf(recounted(again))[0]).toMatchObject({ version: 2 })
  })

  it('closes the change and marks its actions as applied, without the records that they carried', () => {
    const { changes } = confirm(record({ changes: [aChange([adding], { status: 'requested' })] }))

    expect(changes).toMatchObject([
      { id: 'ordch_1', status: 'confirmed', confirmed_by: 'user_1', confirmed_at: AT, updated_at: AT },
    ])
    expect((changes[0] as OrderChange).actions).toMatchObject([{ id: 'ordchact_1', applied: true, updated_at: AT }])
    expect((changes[0] as OrderChange).actions[0]).not.toHaveProperty('created')
  })

  it('gives each line a detail of the new version that keeps its fulfilled quantity', () => {
    const items = [anItem({ detail: { fulfilled_quantity: 1 } })]

    const [item] = confirm(record({ items, changes: [aChange()] })).items

    expect(item).toMatchObject({ id: 'ordli_1', created_at: NOW })
    expect(item!.detail).toMatchObject({ id: 'orditem_new1', version: 2, fulfilled_quantity: 1, created_at: AT })
  })

  it('keeps returns, exchanges, claims, transactions and earlier changes', () => {
    const kept = {
      returns: [{ id: 'return_1' }],
      claims: [{ id: 'claim_1' }],
      exchanges: [{ id: 'oexc_1' }],
      transactions: [{ id: 'ordtrx_1', amount: 60 }],
    } as unknown as Partial<Order>
    const closed = aChange([], { id: 'ordch_0', status: 'canceled' })

    const order = confirm(record({ ...kept, changes: [closed, aChange([adding])] }))

    expect(order).toMatchObject({ ...kept, summary: { paid_total: 60, pending_difference: 26.4 } })
    expect(order.changes.map(({ status }) => status)).toEqual(['canceled', 'confirmed'])
  })

  it('raises the payment collection to the amount still to be paid', () => {
    const payment_collections = [collection({})]

    const order = confirm(record({ payment_collections, changes: [aChange([adding])] }))

    expect(order.payment_collections).toMatchObject([{ id: 'pay_col_1', amount: 86.4, status: 'not_paid' }])
    expect(order.payment_status).toBe('not_paid')
  })

  it('leaves payments unchanged when the order costs the same', () => {
    const payment_collections = [collection({ status: 'authorized', authorized_amount: 60 })]

    expect(confirm(record({ payment_collections, changes: [aChange()] })).payment_collections).toEqual(payment_collections)
  })

  it('updates the fulfillment status', () => {
    const fulfillments = [{ canceled_at: null, shipped_at: NOW, delivered_at: null }] as never
    const items = [anItem({ detail: { fulfilled_quantity: 2 } })]

    const order = confirm(record({ fulfillments, items, fulfillment_status: 'shipped', changes: [aChange([adding])] }))

    expect(order.fulfillment_status).toBe('partially_shipped')
  })

  it('rejects an edit that the order no longer allows', () => {
    const items = [anItem({ detail: { fulfilled_quantity: 1 } })]

    expect(() => confirm(record({ items, changes: [aChange([removing])] }))).toThrow(
      refusal('Item ordli_1 has already been fulfilled and quantity cannot be lower than 1.'),
    )
  })

  it.each([
    ['no order change', []],
    ['an edit that is no longer active', [aChange([], { status: 'confirmed' })]],
    ['a change of another kind', [aChange([], { change_type: 'claim' })]],
  ])('rejects an order with %s', (_name, changes) => {
    expect(() => confirm(record({ changes }))).toThrow(refusal('An active Order Change is required to proceed'))
  })

  it('rejects a canceled order', () => {
    expect(() => confirm(record({ status: 'canceled', canceled_at: NOW, changes: [aChange()] }))).toThrow(
      refusal('Order with id order_1 has been canceled.'),
    )
  })
})

const units = fc.integer({ min: 0, max: 9 })
const price = fc.integer({ min: 0, max: 99_999 }).map((cents) => cents / 100)
const rate = fc.constantFrom(0, 7, 10.75, 19)
const lines = ['ordli_2', 'ordli_3', 'ordli_4']
const action: fc.Arbitrary<ActionInput> = fc.oneof(
  fc.tuple(units, fc.option(price, { nil: undefined })).map(
    ([quantity, unit_price]): ActionInput => ({
      action: 'ITEM_UPDATE',
      details: { reference_id: 'ordli_1', quantity, ...(unit_price !== undefined && { unit_price }) },
    }),
  ),
  fc.tuple(fc.constantFrom(...lines), fc.integer({ min: 1, max: 9 }), price, rate).map(
    ([id, quantity, unit_price, percent]): ActionInput => ({
      action: 'ITEM_ADD',
      details: { reference_id: id, quantity, unit_price },
      created: { item: anItem({ id, tax_lines: [{ rate: percent }], detail: { version: 2 } }) },
    }),
  ),
  fc.tuple(fc.integer({ min: 2, max: 9 }), price, rate).map(
    ([n, amount, percent]): ActionInput => ({
      action: 'SHIPPING_ADD',
      reference_id: `ordsm_${n}`,
      amount,
      created: { shipping_method: aMethod({ id: `ordsm_${n}`, amount, tax_lines: [{ rate: percent }], detail: { version: 2 } }) },
    }),
  ),
  fc.constant<ActionInput>({ action: 'SHIPPING_REMOVE', reference_id: 'ordsm_1' }),
  price.map(
    (amount): ActionInput => ({
      action: 'ITEM_ADJUSTMENTS_REPLACE',
      details: { reference_id: 'ordli_1', adjustments: [discount(amount)] },
    }),
  ),
  price.map(
    (amount): ActionInput => ({
      action: 'SHIPPING_ADJUSTMENTS_REPLACE',
      details: { reference_id: 'ordsm_1', adjustments: [{ ...discount(amount), shipping_method_id: 'ordsm_1' }] },
    }),
  ),
)
/** An order of two units with drawn fulfillment, return, credit, payments and edit. */
const editedOrder = fc
  .record({
    fulfilled_quantity: fc.integer({ min: 0, max: 2 }),
    asked_back: fc.integer({ min: 0, max: 2 }),
    credited: fc.array(
      price.map((amount) => amount % 20),
      { maxLength: 2 },
    ),
    parcel: fc.constantFrom(
      { canceled_at: null, shipped_at: null, delivered_at: null },
      { canceled_at: null, shipped_at: NOW, delivered_at: null },
      { canceled_at: null, shipped_at: NOW, delivered_at: NOW },
    ),
    paid: fc.constantFrom<PaymentCollection[]>(
      [],
      [collection({})],
      [collection({ status: 'authorized', authorized_amount: 60 })],
      [collection({ status: 'completed', authorized_amount: 60, captured_amount: 60 })],
      [collection({ status: 'completed', authorized_amount: 60, captured_amount: 60, refunded_amount: 20 })],
    ),
    drawn: fc.array(action, { minLength: 1, maxLength: 8 }),
    status: fc.constantFrom('pending', 'requested'),
  })
  .map(({ fulfilled_quantity, asked_back, credited, parcel, paid: payment_collections, drawn, status }) => {
    const return_requested_quantity = Math.min(asked_back, fulfilled_quantity)
    const items = [anItem({ detail: { fulfilled_quantity, return_requested_quantity } })]
    const credit_lines = credited.map((amount, n) => ({ id: `ordcl_${n}`, amount })) as never
    const fulfillments = fulfilled_quantity === 0 ? [] : ([parcel] as never)
    const [{ captured_amount, refunded_amount } = {}] = payment_collections
    const transactions = [captured_amount ?? 0, -(refunded_amount ?? 0)].filter(Boolean).map((amount) => ({ amount })) as never
    const actions = drawn.map((one) => atLeast(fulfilled_quantity, one))
    const statuses = {
      payment_status: paymentStatusOf({ payment_collections }),
      fulfillment_status: fulfillmentStatusOf({ items, fulfillments }),
    }
    return record({
      items,
      credit_lines,
      fulfillments,
      payment_collections,
      transactions,
      ...statuses,
      changes: [aChange(actions, { status })],
    })
  })

/** Fulfilled units of a line cannot be removed. */
const atLeast = (fulfilled: number, one: ActionInput): ActionInput =>
  one.action === 'ITEM_UPDATE'
    ? { ...one, details: { ...one.details, quantity: Math.max(fulfilled, one.details!.quantity!) } }
    : one
const discount = (amount: number) => anItem({ adjustments: [{ amount }] }).adjustments[0]!

/**
 * Without the parts that a preview does not show: versions with their lines' prices, and payments, which follow the pending
 * difference; and without the actions, which a confirmed order no longer has.
 */
function facts({ items, shipping_methods, credit_lines, summary, ...order }: Record<string, unknown>) {
  const same = (line: { detail: object; adjustments: readonly object[] }) => ({
    ...line,
    actions: [],
    adjustments: line.adjustments.map(unversioned),
    detail: { ...line.detail, ...NOT_COMPARED },
  })
  const { order_change: _, changes: __, returns: ___, exchanges: ____, claims: _____, ...rest } = order
  return {
    ...rest,
    version: 0,
    payment_collections: [],
    updated_at: null,
    items: (items as never[]).map(same),
    shipping_methods: (shipping_methods as never[]).map(same),
    credit_lines: (credit_lines as object[]).map(unversioned),
    summary: { ...(summary as object), pending_difference: null },
  }
}
const unversioned = (part: object) => ({ ...part, version: null })
const NOT_COMPARED = {
  id: null,
  version: null,
  unit_price: null,
  compare_at_unit_price: null,
  created_at: null,
  updated_at: null,
}

describe('for any edit with actions', () => {
  it('the confirmed order equals its preview', () => {
    fc.assert(
      fc.property(editedOrder, (before) => {
        const shown = previewOrder(before, before.changes[0] as OrderChange, before.total)

        const after = confirm(before)

        const left = shown.items.filter(({ quantity }) => quantity > 0)
        expect(facts(after as never)).toEqual(facts({ ...shown, items: left } as never))
        // A requested return lowers the order's pending difference, not that of the edit's preview. Differences below one minor
        // unit are not owed.
        const due = shown.summary.pending_difference - Number(shown.return_requested_total)
        expect(Math.abs(after.summary.pending_difference - due)).toBeLessThanOrEqual(0.01)
      }),
      { numRuns: 400 },
    )
  })

  it('a later preview without a change shows the confirmed order', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 5 }), (drawn) => {
        const after = confirm(record({ changes: [aChange(drawn)] }))

        const again = previewOrder(after, null, after.total)

        expect(again.total).toBe(after.total)
        expect(again.items).toMatchObject(after.items.map(({ id, total }) => ({ id, total })))
      }),
    )
  })
})
