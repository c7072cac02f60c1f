import { OperationError } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, anOrder, aShippingOption, deepFreeze, NOW } from '../../../test/builders.ts'
import { MAX_ACTIONS } from '../order-changes/active-change.ts'
import { MAX_CHANGES } from '../order-changes/new-change.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import { previewOrder } from '../order-changes/preview.ts'
import type { Order } from '../orders/order.ts'
import { addShippingMethod } from './edit-shipping-methods.ts'
import { beginOrderEdit, cancelOrderEdit, requestOrderEdit } from './order-edit.ts'

const anEditedOrder = (overrides: Partial<Order> = {}) => deepFreeze(anOrder({ changes: [aChange()], ...overrides }))
const canceled = { status: 'canceled', canceled_at: NOW } as const
const input = { shipping_option_id: 'so_2' }
const refusal = (message: string) => new OperationError('invalid_data', message)
const preview = (order: Order) => previewOrder(order, activeChange(order) ?? null)

const actionsOf = ({ changes }: Pick<Order, 'changes'>, at = 0) => (changes[at] as OrderChange).actions

describe('beginning an order edit', () => {
  const begin = (order: Order, body = {}) => beginOrderEdit(deepFreeze(order), body, aMaking())

  it('appends a pending change for the next version', () => {
    const order = begin(anOrder({ version: 3 }), { description: 'd', internal_note: 'n', metadata: { k: 'v' } })

    expect(order.version).toBe(3)
    expect(order.changes).toEqual([
      aChange([], {
        id: 'ordch_new1',
        version: 4,
        description: 'd',
        internal_note: 'n',
        metadata: { k: 'v' },
        created_by: 'user_1',
        created_at: '2026-07-01T00:00:00.000Z',
        updated_at: '2026-07-01T00:00:00.000Z',
      }),
    ])
  })

  it.each(['confirmed', 'declined', 'canceled'] as const)('is possible after a %s change', (status) => {
    expect(begin(anOrder({ changes: [aChange([], { status })] })).changes).toHaveLength(2)
  })

  it.each(['pending', 'requested'] as const)('rejects a second change while one is %s, whatever its type', (status) => {
    const order = anOrder({ changes: [aChange([], { status, change_type: 'claim' }), aChange([], { status: 'canceled' })] })

    expect(() => begin(order)).toThrow(refusal('Order (order_1) already has an existing active order change'))
  })

  it('rejects a canceled order', () => {
    expect(() => begin(anOrder(canceled))).toThrow(refusal('Order with id order_1 has been canceled.'))
  })

  it('rejects a change beyond the limit and names the limit', () => {
    const history = (length: number) => Array.from({ length }, () => aChange([], { status: 'canceled' }))

    expect(begin(anOrder({ changes: history(MAX_CHANGES - 1) })).changes).toHaveLength(100)
    expect(() => begin(anOrder({ changes: history(MAX_CHANGES) }))).toThrow(
      refusal('Order order_1 has reached its limit of 100 changes'),
    )
  })
})

