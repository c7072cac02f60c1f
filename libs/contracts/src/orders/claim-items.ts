import { IdInput, MetadataInput } from '../fields/common.ts'
import { defineOperation } from '../operation/operation.ts'
import { PREVIEWED, replacedLine, replacementParams, replacementStepParams } from './replacement-answer.ts'
import { inboundItems, outboundItemChange, outboundItems } from './replacement-bodies.ts'
import { updateReturnItem } from './return-requests.ts'

/**
 * Requests units of the order's lines back, with a return that belongs to the claim; nothing takes effect before it is confirmed.
 */
export const addClaimInboundItems = defineOperation({
  service: 'orders',
  name: 'add-claim-inbound-items',
  method: 'POST',
  path: '/admin/claims/:id/inbound/items',
  summary: 'Add inbound items to a claim',
  params: replacementParams('claim'),
  body: inboundItems(replacedLine('claim')),
  ...PREVIEWED.claim,
})

/** Changes requested units. */
export const updateClaimInboundItem = defineOperation({
  service: 'orders',
  name: 'update-claim-inbound-item',
  method: 'POST',
  path: '/admin/claims/:id/inbound/items/:action_id',
  summary: 'Update an inbound item of a claim',
  params: replacementStepParams('claim', 2),
  body: updateReturnItem.body,
  ...PREVIEWED.claim,
})

/** Removes requested units; with the last ones, the shipping methods for their return are removed as well. */
export const removeClaimInboundItem = defineOperation({
  service: 'orders',
  name: 'remove-claim-inbound-item',
  method: 'DELETE',
  path: '/admin/claims/:id/inbound/items/:action_id',
  summary: 'Remove an inbound item from a claim',
  params: replacementStepParams('claim', 3),
  ...PREVIEWED.claim,
})

/** Adds lines that the claim sends, with the catalogue's current data. */
export const addClaimOutboundItems = defineOperation({
  service: 'orders',
  name: 'add-claim-outbound-items',
  method: 'POST',
  path: '/admin/claims/:id/outbound/items',
  summary: 'Add outbound items to a claim',
  params: replacementParams('claim'),
  body: outboundItems,
  ...PREVIEWED.claim,
})

/** Changes a line that the claim sends. */
export const updateClaimOutboundItem = defineOperation({
  service: 'orders',
  name: 'update-claim-outbound-item',
  method: 'POST',
  path: '/admin/claims/:id/outbound/items/:action_id',
  summary: 'Update an outbound item of a claim',
  params: replacementStepParams('claim', 4),
  body: outboundItemChange
    .extend({
      reason_id: IdInput.nullish().describe('Accepted but ignored'),
      metadata: MetadataInput.nullish().describe('Accepted but ignored'),
    })
    .meta({ example: { quantity: 2 } }),
  ...PREVIEWED.claim,
})

/** Removes a line that the claim would send; with the last one, the shipping methods for sending are removed as well. */
export const removeClaimOutboundItem = defineOperation({
  service: 'orders',
  name: 'remove-claim-outbound-item',
  method: 'DELETE',
  path: '/admin/claims/:id/outbound/items/:action_id',
  summary: 'Remove an outbound item from a claim',
  params: replacementStepParams('claim', 5),
  ...PREVIEWED.claim,
})

export const claimItemOperations = {
  addClaimInboundItems,
  updateClaimInboundItem,
  removeClaimInboundItem,
  addClaimOutboundItems,
  updateClaimOutboundItem,
  removeClaimOutboundItem,
}
