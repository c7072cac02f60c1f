import { inviteOperations } from '@souk/contracts'
import { implementAll } from '@souk/runtime'
import { acceptInvite } from './accept-invite.ts'
import { createInvite } from './create-invite.ts'
import { deleteInvite } from './delete-invite.ts'
import { getInvite } from './get-invite.ts'
import { listInvites } from './list-invites.ts'
import { resendInvite } from './resend-invite.ts'

export const inviteHandlers = implementAll(inviteOperations, {
  acceptInvite,
  createInvite,
  deleteInvite,
  getInvite,
  listInvites,
  resendInvite,
})