describe('adding a shipping method to an order edit', () => {
  const add = (order = anEditedOrder(), body = {}, option: Parameters<typeof addShippingMethod>[1] = aShippingOption()) =>
    addShippingMethod(order, option, { ...input, ...body }, aMaking())

  it('appends a SHIPPING_ADD action that carries the method', () => {
    const order = add(undefined, { description: 'by noon', internal_note: 'called', metadata: { desk: 4 } })

    const [action] = actionsOf(order)
    expect(action).toEqual({
      id: 'ordchact_new1',
      order_change_id: 'ordch_1',
      order_id: 'order_1',
      return_id: null,
      claim_id: null,
      exchange_id: null,
      version: 2,
      ordering: 1,
      action: 'SHIPPING_ADD',
      reference: 'order_shipping_method',
      reference_id: 'ordsm_new1',
      amount: 12,
      details: {},
      internal_note: 'called',
      applied: false,
      created_at: '2026-07-01T00:00:00.000Z',
      updated_at: '2026-07-01T00:00:00.000Z',
      deleted_at: null,
      created: {
        shipping_method: expect.objectContaining({
          id: 'ordsm_new1',
          order_id: 'order_1',
          name: 'Express',
          description: 'by noon',
          amount: 12,
          is_custom_amount: false,
          shipping_option_id: 'so_2',
          data: {},
          metadata: { desk: 4 },
          adjustments: [],
          detail: expect.objectContaining({ id: 'ordspmv_new1', shipping_method_id: 'ordsm_new1', version: 2, claim_id: null }),
          tax_lines: [
            expect.objectContaining({ id: 'ordsmtxl_new1', shipping_method_id: 'ordsm_new1', rate: 20, code: 'VAT20' }),
          ],
        }),
      },
    })
  })

  it.each([
    { name: "the option's price", body: {}, total: 74.4, amount: 12, custom: false },
    { name: 'a custom amount', body: { custom_amount: 5 }, total: 66, amount: 5, custom: true },
    { name: 'a custom amount of zero', body: { custom_amount: 0 }, total: 60, amount: 0, custom: true },
    { name: 'a custom amount too small to show', body: { custom_amount: 1e-7 }, total: 60.00000012, amount: 1e-7, custom: true },
  ])('charges $name', ({ body, total, amount, custom }) => {
    const { shipping_methods, ...order } = preview(add(undefined, body))

    expect(order).toMatchObject({ total, summary: { original_order_total: 60, pending_difference: total } })
    expect(shipping_methods[1]).toMatchObject({ amount, is_custom_amount: custom, actions: [{ action: 'SHIPPING_ADD' }] })
  })

  it.each([
    { name: 'a price that includes tax', option: { is_tax_inclusive: true }, body: {}, expected: true },
    {
      name: 'a custom amount instead of a price that includes tax',
      option: { is_tax_inclusive: true },
      body: { custom_amount: 5 },
      expected: true,
    },
    {
      name: 'a custom amount without a price',
      option: { is_tax_inclusive: true, amount: null },
      body: { custom_amount: 5 },
      expected: false,
    },
  ])('knows whether the amount includes tax: $name', ({ option, body, expected }) => {
    expect(preview(add(undefined, body, aShippingOption(option))).shipping_methods[1]?.is_tax_inclusive).toBe(expected)
  })

  it('accepts a requested change, and continues the numbering of its actions', () => {
    const actions = aChange([{ action: 'PROMOTION_ADD', reference_id: 'p', ordering: 7 }]).actions
    const order = anEditedOrder({ changes: [aChange([], { status: 'requested', actions })] })

    expect(actionsOf(add(order)).map(({ ordering }) => ordering)).toEqual([7, 8])
  })

  it('copies only the edited change; everything else stays the same object', () => {
    const done = aChange([], { id: 'ordch_0', status: 'confirmed' })
    const order = anEditedOrder({ changes: [done, aChange([{ action: 'PROMOTION_ADD', reference_id: 'p' }])] })

    const { changes, ...rest } = add(order)

    for (const [name, value] of Object.entries(rest)) expect(value).toBe(Reflect.get(order, name))
    expect(changes[0]).toBe(done)
    expect(actionsOf({ changes }, 1)[0]).toBe(actionsOf(order, 1)[0])
    expect(changes[1]).toEqual({ ...order.changes[1], actions: expect.any(Array) })
  })

  it('gives the same result when repeated', () => {
    expect(add()).toEqual(add())
  })

  it.each([
    ['a canceled order', () => add(anEditedOrder(canceled)), refusal('Order with id order_1 has been canceled.')],
    [
      'an order without a change',
      () => add(anEditedOrder({ changes: [] })),
      refusal('An active Order Change is required to proceed'),
    ],
    [
      'a change that is no longer active',
      () => add(anEditedOrder({ changes: [aChange([], { status: 'confirmed' })] })),
      refusal('An active Order Change is required to proceed'),
    ],
    [
      'an unknown shipping option',
      () => add(undefined, {}, null),
      new OperationError('not_found', 'ShippingOption id not found: so_2'),
    ],
    [
      'a shipping option without a price',
      () => add(undefined, {}, aShippingOption({ amount: null })),
      refusal('Shipping options with IDs so_2 do not have a price'),
    ],
  ])('rejects %s', (_name, adding, error) => {
    expect(adding).toThrow(error)
  })

  it('rejects an action beyond the limit and names the limit', () => {
    const promotions = (length: number) => Array.from({ length }, () => ({ action: 'PROMOTION_ADD' as const, reference_id: 'p' }))
    const edited = (actions: number) => anEditedOrder({ changes: [aChange(promotions(actions))] })

    expect(actionsOf(add(edited(MAX_ACTIONS - 1)))).toHaveLength(500)
    expect(() => add(edited(MAX_ACTIONS))).toThrow(refusal('Order change ordch_1 has reached its limit of 500 actions'))
  })

  it('adds up any amounts and leaves the order itself unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 7 }), (cents) => {
        const order = anEditedOrder()
        const context = aMaking()
        const option = aShippingOption({ tax_lines: [] })
        const edited = cents.reduce<Order>(
          (before, cent) => addShippingMethod(before, option, { ...input, custom_amount: cent / 100 }, context),
          order,
        )

        const { shipping_total, shipping_methods } = preview(edited)

        expect(Math.round(shipping_total * 100)).toBe(1000 + cents.reduce((sum, cent) => sum + cent, 0))
        expect(new Set(shipping_methods.map(({ id }) => id)).size).toBe(cents.length + 1)
        expect({ ...edited, changes: [] }).toEqual({ ...order, changes: [] })
      }),
    )
  })
})

