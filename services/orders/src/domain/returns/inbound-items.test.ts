import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMaking, aShippingOption, deepFreeze } from '../../../test/builders.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import { activeChange } from '../order-changes/order-change.ts'
import { applyChange } from '../order-changes/preview.ts'
import { addShippingMethod, removeShippingMethod } from '../order-edits/edit-shipping-methods.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { beginReturn, newReturn } from './begin-return.ts'
import { confirmReturnRequest } from './confirm-return-request.ts'
import { type InboundItem, removeRequestedItem, requestItems, updateRequestedItem } from './inbound-items.ts'
import { requirePartChange } from './part-change.ts'
import { assertReasonsApply, reasonIdsOf } from './return-reasons.ts'

const invalid = (text: string) => new OperationError('invalid_data', text)
const notFound = (text: string) => new OperationError('not_found', text)
const begun = () => deepFreeze(aBegunOrder('return'))
const making = (n = 1) => ({ ...aMaking(), newId: (prefix: string) => `${prefix}_${n}_${++made}` })
let made = 0
const inboundOf = (order: OrderRecord) => ({ return_id: order.returns.at(-1)!.id })
const lineOf = (order: OrderRecord) => order.items[0]!.id
const ask = (order: OrderRecord, items: Partial<InboundItem>[]) =>
  deepFreeze(
    requestItems(
      order,
      activeChange(order)!,
      inboundOf(order),
      items.map((item) => ({ id: lineOf(order), quantity: 1, ...item })),
      making(),
    ),
  )
const actions = (order: OrderRecord) => activeChange(order)!.actions
const change = (order: OrderRecord, n: number, said: object) =>
  updateRequestedItem(order, activeChange(order)!, inboundOf(order), actions(order)[n]!.id, said, making())
const remove = (order: OrderRecord, n: number) =>
  removeRequestedItem(order, activeChange(order)!, inboundOf(order), actions(order)[n]!.id, making())
const withMethod = (order: OrderRecord) =>
  addShippingMethod(order, aShippingOption(), { shipping_option_id: 'so_2' }, making(), inboundOf(order))
const askedBack = (order: OrderRecord) => applyChange(order, activeChange(order)!).items[0]!.detail.return_requested_quantity
const tooMany = (order: OrderRecord) =>
  invalid(`Cannot request to return more items than what was fulfilled for item ${lineOf(order)}.`)

describe('beginning a return', () => {
  it('creates it open and empty, with a change of its own', () => {
    const { changes: _, ...idle } = aBegunOrder('return')
    const order = deepFreeze({ ...idle, returns: [], changes: [] } as OrderRecord)
    const next = beginReturn(order, { display_id: 7, location_id: 'sloc_1', description: 'd', internal_note: 'n' }, making())
    expect(next.returns).toMatchObject([{ display_id: 7, status: 'open', items: [], location_id: 'sloc_1', order_version: 1 }])
    const about = { change_type: 'return_request', return_id: next.returns[0]!.id, description: 'd', internal_note: 'n' }
    expect(activeChange(next)).toMatchObject({ ...about, status: 'pending', version: 2, claim_id: null })
    expect(() => beginReturn(next, { display_id: 8 }, making())).toThrow(
      invalid(`Order (${order.id}) already has an existing active order change`),
    )
  })

  it('can create it for a claim or an exchange', () => {
    const order = begun()
    expect(newReturn(order, { display_id: 7, claim_id: 'claim_1' }, making())).toMatchObject({
      claim_id: 'claim_1',
      exchange_id: null,
      order_id: order.id,
      created_by: 'user_1',
    })
  })
})

