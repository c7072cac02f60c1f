import { OperationError, OrderPreview } from '@souk/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import file from '../../../../../test/data/order-change-cases.json' with { type: 'json' }
import { type ActionInput, aChange, aMethod, anItem, anOrder, deepFreeze, type Partly } from '../../../test/builders.ts'
import type { Order } from '../orders/order.ts'
import type { OrderItem, ShippingMethod } from '../orders/order-lines.ts'
import { withoutAction } from './active-change.ts'
import { activeChange, type Created } from './order-change.ts'
import { previewOrder } from './preview.ts'

interface ChangeCase {
  id: string
  name: string
  input: {
    order: Partial<Omit<Order, 'items' | 'shipping_methods'>> & {
      items: Partly<OrderItem>[]
      shipping_methods: Partly<ShippingMethod>[]
    }
    actions: ActionInput[]
    created?: { items: Record<string, Partly<OrderItem>>; shipping: Record<string, Partly<ShippingMethod>> }
  }
  expected?: Record<string, unknown>
  /** The type is null for a plain Error. */
  expected_error?: { type: 'invalid_data' | null; message: string }
}

const cases = file.cases as unknown as ChangeCase[]
const named = (kind: 'expected' | 'expected_error') =>
  cases.filter((entry) => entry[kind]).map((entry) => [entry.id, entry.name, entry] as const)

/** The cases list records apart from the actions; here each action carries the records that it creates. */
function preview({ order, actions, created }: ChangeCase['input']) {
  const carried = ({ reference_id, details }: ActionInput): Created => {
    const item = created?.items[details?.reference_id ?? '']
    const method = created?.shipping[reference_id ?? '']
    return { ...(item && { item: anItem(item) }), ...(method && { shipping_method: aMethod(method) }) }
  }
  const { summary: _, ...known } = order
  const whole = anOrder({ ...known, items: order.items.map(anItem), shipping_methods: order.shipping_methods.map(aMethod) })
  return previewOrder(deepFreeze(whole), deepFreeze(aChange(actions.map((action) => ({ ...action, created: carried(action) })))))
}

/** The part of a preview that the cases describe. */
function described(order: ReturnType<typeof preview>): Record<string, unknown> {
  const touched = (line: { actions: readonly { action: string }[] }) => line.actions.map(({ action }) => action)
  return {
    ...order,
    items: order.items.map((item) => ({ ...item, actions: touched(item) })),
    shipping_methods: order.shipping_methods.map((method) => ({ ...method, actions: touched(method) })),
    version_written_on_confirm: order.order_change?.version,
  }
}

const pick = (value: unknown, like: unknown): unknown => {
  if (Array.isArray(value) && Array.isArray(like))
    return value.map((each, index) => (index in like ? pick(each, like[index]) : each))
  if (typeof value !== 'object' || value === null || typeof like !== 'object' || like === null) return value
  return Object.fromEntries(Object.keys(like).map((key) => [key, pick(Reflect.get(value, key), Reflect.get(like, key))]))
}

describe('the recorded order changes', () => {
  it('include at least 17 cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(17)
  })

  it.each(named('expected'))('%s preview: %s', (_id, _name, { input, expected }) => {
    expect(pick(described(preview(input)), expected)).toEqual(expected)
  })

  it.each(named('expected_error'))('%s rejection: %s', (_id, _name, { input, expected_error }) => {
    const { type, message } = expected_error!
    expect(() => preview(input)).toThrow(type === null ? new Error(message) : new OperationError(type, message))
  })
})

