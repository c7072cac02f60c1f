import { describe, expect, it } from 'vitest'
import { type ActionInput, aChange, aMaking, aMethod, anItem, anOrder, deepFreeze } from '../../../test/builders.ts'
import type { Order } from '../orders/order.ts'
import { type OrderRecord, orderRecord } from '../orders/stored-order.ts'
import { changeAtOnce } from './change-at-once.ts'
import { confirmChange } from './confirm-change.ts'
import { confirmedPreview } from './confirmed-preview.ts'
import type { OrderChange } from './order-change.ts'
import { previewOrder } from './preview.ts'

const update = (details: object, reference_id = 'ordli_1') =>
  ({ action: 'ITEM_UPDATE', details: { reference_id, ...details } }) satisfies ActionInput
const added = { version: 2, unit_price: 12 }
const add = (reference_id: string, quantity: number, unit_price: number): ActionInput => ({
  action: 'ITEM_ADD',
  details: { reference_id, quantity, unit_price },
  created: { item: anItem({ id: reference_id, quantity, unit_price, detail: added }) },
})
const remove = (quantity: number): ActionInput => ({ action: 'ITEM_REMOVE', details: { reference_id: 'ordli_1', quantity } })
const replace = (amount: number, reference_id = 'ordli_1'): ActionInput => {
  const { adjustments } = anItem({ id: reference_id, adjustments: [{ amount }] })
  return { action: 'ITEM_ADJUSTMENTS_REPLACE', details: { reference_id, adjustments } }
}
const ship = (reference_id: string): ActionInput => ({
  ...{ action: 'SHIPPING_ADD', reference: 'order_shipping_method', reference_id, amount: 7 },
  created: { shipping_method: aMethod({ id: reference_id, amount: 7, detail: { version: 2 } }) },
})
const unship = (reference_id: string): ActionInput => {
  return { action: 'SHIPPING_REMOVE', reference: 'order_shipping_method', reference_id }
}
const askBack: ActionInput = { action: 'RETURN_ITEM', return_id: 'return_1', details: { reference_id: 'ordli_1', quantity: 1 } }

type Acted = { actions: readonly object[] }
const undated = <R extends Acted>({ actions, ...record }: R) => ({
  ...record,
  actions: actions.map((action) => ({ ...action, updated_at: null })),
})
/** Without the change itself, and without the dates of actions, which the confirmation updates. */
const shown = ({ order_change: _, items, shipping_methods, ...preview }: ReturnType<typeof previewOrder>) => ({
  ...preview,
  items: (items as unknown as Acted[]).map(undated),
  shipping_methods: (shipping_methods as unknown as Acted[]).map(undated),
})
const twoLines = () => anOrder({ items: [anItem(), anItem({ id: 'ordli_0', unit_price: 3 })] })

describe('the answer of a confirmation', () => {
  it.each<[string, ActionInput[], Order?]>([
    ['a line that is updated twice', [update({ quantity: 3 }), update({ quantity: 4 })]],
    ['a line whose price changes', [update({ quantity: 2, unit_price: 20 }), update({ quantity: 3 })]],
    ['an added line that is updated', [add('ordli_2', 1, 12), update({ quantity: 3, unit_price: 10 }, 'ordli_2')]],
    ['units that are added and removed', [add('ordli_1', 2, 25), remove(1), update({ quantity: 4 })]],
    ['a line that is left without units', [update({ quantity: 0 }), ship('ordsm_2')], twoLines()],
    ['a line whose units are removed', [remove(1), remove(1)], twoLines()],
    ['an added line that is left without units', [add('ordli_2', 1, 12), update({ quantity: 0 }, 'ordli_2')]],
    ['a shipping method that comes and goes', [ship('ordsm_2'), unship('ordsm_2'), unship('ordsm_1')]],
    ['adjustments', [add('ordli_2', 1, 12), replace(4), replace(2, 'ordli_2'), update({ quantity: 1 })], twoLines()],
    [
      'units that are to be returned',
      [askBack, ship('ordsm_2')],
      anOrder({ items: [anItem({ detail: { fulfilled_quantity: 2 } })] }),
    ],
  ])('is the last preview, also after later versions: %s', (_name, actions, before = anOrder()) => {
    const change = aChange(actions)
    const order = deepFreeze(orderRecord({ ...before, changes: [change] }))

    const confirmed = deepFreeze(confirmChange(order, change, aMaking()))

    const preview = previewOrder(order as never, change, order.total)
    const closed = confirmed.changes.at(-1) as OrderChange
    const answered = confirmedPreview(confirmed, closed, [closed])!
    const { payment_collections, updated_at } = confirmed
    expect(shown(answered)).toEqual(shown({ ...preview, payment_collections, updated_at }))
    expect(answered.order_change).toMatchObject({ status: 'confirmed' })
    expect(answered.version).toBe(1)

    const later = changeAtOnce(confirmed, { change_type: 'edit' }, [update({ quantity: 7 }, confirmed.items[0]?.id)], aMaking())
    const { items, shipping_methods, summary, version } = answered
    expect(confirmedPreview(later, closed, later.changes as OrderChange[])).toMatchObject({
      items,
      shipping_methods,
      summary,
      version,
    })
  })

  it('is not known for changes that were confirmed before their order kept enough of it', () => {
    const change = aChange([add('ordli_2', 1, 12), update({ quantity: 0 }, 'ordli_2')])
    const order = orderRecord(anOrder({ changes: [change] }))
    const confirmed: OrderRecord = confirmChange(order, change, aMaking())
    const closed = confirmed.changes.at(-1) as OrderChange
    const forgotten = { ...closed, actions: closed.actions.map(({ created: _, ...action }) => action) }
    const { before: _, ...older } = closed

    expect(confirmedPreview(confirmed, forgotten, [forgotten])).toBeUndefined()
    expect(confirmedPreview(confirmed, older, [older])).toBeUndefined()
  })
})