describe('the active change of a return or a claim', () => {
  it('is the one that creates or receives it; other changes are rejected', () => {
    const order = begun()
    const { id } = order.returns[0]!
    expect(requirePartChange(order, 'return', id)).toEqual({ part: order.returns[0], change: activeChange(order) })
    const active = invalid('An active Order Change is required to proceed')
    expect(() => requirePartChange(order, 'return', id, 'receive')).toThrow(active)
    const changed = (said: object) => ({ ...order, changes: [{ ...activeChange(order)!, ...said }] }) as unknown as OrderRecord
    const receiving = changed({ change_type: 'return_receive' })
    expect(requirePartChange(receiving, 'return', id, 'receive').part).toBe(order.returns[0])
    for (const other of [receiving, changed({ claim_id: 'claim_1' }), changed({ return_id: 'return_2' })])
      expect(() => requirePartChange(other, 'return', id)).toThrow(active)
    const claim = {
      ...changed({ claim_id: 'claim_1' }),
      claims: [{ id: 'claim_1', canceled_at: null }],
    } as unknown as OrderRecord
    expect(requirePartChange(claim, 'claim', 'claim_1').part.id).toBe('claim_1')
    expect(() => requirePartChange({ ...order, status: 'canceled' }, 'return', id)).toThrow(
      invalid(`Order with id ${order.id} has been canceled.`),
    )
  })
})

describe('requested units', () => {
  it('are actions with reason, note and metadata, which become the items of the return', () => {
    const order = ask(begun(), [{ quantity: 2, reason_id: 'rr_1', internal_note: 'Torn', metadata: { a: 1 } }, {}])
    expect(actions(order)).toMatchObject([
      {
        ...{ action: 'RETURN_ITEM', reference: 'return', ...inboundOf(order), reference_id: inboundOf(order).return_id },
        ...{
          details: { reference_id: lineOf(order), quantity: 2, reason_id: 'rr_1', metadata: { a: 1 } },
          internal_note: 'Torn',
        },
      },
      { details: { reference_id: lineOf(order), quantity: 1 }, internal_note: null },
    ])
    expect(askedBack(order)).toBe(3)

    const asked = confirmReturnRequest(order, inboundOf(order).return_id, { ...making(), actor_id: 'user_1' })
    expect(asked.returns).toMatchObject([
      {
        ...{ status: 'requested', requested_at: aMaking().now },
        items: [
          { item_id: lineOf(order), quantity: 2, reason_id: 'rr_1', note: 'Torn', metadata: { a: 1 }, received_quantity: 0 },
          { item_id: lineOf(order), quantity: 1, reason_id: null, note: null, metadata: {} },
        ],
      },
    ])
    expect([asked.version, asked.items[0]!.detail.return_requested_quantity, activeChange(asked)]).toEqual([2, 3, undefined])
    expect(asked.summary.pending_difference).toBeLessThan(order.summary.pending_difference)
  })

  it('never exceed the units sent, counting earlier actions, duplicates, other returns and received units', () => {
    const order = begun()
    expect(askedBack(ask(order, [{ quantity: 4 }]))).toBe(4)
    expect(() => ask(order, [{ quantity: 5 }])).toThrow(tooMany(order))
    expect(() => ask(order, [{ quantity: 3 }, { quantity: 2 }])).toThrow(tooMany(order))
    expect(() => ask(ask(order, [{ quantity: 3 }]), [{ quantity: 2 }])).toThrow(tooMany(order))
    for (const name of ['return_requested_quantity', 'return_received_quantity', 'return_dismissed_quantity']) {
      const items = order.items.map((line) => ({ ...line, detail: { ...line.detail, [name]: 2 } }))
      const used = deepFreeze({ ...order, items })
      expect(() => ask(used, [{ quantity: 3 }])).toThrow(tooMany(order))
      expect(actions(ask(used, [{ quantity: 2 }]))).toHaveLength(1)
    }
    expect(() => ask(order, [{ quantity: 0 }])).toThrow(invalid(`Quantity to return of item ${lineOf(order)} is required.`))
    expect(() => ask(order, [{ id: 'ordli_x' }, { id: 'ordli_y' }])).toThrow(
      invalid(`Items with ids ordli_x, ordli_y does not exist in order with id ${order.id}.`),
    )
  })

  it('can be changed and removed one by one', () => {
    const order = ask(begun(), [{ quantity: 2, reason_id: 'rr_1', metadata: { a: 1 } }, {}])
    const changed = change(order, 0, { quantity: 3, reason_id: null, internal_note: 'n', metadata: { b: 2 } })
    expect(actions(changed)[0]).toMatchObject({
      details: { reference_id: lineOf(order), quantity: 3, reason_id: null, metadata: { a: 1, b: 2 } },
      internal_note: 'n',
    })
    expect(actions(change(order, 1, {}))[1]!.details).toEqual(actions(order)[1]!.details)
    expect(() => change(order, 0, { quantity: 4 })).toThrow(tooMany(order))
    expect(actions(remove(order, 0))).toEqual([actions(order)[1]])
    const active = activeChange(order)!
    expect(() => removeRequestedItem(order, active, inboundOf(order), 'ordchact_x', making())).toThrow(
      notFound(`No request return found for return ${inboundOf(order).return_id} in order change ${active.id}`),
    )
    const both = withMethod(order)
    expect(() => change(both, 2, {})).toThrow(invalid(`Action ${actions(both)[2]!.id} is not requesting item return`))
  })

  it('clear the shipping methods and location of their return when the last of them is removed', () => {
    const order = withMethod(ask(begun(), [{}, {}]))
    expect(order.returns[0]!.location_id).not.toBeNull()
    const left = remove(order, 0)
    expect([actions(left).length, left.returns[0]!.location_id]).toEqual([2, order.returns[0]!.location_id])
    const empty = remove(left, 0)
    expect([actions(empty), empty.returns[0]!.location_id]).toEqual([[], null])
    const without = remove(ask(begun(), [{}]), 0)
    expect(without.returns[0]!.location_id).toBe(order.returns[0]!.location_id)
    expect(() => confirmReturnRequest(empty, inboundOf(order).return_id, { ...making(), actor_id: null })).toThrow(
      invalid('Order return request should have at least 1 item'),
    )
  })

  it('can be removed even when the change can no longer be applied', () => {
    const order = ask(begun(), [{ quantity: 2 }, { quantity: 1 }])
    const items = order.items.map((line) => ({ ...line, detail: { ...line.detail, fulfilled_quantity: 0 } }))
    const unpacked = { ...order, items }
    expect(applyChange(unpacked, activeChange(unpacked)!, false).items[0]!.detail.return_requested_quantity).toBe(3)
    expect(actions(remove(unpacked, 0))).toHaveLength(1)
    expect(() => confirmReturnRequest(unpacked, inboundOf(order).return_id, { ...making(), actor_id: null })).toThrow(
      tooMany(order),
    )
  })
})