describe('a preview', () => {
  const adding: ActionInput = {
    action: 'SHIPPING_ADD',
    reference_id: 'ordsm_2',
    amount: 5,
    created: { shipping_method: aMethod({ id: 'ordsm_2', amount: 5, description: 'by noon', tax_lines: [{ rate: 10 }] }) },
  }

  it('shows the new method with its detail, tax and action, but not the records that the action carries', () => {
    const order = previewOrder(anOrder(), aChange([adding]))

    expect(order.shipping_methods[1]).toMatchObject({
      id: 'ordsm_2',
      description: 'by noon',
      total: 5.5,
      tax_lines: [{ rate: 10, total: 0.5, subtotal: 0.5 }],
      detail: { shipping_method_id: 'ordsm_2' },
      actions: [{ id: 'ordchact_1', action: 'SHIPPING_ADD' }],
    })
    expect(order.order_change?.actions).toMatchObject([{ id: 'ordchact_1', action: 'SHIPPING_ADD' }])
    expect(JSON.stringify(order)).not.toContain('"created":')
  })

  it('has every field of the contract except the customer', () => {
    const order = previewOrder(anOrder(), aChange([adding, { action: 'CREDIT_LINE_ADD', reference: 'order', amount: 15 }]))

    const { error } = OrderPreview.safeParse({ ...order, customer: null })

    expect(error?.issues ?? []).toEqual([])
  })

  it('keeps the version and id of the order and omits its history', () => {
    const change = aChange([adding])

    const order = previewOrder(anOrder({ changes: [change] }), change)

    expect(order).toMatchObject({ id: 'order_1', version: 1, order_change: { id: 'ordch_1', version: 2, order: null } })
    expect(JSON.parse(JSON.stringify(order))).not.toHaveProperty('changes')
  })

  it('applies actions in the order of their `ordering`', () => {
    const to = (quantity: number, ordering: number): ActionInput => ({
      action: 'ITEM_UPDATE',
      ordering,
      details: { reference_id: 'ordli_1', quantity },
    })

    expect(previewOrder(anOrder(), aChange([to(7, 2), to(3, 1)])).items[0]?.quantity).toBe(7)
  })

  it.each([
    ['RETURN_ITEM', { quantity: 2 }, 21],
    ['WRITE_OFF_ITEM', { quantity: 2 }, 0],
    ['ITEM_REMOVE', { quantity: 1 }, 10.5],
    ['ITEM_UPDATE', { quantity: 5 }, 10.5],
    ['ITEM_UPDATE', { quantity: 5, unit_price: 0.1 }, -41.5],
    ['ITEM_ADD', { quantity: 3, unit_price: 0.1 }, 0.3],
  ] as const)('shows the amount of %s %j', (action, details, amount) => {
    const line = anItem({
      quantity: 4,
      unit_price: 10.5,
      detail: { quantity: 4, fulfilled_quantity: action === 'RETURN_ITEM' ? 4 : 0 },
    })
    const change = aChange([{ action, details: { reference_id: 'ordli_1', ...details } }])

    const { items, order_change } = previewOrder(anOrder({ items: [line] }), change)

    expect(items[0]?.actions).toMatchObject([{ action, amount }])
    expect(order_change?.actions).toMatchObject([{ action, amount: null }])
  })

  it('counts only the credit that the change adds as new', () => {
    const line = { id: 'ordcl_1', amount: 5, subtotal: 5, total: 5, order_id: 'order_1', reference: null, reference_id: null }
    const credit_lines = [{ ...line, metadata: null, created_at: '', updated_at: '', deleted_at: null }]

    const order = previewOrder(
      anOrder({ credit_lines }),
      aChange([{ action: 'CREDIT_LINE_ADD', reference: 'order', amount: 15 }]),
    )

    expect(order).toMatchObject({
      total: 40,
      credit_line_total: 20,
      summary: { original_order_total: 55, credit_line_total: 15 },
    })
  })

  it('counts the amount of an existing credit line in the summary, but adds no line', () => {
    const line = { id: 'ordcl_1', amount: 5, subtotal: 5, total: 5, order_id: 'order_1', reference: null, reference_id: null }
    const credit_lines = [{ ...line, metadata: null, created_at: '', updated_at: '', deleted_at: null }]
    const again: ActionInput = { action: 'CREDIT_LINE_ADD', reference: 'order', reference_id: 'ordcl_1', amount: 15 }

    expect(previewOrder(anOrder({ credit_lines }), aChange([again]))).toMatchObject({
      total: 55,
      credit_line_total: 5,
      summary: { credit_line_total: 15 },
    })
  })

  it('computes the pending difference from the exact total, to the last digit', () => {
    const returned = { unit_price: 1, quantity: 3, adjustments: [{ amount: 10 }], tax_lines: [{ rate: 7 }] }
    const items = [anItem({ ...returned, detail: { return_received_quantity: 1 } })]
    const transactions = [{ amount: 5 }] as unknown as Order['transactions']

    const order = previewOrder(anOrder({ items, shipping_methods: [], transactions }), aChange())

    expect(order).toMatchObject({ total: -4.993333333333333, summary: { pending_difference: -9.993333333333334 } })
  })

  it('of an order without a change shows the order with its totals', () => {
    expect(previewOrder(anOrder(), null)).toMatchObject({
      total: 60,
      order_change: null,
      items: [{ actions: [], total: 50 }],
      summary: { original_order_total: 60, current_order_total: 60 },
    })
  })
})

