import { describe, expect, it } from 'vitest'
import { type ActionInput, aChange, aMaking, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import { orderRecord } from '../orders/stored-order.ts'
import { confirmChange } from './confirm-change.ts'
import { confirmedPreview } from './confirmed-preview.ts'
import { previewOrder } from './preview.ts'

const update = (details: object, reference_id = 'ordli_1'): ActionInput => {
  return { action: 'ITEM_UPDATE', details: { reference_id, ...details } }
}
const add = (reference_id: string, quantity: number, unit_price: number): ActionInput => ({
  action: 'ITEM_ADD',
  details: { reference_id, quantity, unit_price },
  created: { item: anItem({ id: reference_id, quantity, unit_price }) },
})
const remove = (quantity: number): ActionInput => ({ action: 'ITEM_REMOVE', details: { reference_id: 'ordli_1', quantity } })
const amountsOf = ({ items }: { items: readonly { actions: readonly { amount: number | null }[] }[] }) =>
  items.map(({ actions }) => actions.map(({ amount }) => amount))

describe('the answer of a confirmation', () => {
  it.each<[string, ActionInput[], number[][]]>([
    ['a line that is updated twice', [update({ quantity: 3 }), update({ quantity: 4 })], [[25, 25]]],
    ['a line whose price changes', [update({ quantity: 2, unit_price: 20 }), update({ quantity: 3 })], [[-10, 20]]],
    [
      'an added line that is updated',
      [add('ordli_2', 1, 12), update({ quantity: 3, unit_price: 10 }, 'ordli_2')],
      [[], [12, 18]],
    ],
    ['units that are added and removed', [add('ordli_1', 2, 25), remove(1), update({ quantity: 4 })], [[50, 25, 25]]],
  ])('shows the amounts of the preview: %s', (_name, actions, expected) => {
    const change = aChange(actions)
    const order = deepFreeze(orderRecord(anOrder({ changes: [change] })))

    const confirmed = confirmChange(order, change, aMaking())

    expect(amountsOf(previewOrder(order as never, change) as never)).toEqual(expected)
    expect(amountsOf(confirmedPreview(confirmed, confirmed.changes.at(-1) as never) as never)).toEqual(expected)
  })
})
