import { sellerOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { getSeller } from './get-seller.ts'
import { inviteSeller } from './invite-seller.ts'
import { listSellers } from './list-sellers.ts'
import { updateSeller } from './update-seller.ts'

export const sellerHandlers = implementAll(sellerOperations, { listSellers, getSeller, updateSeller, inviteSeller })
