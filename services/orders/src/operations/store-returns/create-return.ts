import {
  createReturn as contract,
  invalidData,
  type QuotedShipping,
  type ReturnWithReasons,
  returnRequested,
} from '@souk/contracts'
import { Answer, implement, LookupNeeded } from '@souk/runtime'
import { returnAnswer } from '../../answers/return.ts'
import type { Deps } from '../../deps.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from '../../domain/order-edits/shipping-basis.ts'
import type { OrderRecord } from '../../domain/orders/stored-order.ts'
import { askItemsBack, assertMayAskBack, createReturn as create } from '../../domain/returns/create-return.ts'
import { methodsOfReturn, requirePart } from '../../domain/returns/order-parts.ts'
import { type WayBack, withReturnFulfillment } from '../../domain/returns/return-fulfillment.ts'
import { assertReasonsApply, type NamedReason, reasonIdsOf } from '../../domain/returns/return-reasons.ts'
import { namedReasons } from '../named-reasons.ts'

interface Found {
  basis: ShippingBasis
  /** Null if there is no such option. */
  option: QuotedShipping | null
  reasons: readonly NamedReason[]
  display_id: number
  way: WayBack
}

/**
 * Nothing is looked up if the order does not allow the return; of two concurrent returns each takes the other's units into
 * account.
 */
export const createReturn = implement(contract, async (request, deps: Deps) => {
  const { body, command, newIds, deadline } = request
  const { order_id, return_shipping } = body
  const id = newIds()('return')
  const reason_ids = reasonIdsOf(body.items)
  const { state, revision } = await deps.orders.executeWithLookups(order_id, {
    ...command,
    known: undefined as Found | undefined,

    decide(order, context, found) {
      const acting = { ...context, actor_id: null }
      const basis = shippingBasisOf(order)
      if (!found || !isSameBasis(found.basis, basis)) {
        assertMayAskBack(order)
        askItemsBack(order, body, 0, acting)
        return new LookupNeeded(basis)
      }
      assertReasonsApply(order_id, reason_ids, found.reasons)
      const created = create(order, body, { ...found, option: ofItsSeller(order, found.option) }, acting)
      if (!body.location_id && !found.way.place?.location) throw unlocated(return_shipping.option_id)
      const state = withReturnFulfillment(created, id, { ...found.way, location_id: body.location_id }, context)
      return { state, events: [returnRequested({ id, order_id, no_notification: 'false' })] }
    },
    async lookup(basis: ShippingBasis, known) {
      const [option, reasons, display_id, way] = await Promise.all([
        deps.shippingOptions.quote(return_shipping.option_id, { ...basis, by_region: true, for_return: true }, request.passOn()),
        reason_ids.length > 0 ? namedReasons(reason_ids, deps, deadline) : [],
        known?.display_id ?? deps.orders.nextPartNumber('return', deadline),
        deps.shippingOptions.wayBack(return_shipping.option_id, request.passOn()),
      ])
      return { basis, option, reasons, display_id, way }
    },
  })
  const record = requirePart(state, 'return', id)
  const { body: answer, others } = await returnAnswer({ record, revision }, request, deps)
  const shipping_methods = methodsOfReturn(state.shipping_methods, id)
  return new Answer({ return: { ...(answer as { return: ReturnWithReasons }).return, shipping_methods } }, { revision, others })
})

/**
 * The option if it is the order's seller's or the marketplace's, since goods are not returned to another seller; otherwise null.
 */
const ofItsSeller = ({ seller_id }: Pick<OrderRecord, 'seller_id'>, option: QuotedShipping | null) =>
  option?.seller_id && option.seller_id !== seller_id ? null : option

const unlocated = (option_id: string) =>
  invalidData(
    `Cannot create return without stock location, either provide a location or you should link the shipping option ${option_id} to a stock location.`,
  )
