import { returnReceiptUpdated } from '@souk/contracts'
import { type ReceivingAction, receiveItems, removeReceivedItem, updateReceivedItem } from '../domain/returns/receipt.ts'
import type { ChangingPart } from './change-part.ts'

interface Noting {
  params: { id: string }
  body: { items: Parameters<typeof receiveItems>[3] }
}
interface OfStep {
  params: { id: string; action_id: string }
}
type Changing = ChangingPart<undefined, never>

/** Records units of a return as received, whole or damaged. */
export const notingReceiptItems = (action: ReceivingAction, { params, body }: Noting): Changing => ({
  change: (order, context) => receiveItems(order, params.id, action, body.items, context),
  event: returnReceiptUpdated,
})

/** Changes a step that receives units, whole or damaged. */
export const updatingReceiptItem = ({
  params: { id, action_id },
  body,
}: OfStep & { body: Parameters<typeof updateReceivedItem>[3] }): Changing => ({
  change: (order, context) => updateReceivedItem(order, id, action_id, body, context),
  event: returnReceiptUpdated,
})

/** Removes a step that receives units, whole or damaged. */
export const removingReceiptItem = ({ params: { id, action_id } }: OfStep): Changing => ({
  change: (order) => removeReceivedItem(order, id, action_id),
  event: returnReceiptUpdated,
})
