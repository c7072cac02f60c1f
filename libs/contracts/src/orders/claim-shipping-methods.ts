import { defineOperation } from '../operation/operation.ts'
import { PREVIEWED, replacementParams, replacementStepParams } from './replacement-answer.ts'
import { addReturnShippingMethod, updateReturnShippingMethod } from './return-requests.ts'

/** Adds a shipping method by which items come back; requires such items. */
export const addClaimInboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-claim-inbound-shipping-method',
  method: 'POST',
  path: '/admin/claims/:id/inbound/shipping-method',
  summary: 'Add an inbound shipping method to a claim',
  params: replacementParams('claim'),
  body: addReturnShippingMethod.body,
  ...PREVIEWED.claim,
})

/** Changes such a shipping method. */
export const updateClaimInboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-claim-inbound-shipping-method',
  method: 'POST',
  path: '/admin/claims/:id/inbound/shipping-method/:action_id',
  summary: 'Update an inbound shipping method of a claim',
  params: replacementStepParams('claim', 6),
  body: updateReturnShippingMethod.body,
  ...PREVIEWED.claim,
})

/** Removes such a shipping method. */
export const removeClaimInboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-claim-inbound-shipping-method',
  method: 'DELETE',
  path: '/admin/claims/:id/inbound/shipping-method/:action_id',
  summary: 'Remove an inbound shipping method from a claim',
  params: replacementStepParams('claim', 6),
  ...PREVIEWED.claim,
})

/** Adds a shipping method by which the claim sends its items. */
export const addClaimOutboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'add-claim-outbound-shipping-method',
  method: 'POST',
  path: '/admin/claims/:id/outbound/shipping-method',
  summary: 'Add an outbound shipping method to a claim',
  params: replacementParams('claim'),
  body: addReturnShippingMethod.body,
  ...PREVIEWED.claim,
})

/** Changes such a shipping method. */
export const updateClaimOutboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'update-claim-outbound-shipping-method',
  method: 'POST',
  path: '/admin/claims/:id/outbound/shipping-method/:action_id',
  summary: 'Update an outbound shipping method of a claim',
  params: replacementStepParams('claim', 7),
  body: updateReturnShippingMethod.body,
  ...PREVIEWED.claim,
})

/** Removes such a shipping method. */
export const removeClaimOutboundShippingMethod = defineOperation({
  service: 'orders',
  name: 'remove-claim-outbound-shipping-method',
  method: 'DELETE',
  path: '/admin/claims/:id/outbound/shipping-method/:action_id',
  summary: 'Remove an outbound shipping method from a claim',
  params: replacementStepParams('claim', 7),
  ...PREVIEWED.claim,
})

export const claimShippingMethodOperations = {
  addClaimInboundShippingMethod,
  updateClaimInboundShippingMethod,
  removeClaimInboundShippingMethod,
  addClaimOutboundShippingMethod,
  updateClaimOutboundShippingMethod,
  removeClaimOutboundShippingMethod,
}
