import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, anItem, anOrder, aQuotedLine, deepFreeze, NOW } from '../../../test/builders.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import { previewOrder } from '../order-changes/preview.ts'
import type { Order } from '../orders/order.ts'
import { addItems, removeItemAction, updateAddedItem, updateItem } from './edit-items.ts'

const edited = (overrides: Partial<Order> = {}) => deepFreeze(anOrder({ changes: [aChange()], ...overrides }))
const preview = (order: Order) => previewOrder(order, activeChange(order) ?? null)
const actionsOf = (order: Order) => (order.changes[0] as OrderChange).actions
const refusal = (message: string, kind: 'invalid_data' | 'not_found' = 'invalid_data') => new OperationError(kind, message)
const canceled = { status: 'canceled', canceled_at: NOW } as const
const CAP = { variant_id: 'variant_2', quantity: 2 }
const add = (order: Order = edited(), ...inputs: object[]) =>
  addItems(
    order,
    (inputs.length > 0 ? inputs : [{}]).map(() => aQuotedLine()),
    (inputs.length > 0 ? inputs : [{}]).map((input) => ({ ...CAP, ...input })),
    aMaking(),
  )

describe('adding items to an order edit', () => {
  it('appends one action per item, carrying the line as the catalog has it', () => {
    const order = deepFreeze(add(edited(), {}, { quantity: 1, unit_price: 5, internal_note: 'gift', metadata: { k: 'v' } }))

    expect(actionsOf(order)).toMatchObject([
      {
        id: 'ordchact_new1',
        amount: null,
        action: 'ITEM_ADD',
        order_change_id: 'ordch_1',
        order_id: 'order_1',
        version: 2,
        ordering: 1,
        reference_id: null,
        internal_note: null,
        applied: false,
        details: { reference_id: 'ordli_new1', quantity: 2, unit_price: 12, compare_at_unit_price: null },
      },
      { ordering: 2, internal_note: 'gift', details: { reference_id: 'ordli_new2', unit_price: 5, metadata: { k: 'v' } } },
    ])
    expect(preview(order)).toMatchObject({
      total: 60 + 26.4 + 5.5,
      items: [
        { id: 'ordli_1' },
        {
          id: 'ordli_new1',
          title: 'Cap',
          variant_sku: 'CAP-L',
          variant_option_values: { Size: 'L' },
          quantity: 2,
          total: 26.4,
          is_custom_price: false,
          tax_lines: [{ rate: 10, code: 'VAT10', item_id: 'ordli_new1' }],
          metadata: {},
          detail: { item_id: 'ordli_new1', version: 2, quantity: 2, unit_price: 12, metadata: null },
          actions: [{ id: 'ordchact_new1', amount: 24 }],
        },
        { id: 'ordli_new2', unit_price: 5, is_custom_price: true, metadata: { k: 'v' } },
      ],
      summary: { original_order_total: 60, current_order_total: 91.9 },
    })
  })

  it('leaves the order itself unchanged', () => {
    const order = edited()

    expect({ ...add(order), changes: [] }).toEqual({ ...order, changes: [] })
  })

  it('takes custom prices, 0 included, and the given compare-at price', () => {
    const order = add(edited(), { unit_price: 0, compare_at_unit_price: 20 })

    expect(preview(order).items[1]).toMatchObject({ unit_price: 0, compare_at_unit_price: 20, total: 0, is_custom_price: true })
  })

  it.each([
    [0, 'Item quantity must be greater than 0'],
    [0.5, 'Quantity of item ordli_new1 must be greater than 0.'],
  ])('rejects a quantity of %s', (quantity, message) => {
    expect(() => add(edited(), { quantity })).toThrow(refusal(message))
  })

  it('rejects items of other sellers, naming each variant once', () => {
    const quoted = [aQuotedLine(), aQuotedLine({ seller_id: 'sel_2', variant_id: 'variant_3' }), aQuotedLine({ seller_id: null })]

    expect(() => addItems(edited(), quoted, [CAP, CAP, CAP], aMaking())).toThrow(
      refusal('Variants with IDs variant_3, variant_2 are not of the seller of order order_1'),
    )
  })

  it('rejects items that together exceed the limit of 500 actions', () => {
    const actions = Array.from({ length: 499 }, () => ({ action: 'UPDATE_ORDER_PROPERTIES' }) as const)
    const order = edited({ changes: [aChange(actions)] })

    expect(actionsOf(add(order, {}))).toHaveLength(500)
    expect(() => add(order, {}, {})).toThrow(refusal('Order change ordch_1 has reached its limit of 500 actions'))
  })

  it('rejects an order without an active change, and a canceled order', () => {
    expect(() => add(anOrder())).toThrow(refusal('An active Order Change is required to proceed'))
    expect(() => add(edited(canceled))).toThrow(refusal('Order with id order_1 has been canceled.'))
  })
})