const quantity = fc.integer({ min: 1, max: 9 })
const action: fc.Arbitrary<ActionInput> = fc.oneof(
  quantity.map((units): ActionInput => ({ action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity: units } })),
  quantity.map(
    (units): ActionInput => ({ action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity: units, unit_price: 7.3 } }),
  ),
  quantity.map(
    (units): ActionInput => ({
      action: 'ITEM_ADD',
      details: { reference_id: 'ordli_2', quantity: units, unit_price: 3.1 },
      created: { item: anItem({ id: 'ordli_2', tax_lines: [{ rate: 19 }] }) },
    }),
  ),
  fc.integer({ min: 0, max: 50 }).map(
    (amount): ActionInput => ({
      action: 'SHIPPING_ADD',
      reference_id: 'ordsm_2',
      amount,
      created: { shipping_method: aMethod({ id: 'ordsm_2', amount }) },
    }),
  ),
  fc.constant<ActionInput>({ action: 'SHIPPING_REMOVE', reference_id: 'ordsm_1' }),
  fc.integer({ min: 1, max: 50 }).map((amount): ActionInput => ({ action: 'CREDIT_LINE_ADD', reference_id: 'x', amount })),
)
const actions = fc.array(action, { maxLength: 6 })

describe('for any actions', () => {
  it('order and change stay untouched, and the result is the same each time', () => {
    const order = deepFreeze(anOrder())
    const before = structuredClone(order)

    fc.assert(
      fc.property(actions, (drawn) => {
        const change = deepFreeze(aChange(drawn))
        expect(previewOrder(order, change)).toEqual(previewOrder(order, change))
        expect(order).toEqual(before)
      }),
    )
  })

  it('removing all actions restores the totals of the order', () => {
    const { order_change: _, ...plain } = previewOrder(anOrder(), null)

    fc.assert(
      fc.property(actions, (drawn) => {
        const edited = anOrder({ changes: [aChange(drawn)] })
        const { actions: all } = activeChange(edited)!
        const emptied = all.reduce((order, { id }) => withoutAction(order, activeChange(order)!, id), edited)
        const { order_change: __, ...shown } = previewOrder(emptied, activeChange(emptied)!)
        expect(shown).toEqual(plain)
      }),
    )
  })

  it('setting an item to the same quantity and price twice only adds an action', () => {
    fc.assert(
      fc.property(actions, quantity, fc.integer({ min: 0, max: 99 }), (drawn, units, unit_price) => {
        const setting: ActionInput = { action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity: units, unit_price } }
        const once = previewOrder(anOrder(), aChange([...drawn, setting]))
        const twice = previewOrder(anOrder(), aChange([...drawn, setting, setting]))
        const facts = ({ order_change: _, items, ...order }: typeof once) => ({
          ...order,
          items: items.map(({ actions: __, ...item }) => item),
        })
        expect(facts(twice)).toEqual(facts(once))
      }),
    )
  })

  it('the summary agrees with the totals', () => {
    fc.assert(
      fc.property(actions, (drawn) => {
        const { total, summary } = previewOrder(anOrder(), aChange(drawn))
        expect(summary).toMatchObject({
          current_order_total: total,
          accounting_total: total,
          pending_difference: total,
          original_order_total: 60,
        })
      }),
    )
  })

  it('the total is the sum of lines and methods minus credit', () => {
    fc.assert(
      fc.property(actions, (drawn) => {
        const { total, items, shipping_methods, credit_line_total } = previewOrder(anOrder(), aChange(drawn))
        const sum = [...items, ...shipping_methods].reduce((before, line) => before + line.total, -credit_line_total)
        expect(total).toBeCloseTo(sum, 9)
      }),
    )
  })
})
