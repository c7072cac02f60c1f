import type { addReturnShippingMethod, BodyOf, updateReturnShippingMethod } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { type AboutMethod, removeShippingMethod } from '../domain/order-edits/edit-shipping-methods.ts'
import type { OrderRecord } from '../domain/orders/stored-order.ts'
import { inboundMethodOf, inboundStepOf } from '../domain/replacements/inbound.ts'
import { outboundOf } from '../domain/replacements/outbound.ts'
import type { ReplacementKind } from '../domain/returns/order-parts.ts'
import { requirePartChange } from '../domain/returns/part-change.ts'
import { changeReplacement, type ReplacementRequest, type StepRequest } from './change-replacement.ts'
import { addingMethod, updatingMethod } from './quoted-methods.ts'

/** Whether the method ships items back, or to the customer. */
type Direction = 'inbound' | 'outbound'

/** Adds a shipping method to a claim or an exchange. */
export function addReplacementMethod<Kind extends ReplacementKind>(
  kind: Kind,
  direction: Direction,
  request: ReplacementRequest & { body: BodyOf<typeof addReturnShippingMethod> },
  deps: Deps,
) {
  const { id } = request.params
  const adding = addingMethod(request, deps, (order) => {
    requirePartChange(order, kind, id)
    return direction === 'inbound' ? { ...inboundMethodOf(order, kind, id) } : outboundOf({ kind, id })
  })
  return changeReplacement(kind, request, deps, adding)
}

/** Changes a shipping method of a claim or an exchange. */
export function updateReplacementMethod<Kind extends ReplacementKind>(
  kind: Kind,
  direction: Direction,
  request: StepRequest & { body: BodyOf<typeof updateReturnShippingMethod> },
  deps: Deps,
) {
  const updating = updatingMethod(request, request.body, deps, (order) => ownOf(order, { kind, direction, ...request.params }))
  return changeReplacement(kind, request, deps, updating)
}

/** Removes a shipping method of a claim or an exchange. */
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

/** The record that an added method belongs to. @throws as `inboundStepOf` */
function ownOf(order: OrderRecord, { kind, direction, id, action_id }: Meant): AboutMethod {
  requirePartChange(order, kind, id)
  return direction === 'inbound' ? { ...inboundStepOf(order, kind, id, action_id) } : outboundOf({ kind, id })
}