describe("changing one of the order's own items in an edit", () => {
  const update = (order: Order, input: { quantity: number; unit_price?: number | null }, id = 'ordli_1') =>
    updateItem(order, id, input, aMaking())

  it('appends an action each time, with the difference from the ordered quantity', () => {
    const order = update(update(edited(), { quantity: 3, unit_price: 30 }), { quantity: 2.5, unit_price: null })

    expect(actionsOf(order)).toMatchObject([
      { action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity: 3, unit_price: 30, quantity_diff: 1 } },
      { ordering: 2, details: { quantity: 2.5, quantity_diff: 0.5 } },
    ])
    expect(actionsOf(order)[1]!.details).not.toHaveProperty('unit_price')
    expect(preview(order)).toMatchObject({ total: 85, items: [{ quantity: 2.5, unit_price: 30 }] })
  })

  it('keeps a line with quantity 0 in the preview', () => {
    expect(preview(update(edited(), { quantity: 0 }))).toMatchObject({ total: 10, items: [{ id: 'ordli_1', quantity: 0 }] })
  })

  it('replaces the quantity set earlier in the change and keeps its price', () => {
    const set = { action: 'ITEM_UPDATE', details: { reference_id: 'ordli_1', quantity: 0, unit_price: 30 } } as const
    const order = edited({ items: [anItem({ detail: { fulfilled_quantity: 1 } })], changes: [aChange([set])] })

    expect(preview(update(order, { quantity: 2 })).items[0]).toMatchObject({ quantity: 2, unit_price: 30, total: 60 })
  })

  it('rejects less than the fulfilled quantity', () => {
    const order = edited({ items: [anItem({ detail: { fulfilled_quantity: 1 } })] })

    expect(() => update(order, { quantity: 0 })).toThrow(
      refusal('Item ordli_1 has already been fulfilled and quantity cannot be lower than 1.'),
    )
  })

  it('rejects a line that the order lacks or that the edit itself added', () => {
    expect(() => update(edited(), { quantity: 1 }, 'ordli_x')).toThrow(refusal('Item ID "ordli_x" not found.', 'not_found'))
    expect(() => update(add(), { quantity: 1 }, 'ordli_new1')).toThrow(refusal('Item ID "ordli_new1" not found.', 'not_found'))
  })

  it('rejects an order without an active change, and a canceled order', () => {
    expect(() => update(anOrder(), { quantity: 1 })).toThrow(refusal('An active Order Change is required to proceed'))
    expect(() => update(edited(canceled), { quantity: 1 })).toThrow(refusal('Order with id order_1 has been canceled.'))
  })
})

describe('changing an item that an edit added', () => {
  const update = (order: Order, input: object, id = 'ordchact_new1') => updateAddedItem(order, id, input, aMaking())

  it('changes the action in place and keeps fields that are not given', () => {
    const order = update(deepFreeze(add(edited(), { internal_note: 'n' }, {})), { quantity: 3, unit_price: null })

    expect(actionsOf(order).map(({ id }) => id)).toEqual(['ordchact_new1', 'ordchact_new2'])
    expect(actionsOf(order)[0]).toMatchObject({ internal_note: 'n', details: { quantity: 3, unit_price: 12 } })
    expect(preview(order).items[1]).toMatchObject({ quantity: 3, unit_price: 12, total: 39.6, is_custom_price: false })
  })

  it('takes a custom price and clears the note', () => {
    const order = update(add(edited(), { internal_note: 'n' }), { unit_price: 4, compare_at_unit_price: 12, internal_note: null })

    expect(actionsOf(order)[0]).toMatchObject({ internal_note: null })
    expect(preview(order).items[1]).toMatchObject({
      unit_price: 4,
      compare_at_unit_price: 12,
      is_custom_price: true,
      quantity: 2,
    })
    expect(preview(order).items[1]!.detail).toMatchObject({ unit_price: 4 })
  })

  it('rejects quantity 0, unknown actions, actions that add no item, and orders without an edit', () => {
    const other = updateItem(edited(), 'ordli_1', { quantity: 1 }, aMaking())

    expect(() => update(add(), { quantity: 0 })).toThrow(refusal('Quantity of item ordli_new1 is required.'))
    expect(() => update(add(), {}, 'ordchact_x')).toThrow(
      refusal('No request to add item for order order_1 in order change ordch_1', 'not_found'),
    )
    expect(() => update(other, {})).toThrow(refusal('Action ordchact_new1 is not adding an item'))
    expect(() => update(anOrder(), {})).toThrow(refusal('An active Order Change is required to proceed'))
  })
})

describe('removing an item action', () => {
  const remove = (order: Order, id = 'ordchact_new1') => removeItemAction(deepFreeze(order), id)

  it('removes an added line and leaves the others', () => {
    const order = remove(add(edited(), {}, { quantity: 5 }))

    expect(actionsOf(order).map(({ id }) => id)).toEqual(['ordchact_new2'])
    expect(preview(order).items.map(({ id, quantity }) => [id, quantity])).toEqual([
      ['ordli_1', 2],
      ['ordli_new2', 5],
    ])
  })

  it('shows the amount that each action adds to the line', () => {
    const cheaper = updateItem(edited(), 'ordli_1', { quantity: 2.5, unit_price: 9.9 }, aMaking())
    const order = updateItem(cheaper, 'ordli_1', { quantity: 3 }, aMaking())

    expect(preview(order).items[0]!.actions.map(({ amount }) => amount)).toEqual([-25.25, 4.95])
  })

  it('restores the quantity and price of a changed line', () => {
    const order = remove(updateItem(edited(), 'ordli_1', { quantity: 0, unit_price: 3 }, aMaking()))

    expect(preview(order)).toMatchObject({ total: 60, items: [{ quantity: 2, unit_price: 25, actions: [] }] })
  })

  it('rejects unknown actions, actions on anything else, and orders without an edit', () => {
    const shipping = edited({ changes: [aChange([{ action: 'SHIPPING_REMOVE', reference_id: 'ordsm_1' }])] })

    expect(() => remove(add(), 'ordchact_x')).toThrow(
      refusal('No item found for order order_1 in order change ordch_1', 'not_found'),
    )
    expect(() => remove(shipping, 'ordchact_1')).toThrow(refusal('Action ordchact_1 is not adding or updating an item'))
    expect(() => remove(anOrder())).toThrow(refusal('An active Order Change is required to proceed'))
  })
})
