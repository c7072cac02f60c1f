import { z } from 'zod'
import { IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineEvent } from '../operation/event.ts'
import { defineOperation, type Path } from '../operation/operation.ts'
import { ReceiptQuery } from '../operation/record-query.ts'
import { cancelation, canceledIds } from './cancelation.ts'
import { InternalNoteInput, NullableInternalNoteInput } from './internal-note.ts'
import { BEGUN_RETURN_ANSWER, RETURN_PREVIEW_ANSWER, returnActionParams, returnParams } from './return-answer.ts'
import { UnitsInput } from './units.ts'

/** Begins to receive a confirmed return: at most one pending or requested change per order. */
export const beginReturnReceipt = defineOperation({
  service: 'orders',
  name: 'begin-return-receipt',
  method: 'POST',
  path: '/admin/returns/:id/receive',
  summary: 'Begin the receipt of a return',
  params: returnParams(2700),
  body: z
    .strictObject({
      description: TextInput().optional(),
      internal_note: InternalNoteInput,
      metadata: MetadataInput.nullish().describe('Metadata of the change.'),
    })
    .meta({ example: { internal_note: 'One parcel' } }),
  ...BEGUN_RETURN_ANSWER,
})

/** Abandons the receipt: its change is no longer listed, and the return is unchanged. */
export const cancelReturnReceipt = defineOperation({
  service: 'orders',
  name: 'cancel-return-receipt',
  method: 'DELETE',
  path: '/admin/returns/:id/receive',
  summary: 'Cancel the receipt of a return',
  params: returnParams(2700),
  query: ReceiptQuery,
  response: z.object({ id: z.string(), object: z.literal('return'), deleted: z.literal(true) }),
})

const adding = (name: string, path: Path, summary: string) =>
  defineOperation({
    service: 'orders',
    name,
    method: 'POST',
    path,
    summary,
    params: returnParams(2800),
    body: z
      .strictObject({
        items: z
          .array(
            z.object({
              id: IdInput.describe('The line of the order'),
              quantity: UnitsInput.describe('At most the requested quantity not received yet'),
              internal_note: NullableInternalNoteInput,
              description: TextInput().optional().describe('Accepted but ignored'),
            }),
          )
          .max(500),
      })
      .meta({ example: { items: [{ id: demonstrationId('ordli', 2800), quantity: 1 }] } }),
    ...RETURN_PREVIEW_ANSWER,
  })

const changing = (name: string, path: Path, summary: string) =>
  defineOperation({
    service: 'orders',
    name,
    method: 'POST',
    path,
    summary,
    params: returnActionParams(2800, 2800),
    body: z
      .strictObject({
        quantity: UnitsInput.optional(),
        internal_note: NullableInternalNoteInput,
        reason_id: IdInput.nullish().describe('Accepted but ignored'),
        metadata: MetadataInput.nullish().describe('Accepted but ignored'),
      })
      .meta({ example: { quantity: 1, internal_note: 'As new' } }),
    ...RETURN_PREVIEW_ANSWER,
  })

const removing = (name: string, path: Path, summary: string, action: number) =>
  defineOperation({
    service: 'orders',
    name,
    method: 'DELETE',
    path,
    summary,
    params: returnActionParams(2800, action),
    ...RETURN_PREVIEW_ANSWER,
  })

const RECEIVED = '/admin/returns/:id/receive-items' as const
const DISMISSED = '/admin/returns/:id/dismiss-items' as const

/** Records units that came back and can be sold again. */
export const receiveReturnItems = adding('receive-return-items', RECEIVED, 'Receive items of a return')
export const updateReceivedReturnItem = changing(
  'update-received-return-item',
  `${RECEIVED}/:action_id`,
  'Update a received item of a return',
)
export const removeReceivedReturnItem = removing(
  'remove-received-return-item',
  `${RECEIVED}/:action_id`,
  'Remove a received item from a return',
  2801,
)

/** Records units that came back damaged: they are not restocked. */
export const dismissReturnItems = adding('dismiss-return-items', DISMISSED, 'Receive damaged items of a return')
export const updateDismissedReturnItem = changing(
  'update-dismissed-return-item',
  `${DISMISSED}/:action_id`,
  'Update a damaged item of a return',
)
export const removeDismissedReturnItem = removing(
  'remove-dismissed-return-item',
  `${DISMISSED}/:action_id`,
  'Remove a damaged item from a return',
  2802,
)

/**
 * Applies the recorded units: the order's next version, with undamaged ones in stock at the return's location. The return is
 * received once all its units are. Goods that the location does not stock are not restocked. Refused if nothing is recorded, or
 * the location stocks none of the goods.
 */
export const confirmReturnReceipt = defineOperation({
  service: 'orders',
  name: 'confirm-return-receipt',
  method: 'POST',
  path: '/admin/returns/:id/receive/confirm',
  summary: 'Confirm the receipt of a return',
  description: 'Returns the updated order with the change that was applied.',
  params: returnParams(2800),
  body: cancelation,
  ...RETURN_PREVIEW_ANSWER,
})

export const returnReceiptOperations = {
  beginReturnReceipt,
  cancelReturnReceipt,
  receiveReturnItems,
  updateReceivedReturnItem,
  removeReceivedReturnItem,
  dismissReturnItems,
  updateDismissedReturnItem,
  removeDismissedReturnItem,
  confirmReturnReceipt,
}

const notifyingIds = canceledIds('The return')
const ids = notifyingIds.omit({ no_notification: true })
export const returnReceiptCreated = defineEvent({
  service: 'orders',
  name: 'order.return-receipt-created',
  summary: 'The receipt of a return was begun; the order is unchanged.',
  ids,
})
export const returnReceiptUpdated = defineEvent({
  service: 'orders',
  name: 'order.return-receipt-updated',
  summary: 'The units recorded as received for a return changed; the order is unchanged.',
  ids,
})
export const returnReceiptCanceled = defineEvent({
  service: 'orders',
  name: 'order.return-receipt-canceled',
  summary: 'The receipt of a return was canceled; the order is unchanged.',
  ids,
})
export const returnReceived = defineEvent({
  service: 'orders',
  name: 'order.return-received',
  summary: 'Units of a return were received, possibly not all; the order has a new version.',
  ids: notifyingIds,
})

export const returnReceiptEvents = [returnReceiptCreated, returnReceiptUpdated, returnReceiptCanceled, returnReceived]
