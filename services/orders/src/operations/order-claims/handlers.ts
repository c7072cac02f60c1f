import { orderClaimOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { cancelClaim } from './cancel-claim.ts'
import { cancelClaimRequest } from './cancel-claim-request.ts'
import { getClaim } from './get-claim.ts'

export const orderClaimHandlers = implementAll(orderClaimOperations, { getClaim, cancelClaim, cancelClaimRequest })