describe('canceling an order edit', () => {
  const cancel = (order: Order) => cancelOrderEdit(deepFreeze(order), aMaking())

  it('keeps the change as history and removes its methods from the preview', () => {
    const edited = addShippingMethod(anEditedOrder(), aShippingOption(), input, aMaking())

    const order = cancel(edited)

    expect(order.changes).toEqual([
      {
        ...edited.changes[0],
        status: 'canceled',
        canceled_by: 'user_1',
        canceled_at: '2026-07-01T00:00:00.000Z',
        updated_at: '2026-07-01T00:00:00.000Z',
      },
    ])
    expect(preview(order)).toEqual(preview(anOrder()))
  })

  it('allows the next edit to begin', () => {
    expect(beginOrderEdit(cancel(anEditedOrder()), {}, aMaking()).changes.map(({ status }) => status)).toEqual([
      'canceled',
      'pending',
    ])
  })

  it('rejects an order without an active change, and a canceled order', () => {
    expect(() => cancel(anOrder())).toThrow(refusal('An active Order Change is required to proceed'))
    expect(() => cancel(anEditedOrder(canceled))).toThrow(refusal('Order with id order_1 has been canceled.'))
  })
})

describe('requesting an order edit', () => {
  const request = (order: Order, body = {}) => requestOrderEdit(deepFreeze(order), body, aMaking())

  it('records by whom and when it was requested, and changes nothing else', () => {
    const order = anEditedOrder()
    const [change] = order.changes

    expect(request(order, { no_notification: true })).toEqual({
      ...order,
      changes: [
        {
          ...change,
          status: 'requested',
          requested_by: 'user_1',
          requested_at: '2026-07-01T00:00:00.000Z',
          no_notification: true,
          updated_at: '2026-07-01T00:00:00.000Z',
        },
      ],
    })
  })

  it('leaves an already requested change unchanged', () => {
    const order = request(anEditedOrder())

    expect(request(order, { no_notification: true })).toBe(order)
  })

  it('rejects an order without an active change, and a canceled order', () => {
    expect(() => request(anOrder())).toThrow(refusal('An active Order Change is required to proceed'))
    expect(() => request(anEditedOrder(canceled))).toThrow(refusal('Order with id order_1 has been canceled.'))
  })
})
