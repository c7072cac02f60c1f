import { OperationError } from '@souk/contracts'
import { describe, expect, it } from 'vitest'
import { aMaking, aShippingOption, deepFreeze } from '../../../test/builders.ts'
import { aBegunOrder, aReturnedOrder } from '../../../test/returned.ts'
import { activeChange } from '../order-changes/order-change.ts'
import { addShippingMethod } from '../order-edits/edit-shipping-methods.ts'
import type { OrderRecord } from '../orders/stored-order.ts'
import { removeRequestedItem, requestItems } from '../returns/inbound-items.ts'
import type { ReplacementKind } from '../returns/order-parts.ts'
import { beginClaim, beginExchange } from './begin-replacement.ts'
import { claimItems, removeClaimedItem, updateClaimedItem } from './claimed-items.ts'
import { confirmReplacement } from './confirm-replacement.ts'
import { inboundMethodOf, inboundOf, inboundStepOf, withReturn } from './inbound.ts'
import { outboundOf, removeSentItem } from './outbound.ts'

const invalid = (text: string) => new OperationError('invalid_data', text)
const making = () => ({ ...aMaking(), newId: (prefix: string) => `${prefix}_${++made}` })
let made = 0

const begun = (kind: ReplacementKind) => deepFreeze(aBegunOrder(kind))
const idOf = (order: OrderRecord, kind: ReplacementKind) => (kind === 'claim' ? order.claims : order.exchanges)[0]!.id
const actionsOf = (order: OrderRecord) => activeChange(order)!.actions

/** The order, with the return of one unit of its line requested. */
function asking(order: OrderRecord, kind: ReplacementKind): OrderRecord {
  const along = withReturn(order, kind, idOf(order, kind), { display_id: 7 }, making())
  const items = [{ id: order.items[0]!.id, quantity: 1 }]
  const inbound = inboundOf(along, kind, idOf(order, kind))!
  return deepFreeze(requestItems(along, activeChange(along)!, inbound, items, making()))
}
const takenBack = (order: OrderRecord, kind: ReplacementKind) => {
  const inbound = inboundOf(order, kind, idOf(order, kind))!
  return removeRequestedItem(order, activeChange(order)!, inbound, actionsOf(order).at(-1)!.id, making())
}

describe('beginning a claim or an exchange', () => {
  const idle = deepFreeze(aReturnedOrder())

  it('creates it empty, for the present version, with a change of its own', () => {
    const input = { display_id: 7, description: 'd', internal_note: 'n', metadata: { a: 1 } }
    const claimed = beginClaim(idle, { ...input, type: 'refund' }, making())
    const claim = claimed.claims.at(-1)!
    const empty = { additional_items: [], return_id: null, order_version: 1, display_id: 7, metadata: { a: 1 } }
    expect(claim).toMatchObject({ ...empty, type: 'refund', claim_items: [], refund_amount: null })
    const change = { description: 'd', internal_note: 'n', status: 'pending', version: 2, actions: [] }
    expect(activeChange(claimed)).toMatchObject({ ...change, change_type: 'claim', claim_id: claim.id, exchange_id: null })
    const exchanged = beginExchange(idle, input, making())
    const exchange = exchanged.exchanges.at(-1)!
    expect(exchange).toMatchObject({ ...empty, return_items: [], difference_due: null })
    expect(activeChange(exchanged)).toMatchObject({
      ...change,
      change_type: 'exchange',
      exchange_id: exchange.id,
      claim_id: null,
    })
  })

  it('is rejected while another change is active, and for a canceled order', () => {
    const busy = begun('claim')
    const text = `Order (${busy.id}) already has an existing active order change`
    expect(() => beginExchange(busy, { display_id: 7 }, making())).toThrow(invalid(text))
    const canceled = { ...idle, status: 'canceled' as const }
    expect(() => beginExchange(canceled, { display_id: 7 }, making())).toThrow(
      invalid(`Order with id ${idle.id} has been canceled.`),
    )
  })
})

