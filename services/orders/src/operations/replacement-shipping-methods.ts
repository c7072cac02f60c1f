import type { addReturnShippingMethod, BodyOf, updateReturnShippingMethod } from '@souk/contracts'
import { LookupNeeded } from '@souk/runtime'
import type { Deps } from '../deps.ts'
import {
  type AboutMethod,
  addShippingMethod,
  removeShippingMethod,
  shippingOptionOf,
  updateShippingMethod,
} from '../domain/order-edits/edit-shipping-methods.ts'
import { isSameBasis, type QuotedOption, type ShippingBasis, shippingBasisOf } from '../domain/order-edits/shipping-basis.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { inboundMethodOf, inboundStepOf } from '../domain/replacements/inbound.ts'
import { outboundOf } from '../domain/replacements/outbound.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { requirePartChange } from '../domain/returns/part-change.ts'
import { changeReplacement, type ReplacementRequest, type StepRequest } from './change-replacement.ts'

/** Whether the items of the method come back, or are sent. */
type Direction = 'inbound' | 'outbound'

interface Need {
  basis: ShippingBasis
  option_id: string
}

/** Adds a shipping method to a claim or an exchange. */
export function addReplacementMethod<Kind extends ReplacementKind>(
  kind: Kind,
  direction: Direction,
  request: ReplacementRequest & { body: BodyOf<typeof addReturnShippingMethod> },
  deps: Deps,
) {
  const { params, body } = request
  return changeReplacement(kind, request, deps, {
    change(order, context, quoted: QuotedOption | undefined) {
      requirePartChange(order, kind, params.id)
      const own = direction === 'inbound' ? inboundMethodOf(order, kind, params.id) : outboundOf({ kind, id: params.id })
      const basis = shippingBasisOf(order)
      if (!quoted || !isSameBasis(quoted.basis, basis)) return new LookupNeeded(basis)
      return addShippingMethod(order, quoted.option, body, context, own)
    },
    lookup: async (basis: ShippingBasis) => ({
      basis,
      option: await deps.shippingOptions.quote(body.shipping_option_id, basis, request.passOn()),
    }),
  })
}

/** Changes such a method. The option's price is asked for only when the amount goes back to it. */
export function updateReplacementMethod<Kind extends ReplacementKind>(
  kind: Kind,
  direction: Direction,
  request: StepRequest & { body: BodyOf<typeof updateReturnShippingMethod> },
  deps: Deps,
) {
  const { params, body } = request
  const { action_id } = params
  return changeReplacement(kind, request, deps, {
    change(order, context, quoted: (Need & QuotedOption) | undefined) {
      const own = ownOf(order, { kind, direction, ...params })
      const option_id = body.custom_amount === null ? shippingOptionOf(order, action_id, own) : null
      const basis = shippingBasisOf(order)
      const isKnown = quoted?.option_id === option_id && isSameBasis(quoted.basis, basis)
      if (option_id !== null && !isKnown) return new LookupNeeded<Need>({ basis, option_id })
      return updateShippingMethod(order, action_id, quoted?.option ?? null, body, context, own)
    },
    lookup: async ({ basis, option_id }: Need) => ({
      ...{ basis, option_id },
      option: await deps.shippingOptions.quote(option_id, basis, request.passOn()),
    }),
  })
}

/** Takes such a method back. */
export function removeReplacementMethod<Kind extends ReplacementKind>(
  kind: Kind,
  direction: Direction,
  request: StepRequest,
  deps: Deps,
) {
  const { params } = request
  return changeReplacement(kind, request, deps, {
    change: (order) => removeShippingMethod(order, params.action_id, ownOf(order, { kind, direction, ...params })),
  })
}

interface Meant {
  kind: ReplacementKind
  direction: Direction
  id: string
  action_id: string
}

/** The record that a method which was added is of. @throws as `inboundStepOf` */
function ownOf(order: OrderRecord, { kind, direction, id, action_id }: Meant): AboutMethod {
  requirePartChange(order, kind, id)
  return direction === 'inbound' ? { ...inboundStepOf(order, kind, id, action_id) } : outboundOf({ kind, id })
}
