import { z } from 'zod'
import { IdInput, MetadataInput, TextInput } from '../fields/common.ts'
import { demonstrationId } from '../operation/demonstration.ts'
import { defineOperation } from '../operation/operation.ts'
import { cancelation } from './cancelation.ts'
import { ANSWERS_LAST_PREVIEW } from './edited-order.ts'
import { NullableInternalNoteInput } from './internal-note.ts'
import { BEGUN, PREVIEWED, replacedLine, replacementParams, replacementStepParams } from './replacement-answer.ts'
import { beginning } from './replacement-bodies.ts'
import { replacementEvents } from './replacement-events.ts'
import { ClaimReason, ClaimType } from './returns.ts'
import { UnitsInput } from './units.ts'

const notes = {
  internal_note: NullableInternalNoteInput,
  metadata: MetadataInput.nullish(),
}

/** Begins a claim for an order, with the change that creates it: at most one pending or requested change per order. */
export const beginClaim = defineOperation({
  service: 'orders',
  name: 'begin-claim',
  method: 'POST',
  path: '/admin/claims',
  summary: 'Begin a claim',
  body: z
    .strictObject({ type: ClaimType, ...beginning, reason_id: IdInput.nullish().describe('Accepted but ignored') })
    .meta({ example: { order_id: demonstrationId('order', 21), type: 'replace' } }),
  ...BEGUN.claim,
})

/** Claims units of the order's lines: they are written off once the claim is confirmed. */
export const addClaimItems = defineOperation({
  service: 'orders',
  name: 'add-claim-items',
  method: 'POST',
  path: '/admin/claims/:id/claim-items',
  summary: 'Add items to a claim',
  params: replacementParams('claim'),
  body: z
    .strictObject({
      items: z
        .array(
          z.object({
            id: IdInput.describe('The line of the order'),
            quantity: UnitsInput.describe('At most the ordered quantity not already claimed'),
            reason: ClaimReason.optional(),
            description: TextInput().optional().describe('Accepted but ignored'),
            ...notes,
          }),
        )
        .max(500),
    })
    .meta({ example: { items: [{ id: replacedLine('claim'), quantity: 1, reason: 'production_failure' }] } }),
  ...PREVIEWED.claim,
})

/** Changes claimed units. */
export const updateClaimItem = defineOperation({
  service: 'orders',
  name: 'update-claim-item',
  method: 'POST',
  path: '/admin/claims/:id/claim-items/:action_id',
  summary: 'Update an item of a claim',
  params: replacementStepParams('claim', 0),
  body: z
    .strictObject({
      quantity: UnitsInput.optional(),
      reason: ClaimReason.nullish(),
      reason_id: IdInput.nullish().describe('Accepted but ignored'),
      ...notes,
    })
    .meta({ example: { quantity: 1, internal_note: 'Photos were sent' } }),
  ...PREVIEWED.claim,
})

/** Removes claimed units from the claim. */
export const removeClaimItem = defineOperation({
  service: 'orders',
  name: 'remove-claim-item',
  method: 'DELETE',
  path: '/admin/claims/:id/claim-items/:action_id',
  summary: 'Remove an item from a claim',
  params: replacementStepParams('claim', 1),
  ...PREVIEWED.claim,
})

/**
 * Makes the claim part of its order: the next version, with the lines to send and their shipping costs. Claimed units are written
 * off, others are requested back. The amount due follows. Refused for a claim without items.
 */
export const confirmClaimRequest = defineOperation({
  service: 'orders',
  name: 'confirm-claim-request',
  method: 'POST',
  path: '/admin/claims/:id/request',
  summary: 'Confirm a claim',
  description: ANSWERS_LAST_PREVIEW,
  params: replacementParams('claim'),
  body: cancelation,
  ...PREVIEWED.claim,
})

export const claimRequestOperations = { beginClaim, addClaimItems, updateClaimItem, removeClaimItem, confirmClaimRequest }

export const [claimCreated, claimUpdated, claimConfirmed] = replacementEvents('claim', 'A claim')
export const claimRequestEvents = [claimCreated, claimUpdated, claimConfirmed]