describe('claimed units', () => {
  it.each([
    [[1], true],
    [[4], true],
    [[2, 2], true],
    [[5], false],
    [[2, 3], false],
    [[0.5, 3.5], true],
    [[0], false],
  ])('of 4 in steps of %j: allowed %s', (steps, isAllowed) => {
    const order = begun('claim')
    const claim = () =>
      steps.reduce(
        (next, quantity) => claimItems(next, idOf(order, 'claim'), [{ id: order.items[0]!.id, quantity }], making()),
        order,
      )
    if (isAllowed) expect(actionsOf(claim())).toHaveLength(steps.length)
    else expect(claim).toThrow(OperationError)
  })

  it('can be changed and removed; other actions are rejected', () => {
    const order = begun('claim')
    const id = idOf(order, 'claim')
    const said = { reason: 'other' as const, internal_note: 'n', metadata: { a: 1, b: 2 } }
    const claimed = claimItems(order, id, [{ id: order.items[0]!.id, quantity: 1, ...said }], making())
    const [step] = actionsOf(claimed)
    const untouched = updateClaimedItem(claimed, id, step!.id, {}, making())
    expect(actionsOf(untouched)[0]).toMatchObject({ details: { quantity: 1, reason: 'other' }, internal_note: 'n' })
    const changed = updateClaimedItem(claimed, id, step!.id, { quantity: 2, reason: null, metadata: { a: '' } }, making())
    expect(actionsOf(changed)[0]!.details).toMatchObject({ quantity: 2, reason: null, metadata: { b: 2 } })
    expect(actionsOf(removeClaimedItem(changed, id, step!.id))).toEqual([])
    const asked = asking(order, 'claim')
    const other = actionsOf(asked)[0]!.id
    expect(() => removeClaimedItem(asked, id, other)).toThrow(invalid(`Action ${other} is not claiming an item`))
  })
})

describe.each(['claim', 'exchange'] as const)('the return of a %s', (kind) => {
  it('is created with the first items and kept from then on', () => {
    const order = begun(kind)
    const id = idOf(order, kind)
    expect(inboundOf(order, kind, id)).toBeUndefined()
    expect(() => inboundStepOf(order, kind, id, 'ordchact_1')).toThrow(OperationError)
    const asked = asking(order, kind)
    const { id: return_id } = asked.returns.at(-1)!
    expect(inboundOf(asked, kind, id)).toEqual({ return_id, [`${kind}_id`]: id })
    expect(activeChange(asked)!.return_id).toBe(return_id)
    expect(withReturn(asked, kind, id, { display_id: 8 }, making())).toBe(asked)
    const placed = withReturn(asked, kind, id, { display_id: 8, location_id: 'sloc_1' }, making())
    expect(placed.returns.at(-1)).toMatchObject({ id: return_id, display_id: 7, location_id: 'sloc_1' })
  })

  it('accepts shipping methods only while items are being returned', () => {
    const order = begun(kind)
    const id = idOf(order, kind)
    const asked = asking(order, kind)
    expect(inboundMethodOf(asked, kind, id)).toEqual(inboundOf(asked, kind, id))
    for (const without of [order, takenBack(asked, kind)])
      expect(() => inboundMethodOf(without, kind, id)).toThrow(OperationError)
  })
})

describe('confirming a claim or an exchange', () => {
  it('drops a return without items and records that in the change', () => {
    const order = takenBack(asking(begun('claim'), 'claim'), 'claim')
    const id = idOf(order, 'claim')
    const claimed = claimItems(order, id, [{ id: order.items[0]!.id, quantity: 1 }], making())
    const next = confirmReplacement(deepFreeze(claimed), 'claim', id, making())
    expect(next.returns).toEqual([])
    expect(next.claims[0]).toMatchObject({
      return_id: null,
      claim_items: [{ quantity: 1, reason: null, raw_quantity: { value: '1' } }],
    })
    expect(next.changes.at(-1)).toMatchObject({ status: 'confirmed', return_id: null })
    expect([next.version, next.items[0]!.detail.written_off_quantity]).toEqual([2, 1])
  })

  it.each(['claim', 'exchange'] as const)('rejects an empty %s', (kind) => {
    const order = begun(kind)
    expect(() => confirmReplacement(order, kind, idOf(order, kind), making())).toThrow(OperationError)
  })

  it('keeps the inbound and outbound shipping methods of a claim', () => {
    const order = asking(begun('claim'), 'claim')
    const id = idOf(order, 'claim')
    const input = { shipping_option_id: 'so_2', custom_amount: 3 }
    const inbound = { ...inboundOf(order, 'claim', id) }
    const shipped = [inbound, outboundOf({ kind: 'claim', id })].reduce(
      (next, own) => addShippingMethod(next, aShippingOption(), input, making(), own),
      order,
    )
    const next = confirmReplacement(deepFreeze(shipped), 'claim', id, making())
    expect(next.claims[0]!.shipping_methods.map(({ detail }) => detail.return_id)).toEqual([inbound.return_id, null])
    expect(next.returns.at(-1)).toMatchObject({ status: 'requested', items: [{ quantity: 1, received_quantity: 0 }] })
    const step = actionsOf(shipped)[0]!.id
    expect(() => removeSentItem(shipped, { kind: 'claim', id }, step)).toThrow(invalid(`Action ${step} is not adding an item`))
  })
})
