import { returnReceiptUpdated } from '@souk/contracts'
import type { Deps } from '../deps.ts'
import { removeReceivedItem, updateReceivedItem } from '../domain/returns/receipt.ts'
import { changeReturn } from './change-return.ts'

type Request = Parameters<typeof changeReturn>[0] & { params: { action_id: string } }
type Update = Parameters<typeof updateReceivedItem>[3]

/** Changes a step that receives units, be they whole or damaged. */
export function updateReceiptItem(request: Request & { body: Update }, deps: Deps) {
  const { id, action_id } = request.params
  return changeReturn(request, deps, {
    change: (order, context) => updateReceivedItem(order, id, action_id, request.body, context),
    event: returnReceiptUpdated,
  })
}

/** Takes back a step that receives units, be they whole or damaged. */
export function removeReceiptItem(request: Request, deps: Deps) {
  const { id, action_id } = request.params
  return changeReturn(request, deps, {
    change: (order) => removeReceivedItem(order, id, action_id),
    event: returnReceiptUpdated,
  })
}