describe('a shipping method of a return', () => {
  it('names its return, in the action and on the order; other returns do not have it', () => {
    const order = deepFreeze(withMethod(ask(begun(), [{}])))
    const [, added] = actions(order)
    expect(added).toMatchObject({
      action: 'SHIPPING_ADD',
      ...inboundOf(order),
      created: { shipping_method: { detail: inboundOf(order) } },
    })
    const { shipping_methods } = confirmReturnRequest(order, inboundOf(order).return_id, { ...making(), actor_id: null })
    expect(shipping_methods.map(({ detail }) => detail.return_id)).toEqual([null, inboundOf(order).return_id])

    expect(actions(removeShippingMethod(order, added!.id, inboundOf(order)))).toHaveLength(1)
    expect(() => removeShippingMethod(order, added!.id, { return_id: 'return_x' })).toThrow(
      notFound(`No shipping method found for return return_x in order change ${activeChange(order)!.id}`),
    )
  })
})

describe('return reasons', () => {
  it('must exist and have no nested reasons', () => {
    const ids = reasonIdsOf([{ reason_id: 'rr_2' }, {}, { reason_id: null }, { reason_id: 'rr_1' }, { reason_id: 'rr_2' }])
    expect(ids).toEqual(['rr_1', 'rr_2'])
    const found = ids.map((id) => ({ id, hasChildren: false }))
    expect(() => assertReasonsApply('order_1', ids, found)).not.toThrow()
    expect(() => assertReasonsApply('order_1', ids, found.slice(1))).toThrow(
      invalid('Return reason with id rr_1 does not exists.'),
    )
    expect(() => assertReasonsApply('order_1', ids, [found[0]!, { id: 'rr_2', hasChildren: true }])).toThrow(
      invalid('Cannot apply return reason with id rr_2 to order with id order_1. Return reason has nested reasons.'),
    )
  })
})

describe('a confirmed return', () => {
  it('cannot be confirmed again', () => {
    const order = aReturnedOrder()
    expect(() => confirmReturnRequest(order, order.returns[0]!.id, { ...making(), actor_id: null })).toThrow(
      invalid('An active Order Change is required to proceed'),
    )
  })
})
