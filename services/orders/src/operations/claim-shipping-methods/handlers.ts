import { claimShippingMethodOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addClaimInboundShippingMethod } from './add-claim-inbound-shipping-method.ts'
import { addClaimOutboundShippingMethod } from './add-claim-outbound-shipping-method.ts'
import { removeClaimInboundShippingMethod } from './remove-claim-inbound-shipping-method.ts'
import { removeClaimOutboundShippingMethod } from './remove-claim-outbound-shipping-method.ts'
import { updateClaimInboundShippingMethod } from './update-claim-inbound-shipping-method.ts'
import { updateClaimOutboundShippingMethod } from './update-claim-outbound-shipping-method.ts'

export const claimShippingMethodHandlers = implementAll(claimShippingMethodOperations, {
  addClaimInboundShippingMethod,
  updateClaimInboundShippingMethod,
  removeClaimInboundShippingMethod,
  addClaimOutboundShippingMethod,
  updateClaimOutboundShippingMethod,
  removeClaimOutboundShippingMethod,
})
