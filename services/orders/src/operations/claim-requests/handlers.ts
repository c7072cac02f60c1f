import { claimRequestOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { addClaimItems } from './add-claim-items.ts'
import { beginClaim } from './begin-claim.ts'
import { confirmClaimRequest } from './confirm-claim-request.ts'
import { removeClaimItem } from './remove-claim-item.ts'
import { updateClaimItem } from './update-claim-item.ts'

export const claimRequestHandlers = implementAll(claimRequestOperations, {
  beginClaim,
  addClaimItems,
  updateClaimItem,
  removeClaimItem,
  confirmClaimRequest,
})
