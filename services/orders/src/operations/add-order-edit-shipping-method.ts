import {
  asksForProducts,
  addOrderEditShippingMethod as contract,
  orderEditUpdated,
  type QuotedShipping,
  withAskedProducts,
} from '@souk/contracts'
import { Answer, implement, LookupNeeded } from '@souk/runtime'
import { customerOf } from '../customer-of.ts'
import type { Deps } from '../deps.ts'
import { activeChange } from '../domain/order-change.ts'
import { addShippingMethod, assertMayBeEdited } from '../domain/order-edit.ts'
import { isSameBasis, type ShippingBasis, shippingBasisOf } from '../domain/shipping-basis.ts'
import { asJson, shownPreview } from '../domain/shown-preview.ts'

interface Quoted {
  basis: ShippingBasis
  /** Null when there is no such option. */
  option: QuotedShipping | null
}

export const addOrderEditShippingMethod = implement(contract, async (request, deps: Deps) => {
  const { params, body, command, selection } = request
  const { orders, shippingOptions, previewOf } = deps

  const { state: order, revision } = await orders.executeWithLookups(params.id, {
    ...command,
    known: undefined as Quoted | undefined,

    decide(order, context, quoted) {
      assertMayBeEdited(order)
      const basis = shippingBasisOf(order)
      if (!quoted || !isSameBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      const state = addShippingMethod(order, quoted.option, body, context)
      const { id: order_change_id, actions } = activeChange(state)!
      const ids = { order_id: order.id, order_change_id, action_id: actions.at(-1)!.id }
      return { state, events: [orderEditUpdated(ids)] }
    },
    async lookup(basis: ShippingBasis) {
      return { basis, option: await shippingOptions.quote(body.shipping_option_id, basis, request.passOn()) }
    },
  })

  const [preview, presentCustomer] = await Promise.all([previewOf(order), customerOf(order.customer_id, request, deps)])
  const isTransferred = preview.customer_id !== order.customer_id
  const customer = isTransferred ? await customerOf(preview.customer_id, request, deps) : presentCustomer
  const shown = shownPreview(preview, { order, customer, selection })
  const others = asksForProducts(selection) ? 'anywhere' : customer
  return new Answer(
    { order_preview: await withAskedProducts(selection.all ? asJson(shown) : shown, request, deps.bus) },
    { revision, others },
  )
})
