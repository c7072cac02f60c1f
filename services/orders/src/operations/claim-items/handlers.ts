import { claimItemOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addClaimInboundItems } from './add-claim-inbound-items.ts'
import { addClaimOutboundItems } from './add-claim-outbound-items.ts'
import { removeClaimInboundItem } from './remove-claim-inbound-item.ts'
import { removeClaimOutboundItem } from './remove-claim-outbound-item.ts'
import { updateClaimInboundItem } from './update-claim-inbound-item.ts'
import { updateClaimOutboundItem } from './update-claim-outbound-item.ts'

export const claimItemHandlers = implementAll(claimItemOperations, {
  addClaimInboundItems,
  updateClaimInboundItem,
  removeClaimInboundItem,
  addClaimOutboundItems,
  updateClaimOutboundItem,
  removeClaimOutboundItem,
})
