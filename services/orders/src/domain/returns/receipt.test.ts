import { OperationError, type ReturnItem } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aChange, aMaking, deepFreeze } from '../../../test/builders.ts'
import { aReturnedOrder } from '../../../test/returned.ts'
import { activeChange, type OrderChange } from '../order-changes/order-change.ts'
import { beginOrderEdit } from '../order-edits/order-edit.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { cancelReturn } from './cancel-return.ts'
import { confirmReceipt, takenIn } from './confirm-receipt.ts'
import {
  beginReceipt,
  cancelReceipt,
  type ReceivingAction,
  receiveItems,
  removeReceivedItem,
  updateReceivedItem,
} from './receipt.ts'

const invalid = (text: string) => new OperationError('invalid_data', text)
const making = { ...aMaking(), newId: (prefix: string) => `${prefix}_${++made}` }
const CANCELED = { status: 'canceled' } as const
let made = 0

/** A return of four units in two items, of a line of which another return requests one more. */
function returned(): { order: OrderRecord; id: string; line: string } {
  const order = aReturnedOrder()
  const [own, other] = order.returns
  const [item] = own!.items as [ReturnItem]
  const items = [
    { ...item, quantity: 1 },
    { ...item, id: `${item.id}B`, quantity: 3 },
  ]
  const [sent, ...others] = order.items
  const line = {
    ...sent!,
    quantity: 8,
    detail: { ...sent!.detail, quantity: 8, fulfilled_quantity: 8, return_requested_quantity: 5 },
  }
  return {
    order: deepFreeze({ ...order, items: [line, ...others], returns: [{ ...own!, items }, other!] }),
    id: own!.id,
    line: line.id,
  }
}
const receiving = () => {
  const { order, id, line } = returned()
  return { order: deepFreeze(beginReceipt(order, id, {}, making)), id, line }
}
const receive = (
  order: OrderRecord,
  id: string,
  line: string,
  quantity: number,
  action: ReceivingAction = 'RECEIVE_RETURN_ITEM',
) => deepFreeze(receiveItems(order, id, action, [{ id: line, quantity }], making))
const steps = (order: OrderRecord) => activeChange(order)!.actions
const tooMany = (line: string) => invalid(`Cannot receive more items than what was requested to be returned for item ${line}.`)

