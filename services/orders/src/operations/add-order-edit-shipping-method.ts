import {
  type BodyOf,
  conflict,
  addOrderEditShippingMethod as contract,
  type QuotedShipping,
  withAskedProducts,
} from '@souk/contracts'
import { Answer, type Decide, implement } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'
import { activeChange } from '../domain/order-change.ts'
import { addShippingMethod } from '../domain/order-edit.ts'
import type { OrderRecord } from '../domain/order-record.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from '../domain/shipping-basis.ts'
import { asJson, shownPreview } from '../domain/shown-preview.ts'

const MAX_TRIES = 3

export const addOrderEditShippingMethod = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, deadline, selection } = request
  const { orders, shippingOptions, previewOf } = deps

  async function quoted() {
    const basis = await orders.getShippingBasis(params.id, deadline)
    return { basis, option: await shippingOptions.quote(body.shipping_option_id, basis, request.passOn()) }
  }
  const refused = (error: unknown) => orders.refuse(params.id, command, error)

  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { basis, option } = await quoted().catch(refused)
    const [outcome, customer] = await Promise.all([
      orders.execute(params.id, { ...command, decide: adding(body, option, basis) }).catch(onlyOutdated),
      customerOf(basis.customer_id, request, deps),
    ])
    if (outcome) {
      const { state: order, revision } = outcome
      const preview = await previewOf(order)
      const isTransferred = preview.customer_id !== basis.customer_id
      const buyer = isTransferred ? await customerOf(preview.customer_id, request, deps) : customer
      const shown = shownPreview(preview, { order, customer: buyer, selection })
      return new Answer(
        { order_preview: await withAskedProducts(selection.all ? asJson(shown) : shown, request, deps.bus) },
        { revision },
      )
    }
    orders.forgetShippingBasis(params.id)
  }
  return refused(conflict(`Order ${params.id} changes too fast; please try again`))
})

/** Refuses with `OutdatedQuoteError` when the option was quoted for something the order no longer is. */
function adding(body: BodyOf<typeof contract>, option: QuotedShipping | null, basis: ShippingBasis): Decide<OrderRecord> {
  return (order, making) => {
    if (!isSameBasis(basis, shippingBasisOf(order))) throw new OutdatedQuoteError()
    const state = addShippingMethod(order, option, body, making)
    const { id: order_change_id, actions } = activeChange(state)!
    const ids = { order_id: order.id, order_change_id, action_id: actions.at(-1)!.id }
    return { state, events: [{ type: 'order-edit.updated', ids }] }
  }
}

class OutdatedQuoteError extends Error {
  override readonly name = 'OutdatedQuoteError'
}

function onlyOutdated(error: unknown): undefined {
  if (!(error instanceof OutdatedQuoteError)) throw error
}
