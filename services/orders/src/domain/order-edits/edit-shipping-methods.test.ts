import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, anOrder, aShippingOption, deepFreeze } from '../../../test/builders.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import { previewOrder } from '../order-changes/preview.ts'
import type { Order } from '../orders/order.ts'
import { addShippingMethod, removeShippingMethod, shippingOptionOf, updateShippingMethod } from './edit-shipping-methods.ts'

const preview = (order: Order) => previewOrder(order, activeChange(order) ?? null)
const actionsOf = (order: Order) => (order.changes[0] as OrderChange).actions
const refusal = (message: string, kind: 'invalid_data' | 'not_found' = 'invalid_data') => new OperationError(kind, message)
const INPUT = { shipping_option_id: 'so_2', custom_amount: 5, internal_note: 'n', metadata: { a: 1, b: 2 } }
const added = (input: object = {}) =>
  deepFreeze(addShippingMethod(anOrder({ changes: [aChange()] }), aShippingOption(), { ...INPUT, ...input }, aMaking()))
const SO_2 = 'ordchact_new1'

describe('changing a shipping method that an edit added', () => {
  const update = (order: Order, input: object, option: Parameters<typeof updateShippingMethod>[2] = null, id = SO_2) =>
    updateShippingMethod(order, id, option, input, aMaking())

  it('changes the amount and keeps fields that are not given', () => {
    const order = update(added(), { custom_amount: 7 })

    expect(actionsOf(order)).toMatchObject([{ id: SO_2, amount: 7, internal_note: 'n' }])
    expect(preview(order)).toMatchObject({
      total: 60 + 8.4,
      shipping_methods: [{ amount: 10 }, { amount: 7, is_custom_amount: true, metadata: { a: 1, b: 2 } }],
    })
  })

  it("returns to the option's own price", () => {
    const order = update(added(), { custom_amount: null }, aShippingOption({ is_tax_inclusive: true }))

    expect(actionsOf(order)[0]).toMatchObject({ amount: 12 })
    expect(preview(order).shipping_methods[1]).toMatchObject({ amount: 12, is_custom_amount: false, is_tax_inclusive: true })
  })

  it('merges metadata, and clears metadata and note', () => {
    const merged = update(added(), { metadata: { a: '', c: 3 } })

    expect(preview(merged).shipping_methods[1]!.metadata).toEqual({ b: 2, c: 3 })
    const emptied = update(added(), { metadata: null, internal_note: null })
    expect(preview(emptied).shipping_methods[1]!.metadata).toBeNull()
    expect(actionsOf(emptied)[0]!.internal_note).toBeNull()
  })

  it('finds the shipping option of the action', () => {
    expect(shippingOptionOf(added(), SO_2)).toBe('so_2')
  })

  it('rejects an option that is gone or has no price', () => {
    expect(() => update(added(), { custom_amount: null }, null)).toThrow(
      refusal('ShippingOption id not found: so_2', 'not_found'),
    )
    expect(() => update(added(), { custom_amount: null }, aShippingOption({ amount: null }))).toThrow(
      refusal('Shipping options with IDs so_2 do not have a price'),
    )
  })

  it('rejects unknown actions, actions that add no method, and orders without an active change', () => {
    const other = anOrder({ changes: [aChange([{ action: 'SHIPPING_REMOVE', reference_id: 'ordsm_1' }])] })

    expect(() => update(added(), {}, null, 'ordchact_x')).toThrow(
      refusal('No shipping method found for order order_1 in order change ordch_1', 'not_found'),
    )
    expect(() => update(other, {}, null, 'ordchact_1')).toThrow(refusal('Action ordchact_1 is not adding a shipping method'))
    expect(() => update(anOrder(), {})).toThrow(refusal('An active Order Change is required to proceed'))
  })
})

describe('removing a shipping method', () => {
  it('removes it from the preview', () => {
    expect(preview(removeShippingMethod(added(), SO_2))).toMatchObject({ total: 60, shipping_methods: [{ id: 'ordsm_1' }] })
  })

  it('rejects unknown actions and orders without an active change', () => {
    expect(() => removeShippingMethod(added(), 'ordchact_x')).toThrow(
      refusal('No shipping method found for order order_1 in order change ordch_1', 'not_found'),
    )
    expect(() => removeShippingMethod(anOrder(), SO_2)).toThrow(refusal('An active Order Change is required to proceed'))
  })
})