describe('the receipt of a return', () => {
  it('begins as a change of its own and can be canceled', () => {
    const { order, id } = receiving()
    expect(activeChange(order)).toMatchObject({ change_type: 'return_receive', return_id: id, status: 'pending', version: 2 })
    expect(() => beginReceipt(order, id, {}, making)).toThrow(
      invalid(`Order (${order.id}) already has an existing active order change`),
    )
    const left = cancelReceipt(order, id, making)
    expect([activeChange(left), left.changes.at(-1)!.status, left.returns]).toEqual([undefined, 'canceled', order.returns])
  })

  it('and the cancellation of a return have room beyond the 100 changes of an order, up to 200', () => {
    const { order, id } = returned()
    const having = (count: number) => ({ ...order, changes: Array.from({ length: count }, () => aChange([], CANCELED)) })
    const settle = [beginReceipt, (of: OrderRecord) => cancelReturn(of, id, making)]
    for (const change of settle) {
      expect(change(having(199), id, {}, making).changes).toHaveLength(200)
      expect(() => change(having(200), id, {}, making)).toThrow(`Order ${order.id} has reached its limit of 200 changes`)
    }
    expect(() => beginOrderEdit(having(100), {}, making)).toThrow(`Order ${order.id} has reached its limit of 100 changes`)
  })

  it('accepts no more than its own return requested, in one action or several, damaged or not', () => {
    const { order, id, line } = receiving()
    expect(steps(receive(order, id, line, 4))).toHaveLength(1)
    expect(() => receive(order, id, line, 5)).toThrow(tooMany(line))
    const three = receive(order, id, line, 3)
    expect(() => receive(three, id, line, 2, 'RECEIVE_DAMAGED_RETURN_ITEM')).toThrow(tooMany(line))
    const four = receive(three, id, line, 1, 'RECEIVE_DAMAGED_RETURN_ITEM')
    const [first, second] = steps(four)
    expect(() => updateReceivedItem(four, id, second!.id, { quantity: 2 }, making)).toThrow(tooMany(line))
    expect(steps(updateReceivedItem(four, id, first!.id, { quantity: 2, internal_note: 'n' }, making))[0]).toMatchObject({
      details: { reference_id: line, quantity: 2 },
      internal_note: 'n',
    })
    expect(steps(removeReceivedItem(four, id, first!.id))).toEqual([second])
    expect(() => receive(order, id, 'ordli_x', 1)).toThrow(
      invalid(`Items with ids ordli_x does not exist in Return with id ${id}.`),
    )
    expect(() => receive(order, id, line, 0)).toThrow(invalid(`Quantity to receive return of item ${line} is required.`))
    expect(() => removeReceivedItem(order, id, 'ordchact_x')).toThrow(
      `No request return found for return ${id} in order change ${activeChange(order)!.id}`,
    )
  })

  it('counts received units item by item until the return is complete', () => {
    const { order, id, line } = receiving()
    const both = receive(receive(order, id, line, 2), id, line, 1, 'RECEIVE_DAMAGED_RETURN_ITEM')
    const partly = deepFreeze(confirmReceipt(both, id, { ...making, actor_id: 'user_1' }))
    expect(partly.returns[0]).toMatchObject({
      ...{ status: 'partially_received', received_at: null },
      items: [
        { quantity: 1, received_quantity: 1, damaged_quantity: 1 },
        { quantity: 3, received_quantity: 2, damaged_quantity: 0, updated_at: making.now },
      ],
    })
    expect(partly.items[0]!.detail).toMatchObject({
      return_requested_quantity: 2,
      return_received_quantity: 2,
      return_dismissed_quantity: 1,
      written_off_quantity: 2,
    })
    expect(partly.version).toBe(order.version + 1)

    const again = beginReceipt(partly, id, {}, making)
    expect(() => receive(again, id, line, 2)).toThrow(tooMany(line))
    const whole = confirmReceipt(receive(again, id, line, 1), id, { ...making, actor_id: 'user_1' })
    expect(whole.returns[0]).toMatchObject({ status: 'received', received_at: making.now, items: [{}, { received_quantity: 3 }] })
    expect(() => beginReceipt(whole, id, {}, making)).toThrow(
      new OperationError('not_allowed', `Return with id ${id} has been received`),
    )
    expect(() => confirmReceipt(again, id, { ...making, actor_id: null })).toThrow(
      invalid(`No items of return ${id} are received`),
    )
  })

  it('appears in the exchange that the return belongs to', () => {
    const order = aReturnedOrder()
    const { id, items } = order.returns[1]!
    const noted = receive(beginReceipt(order, id, {}, making), id, items[0]!.item_id, 1)
    const done = confirmReceipt(noted, id, { ...making, actor_id: null })
    expect([done.exchanges[0]!.return_id, done.exchanges[0]!.return_items]).toEqual([id, done.returns[1]!.items])
    expect(done.exchanges[0]!.return_items[0]!.received_quantity).toBe(1)
    expect(done.returns[0]).toBe(order.returns[0])
  })

  it('restocks undamaged units of variants at the location that the return had when the receipt was confirmed', () => {
    const { order, id, line } = receiving()
    const both = receive(receive(receive(order, id, line, 1), id, line, 1), id, line, 1, 'RECEIVE_DAMAGED_RETURN_ITEM')
    const change = activeChange(both)!
    const { location_id } = order.returns[0]!
    const { variant_id } = order.items[0]!
    const taken = {
      order_id: order.id,
      order_change_id: change.id,
      location_id,
      lines: [{ line_item_id: line, variant_id, quantity: 2 }],
    }
    expect(takenIn(both, change)).toEqual(taken)
    const done = confirmReceipt(both, id, { ...making, actor_id: null })
    const closed = done.changes.at(-1) as OrderChange
    expect(takenIn(done, closed)).toEqual(taken)
    const moved = { ...done, returns: done.returns.map((one) => ({ ...one, location_id: 'sloc_x' })) }
    expect(takenIn(moved, closed)).toEqual(taken)

    const damaged = receive(order, id, line, 1, 'RECEIVE_DAMAGED_RETURN_ITEM')
    expect(takenIn(damaged, activeChange(damaged)!)).toBeUndefined()
    const bare = { ...both, items: both.items.map((one) => ({ ...one, variant_id: null })) }
    expect(takenIn(bare, change)).toBeUndefined()
    expect(takenIn(both, { ...change, change_type: 'return' })).toBeUndefined()
  })
})
